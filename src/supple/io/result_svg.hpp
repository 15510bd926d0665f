/// @file
/// Results as drawings for print: SVG in millimetres.
///
/// Two or three views along the axes of the world, aligned as in a technical drawing and of one scale, with a
/// bar that says which. Forces are arrows of one scale too; what points at the reader is a circle with a dot,
/// what points away one with a cross. Laws (tests/io/test_result_svg.cpp):
///   1. Lengths in the drawing are lengths of the manipulator times the scale, and arrows forces times
///   theirs.
///   2. No number is anything but finite; the text is XML whatever names are given.
#pragma once

#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>
#include <supple/rod/manipulator.hpp>
#include <supple/steer/describe_steering.hpp>

#include <string>

namespace supple {

/// @pre the result has a shape. @throws InputError where a number in it is not finite
std::string to_svg(const Manipulator& manipulator, const Equilibrium& equilibrium);

/// The shape that was found, and the target.
std::string to_svg(const Manipulator& manipulator, const SteeringRecord& record);

/// Shapes at times evenly spread over the motion, the last one in full.
std::string to_svg(const Manipulator& manipulator, const Trajectory& trajectory);

/// The equilibrium with the slowest modes about it.
std::string to_svg(const Manipulator& manipulator, const Modes& modes);

}  // namespace supple
