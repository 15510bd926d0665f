/// @file
/// What a file describes but does not act in an equilibrium.
///
/// An equilibrium is that just before t = 0, from which a motion starts: what acts `from: 0 s` on is not in
/// it. People who solve, steer or ask for modes without a motion in mind are told so.
#pragma once

#include <supple/rod/manipulator.hpp>

namespace supple {

/// One sentence for each load, attachment, source of the field and constraint that is not acting; its path
/// first: "loads.push is not acting: ...".
std::vector<std::string> idle_parts(const Manipulator& manipulator);

}  // namespace supple
