#include <supple/cosserat/guides.hpp>
#include <supple/cosserat/path.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/cosserat/walls.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr long all_effort = 100'000;  ///< intervals integrated in one search: about half a second

/// Gives the next way its iterations, and half of the work that is left.
void begin_way(Workspace& work)
{
    work.iterations_before = work.iterations;
    work.most_effort = work.effort + (all_effort - work.effort) / 2;
}

/// The rod without holds, under its loads.
PathEnd follow_released(Problem& released, const Options& options, Workspace& work)
{
    for (Stop& stop : released.stops)
        stop.hold = -1;
    released.holds.clear();
    released.has_guides = false;
    start_from_rest(released);
    start_mesh(released, work);
    return follow(released, options, work, {std::min(0.25, 1.0 / std::max(released.severity, 1.0))});
}

/// Lets the holds hold the rod where it lies, and moves them to their places.
PathEnd take_hold(Problem& problem, const Options& options, Workspace& work)
{
    work.holds.resize(problem.holds.size());
    for (const Node& node : work.nodes) {
        if (node.stop < 0 || problem.stops[node.stop].hold < 0) continue;
        const int index = problem.stops[node.stop].hold;
        Hold& hold = problem.holds[index];
        work.holds[index] = HoldState{};
        if (hold.kind == Hold::Kind::wall) {
            // A wall that the bent rod has passed comes to its place with the holds.
            const double gap = hold.normal.dot(node.x.r - hold.target);
            hold.start_target = hold.target + std::min(0.0, gap) * hold.normal;
            continue;
        }
        hold.start_target = node.x.r;
        hold.start_q = node.x.q;
    }
    start_walls(problem, work);
    return follow(problem, options, work, {0.05});
}

/// First the loads, then the holds: the way of the chains (statics/hold_path.hpp). Walls may rub, and so have
/// to come with the loads.
PathEnd follow_loads_first(Problem& problem, const Options& options, Workspace& work)
{
    sort_stops(problem);
    Problem loaded = problem;
    PathEnd end = follow_released(loaded, options, work);
    if (end.status != Status::converged) return end;
    start_from_here(problem);
    end = take_hold(problem, options, work);
    end.held_last = true;
    return end;
}

/// Bends the free rod by a load across it, lets the holds hold its points where they then lie, and moves the
/// holds to their places.
PathEnd follow_from_bent(Problem& problem, const Options& options, Workspace& work)
{
    sort_stops(problem);
    Problem bent = problem;
    for (Stop& stop : bent.stops)
        stop.end_action = stop.first_action;
    // Across the base, towards where the holds lead; the second part keeps planes from being special.
    const Vector3d t = bent.base.q * Vector3d::UnitZ();
    Vector3d towards = Vector3d::Zero();
    for (const Hold& hold : problem.holds)
        towards += hold.target - hold.rest_target;
    towards -= towards.dot(t) * t;
    if (towards.norm() < 1e-6) towards = bent.base.q * Vector3d::UnitX();
    bent.weight = 6.0 * (towards.normalized() + 0.05 * t.cross(towards.normalized()));
    bent.severity = 4.0;
    bent.pinned = false;
    PathEnd end = follow_released(bent, options, work);
    if (end.status != Status::converged) return end;

    start_from_rest(problem);
    problem.start_weight = bent.weight;
    problem.start_moment = -work.nodes.front().x.m;
    end = take_hold(problem, options, work);
    end.bent = true;
    return end;
}

/// Whether a hold takes the rod from its rest shape. A guide on the axis of a straight rod does not, wherever
/// along it the guide is.
bool leads_away(const Hold& hold)
{
    constexpr double apart = 1e-9;  // over L, and rad
    const Vector3d way = hold.target - hold.rest_target, t = hold.rest_q * Vector3d::UnitZ();
    const double turn = hold.q.angularDistance(hold.rest_q);
    switch (hold.kind) {
        case Hold::Kind::wall:
        case Hold::Kind::touch:
            return false;
        case Hold::Kind::guide:
            return (way - way.dot(t) * t).norm() > apart;
        case Hold::Kind::clamp:
            return way.norm() > apart || turn > apart;
        case Hold::Kind::fixture:
            break;
    }
    bool away = hold.directed && turn > apart;
    for (int k = 0; k < 3; ++k)
        away = away || (hold.held[k] && std::abs(way[k]) > apart);
    return away;
}

}  // namespace

