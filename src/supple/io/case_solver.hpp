/// @file
/// All rows of a case table solved on several threads.
#pragma once

#include <supple/analysis/solve.hpp>
#include <supple/io/case_inputs.hpp>

#include <atomic>
#include <functional>

namespace supple {

struct BatchOptions {
    SolveOptions solve{};
    int threads = 0;                          ///< 0: one for each core
    const std::atomic<bool>* stop = nullptr;  ///< set from outside: no further row is begun
};

/// Solves every row from rest, so that a row's result does not depend on the others or on the threads.
/// `keep` is called on the thread that solved the row and may be called for several rows at once; `deliver`
/// is called on the calling thread, in the order of the rows. A row whose values make no valid model is
/// `invalid`, with the reader's words as its message.
/// @returns how many rows were delivered: all, or fewer where `stop` was set
std::size_t solve_cases(const CaseInputs& inputs, const BatchOptions& options,
                        const std::function<void(std::size_t row, const Equilibrium&)>& keep,
                        const std::function<void(std::size_t row)>& deliver);

/// Solves the rows as increments of one load, each from the shape and the contacts of the row before, on the
/// calling thread; the first from rest, and so a row after one that failed. Commands of drives arrive as
/// their memory lets them (drive_memory.hpp).
/// @throws InputError where a column is text, changes what is built where a wall keeps its history, or
/// changes
///         a memory, and where drives relax and the rows have no times in order
std::size_t solve_sequence(const CaseInputs& inputs, const BatchOptions& options,
                           const std::function<void(std::size_t row, const Equilibrium&)>& keep,
                           const std::function<void(std::size_t row)>& deliver);

}  // namespace supple
