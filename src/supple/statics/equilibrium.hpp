/// @file
/// Static equilibrium of a system: Newton with the exact tangent, along the loads from the unloaded shape.
///
/// A light load is solved at once. Otherwise the path is followed by its arc length with a tangent predictor
/// and steps that the corrector accepts only near the prediction, so that the branch is the one connected to
/// the unloaded shape. Where that branch ends at a limit point the rod snaps: the motion of an overdamped rod
/// is followed to rest, and the result says `snapped`. With `arc_length` the path itself is followed through
/// limit points instead.
#pragma once

#include <supple/model/system.hpp>
#include <supple/result/equilibrium.hpp>

namespace supple {

struct StaticsOptions {
    double tolerance = 1e-12;   ///< of the scaled residual
    int max_iterations = 2000;  ///< Newton iterations in all
    bool warm_start = false;    ///< start from the coordinates of the result passed in
    bool arc_length = false;    ///< pass limit points along the path
};

/// Value form.
Equilibrium solve_statics(System& system, const StaticsOptions& options = {});

/// Warm form: reuses the result's storage and allocates nothing after the first call with the same system.
void solve_statics(System& system, const StaticsOptions& options, Equilibrium& equilibrium) noexcept;

}  // namespace supple
