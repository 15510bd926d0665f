#include <supple/cosserat/guides.hpp>
#include <supple/cosserat/newton.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/cosserat/walls.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double joined = 1e-10;  ///< defects of an equilibrium

/// A slight bend in no special direction, growing outwards.
void nudge(Workspace& work)
{
    for (Node& node : work.nodes) {
        if (node.s > 0.0) node.x.q = turn(1e-3 * node.s * Vector3d(0.62, -0.53, 0.58)) * node.x.q;
    }
}

}  // namespace

bool Newton::spent() const noexcept
{
    return work.iterations - work.iterations_before >= options.max_iterations ||
           work.effort >= work.most_effort || stop_wanted();
}

Newton::Result Newton::run(double lambda, double cap, double drag, double part) const
{
    Result result;
    set_targets(problem, work, lambda);
    const bool rubbing = has_friction(problem) && rubs(problem, work);
    double last = 0.0;
    for (int i = 0; i < (rubbing ? 40 : 20) && !spent(); ++i) {
        result.residual = evaluate(problem, work, lambda, true);
        if (!std::isfinite(result.residual)) return result;
        StepSize size = eliminate(problem, work, drag);
        if ((!size.finite() || (i > 0 && size.shape > last && !rubbing)) && drag < firm_drag) {
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
        if (i == 0) result.first = size.shape;
        if (i == 1) result.second = size.shape;
        if (size.shape > cap) return result;
        if (i == 1 && size.shape > part * result.first && size.shape >= 1e-6) return result;
        if (i > 2 && size.shape > 2.0 * last && !rubbing) return result;
        last = size.shape;
        apply(problem, work);
        if (!pass_guides(problem, work, lambda)) return result;
        // Quadratic convergence: after so small a step the defects are round-off. They are looked at all
        // the same.
        const double slight = i > 0 ? 3e-5 * (1.0 + problem.severity) : 1e-6;
        if (size.shape < 3e-6 && size.wrench < slight) {
            // Whether a pinned base turns at no cost is seen in the transitions at the end alone.
            result.residual = evaluate(problem, work, lambda, problem.pinned);
            if (result.residual < joined) {
                result.converged = true;
                return result;
            }
        }
    }
    return result;
}

/// In implicit steps of at most a fifth of a radian.
bool Newton::let_go(double lambda) const
{
    set_targets(problem, work, lambda);
    double drag = 1.0 + problem.severity;
    for (int i = 0; i < 400 && !spent(); ++i) {
        const double residual = evaluate(problem, work, lambda, true);
        if (!std::isfinite(residual)) return false;
        if (residual < 1e-9 && drag < 1e-4) break;
        StepSize size = eliminate(problem, work, drag);
        ++work.iterations;
        // A step over a mode that grows faster than the step is long would turn back.
        while (!(size.shape < 0.2 && work.det_sign > 0.0) && drag < 1e9) {
            drag *= 4.0;
            size = eliminate(problem, work, drag);
        }
        if (!size.finite()) return false;
        apply(problem, work);
        if (!pass_guides(problem, work, lambda)) return false;
        drag = std::max(0.7 * drag, 1e-5);
        switch_walls(problem, work);
    }
    return end_from_nearby(lambda);
}

/// What is left of the forces may turn an indifferent rod far, unless a drag keeps it.
bool Newton::end_from_nearby(double lambda) const
{
    keep(work);
    bool found = run(lambda, 0.5, firm_drag).converged;
    for (double drag = 1e-4; !found && drag < 1.0 && !spent(); drag *= 100.0) {
        go_back(problem, work);
        found = run(lambda, 0.5, drag).converged;
    }
    return found;
}

bool Newton::come_to_rest(double lambda) const
{
    divide_mesh(problem, work, lambda, 16);
    work.before = work.nodes;
    for (int i = 0; i < 4; ++i) {
        if (!let_go(lambda)) return false;
        if (!conservative(problem, work) || second_variation(problem, work) != Variation::negative) break;
        nudge(work);
    }
    return end_from_nearby(lambda);
}

bool settle(Problem& problem, const Options& options, Workspace& work)
{
    nudge(work);
    return Newton{problem, options, work}.come_to_rest(1.0);
}

}  // namespace supple::cosserat
