/// @file
/// Quaternions of small turns.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace supple::cosserat {

/// The unit quaternion of a rotation vector.
inline Eigen::Quaterniond turn(const Vector3d& phi) noexcept
{
    const double angle = phi.norm();
    const double half = 0.5 * angle;
    const double sinc = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : std::sin(half) / angle;
    return {std::cos(half), sinc * phi.x(), sinc * phi.y(), sinc * phi.z()};
}

/// The rotation vector of a unit quaternion, of an angle up to π.
inline Vector3d rotation_vector(const Eigen::Quaterniond& q) noexcept
{
    const double sine = q.vec().norm();
    const double sign = q.w() < 0.0 ? -1.0 : 1.0;
    const double factor =
        sine < 1e-8 ? 2.0 / std::abs(q.w()) : 2.0 * std::atan2(sine, std::abs(q.w())) / sine;
    return sign * factor * q.vec();
}

}  // namespace supple::cosserat
