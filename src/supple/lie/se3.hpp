/// @file
/// Rigid poses and their exponential coordinates.
///
/// X = (R, p) carries a point from frame B to frame W: p_W = R p_B + p. A twist is ξ = [v; ω], linear first,
/// and poses are perturbed on the right: X exp(δ).
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

}  // namespace supple
