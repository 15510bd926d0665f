#include <supple/cosserat/walls.hpp>

#include <algorithm>

namespace supple::cosserat {
namespace {

constexpr double touching = 1e-9;  ///< gap over L
/// Force over EI/L² below which stick, slide and leave are not told apart: at first touch all are near zero.
constexpr double faint = 1e-5;

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

}  // namespace

bool has_friction(const Problem& problem) noexcept
{
    return std::any_of(problem.holds.begin(), problem.holds.end(),
                       [](const Hold& hold) { return hold.kind == Hold::Kind::wall && hold.friction > 0.0; });
}

double fraction_before_touch(const Problem& problem, const Workspace& work) noexcept
{
    double fraction = 1.0;
    for_each_wall(problem, work.nodes, work.holds,
                  [&](const Node& node, const Hold& hold, const HoldState& state) {
                      if (state.active || hold.friction == 0.0) return;
                      const double gap = hold.normal.dot(node.x.r - state.target);
                      if (gap >= -touching) return;
                      for (const Node& old : work.spare) {
                          if (old.stop != node.stop) continue;
                          const double before = hold.normal.dot(old.x.r - state.target);
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
        const Vector3d force = node.reaction.head<3>();
        const double pressure = force.dot(hold.normal);
        if (!state.active) {
            if (hold.normal.dot(node.x.r - state.target) >= -1e-12) return;
            state.active = changed = true;
            state.sticks = hold.friction > 0.0;
            state.slip.setZero();
            state.anchor = node.x.r;
        } else if (pressure < (hold.friction > 0.0 ? -faint : 0.0)) {
            state.active = state.sticks = false;
            state.slip.setZero();
            node.reaction.setZero();
            changed = true;
        } else if (state.sticks) {
            const Vector3d pull = force - pressure * hold.normal;
            if (pull.norm() <= hold.friction * pressure + faint) return;
            state.sticks = false;
            state.slip = -pull.normalized();
            changed = true;
        } else if (hold.friction > 0.0) {
            Vector3d slide = node.x.r - state.anchor;
            slide -= slide.dot(hold.normal) * hold.normal;
            if (slide.norm() < 1e-8 || (slide.normalized() - state.slip).norm() < 1e-6) return;
            state.slip = (state.slip + slide.normalized()).normalized();
            changed = true;
        }
    });
    return changed;
}

void settle_walls(const Problem& problem, Workspace& work) noexcept
{
    for_each_wall(problem, work.nodes, work.holds, [](const Node& node, const Hold& hold, HoldState& state) {
        if (!state.active || hold.friction == 0.0) return;
        state.sticks = true;
        state.anchor = node.x.r;
    });
}

}  // namespace supple::cosserat
