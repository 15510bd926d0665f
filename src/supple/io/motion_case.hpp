/// @file
/// Numbers of a motion through time, and the frequencies they hold.
#pragma once

#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// One number of a trajectory through time, in SI: "tip.position.x", "stations.coil.quaternion.w",
/// "disks.8.position.x" (disks from 1), "coordinates.3", "energy.kinetic". @throws InputError where there is
/// no such number
std::vector<double> series(const Trajectory& trajectory, const Manipulator& manipulator,
                           const std::string& path);

/// Amplitudes of the first `samples` values (0: all), and the sine that fits all of them best.
/// @throws InputError also where there are fewer values
MotionSpectrum spectrum(const Trajectory& trajectory, const Manipulator& manipulator, const std::string& path,
                        int samples);

}  // namespace supple
