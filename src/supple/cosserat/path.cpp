#include <supple/cosserat/path.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double smallest_step = 1e-6;   ///< of the load factor
constexpr double path_tolerance = 1e-6;  ///< of the mesh on the way
constexpr double joined = 1e-10;         ///< defects of an equilibrium

struct Newton {
    const Problem& problem;
    const Options& options;
    Workspace& work;

    struct Result {
        bool converged = false;
        double first = 0.0;   ///< size of the first step
        double second = 0.0;  ///< of the second
        double residual = 0.0;
        int iterations = 0;
    };

    Result run(double lambda, double cap) const
    {
        Result result;
        set_targets(problem, work, lambda);
        double last = 0.0;
        for (int i = 0; i < 20 && work.iterations < options.max_iterations; ++i) {
            result.residual = evaluate(problem, work, lambda, true);
            if (!std::isfinite(result.residual)) return result;
            const StepSize size = eliminate(problem, work);
            ++work.iterations;
            ++result.iterations;
            if (!size.finite() || size.shape > cap) return result;
            if (i == 0) result.first = size.shape;
            if (i == 1) result.second = size.shape;
            if (i > 2 && size.shape > 2.0 * last) return result;
            last = size.shape;
            apply(problem, work);
            // Quadratic convergence: after so small a step the defects are round-off. They are looked at all
            // the same.
            if (size.shape < 3e-6 && size.wrench < 3e-5 * (1.0 + problem.severity)) {
                result.residual = evaluate(problem, work, lambda, false);
                if (result.residual < joined) {
                    result.converged = true;
                    return result;
                }
            }
        }
        return result;
    }
};

/// Lets walls be touched or left; returns whether anything changed.
bool switch_walls(const Problem& problem, Workspace& work)
{
    bool changed = false;
    for (Node& node : work.nodes) {
        if (node.stop < 0 || problem.stops[node.stop].hold < 0) continue;
        const int index = problem.stops[node.stop].hold;
        const Hold& hold = problem.holds[index];
        HoldState& state = work.holds[index];
        if (hold.kind != Hold::Kind::wall) continue;
        const double gap = hold.normal.dot(node.x.r - state.target);
        if (!state.active && gap < -1e-12) {
            state.active = changed = true;
        } else if (state.active && node.reaction.head<3>().dot(hold.normal) < 0.0) {
            state.active = false;
            node.reaction.setZero();
            changed = true;
        }
    }
    return changed;
}

}  // namespace

PathEnd follow(const Problem& problem, const Options& options, Workspace& work)
{
    const Newton newton{problem, options, work};
    PathEnd end;
    double step = std::min(1.0, 1.0 / std::max(problem.severity, 1e-300));
    if (options.load_steps > 0) step = std::min(step, 1.0 / options.load_steps);
    if (options.warm) step = 1.0;
    double lambda = 0.0;

    while (lambda < 1.0) {
        work.spare = work.nodes;
        const double next = lambda + step >= 1.0 - 1e-12 ? 1.0 : lambda + step;
        Newton::Result result = newton.run(next, 2.5);
        // The rest of the iteration must be small against the predictor.
        bool taken = result.converged && (result.second <= 0.5 * result.first || result.second < 1e-6);
        for (int i = 0; taken && i < 10 && switch_walls(problem, work); ++i) {
            result = newton.run(next, 2.5);
            taken = result.converged;
        }
        if (taken) {
            lambda = next;
            end.lambda = lambda;
            end.residual = result.residual;
            if (result.iterations <= 5) step *= 2.0;
            if (lambda < 1.0 && refine_mesh(problem, work, lambda, path_tolerance)) newton.run(lambda, 2.5);
            continue;
        }
        work.nodes = work.spare;
        step *= 0.5;
        if (step < smallest_step || work.iterations >= options.max_iterations) {
            end.message = "the load path could not be followed";
            return end;
        }
    }

    // The mesh that the tolerance asks for.
    for (int i = 0; i < 12; ++i) {
        if (!refine_mesh(problem, work, 1.0, options.tolerance)) break;
        const Newton::Result result = newton.run(1.0, 2.5);
        end.residual = result.residual;
        if (!result.converged) {
            end.message = "the refined mesh could not be joined";
            return end;
        }
    }
    end.status = Status::converged;
    return end;
}

}  // namespace supple::cosserat
