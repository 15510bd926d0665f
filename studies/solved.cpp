#include "solved.hpp"

#include <supple/analysis/solve.hpp>
#include <supple/rod/model_traits.hpp>

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

namespace supple::app {

const Equilibrium& converged(const Equilibrium& equilibrium)
{
    if (equilibrium.status != Status::converged)
        throw std::runtime_error(fmt::format("{}: {}", name(equilibrium.status), equilibrium.message));
    return equilibrium;
}

Equilibrium solved(const Manipulator& manipulator)
{
    return converged(solve(manipulator));
}

Equilibrium solve_rod(Manipulator manipulator)
{
    if (!is_exact(manipulator.model)) manipulator.model = CosseratModel{};
    return solved(manipulator);
}

Vector3d tip_mm(const Equilibrium& equilibrium)
{
    return equilibrium.tip().position() / mm;
}

std::vector<double> numbers(const Vector3d& v)
{
    return {v.x(), v.y(), v.z()};
}

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

PointLoad dead_load(double at, const Vector3d& force, const Vector3d& moment)
{
    PointLoad load;
    load.at = at;
    load.force = force;
    load.moment = moment;
    return load;
}

}  // namespace supple::app
