#include <supple/model/chain.hpp>
#include <supple/statics/reach.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace supple {
namespace {

/// From where a constraint holds its point to the base, in the world axes that it holds.
struct HeldAxes {
    std::array<bool, 3> held{};
    Vector3d from_target = Vector3d::Zero();
    double arclength = 0.0;  ///< of the point; of the whole rod where it slips
    bool slips = false;
};

HeldAxes held_axes(const System& system, std::size_t i) noexcept
{
    const FrameFunction& constraint = *system.constraints[i];
    FrameFunction::Values phi;
    FrameFunction::Gradient gradient;
    constraint.evaluate(system.X_WB, phi, gradient);
    HeldAxes found;
    for (int row = 0; row < constraint.size(); ++row) {
        for (int axis = 0; axis < 3; ++axis) {
            if (gradient.row(row) != Vector6d::Unit(axis).transpose()) continue;
            found.held[static_cast<std::size_t>(axis)] = true;
            found.from_target[axis] = phi[row];
        }
    }
    for (int k = 0; k < system.slips.size(); ++k)
        found.slips = found.slips || system.slips.constraint(k) == static_cast<int>(i);
    found.arclength =
        found.slips ? system.length : system.point_arclength[static_cast<std::size_t>(constraint.point())];
    return found;
}

bool may_stretch(const Model& model) noexcept
{
    const auto* chain = dynamic_cast<const Chain*>(&model);
    return !chain || std::any_of(chain->links().begin(), chain->links().end(),
                                 [](const Chain::Link& link) { return traits(link.element).stretches; });
}

}  // namespace

bool out_of_reach(const System& system) noexcept
{
    // Two coordinates of one point contradict each other however the rod stretches.
    const bool stretches = may_stretch(*system.model);
    constexpr double rounding = 1e-9;
    const double margin = rounding * system.length;
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const HeldAxes a = held_axes(system, i);
        if (!stretches && a.from_target.norm() > a.arclength + margin) return true;
        for (std::size_t j = 0; j < i; ++j) {
            const HeldAxes b = held_axes(system, j);
            if (a.slips || b.slips || (stretches && a.arclength != b.arclength)) continue;
            Vector3d apart = Vector3d::Zero();
            for (int axis = 0; axis < 3; ++axis) {
                const auto k = static_cast<std::size_t>(axis);
                if (a.held[k] && b.held[k]) apart[axis] = a.from_target[axis] - b.from_target[axis];
            }
            if (apart.norm() > std::abs(a.arclength - b.arclength) + margin) return true;
        }
    }
    return false;
}

}  // namespace supple
