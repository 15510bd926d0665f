/// @file
/// Whether an equilibrium holds against small disturbances.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/statics/problem.hpp>

namespace supple {

/// The verdict at the last evaluation at full load. It overwrites the tangent.
///
/// Where all loads have a potential the equilibrium is stable exactly if the tangent is positive definite on
/// the motions that the constraints leave (Finsler: if G + ρ CᵀC is positive definite for a large ρ)
/// [docs/theory/s1, Eq. (1.17)]. `stable` stays open where a motion costs nothing.
/// Otherwise a negative eigenvalue (eigenvalue.hpp) is divergence, and nothing here excludes flutter: then
/// `stable` stays open. Two eigenvalues may turn negative at once, which the sign of
/// the determinant does not show. The same holds where the rod slips through guides. Eigenvalues are
/// computed, and memory is asked for, only where the symmetric part of the tangent is not positive definite.
/// `positive_definite`: the symmetric part of G is known to be positive definite: spares the work
Stability judge_stability(StaticProblem& problem, bool positive_definite = false) noexcept;

/// What the smallest eigenvalue adds to a verdict of that kind.
void judge_by_eigenvalue(double smallest, Stability& verdict) noexcept;

}  // namespace supple
