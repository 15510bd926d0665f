/// @file
/// Gaps: how far a point is from a surface that it cannot pass.
///
/// ψ(x) is positive on the free side, zero on the surface, and a distance near it: |∂ψ/∂x| = 1. The gradient
/// is the surface's normal towards the free side; the Hessian is its curvature, zero for a plane.
///
/// Law (tests/geometry/test_gap.cpp): gradient and Hessian are the derivatives of ψ.
#pragma once

#include <supple/lie/linear_algebra.hpp>

namespace supple {

struct Gap {
    double value = 0.0;                     ///< ψ [m]
    Vector3d gradient = Vector3d::UnitZ();  ///< ∂ψ/∂x
    Matrix3d hessian = Matrix3d::Zero();    ///< ∂²ψ/∂x² [1/m]
};

/// A plane through a point.
struct PlaneGap {
    Vector3d point = Vector3d::Zero();    ///< [m]
    Vector3d normal = Vector3d::UnitZ();  ///< unit, towards the free side

    double value(const Vector3d& x) const noexcept { return normal.dot(x - point); }  ///< ψ [m]
    Gap at(const Vector3d& x) const noexcept { return {value(x), normal, Matrix3d::Zero()}; }
};

}  // namespace supple
