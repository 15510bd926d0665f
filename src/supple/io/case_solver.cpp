#include <supple/analysis/batch.hpp>
#include <supple/io/case_solver.hpp>
#include <supple/io/drive_memory.hpp>
#include <supple/io/moving_clamp.hpp>
#include <supple/rod/surfaces.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace supple {
namespace {

constexpr std::size_t blocks_ahead = 64;  ///< of the delivery: what is solved but not yet written is bounded

/// How many rows to take at once: answers are seen soon where rows take long, and little is spent on the way
/// where they do not.
class BlockSize {
 public:
    std::size_t rows() const { return rows_; }

    void begin() { begin_ = Clock::now(); }
    void end()
    {
        const auto took = Clock::now() - begin_;
        if (took < std::chrono::milliseconds(2)) rows_ = std::min<std::size_t>(64, 2 * rows_);
        if (took > std::chrono::milliseconds(20)) rows_ = std::max<std::size_t>(1, rows_ / 2);
    }

 private:
    using Clock = std::chrono::steady_clock;

    std::size_t rows_ = 1;
    Clock::time_point begin_;
};

void clear_answers(CaseBlock& block)
{
    block.kept.clear();
    for (std::string* text : {&block.table, &block.lines, &block.shown})
        text->clear();
}

/// A number of the table: a column, set in a solver row by row.
struct ColumnInput {
    std::size_t column = 0;
    Solver::Input input;
    double given = 0.0;  ///< what the file says, for empty cells

    double value(const CaseTable& rows, std::size_t row) const
    {
        const double cell = rows.columns[column].values[row];
        return std::isnan(cell) ? given : cell;
    }
};

/// Solves rows from rest, some at once. Where all columns are numbers that a solver stores (loads, currents,
/// fields), the model is built once; else for each row.
class RowSolver {
 public:
    RowSolver(const CaseInputs& inputs, const SolveOptions& options)
        : inputs_(inputs), options_(options), manipulator_(inputs.base()), rows_(inputs, manipulator_)
    {
        if (!inputs.direct()) return;
        batch_.emplace(inputs.base(), options);
        const std::vector<CaseColumn>& columns = inputs.table().columns;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (column_role(columns[i].path) != ColumnRole::input) continue;
            const Solver::Input input = batch_->input(columns[i].path);
            stored_.push_back({i, input, batch_->get(0, input)});
            if (input.index >= 0 && input.cost == InputCost::store) continue;
            batch_.reset();
            return;
        }
    }

    /// How many rows one solve takes.
    std::size_t width() const { return batch_ ? static_cast<std::size_t>(batch_->width()) : 1; }

    /// Solves some rows that follow one another. @pre 0 < count <= width()
    void solve(const CaseTable& rows, std::size_t first, std::size_t count)
    {
        if (!batch_) return solve_one(rows, first);
        for (std::size_t k = 0; k < count; ++k) {
            for (const ColumnInput& each : stored_)
                batch_->set(static_cast<int>(k), each.input, each.value(rows, first + k));
        }
        batch_->solve(static_cast<int>(count));
    }

    const Equilibrium& equilibrium(std::size_t k) const
    {
        return batch_ ? batch_->equilibrium(static_cast<int>(k)) : equilibrium_;
    }

 private:
    void solve_one(const CaseTable& rows, std::size_t row)
    {
        try {
            rows_.set(rows, row);
            supple::solve(manipulator_, options_, equilibrium_);
        } catch (const InputError& error) {
            equilibrium_ = {};
            equilibrium_.model = type_name(inputs_.base().model);
            equilibrium_.message = error.what();
        }
    }

    const CaseInputs& inputs_;
    const SolveOptions& options_;
    Manipulator manipulator_;
    CaseRows rows_;
    Equilibrium equilibrium_;
    std::optional<BatchSolver> batch_;
    std::vector<ColumnInput> stored_;
};

