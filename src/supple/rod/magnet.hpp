/// @file
/// What follows from the shape of a permanent magnet of volume V:
///
///     dipole  m = B_r V / μ0  along the axis of magnetisation,    mass  ρ V,
///
/// with the remanence B_r and the density ρ. The inertia is that of a solid of constant density about its
/// centre. Bodies are of revolution about d3 here, so of a block it is the mean about d1 and d2 that counts.
#pragma once

#include <supple/rod/attachment.hpp>

namespace supple {

double volume(const MagnetShape& shape);  ///< [m³]

/// In the body frame [A m²]. @pre the magnet has a shape, and its axis is a unit vector
Vector3d dipole_by_remanence(const Magnet& magnet);

/// @pre the magnet has a shape and a density
BodyInertia inertia_by_density(const Magnet& magnet);

}  // namespace supple
