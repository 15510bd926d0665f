/// @file
/// Whether the equilibrium found is one that a rod can stay in.
///
/// With δπ = δm + ½ m × δθ in place of δm the pair (δc, δp) is canonical (elimination.hpp). A load without a
/// potential has a tangent K that is not symmetric then. Its symmetric part decides first: if the second
/// variation with it is positive, nothing diverges, whatever the rest of K does. If it is not, the
/// eigenvalues decide: F is the flexibility of the rod as it is held (displacement and turn of a number of
/// nodes per force and moment on each), M the drag or mass of these nodes, and the modes of M ẍ = −F⁻¹x, or
/// of M ẋ = −F⁻¹x, have the rates 1/ν with ν the eigenvalues of F M. One below zero, or a pair close to the
/// negative axis, diverges; a pair far from it is flutter, of which nothing is said. The law is exact for
/// conservative loads, where it agrees with the second variation.
///
/// A wall that rubs is taken as one that holds its point, as chains take it: a motion beside it that diverges
/// is found, and nothing else is said.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Whether what acts now has a potential.
bool conservative(const Problem& problem, const Workspace& work) noexcept;

/// Whether the second variation, with the symmetric part of the loads, is positive. @pre the last evaluation
/// had transitions, and a step was computed
bool second_variation_positive(const Problem& problem, const Workspace& work) noexcept;

/// Whether a mode grows, by the eigenvalues. @pre as above
bool diverges(const Problem& problem, Workspace& work);

/// Both: what is not known to be unstable.
bool stands(const Problem& problem, Workspace& work);

}  // namespace supple::cosserat
