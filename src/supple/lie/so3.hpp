/// @file
/// Rotations and their exponential coordinates.
///
/// A rotation vector φ = θ n [rad] stands for R = exp(φ^), φ^ v = φ × v. Its rate and the angular velocity of
/// R are related by the Jacobians of the exponential:
///
///     Ṙ = (J_l(φ) φ̇)^ R = R (J_r(φ) φ̇)^,    exp((φ + δ)^) ≈ exp((J_l δ)^) R ≈ R exp((J_r δ)^),
///     J_l = I + c2 φ^ + c3 φ^²,  J_r = J_lᵀ,  J_l⁻¹ = I − φ^/2 + e φ^²       (c2, c3, e: series.hpp).
///
/// [docs/theory/s2, Eq. (2.2), (2.3)]
///
/// Laws (tests/lie/test_so3.cpp, test_so3_derivatives.cpp):
///   1. exp and log are inverse to each other for |φ| < π; exp(s n) exp(t n) = exp((s + t) n).
///   2. J_l(φ) = exp(φ) J_r(φ), J_r(φ) = J_l(−φ) = J_l(φ)ᵀ, J J⁻¹ = I.
///   3. Every function is right to 1e-15 of the norm of its result for |φ| < 2π times the condition of the
///   map;
///      log is right relative to the angle, from 1e-12 to π.
///   4. Every derivative is the derivative of what it names, also at φ = 0.
/// The inverse Jacobians have a pole at |φ| = 2π. No function allocates or throws.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <Eigen/Geometry>

namespace supple::so3 {

/// φ^, the matrix of v ↦ φ × v.
inline Matrix3d hat(const Vector3d& phi) noexcept
{
    Matrix3d M;
    M << 0.0, -phi.z(), phi.y(),  //
        phi.z(), 0.0, -phi.x(),   //
        -phi.y(), phi.x(), 0.0;
    return M;
}

/// The vector of the skew part of M: vee(hat(φ)) = φ.
inline Vector3d vee(const Matrix3d& M) noexcept
{
    return 0.5 * Vector3d(M(2, 1) - M(1, 2), M(0, 2) - M(2, 0), M(1, 0) - M(0, 1));
}

/// R = exp(φ^)
Matrix3d exp(const Vector3d& phi) noexcept;

/// The rotation vector of R with 0 <= |φ| <= π. R need be orthogonal only to rounding. At exactly a half turn
/// both ±π n are logarithms: the one whose largest component is positive (the first of equals) is returned.
Vector3d log(const Matrix3d& R) noexcept;

/// The unit quaternion of R with w >= 0; at w = 0 its largest component is positive.
Eigen::Quaterniond quaternion(const Matrix3d& R) noexcept;

Matrix3d left_jacobian(const Vector3d& phi) noexcept;           ///< J_l
Matrix3d right_jacobian(const Vector3d& phi) noexcept;          ///< J_r = J_lᵀ
Matrix3d left_jacobian_inverse(const Vector3d& phi) noexcept;   ///< J_l⁻¹  @pre |φ| < 2π
Matrix3d right_jacobian_inverse(const Vector3d& phi) noexcept;  ///< J_r⁻¹  @pre |φ| < 2π

/// exp and J_l from one sine and cosine; J_r is the transpose of J_l.
struct ExpJacobian {
    Matrix3d R;
    Matrix3d J_l;
};
ExpJacobian exp_and_left_jacobian(const Vector3d& phi) noexcept;

/// ∂(J(φ) v)/∂φ with v held fixed. Because J_lᵀ = J_r, the derivative of J_lᵀ v is
/// right_jacobian_derivative(φ, v) and that of J_rᵀ v is left_jacobian_derivative(φ, v); the same holds for
/// the inverses.
Matrix3d left_jacobian_derivative(const Vector3d& phi, const Vector3d& v) noexcept;
Matrix3d right_jacobian_derivative(const Vector3d& phi, const Vector3d& v) noexcept;
Matrix3d left_jacobian_inverse_derivative(const Vector3d& phi, const Vector3d& v) noexcept;
Matrix3d right_jacobian_inverse_derivative(const Vector3d& phi, const Vector3d& v) noexcept;

/// ∂²(wᵀ J(φ) v)/∂φ², symmetric, with w and v held fixed.
Matrix3d left_jacobian_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept;
Matrix3d right_jacobian_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept;
Matrix3d left_jacobian_inverse_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept;
Matrix3d right_jacobian_inverse_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept;

}  // namespace supple::so3
