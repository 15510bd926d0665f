/// @file
/// The functions that are held where a constraint of the description holds: the one list of them.
#pragma once

#include <supple/model/frame_function.hpp>
#include <supple/rod/constraint.hpp>

#include <memory>

namespace supple {

/// What a constraint holds at a point of the model; none where it does not hold one point: walls, conduits.
std::unique_ptr<FrameFunction> frame_function(const Constraint& constraint, int point, double time = 0.0);

}  // namespace supple
