/// @file
/// The magnetic field of an environment at a point and a time: the sum of its parts.
///
///     B(x, t) = [B₀ + G₀ x] + Σ I_c(t) b_c(x) + Σ dipoles + map.
///
/// A part that does not act at the time contributes nothing. Its values vary with its history; the
/// columns are, in the words of environment.hpp,
///
///     uniform part    uniform.x  uniform.y  uniform.z
///                     gradient.xx  gradient.xy  gradient.xz  gradient.yy  gradient.yz
///     coil, pair      current
///     dipole          moment.x  moment.y  moment.z
///
/// and what no column names keeps its constant value. The gradient has five independent entries: once a
/// history moves it, yx, zx, zy follow by symmetry and zz = −xx − yy.
///
/// The field is linear in currents, moments and the uniform part, so its derivative with respect to
/// one of them is the field of a unit of it: field_per_current, dipole_field with a unit moment.
///
/// Laws (tests/field/test_magnetic_field.cpp): outside a map, G is symmetric and traceless and so is
/// the second gradient; gradients are the derivatives of B; nothing allocates or throws. The field is
/// NaN where it is not defined: at a dipole, on a loop's wire, outside the map if there is one (and
/// everywhere if that map has not been through fit_spline).
#pragma once

#include <supple/field/field_sample.hpp>
#include <supple/rod/environment.hpp>

namespace supple {

/// The sum of all parts at a point of the world [m] and a time [s].
FieldSample field_at(const MagneticField& field, const Vector3d& x_W, double time = 0.0) noexcept;

/// The uniform part and its gradient.
FieldSample uniform_field_at(const MagneticField& field, const Vector3d& x_W, double time = 0.0) noexcept;

/// Of both loops where it is a pair.
FieldSample field_at(const Coil& coil, const Vector3d& x_W, double time = 0.0) noexcept;
FieldSample field_at(const HelmholtzPair& pair, const Vector3d& x_W, double time = 0.0) noexcept;

/// The field of one ampere, all turns counted [T/A]: also the derivative by the current.
FieldSample field_per_current(const Coil& coil, const Vector3d& x_W) noexcept;
FieldSample field_per_current(const HelmholtzPair& pair, const Vector3d& x_W) noexcept;

FieldSample field_at(const FieldDipole& dipole, const Vector3d& x_W, double time = 0.0) noexcept;

/// What the values are at a time: by the history, and zero while the part does not act.
Vector3d uniform_at(const MagneticField& field, double time) noexcept;   ///< B₀ [T]
Matrix3d gradient_at(const MagneticField& field, double time) noexcept;  ///< G₀ [T/m]
double current_at(const Coil& coil, double time) noexcept;               ///< [A]
Vector3d moment_at(const FieldDipole& dipole, double time) noexcept;     ///< [A m²]

}  // namespace supple
