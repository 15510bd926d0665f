/// @file
/// What the integrators of the nodal rod cost, in explicit steps.
///
/// Work is counted and not timed, so that a choice by it is the same in every run. An iteration of Newton's
/// method takes 2.3 times as long as an explicit step and a tangent 17 times (benchmarks step/variational,
/// 200 elements). How many of them a step needs depends on the motion: it is seen in the first steps.
#pragma once

#include <supple/dynamics/nodal_rod.hpp>

namespace supple::variational {

/// Work of an implicit step of h from a start, no event before `end`; infinite where a step is not found.
double work_of_implicit_step(const NodalRod& rod, const NodalState& start, double h, double end);

}  // namespace supple::variational
