#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/simulate.hpp>
#include <supple/dynamics/variational.hpp>
#include <supple/io/error.hpp>
#include <supple/io/motion_case.hpp>
#include <supple/rod/events.hpp>
#include <supple/statics/equilibrium.hpp>

#include <cmath>

namespace supple {
namespace {

VectorXd vector_of(const std::vector<double>& list)
{
    return Eigen::Map<const VectorXd>(list.data(), static_cast<Eigen::Index>(list.size()));
}

Trajectory no_start(const System& system, Status status, const std::string& message)
{
    Trajectory trajectory;
    trajectory.model = system.type;
    trajectory.status = status;
    trajectory.message = message;
    return trajectory;
}

Trajectory simulate_chain(const Manipulator& m, const Simulation& simulation, const Progress& progress)
{
    const Events events = events_of(m);
    MotionStart start{{}, {}, events.switches, events.kinks};
    std::vector<std::string> warnings;
    const auto before = discretize(m);
    if (!before->unsupported.empty()) return no_start(*before, Status::invalid, before->unsupported);
    if (std::isfinite(m.base.timing.from) || std::isfinite(m.base.timing.until))
        return no_start(*before, Status::invalid,
                        "a base cannot begin or cease to move at a time; put its rest into its history");
    switch (simulation.initial) {
        case InitialState::straight:
            start.coordinates = before->model->rest_coordinates();
            break;
        case InitialState::given:
            start.coordinates = vector_of(simulation.coordinates);
            start.velocities = vector_of(simulation.velocities);
            break;
        case InitialState::equilibrium: {
            const Equilibrium eq = solve_statics(*before);
            if (eq.status != Status::converged && eq.status != Status::unstable)
                return no_start(*before, eq.status, "no equilibrium to start from: " + eq.message);
            if (eq.status == Status::unstable)
                warnings.emplace_back("the equilibrium it starts from is not stable");
            start.coordinates = eq.coordinates;
            break;
        }
    }
    if (start.velocities.size() == 0) start.velocities = VectorXd::Zero(start.coordinates.size());
    Trajectory trajectory =
        simulate([&m](double time) { return discretize(m, time); }, simulation, start, progress);
    trajectory.warnings.insert(trajectory.warnings.begin(), warnings.begin(), warnings.end());
    return trajectory;
}

}  // namespace

Trajectory simulate(const Manipulator& manipulator, const Progress& progress)
{
    if (!manipulator.simulation) {
        throw InputError(
            "the file has no \"simulation\"; expected it, as in simulation: {duration: 2 s, output_every: 1 "
            "ms}");
    }
    // The nodal rod has integrators of its own.
    if (std::holds_alternative<VariationalModel>(manipulator.model))
        return simulate_variational(manipulator, progress);
    return simulate_chain(manipulator, *manipulator.simulation, progress);
}

Modes find_modes(const Manipulator& manipulator)
{
    if (std::holds_alternative<VariationalModel>(manipulator.model))
        return find_variational_modes(manipulator);
    const auto system = discretize(manipulator);
    const Equilibrium eq = solve_statics(*system);
    if (eq.status != Status::converged && eq.status != Status::unstable) {
        Modes none;
        none.model = system->type;
        none.status = eq.status;
        none.message = eq.message;
        none.equilibrium = eq;
        return none;
    }
    return find_modes(*system, eq);
}

}  // namespace supple
