#include <supple/io/case_solver.hpp>
#include <supple/io/drive_memory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace supple {
namespace {

constexpr std::size_t rows_a_chunk = 64;
constexpr std::size_t chunks_ahead = 256;  ///< of the delivery: what is solved but not yet written is bounded

/// A number of the table: a column, set in a solver row by row.
struct ColumnInput {
    const CaseColumn* column = nullptr;
    Solver::Input input;
    double given = 0.0;  ///< what the file says, for empty cells

    void set(Solver& solver, std::size_t row) const
    {
        const double value = column->values[row];
        solver.set(input, std::isnan(value) ? given : value);
    }
};

/// Solves rows from rest, one after another. Where all columns are numbers that a solver stores (loads,
/// currents, fields), the model is built once; else for each row.
class RowSolver {
 public:
    RowSolver(const CaseInputs& inputs, const SolveOptions& options)
        : inputs_(inputs), options_(options), manipulator_(inputs.base()), rows_(inputs, manipulator_)
    {
        if (!inputs.direct()) return;
        solver_.emplace(inputs.base(), options);
        for (const CaseColumn& column : inputs.table().columns) {
            if (column_role(column.path) != ColumnRole::input) continue;
            const Solver::Input input = solver_->input(column.path);
            stored_.push_back({&column, input, solver_->get(input)});
            if (input.index >= 0 && input.cost == InputCost::store) continue;
            solver_.reset();
            return;
        }
    }

    const Equilibrium& solve(std::size_t row)
    {
        if (solver_) {
            for (const ColumnInput& each : stored_)
                each.set(*solver_, row);
            return solver_->solve_cold();
        }
        try {
            rows_.set(row);
            supple::solve(manipulator_, options_, equilibrium_);
        } catch (const InputError& error) {
            equilibrium_ = {};
            equilibrium_.model = type_name(inputs_.base().model);
            equilibrium_.message = error.what();
        }
        return equilibrium_;
    }

 private:
    const CaseInputs& inputs_;
    const SolveOptions& options_;
    Manipulator manipulator_;
    CaseRows rows_;
    Equilibrium equilibrium_;
    std::optional<Solver> solver_;
    std::vector<ColumnInput> stored_;
};

/// Rows in chunks: threads take the next one, the caller delivers them in order.
class Batch {
 public:
    using Keep = std::function<void(std::size_t, const Equilibrium&)>;

    Batch(const CaseInputs& inputs, const BatchOptions& options, const Keep& keep)
        : inputs_(inputs),
          options_(options),
          keep_(keep),
          rows_(inputs.table().rows),
          done_((rows_ + rows_a_chunk - 1) / rows_a_chunk, unfinished)
    {
    }

    std::size_t run(const std::function<void(std::size_t)>& deliver)
    {
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const std::size_t wanted = options_.threads > 0 ? static_cast<std::size_t>(options_.threads) : cores;
        working_ = std::min(wanted, std::max<std::size_t>(1, done_.size()));
        std::vector<std::jthread> threads;
        for (std::size_t i = working_; i > 0; --i)
            threads.emplace_back([this] { work(); });

        std::size_t delivered = 0;
        try {
            for (std::size_t chunk = 0; chunk < done_.size(); ++chunk) {
                const std::size_t count = wait_for(chunk);
                for (std::size_t i = 0; i < count; ++i)
                    deliver(delivered++);
                if (count < rows_in(chunk)) break;
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
        return delivered;
    }

 private:
    static constexpr std::size_t unfinished = static_cast<std::size_t>(-1);

    std::size_t rows_in(std::size_t chunk) const
    {
        return std::min(rows_a_chunk, rows_ - chunk * rows_a_chunk);
    }

    bool stopped() const
    {
        return abandoned_ || (options_.stop && options_.stop->load(std::memory_order_relaxed));
    }

    void abandon(std::exception_ptr failure)
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(failure);
        abandoned_ = true;
        changed_.notify_all();
    }

    /// How many rows of the chunk were solved: fewer than all, perhaps none, where the batch was stopped.
    std::size_t wait_for(std::size_t chunk)
    {
        std::unique_lock lock(mutex_);
        delivering_ = chunk;
        changed_.notify_all();
        changed_.wait(lock, [&] { return done_[chunk] != unfinished || working_ == 0 || failure_; });
        return failure_ || done_[chunk] == unfinished ? 0 : done_[chunk];
    }

    std::optional<std::size_t> take_chunk()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(
            lock, [&] { return stopped() || next_ == done_.size() || next_ < delivering_ + chunks_ahead; });
        if (stopped() || next_ == done_.size()) return std::nullopt;
        return next_++;
    }

