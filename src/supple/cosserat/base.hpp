/// @file
/// The base of the rod: clamped, or pinned.
///
/// A clamped base has its pose, δc_0 = 0. A pinned one has its place and turns freely: with the wrench W of
/// what acts on it, the rod's moment m beyond it and the moment M of the base on the rod
///
///     m + W_m + M = 0.
///
/// At full load M is zero. On the way there it is not, because an unloaded pinned rod may lie in any
/// direction:
///
///     M(λ) = (1 − λ) (M_0 + k/2 Σ d_i × d⁰_i),
///
/// with d_i the axes of the base and d⁰_i those drawn in the file. This spring gives the rod its direction at
/// λ = 0. It is let go as the load comes on, so that a rod that hangs has swung to its place by the shortest
/// way. M_0 is what held the base of a rod that was bent before it was pinned.
///
/// With δp_0 = P δc_0 + q the Newton step of the base is that of three equations,
///
///     (P + K + M_θ)_θθ δθ = −(m + W_m + M + q_m),
///
/// whose matrix is minus the stiffness of the whole rod against turns of its base. Where the rod may turn at
/// no cost, as a round one about itself, that stiffness is zero: the direction is neutral.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Of a pinned base at the load factor λ.
BaseTurn base_turn(const Problem& problem, const Node& base, double lambda) noexcept;

/// (P + K + M_θ)_θθ, as evaluated last.
inline Matrix3d against_turns(const Workspace& work, const Matrix6d& P) noexcept
{
    return P.bottomRightCorner<3, 3>() + work.base.S;
}

}  // namespace supple::cosserat
