/// @file
/// How far an equilibrium is from losing its hold.
///
///     λ = min vᵀ G v / vᵀ K v   over the motions v that the constraints leave
///
/// G is the tangent, K the stiffness of the unloaded rod: λ is 1 without load, 0 where the rod buckles,
/// negative beyond, and hardly depends on the number of elements [docs/theory/s1, Eq. (1.18)]. Where G is not
/// symmetric, λ is the smallest real part of the eigenvalues of K⁻¹ G on those motions, without the pairs
/// that would be flutter (algebra/divergence.hpp). Below zero is divergence, in every model and command. Law
/// (tests/statics/test_eigenvalue.cpp):
///   1. It does not depend on the scale of the problem, and constraints never lower it.
#pragma once

#include <supple/statics/problem.hpp>

namespace supple {

/// Eigenvalues this close to zero are not told from zero: the motion is neutral.
inline constexpr double neutral_eigenvalue = 1e-9;

/// λ where the problem was evaluated last at full load; infinite where no motion is left. Overwrites the
/// tangent. Allocates where the tangent is symmetric, else once.
/// @pre the problem is balanced there
double smallest_eigenvalue(StaticProblem& problem);

/// The same of A x = λ K x, where A is the tangent of the scaled coordinates, bordered by any unknowns, and K
/// acts on the coordinates alone. Not a number where it is not found. Overwrites A; allocates once a problem.
double smallest_of_bordered(StaticProblem& problem, MatrixXd& A, DenseLu& lu);

}  // namespace supple
