/// @file
/// A place at which the rod touches a boundary, of which only the boundary is known beforehand.
///
/// Unknown are the force N along n = ∇ψ and the place s on the rod [docs/theory/s5, Eq. (5.6)]:
///
///     ψ(r(s)) = 0,    n·t = 0,    F = N n.
///
/// The tip, and a place that does not slide, have the first equation alone. With t′ the rod's curvature and
/// H = ∇∇ψ the gap opens beside the place by β = t·Ht + n·t′, and the place moves on the rod by
///
///     σ = −[n·t + Ht·δr + (t × n)·δθ]/β,    δF = n δN + N H(δr + t σ),
///
/// so that the force has a moment σ t × F about the point where it was.
///
/// Laws (tests/cosserat/test_touch.cpp): Newton's method with it converges quadratically; what it adds to the
/// tangent is symmetric.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// The gap of a point, all scaled.
Gap gap_at(const Problem& problem, int boundary, const Vector3d& r, double& u) noexcept;

/// The gap, the reaction and the step along the rod at the node as it is; nothing where it is no touch.
void look(const Problem& problem, Node& node, Touching& touch) noexcept;

/// Adds to P⁻ and q⁻ that the force turns with the boundary and moves along the rod.
void slide(const Touching& touch, const Node& node, Block& block) noexcept;

/// δN and σ of the step, from the reaction's change δf.
void answer(const Touching& touch, const Node& node, Block& block) noexcept;

/// Takes the forces of the samples at a node off what is left over there, and adds their tangent.
void push(const Problem& problem, Workspace& work, std::size_t node, Vector6d& left, Matrix6d* K) noexcept;

}  // namespace supple::cosserat
