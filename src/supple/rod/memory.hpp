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
/// A command that varies all the time, as a history does in motion, is the same with steps that go to zero:
/// τ ż = w − z.
///
/// Laws (tests/rod/test_memory.cpp):
///   1. Without play and relaxation commands arrive as they are.
///   2. A reversal smaller than 2 r does not arrive.
///   3. After a step all but c exp(−t/τ) of it has settled.
///   4. One command after another gives the same as all at once.
///   5. A history arrives as its samples do, taken ever more closely.
#pragma once

#include <supple/rod/timing.hpp>

#include <span>

namespace supple {

struct Memory {
    double play = 0.0;              ///< r, of retractions [m]
    double relaxation = 0.0;        ///< c [1]
    double relaxation_time = 60.0;  ///< τ [s]
};

/// Whether commands do not simply arrive as they are.
bool remembers(const Memory& memory) noexcept;

/// What one drive has come to, in a sequence of commands: kept beside the sequence, one a drive.
class MemoryState {
 public:
    explicit MemoryState(const Memory& memory) : memory_(memory) {}

    /// What arrives of the next command. @pre times do not descend
    double arrive(double command, double time) noexcept;

    /// Begins anew: the next command is the first.
    void forget() noexcept { begun_ = false; }

 private:
    Memory memory_;
    bool begun_ = false;
    double time_ = 0.0, arrived_ = 0.0, settled_ = 0.0;  // t, w and z of the last command
};

/// Makes the commands what arrives. @pre as many times as commands, not descending
void remember(const Memory& memory, std::span<const double> times, std::span<double> commands);

/// The history of what arrives of a history of commands. Its samples lie also where play is taken up, which
/// is exact, and while it relaxes every hundredth of τ, which leaves an error of c times 1e-5 of a step.
History arrived(const Memory& memory, const History& commands);

}  // namespace supple