/// Rows in blocks: threads take the next one, the caller delivers them in order.
class Batch {
 public:
    Batch(const CaseInputs& inputs, RowSource& source, const BatchOptions& options, const CaseSink& sink)
        : inputs_(inputs), source_(source), options_(options), sink_(sink), ready_(blocks_ahead)
    {
    }

    std::size_t run()
    {
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const std::size_t wanted = options_.threads > 0 ? static_cast<std::size_t>(options_.threads) : cores;
        working_ = std::min(wanted, std::max<std::size_t>(1, source_.head().rows));
        std::vector<std::jthread> threads;
        for (std::size_t i = working_; i > 0; --i)
            threads.emplace_back([this] { work(); });

        std::size_t delivered = 0;
        try {
            for (bool whole = true; whole;) {
                std::optional<Solved> solved = wait_for_next();
                if (!solved) break;
                sink_.deliver(solved->block, solved->rows);
                delivered += solved->rows;
                whole = solved->rows == solved->block.rows.rows;
                give_back(std::move(solved->block));
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        abandoned_ = true;
        notify();
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
        return delivered;
    }

 private:
    struct Solved {
        CaseBlock block;
        std::size_t rows = 0;  ///< that were solved
    };

    bool stopped() const
    {
        return abandoned_ || (options_.stop && options_.stop->load(std::memory_order_relaxed));
    }

    void notify()
    {
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
    }

    void abandon(std::exception_ptr failure)
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(failure);
        abandoned_ = true;
        changed_.notify_all();
    }

    /// The next block to be delivered; none at the end, and where the batch was stopped before it.
    std::optional<Solved> wait_for_next()
    {
        std::unique_lock lock(mutex_);
        std::optional<Solved>& place = ready_[delivering_ % blocks_ahead];
        changed_.wait(lock, [&] { return place || working_ == 0 || failure_; });
        if (failure_ || !place) return std::nullopt;
        return std::exchange(place, std::nullopt);
    }

    /// The block was delivered: there is room for another.
    void give_back(CaseBlock block)
    {
        const std::lock_guard lock(mutex_);
        ++delivering_;
        spare_.push_back(std::move(block));
        changed_.notify_all();
    }

    /// The rows that are next, and the number of their block; none at the end.
    std::optional<std::size_t> take(CaseBlock& block, std::size_t most)
    {
        const std::lock_guard reading(reading_);
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return stopped() || taken_ < delivering_ + blocks_ahead; });
            if (stopped()) return std::nullopt;
            if (!spare_.empty()) {
                block = std::move(spare_.back());
                spare_.pop_back();
            }
        }
        clear_answers(block);
        if (!source_.next(block.rows, most)) return std::nullopt;
        return taken_++;
    }

    void work()
    {
        try {
            RowSolver solver(inputs_, options_.solve);
            BlockSize size;
            CaseBlock block;
            while (const auto number = take(block, size.rows())) {
                std::size_t row = 0;
                size.begin();
                while (row < block.rows.rows && !stopped()) {
                    const std::size_t count = std::min(solver.width(), block.rows.rows - row);
                    solver.solve(block.rows, row, count);
                    for (std::size_t k = 0; k < count; ++k, ++row)
                        sink_.keep(block, row, solver.equilibrium(k));
                }
                size.end();
                const std::lock_guard lock(mutex_);
                ready_[*number % blocks_ahead] = Solved{std::exchange(block, {}), row};
                changed_.notify_all();
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        const std::lock_guard lock(mutex_);
        --working_;
        changed_.notify_all();
    }

    const CaseInputs& inputs_;
    RowSource& source_;
    const BatchOptions& options_;
    const CaseSink& sink_;

    std::mutex reading_;  // one thread reads at a time
    std::size_t taken_ = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::optional<Solved>> ready_;  // a ring
    std::vector<CaseBlock> spare_;              // delivered, to be filled again
    std::size_t delivering_ = 0, working_ = 0;
    std::atomic<bool> abandoned_ = false;
    std::exception_ptr failure_;
};

/// A number of a sequence, as it arrives row by row.
struct SequenceInput {
    ColumnInput column;
    MemoryState memory;  ///< of the drive that it commands
};

/// Why rows cannot follow one another; empty where they can.
std::string sequence_mistake(const Manipulator& m, const CaseColumn& column, const Solver::Input& input,
                             const Solver& solver, DriveNumber::Role role)
{
    if (column.is_text) return "holds text; the rows of a sequence change numbers only";
    if (input.index < 0) return solver.mistake();
    if (role == DriveNumber::Role::play || role == DriveNumber::Role::relaxation)
        return "is how a drive remembers the rows before; expected one value for all rows, in the file";
    const bool walls = std::any_of(m.constraints.begin(), m.constraints.end(),
                                   [&m](const Constraint& c) { return surface_of(c, m.rod).has_value(); });
    if (walls && input.cost != InputCost::store)
        return "changes what is built, and a wall would forget what happened to it; rows may change loads, "
               "currents, dipoles, gravity and fields of a chain, and the depth and roll of its base in a "
               "conduit";
    return "";
}

}  // namespace

