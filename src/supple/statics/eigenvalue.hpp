/// @file
/// How far an equilibrium is from losing its hold.
///
///     λ = min vᵀ G v / vᵀ K v   over the motions v that the constraints leave
///
/// G is the tangent, K the stiffness of the unloaded rod: λ is 1 without load, 0 where the rod buckles,
/// negative beyond, and hardly depends on the number of elements [docs/theory/s1, Eq. (1.18)]. Where G is not
/// symmetric, λ is the smallest real part of the eigenvalues of K⁻¹ G on those motions: zero is still where
/// the rod diverges. Law (tests/statics/test_eigenvalue.cpp):
///   1. It does not depend on the scale of the problem, and constraints never lower it.
#pragma once

#include <supple/model/system.hpp>

namespace supple {

/// λ of the equilibrium that solve_statics found last for this system; infinite where no motion is left.
/// Allocates. @pre the last solve of the system was balanced
double smallest_eigenvalue(System& system);

}  // namespace supple
