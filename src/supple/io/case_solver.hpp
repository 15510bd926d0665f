/// @file
/// All rows of a case table solved on several threads, in bounded memory.
///
///     source ─▶ block of rows ─▶ solved, kept ─▶ delivered in order
///
/// Blocks hold few rows where rows take long and more where they are quick; what is read but not yet
/// delivered is bounded. No answer depends on the blocks.
#pragma once

#include <supple/analysis/solve.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/io/row_source.hpp>

#include <atomic>
#include <functional>

namespace supple {

struct BatchOptions {
    SolveOptions solve{};
    int threads = 0;                          ///< 0: one for each core
    const std::atomic<bool>* stop = nullptr;  ///< set from outside: no further row is begun
};

/// What is kept of a row for the files of answers (case_answers.hpp), as places in the texts of its block.
struct KeptRow {
    Status status = Status::invalid;
    std::size_t message_begin = 0, message_end = 0;  ///< of the message and the comma behind it
    std::size_t table_end = 0, lines_end = 0;
};

/// Some rows that follow one another, and what was made of their answers.
struct CaseBlock {
    CaseTable rows;
    std::vector<KeptRow> kept;  ///< of the rows that were solved
    std::string table;          ///< lines of CSV
    std::string lines;          ///< of JSON
    std::string shown;          ///< for a person
};

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

/// Solves the rows as increments of one load, each from the shape and the contacts of the row before, on the
/// calling thread; the first from rest, and so a row after one that failed. Commands of drives arrive as
/// their memory lets them (drive_memory.hpp).
/// @throws InputError where a column is text, changes what is built where a wall keeps its history, or
///         changes a memory, and where drives relax and the rows have no times in order
std::size_t solve_sequence(const CaseInputs& inputs, RowSource& source, const BatchOptions& options,
                           const CaseSink& sink);

}  // namespace supple
