/// @file
/// Whether an equilibrium holds against small disturbances.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/statics/problem.hpp>

namespace supple {

/// The verdict for the tangent of the last evaluation, which it leaves factored.
///
/// Where all loads have a potential the equilibrium is stable exactly if the tangent is positive definite on
/// the motions that the constraints leave (Finsler: if G + ρ CᵀC is positive definite for a large ρ).
/// Otherwise a negative determinant proves divergence, and nothing here excludes flutter: then `stable` stays
/// open.
Stability judge_stability(StaticProblem& problem) noexcept;

/// How far the equilibrium of the last solve is from losing its hold, over the stiffness K of the unloaded
/// rod:
///
///     λ = min vᵀ G v / vᵀ K v   over the motions v that the constraints leave
///
/// 1 without load, 0 where the rod buckles, negative beyond; it hardly depends on the number of elements.
/// Where G is not symmetric: the smallest real part of the eigenvalues of K⁻¹ G on those motions; zero is
/// still where the rod diverges. Infinite where no motion is left. Leaves the tangent changed, and allocates.
double smallest_eigenvalue(StaticProblem& problem);

}  // namespace supple
