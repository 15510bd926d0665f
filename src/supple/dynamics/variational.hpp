/// @file
/// Motion in time of the variational rod that a manipulator describes.
///
/// The motion starts from the rest shape, from the equilibrium under all that acts and holds before t = 0, or
/// from given coordinates and velocities (nodal_rod.hpp). Loads, fields, currents and the base vary with
/// their timing; constraints hold until theirs.
///
/// Integrator, where the description leaves it open: the one that takes less work for a unit of time
/// (integrator_work.hpp). Explicit steps are 0.8 times their limit (half of it with Kelvin-Voigt damping).
/// Implicit steps are a thousandth of the first period, and what one costs is seen by taking a few. They pay
/// in metal rods, whose limit is that of thickness shear. A step that is given is taken by the explicit one
/// where it is below the limit. A step is shortened so that outputs fall on steps.
///
/// A step of the explicit integrator above its limit is refused (`invalid`, with the limit) unless the
/// description allows it. A motion that blows up ends the run (`not_converged`) and keeps what was done. The
/// energy and the rotation from node to node show that a motion blows up. Positions do not show it: rotations
/// are bounded, so positions stay bounded too.
///
/// Asynchronous and parallel-in-time stepping are not offered: where steps are limited by stiffness the
/// implicit integrator takes steps a hundred times larger on one core.
#pragma once

#include <supple/dynamics/nodal_rod.hpp>
#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>

namespace supple {

/// A rod with loads of one's own, or that of a description. @pre manipulator.simulation is given
Trajectory simulate_variational(variational::NodalRod rod, const Simulation& simulation,
                                const Progress& progress = {});
Trajectory simulate_variational(const Manipulator& manipulator, const Progress& progress = {});

/// Small vibrations of the same rod about an equilibrium, by default that of its nodes' path; a mode's
/// coordinates are [δp; η] of every node.
Modes find_variational_modes(const Manipulator& manipulator, const ModesOptions& options,
                             Equilibrium equilibrium);
Modes find_variational_modes(const Manipulator& manipulator, const ModesOptions& options = {});

}  // namespace supple
