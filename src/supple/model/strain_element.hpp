/// @file
/// The map of one element of the nodal rod, from the frame A of a node to the frame B of the next.
///
/// Coordinates are its strains q = [Γ; ψ]: shear along d1 and d2 and stretch, then the turn ψ = 2 tan(θ/2) n.
///
///     R_AB = rot(ψ/2),    p_AB = l H (e3 + Γ),    H = rot(τ),  τ = tan(θ/4) n = ψ/(2(1 + w)),  w² = 1 +
///     |ψ|²/4,
///
/// H being half the turn. With ω = W δψ the turn of B and M δψ that of H, both seen from A,
///
///     W = (I + ψ^/2)/w²,    M = 2 (I + τ^) T/(1 + |τ|²),    T = ∂τ/∂ψ = I/(2(1 + w)) − ψψᵀ/(8 w (1 + w)²)
///
/// and the velocity at A's origin is l H δΓ + ((M − W) δψ) × p. The map has no rotation by a half turn.
///
/// Laws (tests/model/test_strain_rod.cpp): the twists are the derivative of the pose, and the curvature is
/// the derivative of the twists; strains_between undoes place_strained.
#pragma once

#include <supple/lie/se3.hpp>

namespace supple {

struct StrainMap {
    SE3 X_AB;
    Matrix3d H;       ///< half the turn
    Matrix3d W;       ///< turn of B by ψ, in A
    Matrix3d M;       ///< turn of H by ψ, in A
    Matrix6d twists;  ///< [v; ω] by q, in A, about A's origin
};

void place_strained(double length, const Vector6d& q, StrainMap& map) noexcept;

/// The coordinates of an element that leads to X_AB. @pre no half turn
Vector6d strains_between(double length, const SE3& X_AB) noexcept;

/// Q_ab = ∂(twist_a · F)/∂q_b with the wrench F = [f; m] about A's origin fixed in A.
Matrix6d strain_curvature(double length, const Vector6d& q, const StrainMap& map, const Vector6d& F) noexcept;

}  // namespace supple
