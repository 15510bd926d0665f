/// @file
/// Whether an equilibrium holds against small disturbances.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/statics/problem.hpp>

namespace supple {

/// The verdict for the tangent of the last evaluation, which it leaves factored.
///
/// Where all loads have a potential the equilibrium is stable exactly if the tangent is positive definite on
/// the motions that the constraints leave (Finsler: if G + ρ CᵀC is positive definite for a large ρ)
/// [docs/theory/s1, Eq. (1.17)].
/// Otherwise a negative determinant proves divergence, and nothing here excludes flutter: then `stable` stays
/// open. So it does where the rod slips through guides.
/// `positive_definite`: the symmetric part of G is known to be positive definite: spares the work
Stability judge_stability(StaticProblem& problem, bool positive_definite = false) noexcept;

}  // namespace supple
