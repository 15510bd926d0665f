/// @file
/// From the description of a manipulator to a system that can be solved.
#pragma once

#include <supple/model/system.hpp>
#include <supple/rod/manipulator.hpp>

#include <span>

namespace supple {

/// Builds the chosen chain, or the nodal rod for statics, with all loads and constraints that act at the
/// time. Allocates once; solving does not. What the model cannot carry leaves `unsupported` in the system,
/// and solving it answers `invalid` with that sentence. Loads and fields are taken at `time` [s]; the default
/// is just before t = 0. The model has a point at each of the arc lengths `also` [m] too, which change
/// neither its layout nor its shape: for what is to act there later.
std::unique_ptr<System> discretize(const Manipulator& manipulator, double time = -1e-9,
                                   std::span<const double> also = {});

}  // namespace supple