std::size_t solve_cases(const CaseInputs& inputs, RowSource& source, const BatchOptions& options,
                        const CaseSink& sink)
{
    return Batch(inputs, source, options, sink).run();
}

std::size_t solve_sequence(const CaseInputs& inputs, RowSource& source, const BatchOptions& options,
                           const CaseSink& sink)
{
    const CaseTable& table = inputs.table();
    Solver solver(with_still_clamps(inputs.base()), options.solve);
    Manipulator named = inputs.base();  // paths are resolved in it
    std::optional<RowTimes> times;
    const bool relaxing = drives_relax(named);
    if (relaxing || clamps_move(named)) {
        const std::string_view why = relaxing ? "the drives relax" : "a clamp moves";
        check_times(source, why);
        times.emplace(table, why);
    }
    MovingClamps clamps(named, solver);
    std::vector<SequenceInput> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CaseColumn& column = table.columns[i];
        if (column_role(column.path) != ColumnRole::input) continue;
        const Solver::Input input = solver.input(column.path);
        const DriveNumber drive = input.index < 0 ? DriveNumber() : drive_number(named, column.path);
        const std::string mistake = sequence_mistake(named, column, input, solver, drive.role);
        if (!mistake.empty())
            throw InputError(fmt::format("{}:{}:{}: --sequence: {}: {}", table.file_name, table.header_line,
                                         i + 1, column.path, mistake));
        const bool commands = drive.role == DriveNumber::Role::command;
        columns.push_back({{i, input, solver.get(input)},
                           MemoryState(commands ? memory_of(named, drive.attachment) : Memory())});
    }
    const auto stopped = [&options] { return options.stop && options.stop->load(); };
    std::size_t done = 0;
    bool follows = true;
    std::string lost;  // why a row cannot follow the one before
    CaseBlock block;
    for (BlockSize size; !stopped() && source.next(block.rows, size.rows()); size.end()) {
        size.begin();
        clear_answers(block);
        std::size_t row = 0;
        for (; row < block.rows.rows && !stopped(); ++row) {
            const double time = times ? times->of(block.rows, row) : 0.0;
            for (auto& [column, memory] : columns)
                solver.set(column.input, memory.arrive(column.value(block.rows, row), time));
            lost = clamps.set(solver, time, follows);
            if (!lost.empty()) break;
            const Equilibrium& eq = solver.solve();
            follows = eq.status == Status::converged;
            sink.keep(block, row, eq);
        }
        sink.deliver(block, row);
        done += row;
        if (!lost.empty())
            throw InputError(fmt::format("{}:{}: {}", table.file_name, block.rows.line_of(row), lost));
    }
    return done;
}

}  // namespace supple
