#include "progress.hpp"
#include "solve.hpp"

#include <supple/io/case_answers.hpp>
#include <supple/io/file.hpp>
#include <supple/result/verdict.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <map>

namespace supple::app {
namespace {

using Clock = std::chrono::steady_clock;

void print_head(const CaseAnswers& answers)
{
    fmt::print("{:<12} {:>10} {:>10} {:>10}", "case", "x [mm]", "y [mm]", "z [mm]");
    for (const Reaction& reaction : answers.reactions())
        fmt::print(" {:>14}", fmt::format("|{}| [mN]", reaction.name));
    fmt::print("  status\n");
}

void print_row(const CaseAnswers& answers, std::size_t row)
{
    const auto cell = [](double value, int width) {
        return std::isnan(value) ? fmt::format("{:>{}}", "-", width)
                                 : fmt::format("{:>{}.3f}", std::abs(value) < 5e-4 ? 0.0 : value, width);
    };
    fmt::print("{:<12}", answers.label(row));
    for (const double x : answers.vector(row, OutputOf::tip, -1, OutputPart::position))
        fmt::print(" {}", cell(1e3 * x, 10));
    for (int i = 0; i < static_cast<int>(answers.reactions().size()); ++i)
        fmt::print(" {}",
                   cell(1e3 * answers.vector(row, OutputOf::reaction, i, OutputPart::force).norm(), 14));
    const CaseAnswers::Row& one = answers.row(row);
    fmt::print("  {}\n", ended_in_words(one.status, one.snapped, one.message));
}

/// The exit code, with what went wrong on stderr.
int conclude(const SolveOptions& options, const std::map<Status, std::size_t>& failed, std::size_t asked,
             std::size_t done, double seconds)
{
    std::vector<std::string> counts;
    std::size_t failures = 0;
    for (const auto& [status, count] : failed) {
        failures += count;
        counts.push_back(fmt::format("{} {}", count, name(status)));
    }
    if (!options.json) {
        fmt::print("{} of {} cases converged in {:.3g} s ({:.0f} a second)\n", done - failures, asked,
                   seconds, static_cast<double>(done) / seconds);
    }
    if (done < asked && interrupt_asked) {
        print_error(fmt::format("interrupted after {} of {} cases", done, asked));
        return app::interrupted;
    }
    if (failures == 0) return app::done;
    print_error(
        fmt::format("{}: {} of {} cases failed: {}", options.cases, failures, done, fmt::join(counts, ", ")));
    return failed_cases;
}

}  // namespace

int solve_table(const SolveOptions& options, ModelDocument document)
{
    const CaseInputs inputs(std::move(document), read_case_table(options.cases));
    const std::size_t asked = inputs.table().rows;
    if (asked == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", options.cases));
    const bool to_lines = options.out.ends_with(".jsonl"), text = !options.json && !options.quiet;
    CaseAnswers answers(
        inputs, {.numbers = text || !(options.out.empty() || to_lines), .lines = options.json || to_lines});
    const auto start = Clock::now();
    // Rows that scroll by on the terminal are progress enough.
    const bool scrolls = (text || options.json) && isatty(STDOUT_FILENO) != 0;
    Progress progress(asked, !options.quiet && !scrolls);
    if (text) print_head(answers);
    std::map<Status, std::size_t> failed;
    const auto keep = [&](std::size_t row, const Equilibrium& eq) { answers.keep(row, eq); };
    const auto deliver = [&](std::size_t row) {
        if (answers.row(row).status != Status::converged) ++failed[answers.row(row).status];
        if (options.json) fmt::print("{}", answers.row(row).json);
        if (text) print_row(answers, row);
        if (!to_lines) answers.row(row).json = {};
        progress.show(row + 1);
    };
    const WatchInterrupts watch;
    const BatchOptions batch{solve_options(options), options.threads, &interrupt_asked};
    const std::size_t done = options.sequence ? solve_sequence(inputs, batch, keep, deliver)
                                              : solve_cases(inputs, batch, keep, deliver);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    progress.clear();
    const auto write = [&] {
        if (!to_lines) return write_case_table(answers.table(options.out, done), options.out);
        std::string lines;
        for (std::size_t row = 0; row < done; ++row)
            lines += answers.row(row).json;
        write_file(options.out, lines);
    };
    const bool written = options.out.empty() || write_safely(write);
    const int code = conclude(options, failed, asked, done, seconds);
    return written ? code : bad_usage;
}

}  // namespace supple::app
