/// @file
/// The field of a point dipole m at p, exact with its gradients:
///
///     B = μ0/(4π r⁵) (3 (m·r) r − r² m),    r = x − p.
///
/// Laws (tests/field/test_point_dipole.cpp): free of curl and divergence, linear in m, turning with
/// m and r. At the dipole itself the field is undefined: every entry is NaN.
#pragma once

#include <supple/field/field_sample.hpp>

namespace supple {

FieldSample dipole_field(const Vector3d& position, const Vector3d& moment, const Vector3d& x_W) noexcept;

}  // namespace supple
