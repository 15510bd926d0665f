/// @file
/// What pushes on a node: point forces and moments, dead or following, and dipoles in a magnetic field.
///
///     dead        f, Λᵀm            follower   Λf, m            dipole   Gᵀμ, d × ΛᵀB,  μ = Λd
///
/// as a force in world axes and a torque in body axes. Each acts with its share where two nodes carry it.
/// Dead forces and dipoles have a potential, −f·p and −μ·B; dead moments and followers have none.
///
/// Laws (tests/dynamics/test_nodal_load.cpp): the tangent is the derivative of the wrench under
/// p → p + δp, Λ → Λ exp(η^); the wrench is minus the derivative of the potential where there is one.
#pragma once

#include <supple/lie/se3.hpp>
#include <supple/rod/attachment.hpp>
#include <supple/rod/load.hpp>

#include <span>

namespace supple::variational {

struct NodalLoad {
    enum class Kind { dead, follower, magnet, coils };
    Kind kind = Kind::dead;
    int node = 0;
    double share = 1.0;                  ///< of the whole that this node carries
    Vector3d force = Vector3d::Zero();   ///< [N]; the dipole [A m²] of a magnet, the currents [A] of coils
    Vector3d moment = Vector3d::Zero();  ///< [N m]
    Matrix3d per_current = Matrix3d::Zero();  ///< dipole per current of coils [m²]
    Timing timing;
};

/// Wrench on a node: force in world axes, torque in body axes.
struct NodeWrench {
    Vector3d force = Vector3d::Zero();   ///< [N]
    Vector3d torque = Vector3d::Zero();  ///< [N m]
};

NodeWrench wrench(const NodalLoad& load, const MagneticField& field, const SE3& X_WN, double time) noexcept;

/// The same, and its derivative by [δp; η] added to K with a minus sign: K is that of −wrench.
NodeWrench wrench_and_tangent(const NodalLoad& load, const MagneticField& field, const SE3& X_WN, double time,
                              double scale, Matrix6d& K) noexcept;

/// Zero where there is none [J].
double potential(const NodalLoad& load, const MagneticField& field, const SE3& X_WN, double time) noexcept;

/// Whether the load has a potential: every load but followers and dead moments.
bool is_conservative(const NodalLoad& load) noexcept;

}  // namespace supple::variational
