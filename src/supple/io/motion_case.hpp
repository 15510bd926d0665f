/// @file
/// From the description of a manipulator to its motion, whatever its model: what `simulate` and `modes` do.
#pragma once

#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// Simulates as manipulator.simulation says, from the initial state it asks for. A start that cannot be found
/// leaves its status and sentence in the trajectory. @throws InputError where no simulation is described
Trajectory simulate(const Manipulator& manipulator, const Progress& progress = {});

/// One number of a trajectory through time, in SI: "tip.position.x", "stations.coil.quaternion.w",
/// "disks.8.position.x" (disks from 1), "coordinates.3", "energy.kinetic". @throws InputError where there is
/// no such number
std::vector<double> series(const Trajectory& trajectory, const Manipulator& manipulator,
                           const std::string& path);

/// Amplitudes of the first `samples` values (0: all), and the sine that fits all of them best.
/// @throws InputError also where there are fewer values
MotionSpectrum spectrum(const Trajectory& trajectory, const Manipulator& manipulator, const std::string& path,
                        int samples);

/// Small vibrations about the equilibrium under all that acts before t = 0.
Modes find_modes(const Manipulator& manipulator);

}  // namespace supple