    void work()
    {
        try {
            RowSolver solver(inputs_, options_.solve);
            while (const auto chunk = take_chunk()) {
                std::size_t count = 0;
                for (; count < rows_in(*chunk) && !stopped(); ++count) {
                    const std::size_t row = *chunk * rows_a_chunk + count;
                    keep_(row, solver.solve(row));
                }
                const std::lock_guard lock(mutex_);
                done_[*chunk] = count;
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
    const BatchOptions& options_;
    const Keep& keep_;
    const std::size_t rows_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::size_t> done_;  // rows solved of each chunk
    std::size_t next_ = 0, delivering_ = 0, working_ = 0;
    std::atomic<bool> abandoned_ = false;
    std::exception_ptr failure_;
};

/// A number of a sequence, as it arrives row by row.
struct SequenceInput {
    Solver::Input input;
    std::vector<double> values;
};

/// The cells, with what the file says where they are empty.
std::vector<double> filled_in(std::vector<double> cells, double given)
{
    for (double& cell : cells)
        if (std::isnan(cell)) cell = given;
    return cells;
}

/// Why rows cannot follow one another; empty where they can.
std::string sequence_mistake(const Manipulator& m, const CaseColumn& column, const Solver::Input& input,
                             const Solver& solver, DriveNumber::Role role)
{
    if (column.is_text) return "holds text; the rows of a sequence change numbers only";
    if (input.index < 0) return solver.mistake();
    if (role == DriveNumber::Role::play || role == DriveNumber::Role::relaxation)
        return "is how a drive remembers the rows before; expected one value for all rows, in the file";
    const bool walls = std::any_of(m.constraints.begin(), m.constraints.end(),
                                   [](const Constraint& c) { return std::holds_alternative<Plane>(c); });
    if (walls && input.cost != InputCost::store)
        return "changes what is built, and a wall would forget what happened to it; rows may change loads, "
               "currents, dipoles, gravity and fields of a chain";
    return "";
}

}  // namespace

std::size_t solve_cases(const CaseInputs& inputs, const BatchOptions& options,
                        const std::function<void(std::size_t, const Equilibrium&)>& keep,
                        const std::function<void(std::size_t)>& deliver)
{
    return Batch(inputs, options, keep).run(deliver);
}

std::size_t solve_sequence(const CaseInputs& inputs, const BatchOptions& options,
                           const std::function<void(std::size_t, const Equilibrium&)>& keep,
                           const std::function<void(std::size_t)>& deliver)
{
    const CaseTable& table = inputs.table();
    Solver solver(inputs.base(), options.solve);
    Manipulator named = inputs.base();  // paths are resolved in it
    const std::vector<double> times =
        drives_relax(named) ? times_of_rows(table) : std::vector<double>(table.rows, 0.0);
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
        columns.push_back({input, filled_in(column.values, solver.get(input))});
        if (drive.role == DriveNumber::Role::command)
            remember(memory_of(named, drive.attachment), times, columns.back().values);
    }
    std::size_t row = 0;
    for (; row < table.rows && !(options.stop && options.stop->load()); ++row) {
        for (const SequenceInput& each : columns)
            solver.set(each.input, each.values[row]);
        keep(row, solver.solve());
        deliver(row);
    }
    return row;
}

}  // namespace supple
