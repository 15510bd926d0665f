/// @file
/// What there is to see besides the rod's shape: the parts of a description with their measures, in SI.
#pragma once

#include "json.hpp"

#include <supple/rod/manipulator.hpp>

namespace supple::page {

/// @pre the description is complete (rod/completed.hpp)
void tell_scene(const Manipulator& manipulator, Json& json);

}  // namespace supple::page
