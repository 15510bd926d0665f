/// @file
/// The rods of the variational study [Tariverdi 2020] as s4 Sec. 0b reads them, and its golden rods.
#pragma once

#include "support/golden.hpp"

#include <supple/dynamics/nodal_rod.hpp>

namespace supple::test {

/// A body vector whose first component is along the tangent (s4), as one whose last is.
Vector3d from_x(const nlohmann::json& list);

/// The rod of a golden file: stiffness, masses, dipoles, field and forces at the nodes. Clamped at a straight
/// base along world x, or free.
variational::NodalRod golden_rod(const nlohmann::json& rod, StrainPlace strain, bool clamped);

/// Frames from golden lists of positions and rotations.
std::vector<SE3> golden_frames(const nlohmann::json& p, const nlohmann::json& Lambda);

/// Experiment 1 to 6, straight along world x from the origin, clamped, d1 = y, d2 = z; gravity along −z.
Manipulator experiment(int number, int elements, StrainPlace strain = StrainPlace::midpoint,
                       bool gravity = true);

/// The nodal rod of a manipulator. Fails the test where there is a mistake.
variational::NodalRod nodal(const Manipulator& manipulator);

}  // namespace supple::test
