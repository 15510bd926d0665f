/// @file
/// What is said of a result in words: one wording for every program.
#pragma once

#include <supple/result/equilibrium.hpp>

#include <string_view>

namespace supple {

/// How a solve ended: "converged", "converged, snapped", "not_converged: the iteration ...".
std::string ended_in_words(Status status, bool snapped, std::string_view message);

/// The verdict on stability and what it rests on: "stable: the energy has a minimum here". Where the tangent
/// is unsymmetric it names the reason: friction at a wall or in the drives, else a moment.
std::string stability_in_words(const Equilibrium& equilibrium);

/// What is said of a path that left its branch.
inline constexpr const char* snapped_in_words =
    "the load path ended on its way: the rod snapped to another branch";

}  // namespace supple
