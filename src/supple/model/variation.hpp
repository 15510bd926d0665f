/// @file
/// A direction in the space of a model's own numbers: stiffnesses, rest shape, link lengths.
///
/// A parameter of a model (EI, a length, γ₁, k₂, the place of a guide) moves the numbers of some elements.
/// Its variation says how fast each of them moves; everything else about the parameter follows from it.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <span>
#include <vector>

namespace supple {

/// The numbers of one element, or how they change per unit of a parameter.
struct ElementNumbers {
    int element = 0;
    Vector3d stiffness = Vector3d::Zero();  ///< of each coordinate's spring
    Vector3d rest = Vector3d::Zero();       ///< of each coordinate at rest
    double cubic = 0.0;
    double inboard = 0.0;   ///< length of the link before a joint [m]
    double outboard = 0.0;  ///< length of the link after a joint or slide, or of an arc [m]
};

/// By element, ascending, each element once.
using Variation = std::vector<ElementNumbers>;

}  // namespace supple
