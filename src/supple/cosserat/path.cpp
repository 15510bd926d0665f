#include <supple/cosserat/path.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/cosserat/walls.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double smallest_step = 1e-5;   ///< of the load factor
constexpr double path_tolerance = 1e-6;  ///< of the mesh on the way
/// Keeps Newton from wandering where the rod is indifferent, as a buckled round column is to turning about
/// its axis.
constexpr double slight_drag = 1e-9;
constexpr double firm_drag = 1e-6;  ///< taken where the slight one lets it wander
constexpr double joined = 1e-10;    ///< defects of an equilibrium

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

    Result run(double lambda, double cap, double drag = slight_drag) const
    {
        Result result;
        set_targets(problem, work, lambda);
        double last = 0.0;
        for (int i = 0; i < 20 && work.iterations < options.max_iterations; ++i) {
            result.residual = evaluate(problem, work, lambda, true);
            if (!std::isfinite(result.residual)) return result;
            StepSize size = eliminate(problem, work, drag);
            if (i > 0 && size.shape > last && drag < firm_drag) {
                drag = firm_drag;
                size = eliminate(problem, work, drag);
            }
            ++work.iterations;
            ++result.iterations;
            if (!size.finite()) return result;
            // Joined already: a step more would only follow the noise of an indifferent direction.
            const bool firm = drag >= firm_drag;
            if ((i > 0 || firm) && result.residual < (firm ? joined : 1e-13)) {
                result.converged = true;
                return result;
            }
            if (size.shape > cap) return result;
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

/// Largest change of the shape between two sets of nodes at the same places.
double distance(const std::vector<Node>& a, const std::vector<Node>& b)
{
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        largest = std::max({largest, (a[i].x.r - b[i].x.r).norm(), a[i].x.q.angularDistance(b[i].x.q)});
    }
    return largest;
}

/// The overdamped motion from the present shape at a fixed load, in implicit steps of at most a fifth of a
/// radian, until it has come to rest.
bool let_go(const Newton& newton, double lambda)
{
    Workspace& work = newton.work;
    divide_mesh(newton.problem, work, lambda, 16);
    set_targets(newton.problem, work, lambda);
    double drag = 1.0 + newton.problem.severity;
    for (int i = 0; i < 400 && work.iterations < newton.options.max_iterations; ++i) {
        const double residual = evaluate(newton.problem, work, lambda, true);
        if (!std::isfinite(residual)) return false;
        if (residual < 1e-9 && drag < 1e-4) break;
        StepSize size = eliminate(newton.problem, work, drag);
        ++work.iterations;
        // A step over a mode that grows faster than the step is long would turn back.
        while (!(size.shape < 0.2 && work.det_sign > 0.0) && drag < 1e9) {
            drag *= 4.0;
            size = eliminate(newton.problem, work, drag);
        }
        if (!size.finite()) return false;
        apply(newton.problem, work);
        drag = std::max(0.7 * drag, 1e-5);
        switch_walls(newton.problem, work);
    }
    return newton.run(lambda, 0.5, firm_drag).converged;
}

/// A slight bend in no special direction, growing outwards.
void nudge(Workspace& work)
{
    for (Node& node : work.nodes) {
        if (node.s > 0.0) node.x.q = turn(1e-3 * node.s * Vector3d(0.62, -0.53, 0.58)) * node.x.q;
    }
}

/// Lets go, and again where the motion has stopped at a saddle.
bool come_to_rest(const Newton& newton, double lambda)
{
    for (int i = 0; i < 4; ++i) {
        if (!let_go(newton, lambda)) return false;
        if (!newton.problem.conservative || second_variation_positive(newton.problem, newton.work)) break;
        nudge(newton.work);
    }
    return newton.run(lambda, 0.5, firm_drag).converged;
}

}  // namespace

bool still_stable(const Problem& problem, const Workspace& work) noexcept
{
    return problem.conservative ? second_variation_positive(problem, work) : work.det_sign > 0.0;
}

void finish(const Problem& problem, const Options& options, Workspace& work, PathEnd& end)
{
    const Newton newton{problem, options, work};
    end.status = Status::not_converged;
    for (int i = 0; i < 12; ++i) {
        if (!refine_mesh(problem, work, 1.0, options.tolerance)) {
            end.status = Status::converged;
            return;
        }
        work.spare = work.nodes;
        Newton::Result result = newton.run(1.0, 2.5);
        if (!result.converged) {
            work.nodes = work.spare;
            result = newton.run(1.0, 2.5, firm_drag);
        }
        end.residual = result.residual;
        if (!result.converged) return;
    }
}

bool settle(const Problem& problem, const Options& options, Workspace& work)
{
    nudge(work);
    return come_to_rest(Newton{problem, options, work}, 1.0);
}

PathEnd follow(const Problem& problem, const Options& options, Workspace& work, double first_step)
{
    const Newton newton{problem, options, work};
    PathEnd end;
    double longest = options.load_steps > 0 ? 1.0 / options.load_steps : 1.0;
    if (has_friction(problem)) longest = std::min(longest, 0.1);  // what slides depends on the way
    double step = std::min(first_step, longest);
    double lambda = 0.0;
    bool stable = true;

    while (lambda < 1.0) {
        work.spare = work.nodes;
        work.spare_holds = work.holds;
        const double next = lambda + step >= 1.0 - 1e-12 ? 1.0 : lambda + step;
        Newton::Result result = newton.run(next, 2.5);
        // The rest of the iteration must be small against the predictor.
        bool taken = result.converged && (result.second <= 0.5 * result.first || result.second < 1e-6);
        const double early = taken ? fraction_before_touch(problem, work) : 1.0;
        if (early < 1.0 && step > 1e-12) {
            // Go back to where the wall is touched first.
            work.nodes = work.spare;
            step *= early;
            continue;
        }
        for (int i = 0; taken && switch_walls(problem, work); ++i) {
            result = newton.run(next, 2.5);
            taken = result.converged && i < 50;
        }
        if (taken && (lambda > 0.0 || next < 1.0)) {
            // Stability may be lost at a bifurcation, slowly, but not by a leap over a limit point.
            const bool now = still_stable(problem, work);
            if (stable && !now && step > 1e-3) taken = false;
            if (taken) stable = now;
        }
        if (!taken) {
            work.nodes = work.spare;
            work.holds = work.spare_holds;
            step *= 0.5;
            const bool lost = step < smallest_step;
            if (lost) {
                // A limit point: no equilibrium lies ahead on this branch.
                taken = come_to_rest(newton, next);
                result.residual = evaluate(problem, work, next, false);
                end.snapped = end.snapped || (taken && distance(work.nodes, work.spare) > 0.01);
                step = 0.02;
            }
            if ((lost && !taken) || work.iterations >= options.max_iterations) return end;
        } else if (result.iterations <= 5) {
            step = std::min(2.0 * std::max(step, smallest_step), longest);
        }
        if (taken) {
            settle_walls(problem, work);
            lambda = next;
            end.lambda = lambda;
            end.residual = result.residual;
            if (lambda < 1.0 && refine_mesh(problem, work, lambda, path_tolerance)) newton.run(lambda, 2.5);
        }
    }

    finish(problem, options, work, end);
    return end;
}

}  // namespace supple::cosserat
