#include <supple/cosserat/walls.hpp>
#include <supple/geometry/gap.hpp>

#include <algorithm>

namespace supple::cosserat {
namespace {

constexpr double touching = 1e-9;  ///< gap over L
/// Pull over EI/L² with which a wall is not left yet: at first touch all forces are near zero.
constexpr double faint = 1e-9;

/// Calls f(node, hold, state) for every wall.
template <class Nodes, class States, class F>
void for_each_wall(const Problem& problem, Nodes& nodes, States& states, F f)
{
    for (auto& node : nodes) {
        if (node.stop < 0 || problem.stops[node.stop].hold < 0) continue;
        const int index = problem.stops[node.stop].hold;
        if (problem.holds[index].kind == Hold::Kind::wall) f(node, problem.holds[index], states[index]);
    }
}

double gap_at(const Hold& wall, const HoldState& state, const Node& node) noexcept
{
    return PlaneGap{state.target, wall.normal}.value(node.x.r);
}

}  // namespace

bool has_friction(const Problem& problem) noexcept
{
    return std::any_of(problem.holds.begin(), problem.holds.end(),
                       [](const Hold& hold) { return hold.kind == Hold::Kind::wall && hold.friction > 0.0; });
}

bool rubs(const Problem& problem, const Workspace& work) noexcept
{
    bool any = false;
    for_each_wall(problem, work.nodes, work.holds,
                  [&any](const Node&, const Hold& hold, const HoldState& state) {
                      any = any || (state.active && hold.friction > 0.0);
                  });
    return any;
}

void start_walls(const Problem& problem, Workspace& work) noexcept
{
    for_each_wall(problem, work.nodes, work.holds, [](const Node& node, const Hold& hold, HoldState& state) {
        state = HoldState{};
        state.target = hold.start_target;
        state.active = false;
        state.beyond = gap_at(hold, state, node) < -touching;
    });
}

double fraction_before_touch(const Problem& problem, const Workspace& work) noexcept
{
    double fraction = 1.0;
    for_each_wall(problem, work.nodes, work.holds,
                  [&](const Node& node, const Hold& hold, const HoldState& state) {
                      if (state.active || state.beyond || hold.friction == 0.0) return;
                      const double gap = gap_at(hold, state, node);
                      if (gap >= -touching) return;
                      for (const Node& old : work.spare) {
                          if (old.stop != node.stop) continue;
                          const double before = gap_at(hold, state, old);
                          // Just behind the surface, so that the touch is not missed again.
                          if (before > 0.0)
                              fraction = std::min(fraction, (before + 0.5 * touching) / (before - gap));
                      }
                  });
    return fraction;
}

bool switch_walls(const Problem& problem, Workspace& work) noexcept
{
    bool changed = false;
    for_each_wall(problem, work.nodes, work.holds, [&](Node& node, const Hold& hold, HoldState& state) {
        if (!state.active) {
            const double gap = gap_at(hold, state, node);
            state.beyond = state.beyond && gap < 0.0;
            if (state.beyond || gap >= -1e-12) return;
            state.active = changed = true;
            state.anchor = node.x.r;
        } else if (node.reaction.head<3>().dot(hold.normal) < (hold.friction > 0.0 ? -faint : 0.0)) {
            state.active = false;
            node.reaction.setZero();
            changed = true;
        }
    });
    return changed;
}

void end_increment(const Problem& problem, Workspace& work) noexcept
{
    for_each_wall(problem, work.nodes, work.holds, [](const Node& node, const Hold& hold, HoldState& state) {
        state.slip.setZero();
        state.sticks = false;
        if (!state.active) return;
        const Vector3d force = node.reaction.head<3>();
        const double pressure = force.dot(hold.normal);
        const double rubbing = (force - pressure * hold.normal).norm();
        state.sticks = hold.friction > 0.0 && rubbing < hold.friction * pressure * (1.0 - 1e-9);
        if (state.sticks) return;
        const Vector3d moved = node.x.r - state.anchor;
        state.slip = moved - moved.dot(hold.normal) * hold.normal;
        state.anchor = node.x.r;
    });
}

bool stands_beyond(const Problem& problem, const Workspace& work) noexcept
{
    bool any = false;
    for_each_wall(problem, work.nodes, work.holds,
                  [&any](const Node&, const Hold&, const HoldState& state) { any = any || state.beyond; });
    return any;
}

}  // namespace supple::cosserat
