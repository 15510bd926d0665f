#include "progress.hpp"
#include "solve.hpp"

#include <supple/io/file.hpp>
#include <supple/io/result_columns.hpp>
#include <supple/io/result_json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <map>

namespace supple::app {
namespace {

using Clock = std::chrono::steady_clock;

/// What is kept of a row until it is written.
struct Row {
    Status status = Status::invalid;
    std::string message;
    std::string json;            ///< one line
    std::vector<double> values;  ///< of the result's columns
};

class TableRun {
 public:
    TableRun(const SolveOptions& options, CaseInputs inputs) : options_(options), inputs_(std::move(inputs))
    {
        // What a result of this model tells, and in which order, is read off one without loads.
        Manipulator bare = inputs_.base();
        bare.loads.clear();
        Equilibrium told;
        solve_case(bare, {}, told);
        for (const Reaction& reaction : told.reactions)
            reactions_.push_back(reaction.name);
        for (const StationPose& station : told.stations)
            stations_.push_back(station.name);
        for (const DriveState& drive : told.drives)
            drives_.push_back({drive.name, drive.tensions.size()});
        columns_ = result_columns(stations_, reactions_, drives_);
        rows_.resize(inputs_.table().rows);
    }

    int run()
    {
        const bool text = !options_.json && !options_.quiet;
        const bool lines = options_.json || to_lines();
        const auto start = Clock::now();
        // Rows that scroll by on the terminal are progress enough.
        const bool scrolls = (text || options_.json) && isatty(STDOUT_FILENO) != 0;
        Progress progress(rows_.size(), !options_.quiet && !scrolls);
        if (text) print_head();
        const auto keep = [&](std::size_t row, const Equilibrium& eq) {
            rows_[row].status = eq.status;
            rows_[row].message = eq.message;
            if (lines) rows_[row].json = to_json_line(eq, "solve", row + 1);
            if (!options_.json || !options_.out.empty())
                rows_[row].values = result_values(eq, stations_, reactions_, drives_);
        };
        const auto deliver = [&](std::size_t row) {
            if (rows_[row].status != Status::converged) ++failed_[rows_[row].status];
            if (options_.json) fmt::print("{}", rows_[row].json);
            if (text) print_row(row);
            if (!to_lines()) rows_[row].json = {};
            progress.show(row + 1);
        };
        const WatchInterrupts watch;
        const BatchOptions batch{options_.how(), options_.threads, &interrupt_asked};
        const std::size_t done = options_.sequence ? solve_sequence(inputs_, batch, keep, deliver)
                                                   : solve_cases(inputs_, batch, keep, deliver);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        progress.clear();
        rows_.resize(done);
        const bool written = options_.out.empty() || write_safely([&] { write_out(); });
        const int code = conclude(seconds);
        return written ? code : bad_usage;
    }

 private:
    bool to_lines() const { return options_.out.ends_with(".jsonl"); }

    const CaseColumn* labels() const { return inputs_.table().find("case"); }

    std::string label(std::size_t row) const
    {
        const CaseColumn* column = labels();
        if (column && column->is_text && !column->texts[row].empty()) return column->texts[row];
        if (column && !column->is_text && !std::isnan(column->values[row]))
            return format_number(column->values[row]);
        return fmt::format("{}", row + 1);
    }

    void print_head() const
    {
        fmt::print("{:<12} {:>10} {:>10} {:>10}", "case", "x [mm]", "y [mm]", "z [mm]");
        for (const std::string& name : reactions_)
            fmt::print(" {:>14}", fmt::format("|{}| [mN]", name));
        fmt::print("  status\n");
    }

    void print_row(std::size_t row) const
    {
        const Row& one = rows_[row];
        const auto cell = [](double value, int width) {
            return std::isnan(value) ? fmt::format("{:>{}}", "-", width)
                                     : fmt::format("{:>{}.3f}", std::abs(value) < 5e-4 ? 0.0 : value, width);
        };
        fmt::print("{:<12}", label(row));
        for (std::size_t i = 0; i < 3; ++i)
            fmt::print(" {}", cell(1e3 * one.values[i], 10));
        for (std::size_t i = 0; i < reactions_.size(); ++i) {
            const double* f = &one.values[7 * (stations_.size() + 1) + 6 * i];
            fmt::print(" {}", cell(1e3 * std::hypot(f[0], f[1], f[2]), 14));
        }
        fmt::print("  {}{}\n", name(one.status), one.message.empty() ? "" : ": " + one.message);
    }

    /// The table as it was given, then what was computed. Results that the table brought along stay as
    /// given.*.
    CaseTable answer() const
    {
        CaseTable table{.file_name = options_.out};
        table.rows = rows_.size();
        for (const CaseColumn& given : inputs_.table().columns) {
            CaseColumn column = given;
            column.texts.resize(std::min(column.texts.size(), rows_.size()));
            column.values.resize(std::min(column.values.size(), rows_.size()));
            if (column_role(column.path) == ColumnRole::output && !column.path.starts_with("given."))
                column.path = "given." + column.path;
            if (table.find(column.path) == nullptr) table.columns.push_back(std::move(column));
        }
        CaseColumn status{.path = "status", .is_text = true}, message{.path = "message", .is_text = true};
        for (const Row& row : rows_) {
            status.texts.emplace_back(name(row.status));
            message.texts.push_back(row.message);
        }
        table.columns.push_back(std::move(status));
        if (!failed_.empty()) table.columns.push_back(std::move(message));
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            std::vector<double> values;
            for (const Row& row : rows_)
                values.push_back(std::isfinite(row.values[i]) ? row.values[i] : std::nan(""));
            add_column(table, columns_[i].path, columns_[i].unit, std::move(values));
        }
        return table;
    }

    void write_out() const
    {
        if (!to_lines()) return write_case_table(answer(), options_.out);
        std::string text;
        for (const Row& row : rows_)
            text += row.json;
        write_file(options_.out, text);
    }

    int conclude(double seconds) const
    {
        const std::size_t asked = inputs_.table().rows, done = rows_.size();
        std::vector<std::string> counts;
        std::size_t failures = 0;
        for (const auto& [status, count] : failed_) {
            failures += count;
            counts.push_back(fmt::format("{} {}", count, name(status)));
        }
        if (!options_.json) {
            fmt::print("{} of {} cases converged in {:.3g} s ({:.0f} a second)\n", done - failures, asked,
                       seconds, static_cast<double>(done) / seconds);
        }
        if (done < asked && interrupt_asked) {
            print_error(fmt::format("interrupted after {} of {} cases", done, asked));
            return app::interrupted;
        }
        if (failures == 0) return app::done;
        print_error(fmt::format("{}: {} of {} cases failed: {}", options_.cases, failures, done,
                                fmt::join(counts, ", ")));
        return failed_cases;
    }

    const SolveOptions& options_;
    CaseInputs inputs_;
    std::vector<std::string> stations_, reactions_;
    std::vector<DriveColumns> drives_;
    std::vector<ResultColumn> columns_;
    std::vector<Row> rows_;
    std::map<Status, std::size_t> failed_;
};

}  // namespace

int solve_table(const SolveOptions& options, ModelDocument document)
{
    CaseInputs inputs(std::move(document), read_case_table(options.cases));
    if (inputs.table().rows == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", options.cases));
    return TableRun(options, std::move(inputs)).run();
}

}  // namespace supple::app
