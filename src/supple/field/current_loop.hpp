/// @file
/// The field of a circular current loop of radius a, exact with its gradients.
///
/// With n the axis, z = n·(x − centre), w the part of x − centre across the axis and s = |w|², a field
/// with this symmetry and without swirl is
///
///     B = f(s, z) w + g(s, z) n,    ∂g/∂s = ½ ∂f/∂z,    ∂g/∂z = −2f − 2s ∂f/∂s,
///
/// the last two because it is free of curl and divergence. f and g are smooth in s, so nothing is
/// singular on the axis. For a loop, with R the distance to a point of the wire at the angle φ,
///
///     g = μ0 I a²/4π ∮ R⁻³ − 3s sin²φ R⁻⁵ dφ,    f = 3 μ0 I a² z/4π ∮ sin²φ R⁻⁵ dφ.
///
/// Both are complete elliptic integrals. The closed forms lose digits near the axis and far away,
/// where their hypergeometric series converges fast; the series serves there.
///
/// Laws (tests/field/test_current_loop.cpp): Biot-Savart's integral to 1e-12; free of curl and
/// divergence; turning with the loop. On the wire itself the field of a filament is undefined: NaN in
/// every entry. Near it the field is that of a filament, without regard to the thickness of a
/// real wire; at a distance δ its relative error is about 1e-16 a/δ, the rounding of x.
#pragma once

#include <supple/field/field_sample.hpp>

namespace supple {

/// The field of one turn that carries one ampere, positive along the axis at the centre [T/A].
/// @pre axis is a unit vector, radius > 0
FieldSample loop_field_per_current(const Vector3d& centre, const Vector3d& axis, double radius,
                                   const Vector3d& x_W) noexcept;

}  // namespace supple
