/// @file
/// Work on the rows of a case table, on several threads and in bounded memory.
///
///     source ─▶ block of rows ─▶ worked, kept ─▶ delivered in order
///
/// Blocks hold few rows where rows take long and more where they are quick; what is read but not yet
/// delivered is bounded. No answer depends on the blocks.
#pragma once

#include <supple/io/row_source.hpp>
#include <supple/result/equilibrium.hpp>

#include <atomic>
#include <chrono>
#include <functional>

namespace supple {

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

    void clear_answers();
};

/// What one thread does with rows.
class RowWork {
 public:
    virtual ~RowWork() = default;

    /// How many rows are worked at once.
    virtual std::size_t width() const { return 1; }

    /// Works rows that follow one another, and adds what is kept of them to the block.
    /// @pre 0 < count <= width()
    virtual void work(CaseBlock& block, std::size_t first, std::size_t count) = 0;
};

struct EngineOptions {
    int threads = 0;                          ///< 0: one for each core
    const std::atomic<bool>* stop = nullptr;  ///< set from outside: no further row is begun
};

/// How many threads that are.
std::size_t threads_of(const EngineOptions& options);

/// Works all rows of the source. `worker` is called once on each thread; `deliver` on the calling thread, in
/// the order of the rows, with how many rows of the block were worked: all but where `stop` was set.
/// @returns how many rows were delivered. @throws what was thrown on any thread
std::size_t work_rows(RowSource& source, const EngineOptions& options,
                      const std::function<std::unique_ptr<RowWork>()>& worker,
                      const std::function<void(const CaseBlock& block, std::size_t worked)>& deliver);

/// How many rows to take at once: answers are seen soon where rows take long, and little is spent on the way
/// where they do not.
class BlockSize {
 public:
    std::size_t rows() const { return rows_; }

    void begin() { begin_ = Clock::now(); }
    void end();

 private:
    using Clock = std::chrono::steady_clock;

    std::size_t rows_ = 1;
    Clock::time_point begin_;
};

}  // namespace supple
