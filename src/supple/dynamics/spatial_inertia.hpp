/// @file
/// Inertia of rigid bodies about one point of the world, in world axes.
///
/// [docs/theory/s3, Eq. (3.19), (3.20)] A body that moves with the twist U = [v; ω], v the velocity of its
/// point at the origin, has the momentum
///
///     I U = [m v + ω × h; h × v + J ω],     h = Σ m P,     J = Σ R J_B Rᵀ + m (P·P − P Pᵀ),
///
/// and needs the wrench I A + U ×* (I U) about the origin, A = U̇ and U ×* [p; L] = [ω × p; ω × L + v × p].
#pragma once

#include <supple/lie/se3.hpp>

namespace supple {

/// A pair [v; ω], or [p; L], or [f; m], about the origin.
struct Spatial {
    Vector3d linear = Vector3d::Zero();
    Vector3d angular = Vector3d::Zero();

    Spatial& operator+=(const Spatial& other) noexcept
    {
        linear += other.linear;
        angular += other.angular;
        return *this;
    }
    void add(double factor, const Vector3d& lin, const Vector3d& ang) noexcept
    {
        linear += factor * lin;
        angular += factor * ang;
    }
    double dot(const Vector3d& lin, const Vector3d& ang) const noexcept
    {
        return linear.dot(lin) + angular.dot(ang);
    }
    double dot(const Spatial& other) const noexcept { return dot(other.linear, other.angular); }
};

/// ad(U) V = [ω × v_V + v × ω_V; ω × ω_V]
inline Spatial bracket(const Spatial& U, const Spatial& V) noexcept
{
    return {U.angular.cross(V.linear) + U.linear.cross(V.angular), U.angular.cross(V.angular)};
}

struct SpatialInertia {
    double m = 0.0;                 ///< [kg]
    Vector3d h = Vector3d::Zero();  ///< [kg m]
    Matrix3d J = Matrix3d::Zero();  ///< [kg m²]

    SpatialInertia& operator+=(const SpatialInertia& other) noexcept
    {
        m += other.m;
        h += other.h;
        J += other.J;
        return *this;
    }

    Spatial momentum(const Vector3d& v, const Vector3d& w) const noexcept
    {
        return {m * v + w.cross(h), h.cross(v) + J * w};
    }
    Spatial momentum(const Spatial& U) const noexcept { return momentum(U.linear, U.angular); }

    /// The wrench that the motion needs.
    Spatial force(const Spatial& U, const Spatial& A) const noexcept
    {
        const Spatial p = momentum(U);
        Spatial F = momentum(A);
        F.linear += U.angular.cross(p.linear);
        F.angular += U.angular.cross(p.angular) + U.linear.cross(p.linear);
        return F;
    }
};

/// Of a body with its centre at P and its axes R.
inline SpatialInertia inertia_at(double m, const Vector3d& J_B, const Matrix3d& R, const Vector3d& P) noexcept
{
    SpatialInertia I{m, m * P, R * J_B.asDiagonal() * R.transpose()};
    I.J -= I.h * P.transpose();
    I.J.diagonal().array() += I.h.dot(P);
    return I;
}

}  // namespace supple
