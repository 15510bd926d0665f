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
///   2. Both eliminations of the tangent give it.
///
/// Of a dense tangent all eigenvalues are computed. Of a symmetric chain the number of eigenvalues below any
/// σ is that of the negative pivots of G − σK (Sylvester; Haynsworth for what is held), so that halving an
/// interval finds the smallest one and proves that it is. Of an unsymmetric chain Arnoldi's method finds
/// those next to a σ left of which none can be, because the symmetric part of G + σK is positive definite.
#pragma once

#include <supple/statics/problem.hpp>

namespace supple {

/// Eigenvalues this close to zero are not told from zero: the motion is neutral.
inline constexpr double neutral_eigenvalue = 1e-9;

/// K, in the scales of the tangent.
const VectorXd& scaled_rest_stiffness(StaticProblem& problem);

/// λ where the problem was evaluated last at full load; infinite where no motion is left. Overwrites the
/// tangent. Allocates where the tangent is symmetric, else once.
/// @pre the problem is balanced there
double smallest_eigenvalue(StaticProblem& problem);

/// The same of A x = λ K x, where A is the tangent of the scaled coordinates, bordered by any unknowns, and K
/// acts on the coordinates alone. Not a number where it is not found. Overwrites A; allocates once a problem
/// where A is dense.
double smallest_of_bordered(StaticProblem& problem, Tangent& A);

}  // namespace supple
