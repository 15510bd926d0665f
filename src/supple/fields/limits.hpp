/// @file
/// Between which values a description lets its actuations be chosen.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// The limits of the number at a path ("attachments.coils.currents.x", "attachments.rods.tensions.0",
/// "environment.magnetic_field.uniform.z"): those written beside it under its name in the singular
/// (current_limits, tension_limits, uniform_limits), within the range that the number may have at all (a
/// cable does not push). A driven rod without bending stiffness is a tendon too: without a limit its tension
/// is not below 0. All else is unlimited where no limits are written. @pre the description is complete
Limits limits_of(Manipulator& manipulator, const std::string& path);

}  // namespace supple
