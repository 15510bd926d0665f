/// @file
/// One element of the nodal rod: energy, forces and their exact derivative.
///
/// With f on p_b, −f on p_a and the body torques g_a, g_b (dV = f·δd + g_a·η_a + g_b·η_b under p → p + δp,
/// Λ → Λ exp(η^), δd = δp_b − δp_a),
///
///     δψ = P η_b − Q η_a,   P = I + ψ^/2 + ψψᵀ/4,   Q = I − ψ^/2 + ψψᵀ/4,
///     η_m = A η_a + B η_b,  A = (I − τ^)/2,         B = (I + τ^)/2,        τ = tan(θ/4) n,
///     g_a = Aᵀt − Qᵀb,      g_b = Bᵀt + Pᵀb         (midpoint strain; b and t in nodal_kernel.hpp)
///
/// [docs/theory/s4, Eq. (4.7), (4.8)].
///
/// Laws (tests/dynamics/test_nodal_element.cpp): forces are the derivative of the energy; the tangent is the
/// derivative of the forces, also by the angular velocities in Kelvin-Voigt damping; a rigid motion of the
/// element turns the forces with it and leaves the energy.
#pragma once

#include <supple/dynamics/nodal_rod.hpp>

namespace supple::variational {

struct ElementForces {
    double energy = 0.0;              ///< elastic [J]
    Vector3d f = Vector3d::Zero();    ///< ∂V/∂d, world axes [N]
    Vector3d g_a = Vector3d::Zero();  ///< body axes of a [N m]
    Vector3d g_b = Vector3d::Zero();  ///< body axes of b [N m]
};

/// Derivatives of f, g_a, g_b: rows of the first letter, columns of the second.
struct ElementTangent {
    Matrix3d ff, fa, fb;                          ///< ∂f/∂d, ∂f/∂η_a, ∂f/∂η_b
    Matrix3d af, aa, ab;                          ///< of g_a
    Matrix3d bf, ba, bb;                          ///< of g_b
    Matrix3d aa_rate, ab_rate, ba_rate, bb_rate;  ///< by ω_a, ω_b; zero without Kelvin-Voigt damping
};

/// The moment of Kelvin-Voigt damping is added where the rates are given.
struct EndRates {
    Vector3d omega_a = Vector3d::Zero();  ///< body axes [rad/s]
    Vector3d omega_b = Vector3d::Zero();  ///< [rad/s]
};

ElementForces element_forces(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb,
                             const EndRates& rates = {}) noexcept;

/// The stiffness of an element that has its shape without stress, of [δp_a; η_a; δp_b; η_b]: symmetric, and
/// zero for rigid motions alone.
using Matrix12d = Eigen::Matrix<double, 12, 12>;
Matrix12d unstressed_stiffness(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb) noexcept;

/// Forces and tangent together.
ElementForces element_tangent(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb,
                              const EndRates& rates, ElementTangent& tangent) noexcept;

}  // namespace supple::variational
