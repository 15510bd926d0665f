#include <supple/dynamics/integrator_work.hpp>
#include <supple/dynamics/variational_implicit.hpp>

#include <algorithm>

namespace supple::variational {

double work_of_implicit_step(const NodalRod& rod, const NodalState& start, double h, double end)
{
    constexpr double work_of_iteration = 2.3, work_of_tangent = 17.0;  // in explicit steps
    constexpr int first = 16, steps = 64;                              // the first are those of a start
    ImplicitIntegrator trial(rod, start);
    trial.begin(0.0, end);
    const int last = std::clamp(static_cast<int>(std::min(end / h, 1.0 * steps)), 1, steps);
    long iterations = 0, tangents = 0;
    for (int i = 0; i < last; ++i) {
        if (i == std::min(first, last / 2)) {
            iterations = trial.iterations();
            tangents = trial.tangents();
        }
        if (!trial.step(h)) return std::numeric_limits<double>::infinity();
    }
    const double counted = last - std::min(first, last / 2);
    return (work_of_iteration * static_cast<double>(trial.iterations() - iterations) +
            work_of_tangent * static_cast<double>(trial.tangents() - tangents)) /
           counted;
}

}  // namespace supple::variational
