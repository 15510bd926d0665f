/// @file
/// Mass and inertia of the disks of an arm.
///
/// Either they are given, or they follow from the disks' shape. Then the mass of the core and of the driving
/// rods is lumped into the disks too [Rone 2014]: each disk carries the stretch of length ℓ before it,
/// centred at the disk. With mass per length λ, radius a and distance d from the middle a rod adds
///
///     m = λ ℓ,    radial  m (ℓ²/12 + a²/4) + m d²/2 ,    axial  m a²/2 + m d²
///
/// where the d²/2 is that of rods spread evenly around the middle [docs/theory/s3, Eq. (3.24)]. The study's
/// table has d in place of d² in the radial term, which makes it some twenty times too large.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// One entry a disk, as given or lumped; empty without disks or where nothing is known of their mass.
std::vector<BodyInertia> disk_inertia(const Manipulator& manipulator);

/// Whether the disks' shape is given, so that they carry the mass of the core and of the driving rods.
bool disks_carry_rods(const Manipulator& manipulator);

}  // namespace supple
