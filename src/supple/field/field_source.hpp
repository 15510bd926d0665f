/// @file
/// The values of a magnetic field that may be driven, numbered: uniform part, currents, source dipoles.
///
///     B = Σ_k u_k b_k(x) + what is fixed (the constant gradient, a sampled map)
///
/// In order: uniform x, y, z; the current of each coil; of each Helmholtz pair; moment x, y, z of each
/// dipole.
#pragma once

#include <supple/field/magnetic_field.hpp>

namespace supple {

/// How many there are.
int field_sources(const MagneticField& field) noexcept;

/// The value as it stands in the description [T], [A] or [A m²].
double& source_value(MagneticField& field, int source) noexcept;

/// Where it stands in the description, below the field: "uniform.x", "coils.0.current",
/// "dipoles.far.moment.z". A source with a name goes by it.
std::string source_path(const MagneticField& field, int source);

/// b_k: the field of one unit of the value; zero where the source does not act at the time.
FieldSample field_per_source(const MagneticField& field, int source, const Vector3d& x_W,
                             double time) noexcept;

}  // namespace supple
