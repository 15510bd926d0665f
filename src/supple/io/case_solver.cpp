#include <supple/analysis/batch.hpp>
#include <supple/io/case_solver.hpp>
#include <supple/io/drive_memory.hpp>
#include <supple/io/moving_clamp.hpp>
#include <supple/rod/surfaces.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>

namespace supple {
namespace {

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

/// For tests of what becomes of the others: the line whose row ends the program; 0: none.
std::size_t crash_line()
{
    const char* text = std::getenv("SUPPLE_CRASH_AT_LINE");
    return text ? std::strtoul(text, nullptr, 10) : 0;
}

/// Solves rows from rest, some at once. Where all columns are numbers that a solver stores (loads, currents,
/// fields), the model is built once; else for each row.
class RowSolver final : public RowWork {
 public:
    RowSolver(const CaseInputs& inputs, const SolveOptions& options, const CaseSink& sink,
              std::shared_ptr<const FailedLines> failed)
        : inputs_(inputs),
          options_(options),
          sink_(sink),
          failed_(std::move(failed)),
          manipulator_(inputs.base()),
          rows_(inputs, manipulator_)
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

    std::size_t width() const override { return batch_ ? static_cast<std::size_t>(batch_->width()) : 1; }

    void work(CaseBlock& block, std::size_t first, std::size_t count) override
    {
        if (crash_line_ == 0 && failed_->empty()) return solve(block, first, count);
        // Rows that are not to be solved are left out; no other row notices.
        for (std::size_t row = first; row < first + count; ++row) {
            const std::size_t line = block.rows.line_of(row);
            const auto failed = failed_->find(line);
            if (failed == failed_->end()) {
                if (line == crash_line_) std::abort();
                solve(block, row, 1);
                continue;
            }
            equilibrium_ = {};
            equilibrium_.model = type_name(inputs_.base().model);
            equilibrium_.status = Status::not_converged;
            equilibrium_.message = failed->second;
            sink_.keep(block, row, equilibrium_);
        }
    }

 private:
    void solve(CaseBlock& block, std::size_t first, std::size_t count)
    {
        if (!batch_) {
            solve_one(block.rows, first);
            sink_.keep(block, first, equilibrium_);
            return;
        }
        for (std::size_t k = 0; k < count; ++k) {
            for (const ColumnInput& each : stored_)
                batch_->set(static_cast<int>(k), each.input, each.value(block.rows, first + k));
        }
        batch_->solve(static_cast<int>(count));
        for (std::size_t k = 0; k < count; ++k)
            sink_.keep(block, first + k, batch_->equilibrium(static_cast<int>(k)));
    }

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
    SolveOptions options_;
    CaseSink sink_;
    std::shared_ptr<const FailedLines> failed_;
    std::size_t crash_line_ = crash_line();
    Manipulator manipulator_;
    CaseRows rows_;
    Equilibrium equilibrium_;
    std::optional<BatchSolver> batch_;
    std::vector<ColumnInput> stored_;
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
    return work_rows(source, {options.threads, options.stop}, row_solvers(inputs, options.solve, sink),
                     sink.deliver);
}

std::function<std::unique_ptr<RowWork>()> row_solvers(const CaseInputs& inputs, const SolveOptions& options,
                                                      CaseSink sink, FailedLines failed)
{
    return [&inputs, options, sink = std::move(sink),
            failed = std::make_shared<const FailedLines>(std::move(failed))]() -> std::unique_ptr<RowWork> {
        return std::make_unique<RowSolver>(inputs, options, sink, failed);
    };
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
        block.clear_answers();
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
