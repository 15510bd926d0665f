/// @file
/// Twists and wrenches seen from another frame.
///
/// Twists [v; ω] and wrenches [f; m] are linear first; X_AB carries frame B to frame A:
///
///     V_A = Ad(X_AB) V_B,     Ad = [R  p^R]      F_B = Ad(X_AB)ᵀ F_A,
///                                  [0    R]
///     ad(ξ) = d/dt Ad(exp(tξ)) = [ω^  v^]        ad(ξ) η = [ω × v_η + v × ω_η; ω × ω_η].
///                                [0   ω^]
///
/// Laws (tests/lie/test_spatial.cpp): Ad(XY) = Ad(X) Ad(Y); Ad(exp ξ) = Σ ad(ξ)^k/k!; power is the same in
/// every frame, F_A·V_A = F_B·V_B; ad is antisymmetric and obeys Jacobi's identity.
#pragma once

#include <supple/lie/se3.hpp>

namespace supple {

Matrix6d Ad(const SE3& X) noexcept;                     ///< twists of B to twists of A, for X = X_AB
Vector6d Ad(const SE3& X, const Vector6d& V) noexcept;  ///< Ad(X) V without the matrix
Vector6d Ad_transpose(const SE3& X, const Vector6d& F) noexcept;  ///< Ad(X)ᵀ F: wrench at A to wrench at B
Matrix6d ad(const Vector6d& xi) noexcept;                         ///< matrix of the bracket
Vector6d ad(const Vector6d& xi, const Vector6d& eta) noexcept;    ///< ad(ξ) η
Vector6d ad_transpose(const Vector6d& xi, const Vector6d& F) noexcept;  ///< ad(ξ)ᵀ F

/// F_A = Ad(X_AB)⁻ᵀ F_B: the wrench of frame B as it acts at frame A's origin, in A's axes.
Vector6d transport_wrench(const SE3& X_AB, const Vector6d& F_B) noexcept;

namespace se3 {

/// ξ^ = [ω^ v; 0 0], the homogeneous matrix whose exponential is that of exp(ξ).
Eigen::Matrix4d hat(const Vector6d& xi) noexcept;
Vector6d vee(const Eigen::Matrix4d& M) noexcept;  ///< vee(hat(ξ)) = ξ

/// [R p; 0 1]
Eigen::Matrix4d homogeneous(const SE3& X) noexcept;

}  // namespace se3
}  // namespace supple
