/// @file
/// What a drawing shows of a description: the rod with what is fixed to it, and what is around it.
#pragma once

#include <supple/io/drawing.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// The section at an arc length, between those that the shape has.
SE3 frame_at(const Shape& shape, double s);

/// The rod in that shape, with the unloaded one behind it, all attachments, and what holds and bounds it just
/// before 0 s, as an equilibrium has it. @pre the description is complete, the shape is not empty
Drawing drawn(const Manipulator& manipulator, const Shape& shape);

/// Loads that act just before 0 s.
void add_loads(Drawing& to, const Manipulator& manipulator, const Shape& shape);

/// The line of a shape.
DrawnLine drawn_line(const Manipulator& manipulator, const std::vector<SE3>& frames);

}  // namespace supple
