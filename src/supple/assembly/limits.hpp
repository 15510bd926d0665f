/// @file
/// Between which values a manipulator lets its actuations be chosen.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// The limits that the description gives to the number at a path: "attachments.coils.currents.x",
/// "environment.magnetic_field.uniform.z", "attachments.rods.tensions.0". Unlimited where it gives none.
Limits limits_of(const Manipulator& manipulator, const std::string& path);

}  // namespace supple
