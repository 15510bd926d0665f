/// @file
/// Commands of a drive as they arrive, when they follow one another in time.
///
/// Play r: what arrives follows the command at a distance of at most r,
///
///     w_k = min(max(w_(k−1), u_k − r), u_k + r),     w_0 = u_0
///
/// Relaxation c with the time τ: a fast change acts with 1 + c and settles to 1,
///
///     a_k = w_k + c (w_k − z_k),     z_k = w_k + (z_(k−1) − w_k) exp(−(t_k − t_(k−1)) / τ),     z_0 = w_0
///
/// Laws (tests/rod/test_memory.cpp):
///   1. Without play and relaxation commands arrive as they are.
///   2. A reversal smaller than 2 r does not arrive.
///   3. After a step all but c exp(−t/τ) of it has settled.
#pragma once

#include <span>

namespace supple {

struct Memory {
    double play = 0.0;              ///< r, of retractions [m]
    double relaxation = 0.0;        ///< c [1]
    double relaxation_time = 60.0;  ///< τ [s]
};

/// Makes the commands what arrives. @pre as many times as commands, not descending
void remember(const Memory& memory, std::span<const double> times, std::span<double> commands);

}  // namespace supple
