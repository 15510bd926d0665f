/// @file
/// Static equilibrium of the nodal rod: Newton with the exact tangent, along the loads from the rest shape.
///
/// The loads, the weight and the displacement of held nodes grow together from nothing. A part of the path is
/// accepted only where Newton converges and no node turns by more than half a radian on it, so that the shape
/// stays on the branch that starts at the unloaded one. What acts is what acts just before t = 0.
///
/// The rod is not let go: where the branch turns back the answer is `not_converged`, and `snapped` is never
/// set. Stability is judged on every part of the path, and a warning says where it was lost on the way to a
/// shape that holds. (`supple solve` then goes on by the solver of all models, which snaps: model/
/// strain_rod.hpp.)
///
/// Laws (tests/dynamics/test_variational_statics.cpp): `converged` means balanced and not known to be
/// unstable; the stability of conservative problems is the sign of the second variation.
#pragma once

#include <supple/dynamics/nodal_problem.hpp>

namespace supple::variational {

struct StaticsOptions {
    double tolerance = 1e-10;   ///< of the residual, forces over EI/L² and moments over EI/L, above rounding
    int max_iterations = 2000;  ///< Newton iterations in all
};

/// Statics look at the moment before t = 0 [s].
inline constexpr double statics_time = -1e-9;

Equilibrium solve_statics(const NodalRod& rod, const StaticsOptions& options = {});

/// The rod of the manipulator; `invalid` with a sentence where there is none.
Equilibrium solve_statics(const Manipulator& manipulator, const StaticsOptions& options = {});

}  // namespace supple::variational
