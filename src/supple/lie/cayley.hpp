/// @file
/// Rotations by the Cayley map: rational in the parameter, no sine.
///
/// ψ = 2 tan(θ/2) n stands for the rotation by θ about n:
///
///     R = cayley(ψ) = rot(ψ/2),    rot(t) = I + 2/(1 + t·t) (t^ + t^²),
///     Ṙ = (T_l ψ̇)^ R = R (T_r ψ̇)^,    T_l = k (I + ψ^/2),  T_r = T_lᵀ,  k = 1/(1 + ψ·ψ/4),
///     T_l⁻¹ = I − ψ^/2 + ψψᵀ/4.
///
/// [docs/theory/s4, Eq. (4.1), (4.2)]. It agrees with exp to second order and goes to infinity at the half
/// turn, beyond which it reaches no rotation. Laws (tests/lie/test_cayley.cpp): cayley and cayley_inverse are
/// inverse to each other; cayley(ψ) = exp(θ n); the tangents are the left and right derivatives of cayley; T
/// T⁻¹ = I.
#pragma once

#include <supple/lie/linear_algebra.hpp>

namespace supple::so3 {

/// The rotation of the half-angle tangent vector t = tan(θ/2) n.
Matrix3d rot(const Vector3d& t) noexcept;

/// rot(ψ/2)
Matrix3d cayley(const Vector3d& psi) noexcept;

/// ψ = 2 tan(θ/2) n. @pre θ < π; at exactly a half turn the entries are infinite or NaN
Vector3d cayley_inverse(const Matrix3d& R) noexcept;

Matrix3d cayley_left_tangent(const Vector3d& psi) noexcept;           ///< T_l
Matrix3d cayley_right_tangent(const Vector3d& psi) noexcept;          ///< T_r = T_lᵀ
Matrix3d cayley_left_tangent_inverse(const Vector3d& psi) noexcept;   ///< T_l⁻¹
Matrix3d cayley_right_tangent_inverse(const Vector3d& psi) noexcept;  ///< T_r⁻¹ = T_l⁻ᵀ

/// ∂(T(ψ) v)/∂ψ and ∂(T(ψ)⁻¹ v)/∂ψ with v held fixed; those of the transposes are the other side's.
Matrix3d cayley_left_tangent_derivative(const Vector3d& psi, const Vector3d& v) noexcept;
Matrix3d cayley_right_tangent_derivative(const Vector3d& psi, const Vector3d& v) noexcept;
Matrix3d cayley_left_tangent_inverse_derivative(const Vector3d& psi, const Vector3d& v) noexcept;
Matrix3d cayley_right_tangent_inverse_derivative(const Vector3d& psi, const Vector3d& v) noexcept;

}  // namespace supple::so3
