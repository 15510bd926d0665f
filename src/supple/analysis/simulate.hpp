/// @file
/// The motion of a manipulator in time, and its small vibrations, whatever its model: the verbs `simulate`
/// and `modes` (find_modes).
#pragma once

#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// Simulates as manipulator.simulation says, from the initial state it asks for. A start that cannot be
/// found, and a manipulator without `simulation`, leave their status and sentence in the trajectory.
Trajectory simulate(const Manipulator& manipulator, const Progress& progress = {});

/// Small vibrations about the equilibrium under all that acts before t = 0.
Modes find_modes(const Manipulator& manipulator, const ModesOptions& options = {});

}  // namespace supple
