/// @file
/// A load at a node of the nodal rod. Any load (model/load.hpp) acts there: it sees the frame of its node as
/// its only point, point 0.
///
/// The nodal rod has torques and rotations in body axes, Λ → Λ exp(η^), where loads speak of world axes:
///
///     τ = Λᵀm,     δf = F_p δp + F_θ Λ η,     δτ = Λᵀ(M_p δp + M_θ Λ η) + τ × η.
///
/// Law (tests/dynamics/test_node_load.cpp): the tangent is the derivative of the wrench under p → p + δp,
/// Λ → Λ exp(η^).
#pragma once

#include <supple/model/load.hpp>

#include <limits>
#include <memory>

namespace supple::variational {

/// Acts for from <= t < until.
struct NodeLoad {
    int node = 0;
    std::shared_ptr<Load> load;  ///< copies of a rod share their loads: one thread at a time
    double from = -std::numeric_limits<double>::infinity();  ///< [s]
    double until = std::numeric_limits<double>::infinity();  ///< [s]

    bool acts_at(double time) const noexcept { return from <= time && time < until; }
};

/// Wrench on a node: force in world axes, torque in body axes.
struct NodeWrench {
    Vector3d force = Vector3d::Zero();   ///< [N]
    Vector3d torque = Vector3d::Zero();  ///< [N m]
};

/// Zero while the load does not act.
NodeWrench wrench(const NodeLoad& load, const SE3& X_WN, double time) noexcept;

/// `scale` times the wrench; its derivative by [δp; η] is added to K with a minus sign: K is that of −wrench.
NodeWrench wrench_and_tangent(const NodeLoad& load, const SE3& X_WN, double time, double scale,
                              Matrix6d& K) noexcept;

/// Zero where there is none [J].
double potential(const NodeLoad& load, const SE3& X_WN, double time) noexcept;

}  // namespace supple::variational
