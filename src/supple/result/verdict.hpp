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

/// What is said of a reaction whose part along a direction any value would balance. `other`: what holds the
/// same beside it, empty where nothing does
std::string undetermined_in_words(const std::string& name, bool moment, const Vector3d& along,
                                  const std::string& other = "");

/// What is said of a shape that constraints hold and that was not found on the path on which loads and
/// constraints grow together.
extern const char* const held_after_loads;
extern const char* const held_from_bent;

/// Whether that was said of a result, or that it snapped: then another shape may be as right.
bool found_beside(const Equilibrium& equilibrium);

}  // namespace supple
