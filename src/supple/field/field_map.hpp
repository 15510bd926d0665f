/// @file
/// A field between its samples on a regular grid: the tricubic spline through them.
///
///     B(x) = Σ c_ijk β(u − i) β(v − j) β(w − k),    (u, v, w) = (x − origin)/spacing,
///
/// with β the cubic B-spline. The coefficients c are found once, from the samples, without knots at the
/// second and the last but one grid points, so that cubic fields are met exactly up to the border.
///
/// Laws (tests/field/test_field_map.cpp): B and both gradients are continuous; their errors fall with
/// the fourth, third and second power of the spacing. Between the samples the spline is free of curl and
/// divergence only as nearly as that, so G is symmetric only nearly.
///
/// Outside the grid nothing is known: the field is NaN there, not continued and not zero.
#pragma once

#include <supple/field/field_sample.hpp>
#include <supple/rod/environment.hpp>

namespace supple {

/// Whether a spline passes through the samples: at least four along each axis, positive spacing, as
/// many values as grid points and all of them finite.
bool is_complete(const FieldMap& map) noexcept;

/// Fills map.coefficients from map.values; empties them unless is_complete(map).
/// To be called once, whenever a map was read or changed.
void fit_spline(FieldMap& map);

/// NaN outside the grid, and everywhere before fit_spline. A point outside by no more than 1e-9 of
/// a cell counts as on the border: so much may rounding move it.
FieldSample field_at(const FieldMap& map, const Vector3d& x_W) noexcept;

}  // namespace supple
