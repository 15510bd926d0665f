#include <supple/cosserat/path.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

/// Bends the free rod by a load across it, lets the holds take it as it then lies, and leads it home.
PathEnd follow_from_bent(Problem& problem, const Options& options, Workspace& work)
{
    Problem bent = problem;
    for (Stop& stop : bent.stops) {
        stop.end_action = stop.first_action;
        stop.hold = -1;
    }
    bent.holds.clear();
    // Across the base, towards where the holds lead; the second part keeps planes from being special.
    const Vector3d t = bent.base.q * Vector3d::UnitZ();
    Vector3d towards = Vector3d::Zero();
    for (const Hold& hold : problem.holds)
        towards += hold.target - hold.rest_target;
    towards -= towards.dot(t) * t;
    if (towards.norm() < 1e-6) towards = bent.base.q * Vector3d::UnitX();
    bent.weight = 6.0 * (towards.normalized() + 0.05 * t.cross(towards.normalized()));
    start_from_rest(bent);
    start_mesh(bent, work);
    PathEnd end = follow(bent, options, work, 0.25);
    if (end.status != Status::converged) return end;

    start_from_rest(problem);
    problem.start_weight = bent.weight;
    work.holds.resize(problem.holds.size());
    for (const Node& node : work.nodes) {
        if (node.stop < 0 || problem.stops[node.stop].hold < 0) continue;
        const int index = problem.stops[node.stop].hold;
        Hold& hold = problem.holds[index];
        work.holds[index] = HoldState{};
        work.holds[index].active = hold.kind != Hold::Kind::wall;
        hold.start_target = node.x.r;
        hold.start_q = node.x.q;
    }
    return follow(problem, options, work, 0.05);
}

}  // namespace

bool within_reach(const Problem& problem) noexcept
{
    if (problem.stops.front().section.stretch_compliance.z() > 0.0) return true;
    // Between neighbours of the base and the holds, in the coordinates that both fix.
    const auto fixes = [](const Hold& hold, int k) {
        return hold.kind == Hold::Kind::fixture ? hold.held[k] : true;
    };
    for (std::size_t i = 0; i < problem.stops.size(); ++i) {
        const int a = problem.stops[i].hold;
        if (a < 0 || problem.holds[a].kind == Hold::Kind::wall || problem.holds[a].kind == Hold::Kind::guide)
            continue;
        const Hold& hold = problem.holds[a];
        for (std::size_t j = 0; j < i; ++j) {
            const int b = problem.stops[j].hold;
            if (j > 0 && (b < 0 || problem.holds[b].kind == Hold::Kind::wall ||
                          problem.holds[b].kind == Hold::Kind::guide)) {
                continue;
            }
            Vector3d way = hold.target - (j == 0 ? problem.base.r : problem.holds[b].target);
            for (int k = 0; k < 3; ++k) {
                if (!fixes(hold, k) || (j > 0 && !fixes(problem.holds[b], k))) way[k] = 0.0;
            }
            if (way.norm() > (problem.stops[i].s - problem.stops[j].s) * (1.0 + 1e-12)) return false;
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
    if (!options.warm) {
        start_from_rest(problem);
        start_mesh(problem, work);
    }
    const double step = options.warm ? 1.0 : 1.0 / std::max(problem.severity, 1.0);
    end = follow(problem, options, work, step);
    const bool leads = std::any_of(problem.holds.begin(), problem.holds.end(),
                                   [](const Hold& hold) { return hold.kind != Hold::Kind::wall; });
    if (!leads || options.warm) return end;
    if (end.status != Status::converged) end = follow_from_bent(problem, options, work);
    if (end.status == Status::converged && !still_stable(problem, work) && settle(problem, options, work)) {
        end.snapped = true;
        end.residual = evaluate(problem, work, 1.0, false);
        finish(problem, options, work, end);
    }
    return end;
}

}  // namespace supple::cosserat
