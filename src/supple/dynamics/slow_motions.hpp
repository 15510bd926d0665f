/// @file
/// The slowest small motions of the nodal rod, at a cost linear in its nodes.
///
/// Motions of ÿ + (c + D) ẏ + K y = 0 (linear_rod.hpp) are found in a space V that grows until they solve the
/// whole equation to rounding: the problem on it is VᵀKV, VᵀDV, symmetric where K and D are
/// (small_motions.hpp). With the shift σ the space holds blocks of
///
///     y_{j+1} = −P⁻¹[(2σ + c + D) y_j + y_{j−1}],      P = σ² + σ(c + D) + K,
///
/// in which motions with λ close to σ come first (shift and invert); where D is zero those of (K + s)⁻¹, s >
/// 0. As many vectors at once as a rod has rigid motions, so that frequencies that occur several times are
/// all met.
///
/// That none is missing is proven by counting. Where K is symmetric and D zero Sylvester's law counts the
/// eigenvalues of K in an interval; else the turns of the determinant count the λ in a circle
/// (zero_count.hpp).
///
/// The verdict: of a symmetric system all motions are judged, by the count of negative eigenvalues of K. Of
/// any other only those found are judged: one that grows is proven by a circle to the right of the imaginary
/// axis that holds it. That none grows is not said then.
///
/// Laws (tests/dynamics/test_slow_motions.cpp): they are the slowest of the dense problem, double and rigid
/// ones too; a motion that is asked for and not found leaves nothing.
#pragma once

#include <supple/dynamics/linear_rod.hpp>
#include <supple/dynamics/small_motions.hpp>

namespace supple::variational {

struct SlowMotions {
    SmallMotions motions;    ///< by |λ|, ascending; vectors of all directions y, held ones zero
    bool all_judged = true;  ///< `flutters` and `diverges` speak of the motions that were not asked for, too
};

/// The `count` slowest, or fewer where there is no telling which motion is the next: strong damping of the
/// material makes very many creep at almost the same rate. Nothing where they are not found, or not proven to
/// be the slowest.
std::optional<SlowMotions> slow_motions(const LinearRod& rod, int count);

}  // namespace supple::variational
