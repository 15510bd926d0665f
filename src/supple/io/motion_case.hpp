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

/// Small vibrations about the equilibrium under all that acts before t = 0.
Modes find_modes(const Manipulator& manipulator);

}  // namespace supple