bool within_reach(const Problem& problem) noexcept
{
    if (problem.stops.front().section.stretch_compliance.z() > 0.0) return true;
    // Between neighbours of the base and the holds, in the coordinates that both fix. A guide may sit
    // anywhere on the rod.
    const auto fixes = [](const Hold& hold, int k) {
        return hold.kind == Hold::Kind::fixture ? hold.held[k] : hold.kind != Hold::Kind::wall;
    };
    for (std::size_t i = 1; i < problem.stops.size(); ++i) {
        if (problem.stops[i].hold < 0) continue;
        const Hold& hold = problem.holds[problem.stops[i].hold];
        for (std::size_t j = 0; j < i; ++j) {
            if (j > 0 && problem.stops[j].hold < 0) continue;
            const Hold* other = j > 0 ? &problem.holds[problem.stops[j].hold] : nullptr;
            Vector3d way = hold.target - (other ? other->target : problem.base.r);
            for (int k = 0; k < 3; ++k) {
                if (!fixes(hold, k) || (other && !fixes(*other, k))) way[k] = 0.0;
            }
            const double from = problem.stops[j].s, to = problem.stops[i].s;
            double length = to - from;
            const bool guided = hold.kind == Hold::Kind::guide;
            if (guided) length = std::max(from, 1.0 - from);
            if (other && other->kind == Hold::Kind::guide) length = guided ? 1.0 : std::max(to, 1.0 - to);
            if (way.norm() > length * (1.0 + 1e-12)) return false;
        }
    }
    return true;
}

PathEnd search(Problem& problem, const Options& options, Workspace& work)
{
    PathEnd end;
    if (!within_reach(problem)) {
        work.nodes.clear();
        end.status = Status::infeasible;
        return end;
    }
    const auto from_rest = [&](const Pace& pace) {
        sort_stops(problem);
        start_from_rest(problem);
        start_mesh(problem, work);
        start_walls(problem, work);
        begin_way(work);
        return follow(problem, options, work, pace);
    };
    const auto good = [&] { return end.status == Status::converged && end.stands; };
    work.effort = 0;
    begin_way(work);
    if (options.warm) return follow(problem, options, work, {1.0});

    const double first = 1.0 / std::max(problem.severity, 1.0);
    end = from_rest({first});
    if (good() && !end.snapped) return end;
    end = from_rest({std::min(first, 1.0 / 16.0), true});
    if (good()) return end;
    const PathEnd careful = end;
    const bool held = std::any_of(problem.holds.begin(), problem.holds.end(),
                                  [](const Hold& hold) { return hold.kind != Hold::Kind::wall; });
    const bool walled = std::any_of(problem.holds.begin(), problem.holds.end(),
                                    [](const Hold& hold) { return hold.kind == Hold::Kind::wall; });
    if (end.status != Status::converged) {
        begin_way(work);
        if (!held)
            end = from_rest({first});
        else if (!walled)
            end = follow_loads_first(problem, options, work);
        if (held && !good()) {
            begin_way(work);
            end = follow_from_bent(problem, options, work);
        }
    }
    // A column that loads alone make unstable is told so. Holds that bring the rod elsewhere have left the
    // straight way already.
    const bool leads = std::any_of(problem.holds.begin(), problem.holds.end(), leads_away);
    begin_way(work);
    if (leads && end.status == Status::converged && !stands(problem, work) &&
        settle(problem, options, work)) {
        end.snapped = true;
        end.residual = evaluate(problem, work, 1.0, false);
        finish(problem, options, work, end);
    }
    if (end.status != Status::converged) {
        end.lambda = std::max(end.lambda, careful.lambda);
        end.spent = end.spent || careful.spent;
        if (end.left_by < 0) end.left_by = careful.left_by;
    }
    return end;
}

}  // namespace supple::cosserat
