#include <supple/cosserat/determinacy.hpp>
#include <supple/cosserat/guides.hpp>
#include <supple/cosserat/path.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/cosserat/walls.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double smallest_step = 1e-5;   ///< of the load factor
constexpr double path_tolerance = 1e-6;  ///< of the mesh on the way

/// Largest change of the shape between two sets of nodes at the same places.
double distance(const std::vector<Node>& a, const std::vector<Node>& b)
{
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        largest = std::max({largest, (a[i].x.r - b[i].x.r).norm(), a[i].x.q.angularDistance(b[i].x.q)});
    }
    return largest;
}

struct Follower {
    Newton newton;
    const Pace& pace;
    Newton::Result result{};
    bool stable = true;
    double room = 1.0;  ///< how many times longer the step could have been

    Problem& problem = newton.problem;
    Workspace& work = newton.work;

    /// The equilibrium at `next`, with walls touched and left as it asks for. Beyond the first buckling load
    /// a long step may end on another branch.
    bool find(double next)
    {
        const bool rubbing = rubs(problem, work);
        const bool strict = pace.careful || (!rubbing && problem.severity > 1.0);
        const double most = strict ? 0.3 : 2.5, part = strict ? 0.25 : 0.5;
        // The rest of the iteration must be small against the predictor, which knows nothing of slip.
        result = rubbing ? newton.run(next, 2.5) : newton.run(next, most, Newton::slight_drag, part);
        const double rest = result.second < 1e-6 ? 0.0 : result.second;
        bool taken =
            result.converged && result.first <= most && rest <= (rubbing ? 0.5 : part * result.first);
        room = result.iterations <= 5 ? 2.0 : 1.0;
        if (!rubbing)
            room = 0.8 * std::min(most / result.first, rest > 0.0 ? part * result.first / rest : 4.0);
        for (int i = 0; taken && fraction_before_touch(problem, work) == 1.0 && switch_walls(problem, work);
             ++i) {
            result = newton.run(next, 2.5);
            taken = result.converged && i < 50;
        }
        return taken;
    }

    /// The same where walls rub: the law of friction may cycle with one grip and not with another.
    bool find_rubbing(double next)
    {
        if (find(next)) return true;
        for (const double grip : {100.0, 1.0, 0.1}) {
            if (!rubs(problem, work)) return false;
            go_back(problem, work);
            for (HoldState& state : work.holds)
                state.grip = grip;
            const bool found = find(next);
            for (HoldState& state : work.holds)
                state.grip = HoldState{}.grip;
            if (found) return true;
        }
        return false;
    }

    /// Stability may be lost at a bifurcation, slowly, but not by a leap over a limit point.
    bool keeps_stable(double step, double lambda)
    {
        // Without a potential an odd number of unstable real modes shows in the sign of the determinant.
        const bool quick = !pace.careful && !conservative(problem, work);
        bool now = quick ? work.det_sign > 0.0 : stands(problem, work);
        if (!now && !quick && drop_undetermined(problem, work, lambda)) now = stands(problem, work);
        if (stable && !now && step > (pace.careful ? 2e-5 : 1e-3)) return false;
        stable = now;
        return true;
    }
};

}  // namespace

void finish(Problem& problem, const Options& options, Workspace& work, PathEnd& end)
{
    const Newton newton{problem, options, work};
    end.status = Status::not_converged;
    end.spent = false;
    for (int i = 0; i < 12; ++i) {
        if (!refine_mesh(problem, work, 1.0, options.tolerance)) {
            end.status = Status::converged;
            drop_undetermined(problem, work, 1.0);
            end.stands = stands(problem, work, true);
            end.neutral = end.stands && neutral(problem, work);
            return;
        }
        keep(work);
        Newton::Result result = newton.run(1.0, 2.5);
        for (double drag = Newton::firm_drag; !result.converged && drag < 1e-3; drag *= 100.0) {
            go_back(problem, work);
            result = newton.run(1.0, 2.5, drag);
        }
        end.residual = result.residual;
        if (!result.converged) return;
    }
}

PathEnd follow(Problem& problem, const Options& options, Workspace& work, const Pace& pace)
{
    Follower follower{Newton{problem, options, work}, pace};
    const Newton& newton = follower.newton;
    PathEnd end;
    double longest = options.load_steps > 0 ? 1.0 / options.load_steps : 1.0;
    if (pace.careful) longest = std::min(longest, 1.0 / 16.0);
    const bool friction = has_friction(problem) && !options.warm;
    if (friction) longest = std::min(longest, 0.05);
    bool touched = rubs(problem, work);
    double step = std::min(pace.first, longest);
    double lambda = 0.0;

    while (lambda < 1.0) {
        keep(work);
        work.left_by = -1;
        const double next = lambda + step >= 1.0 - 1e-9 ? 1.0 : lambda + step;
        bool taken = follower.find_rubbing(next);
        const double early = taken ? fraction_before_touch(problem, work) : 1.0;
        if (early < 1.0 && step > 1e-12 && !newton.spent()) {
            // Go back to where the wall is touched first.
            go_back(problem, work);
            step = early * (next - lambda);
            continue;
        }
        if (taken && (lambda > 0.0 || next < 1.0)) taken = follower.keeps_stable(step, next);
        if (!taken) {
            const int left_by = work.left_by;
            go_back(problem, work);
            step *= std::clamp(follower.room, 0.125, 0.5);
            const bool lost = step < smallest_step;
            if (lost && left_by >= 0) {
                end.left_by = left_by;
                return end;
            }
            if (lost) {
                // A limit point: no equilibrium lies ahead on this branch.
                taken = newton.come_to_rest(next);
                follower.result.residual = evaluate(problem, work, next, false);
                follower.stable = true;
                end.snapped = end.snapped || (taken && distance(work.nodes, work.before) > 0.01);
                step = 0.02;
            }
            end.spent = newton.spent();
            if ((lost && !taken) || end.spent) return end;
        } else {
            step = std::min(std::clamp(follower.room, 0.5, 2.0) * std::max(step, smallest_step), longest);
        }
        if (!taken) continue;
        lambda = next;
        end.lambda = lambda;
        end.residual = follower.result.residual;
        if (lambda == 1.0) break;
        if (refine_mesh(problem, work, lambda, path_tolerance)) newton.run(lambda, 2.5);
        end_increment(problem, work);
        if (friction && !touched && rubs(problem, work)) {
            touched = true;
            step = longest = 0.1 * (1.0 - lambda);
        }
    }

    finish(problem, options, work, end);
    end_increment(problem, work);
    return end;
}

}  // namespace supple::cosserat
