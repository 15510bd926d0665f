/// @file
/// All rows of a case table solved on several threads, in bounded memory.
///
/// How rows come to the threads, and answers back in order, is in row_engine.hpp.
#pragma once

#include <supple/analysis/solve.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/io/row_engine.hpp>

#include <map>

namespace supple {

struct BatchOptions {
    SolveOptions solve{};
    int threads = 0;                          ///< 0: one for each core
    const std::atomic<bool>* stop = nullptr;  ///< set from outside: no further row is begun
};

/// Rows that are not solved, by the lines on which they begin, each with the reason that its result gives.
using FailedLines = std::map<std::size_t, std::string>;

/// How answers leave the solver.
struct CaseSink {
    /// Called on the thread that solved the row, for several blocks at once, for the rows of one in order.
    std::function<void(CaseBlock& block, std::size_t row, const Equilibrium&)> keep;
    /// Called on the calling thread, in the order of the rows. The last block of a batch that was stopped has
    /// rows behind those that were solved.
    std::function<void(const CaseBlock& block, std::size_t solved)> deliver;
};

/// Solves every row from rest, so that a row's result does not depend on the others or on the threads. A row
/// whose values make no valid model is `invalid`, with the reader's words as its message.
/// @pre the source has the columns of the inputs' table
/// @returns how many rows were delivered: all, or fewer where `stop` was set
std::size_t solve_cases(const CaseInputs& inputs, RowSource& source, const BatchOptions& options,
                        const CaseSink& sink);

/// The threads' part of it: what solves rows and keeps their answers. @pre the inputs outlive it
///
/// A hook for tests: where the environment has SUPPLE_CRASH_AT_LINE, solving the row that begins on that line
/// of the table ends the program.
std::function<std::unique_ptr<RowWork>()> row_solvers(const CaseInputs& inputs, const SolveOptions& options,
                                                      CaseSink sink, FailedLines failed = {});

/// Solves the rows as increments of one load, each from the shape and the contacts of the row before, on the
/// calling thread; the first from rest, and so a row after one that failed. Commands of drives arrive as
/// their memory lets them (drive_memory.hpp).
/// @throws InputError where a column is text, changes what is built where a wall keeps its history, or
///         changes a memory, and where drives relax and the rows have no times in order
std::size_t solve_sequence(const CaseInputs& inputs, RowSource& source, const BatchOptions& options,
                           const CaseSink& sink);

}  // namespace supple
