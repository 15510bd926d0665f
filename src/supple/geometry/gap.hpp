/// @file
/// Gaps: how far a point is from a surface that it cannot pass.
///
/// ψ(x) is positive on the free side, zero on the surface, and has the distance's gradient there: |∂ψ/∂x| = 1
/// (of a tube whose radius changes: nearly 1). The gradient is the surface's normal towards the free side;
/// the Hessian is its curvature, zero for a plane. Of a sphere or a cylinder of radius R, d from its middle,
///
///     ψ = (R² − d²)/(2R) inside,      ψ = (d² − R²)/(2R) outside,
///
/// which is smooth in the middle too, where the distance has no normal. Each gap is asked with a number `u`
/// that it may keep between two questions about one point: where along a tube the point was found last.
///
/// Laws (tests/geometry/test_gap.cpp): gradient and Hessian are the derivatives of ψ; ψ is zero where the
/// distance is.
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
    Gap at(const Vector3d& x, double&) const noexcept { return at(x); }
    double distance(const Vector3d& x, double&) const noexcept { return value(x); }  ///< [m]
};

/// A ball, or a hollow one.
struct SphereGap {
    Vector3d centre = Vector3d::Zero();  ///< [m]
    double radius = 1.0;                 ///< [m]
    bool inside = false;                 ///< the free side

    Gap at(const Vector3d& x, double&) const noexcept
    {
        const double sign = inside ? -1.0 : 1.0;
        const Vector3d w = x - centre;
        return {sign * (w.squaredNorm() - radius * radius) / (2.0 * radius), sign * w / radius,
                sign / radius * Matrix3d::Identity()};
    }
    double distance(const Vector3d& x, double&) const noexcept
    {
        return (inside ? -1.0 : 1.0) * ((x - centre).norm() - radius);
    }
};

/// An endless cylinder.
struct CylinderGap {
    Vector3d point = Vector3d::Zero();  ///< of its axis [m]
    Vector3d axis = Vector3d::UnitZ();  ///< unit
    double radius = 1.0;                ///< [m]
    bool inside = false;                ///< the free side

    Gap at(const Vector3d& x, double&) const noexcept
    {
        const double sign = inside ? -1.0 : 1.0;
        const Matrix3d across = Matrix3d::Identity() - axis * axis.transpose();
        const Vector3d w = across * (x - point);
        return {sign * (w.squaredNorm() - radius * radius) / (2.0 * radius), sign * w / radius,
                sign / radius * across};
    }
    double distance(const Vector3d& x, double&) const noexcept
    {
        const Vector3d w = x - point;
        return (inside ? -1.0 : 1.0) * ((w - axis * axis.dot(w)).norm() - radius);
    }
};

}  // namespace supple
