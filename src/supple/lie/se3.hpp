/// @file
/// Rigid poses and their exponential coordinates.
///
/// X = (R, p) carries a point from frame B to frame W: p_W = R p_B + p. A twist is ξ = [v; ω], linear first,
/// and poses are perturbed on the right: X exp(δ). With ξ = [ρ; φ],
///
///     exp(ξ) = (exp(φ^), J_l(φ) ρ),    exp(ξ + δ) ≈ exp(𝒥_l(ξ) δ) exp(ξ) ≈ exp(ξ) exp(𝒥_r(ξ) δ),
///     𝒥 = [J  Q]   Q(ξ) = d/dt J(φ + t ρ) at t = 0,
///         [0  J]
///
/// and the same form with J⁻¹ for the inverses: a twist is a dual vector φ + ε ρ, 𝒥 is J of a dual argument.
///
/// Laws (tests/lie/test_se3.cpp, test_se3_derivatives.cpp):
///   1. exp and log are inverse to each other for |φ| < π.
///   2. 𝒥_l(ξ) = Ad(exp ξ) 𝒥_r(ξ), 𝒥_r(ξ) = 𝒥_l(−ξ), 𝒥 𝒥⁻¹ = I.
///   3. Every derivative is the derivative of what it names, also at ξ = 0.
/// The inverse Jacobians have a pole at |φ| = 2π. No function allocates or throws.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <Eigen/Geometry>

namespace supple {

/// A rigid pose X_WB: orientation and position of frame B in frame W.
class SE3 {
 public:
    SE3() : R_(Matrix3d::Identity()), p_(Vector3d::Zero()) {}
    SE3(const Matrix3d& R, const Vector3d& p) : R_(R), p_(p) {}

    const Matrix3d& rotation() const { return R_; }  ///< R_WB, columns are the axes of B in W
    const Vector3d& position() const { return p_; }  ///< p_WB [m]
    Eigen::Quaterniond quaternion() const;           ///< unit, w >= 0

    SE3 operator*(const SE3& X_BC) const { return {R_ * X_BC.R_, R_ * X_BC.p_ + p_}; }
    Vector3d operator*(const Vector3d& p_B) const { return R_ * p_B + p_; }
    SE3 inverse() const { return {R_.transpose(), -(R_.transpose() * p_)}; }

 private:
    Matrix3d R_;
    Vector3d p_;
};

namespace se3 {

/// exp(ξ), the pose reached from the identity by the constant twist ξ in unit time.
SE3 exp(const Vector6d& xi) noexcept;

/// The twist [ρ; φ] of X with 0 <= |φ| <= π; at a half turn the axis is that of so3::log.
Vector6d log(const SE3& X) noexcept;

Matrix6d left_jacobian(const Vector6d& xi) noexcept;           ///< 𝒥_l
Matrix6d right_jacobian(const Vector6d& xi) noexcept;          ///< 𝒥_r
Matrix6d left_jacobian_inverse(const Vector6d& xi) noexcept;   ///< 𝒥_l⁻¹  @pre |φ| < 2π
Matrix6d right_jacobian_inverse(const Vector6d& xi) noexcept;  ///< 𝒥_r⁻¹  @pre |φ| < 2π

/// ∂(𝒥(ξ) w)/∂ξ with the twist w held fixed.
Matrix6d left_jacobian_derivative(const Vector6d& xi, const Vector6d& w) noexcept;
Matrix6d right_jacobian_derivative(const Vector6d& xi, const Vector6d& w) noexcept;
Matrix6d left_jacobian_inverse_derivative(const Vector6d& xi, const Vector6d& w) noexcept;
Matrix6d right_jacobian_inverse_derivative(const Vector6d& xi, const Vector6d& w) noexcept;

/// ∂(𝒥(ξ)ᵀ F)/∂ξ with the wrench F held fixed: geometric stiffness. Unlike in SO(3), 𝒥_lᵀ is not 𝒥_r.
Matrix6d left_jacobian_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept;
Matrix6d right_jacobian_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept;
Matrix6d left_jacobian_inverse_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept;
Matrix6d right_jacobian_inverse_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept;

}  // namespace se3
}  // namespace supple
