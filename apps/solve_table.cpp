#include "progress.hpp"
#include "solve.hpp"

#include <supple/analysis/idle.hpp>
#include <supple/io/case_answers.hpp>
#include <supple/result/verdict.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <map>
#include <optional>

namespace supple::app {
namespace {

using Clock = std::chrono::steady_clock;

std::string shown_head(const CaseAnswers& answers)
{
    std::string line = fmt::format("{:<12} {:>10} {:>10} {:>10}", "case", "x [mm]", "y [mm]", "z [mm]");
    for (const Reaction& reaction : answers.reactions())
        line += fmt::format(" {:>14}", fmt::format("|{}| [mN]", reaction.name));
    return line + "  status\n";
}

std::string shown_row(const CaseAnswers& answers, const std::string& label, const Equilibrium& eq)
{
    const auto cell = [](double value, int width) {
        return std::isfinite(value) ? fmt::format(" {:>{}.3f}", std::abs(value) < 5e-4 ? 0.0 : value, width)
                                    : fmt::format(" {:>{}}", "-", width);
    };
    const bool told = answers.tells(eq);
    std::string line = fmt::format("{:<12}", label);
    for (int i = 0; i < 3; ++i)
        line += cell(told ? 1e3 * eq.tip().position()[i] : std::nan(""), 10);
    for (std::size_t i = 0; i < answers.reactions().size(); ++i)
        line += cell(told ? 1e3 * eq.reactions[i].force.norm() : std::nan(""), 14);
    const bool snapped = eq.snapped && claims_balance(eq.status);
    return line + fmt::format("  {}\n", ended_in_words(eq.status, snapped, eq.message));
}

/// Where the rows are that were written before the end.
std::string kept_in_part(const std::optional<CaseFile>& file)
{
    if (!file || file->rows() == 0) return "";
    return fmt::format("; the first {} are in {}", file->rows(), file->part().string());
}

/// The file of answers has no room, or no name to be had.
struct NotWritten : InputError {
    using InputError::InputError;
};

void in_file(const std::function<void()>& write)
{
    try {
        write();
    } catch (const InputError& error) {
        throw NotWritten(error.what());
    }
}

struct Extent {
    std::size_t asked = 0, done = 0;
    double seconds = 0.0;
};

/// The exit code, with what went wrong on stderr.
int conclude(const SolveOptions& options, const std::map<Status, std::size_t>& failed, const Extent& extent,
             const std::string& kept)
{
    std::vector<std::string> counts;
    std::size_t failures = 0;
    for (const auto& [status, count] : failed) {
        failures += count;
        counts.push_back(fmt::format("{} {}", count, name(status)));
    }
    if (!options.json)
        fmt::print("{} of {} cases converged in {:.3g} s ({:.0f} a second)\n", extent.done - failures,
                   extent.asked, extent.seconds, static_cast<double>(extent.done) / extent.seconds);
    if (extent.done < extent.asked) {
        print_error(fmt::format("interrupted after {} of {} cases{}", extent.done, extent.asked, kept));
        return app::interrupted;
    }
    if (failures == 0) return app::done;
    print_error(fmt::format("{}: {} of {} cases failed: {}", options.cases, failures, extent.done,
                            fmt::join(counts, ", ")));
    return failed_cases;
}

}  // namespace

int solve_table(const SolveOptions& options, ModelDocument document)
{
    const auto source = open_cases(options.cases);
    const CaseInputs inputs(std::move(document), source->head());
    const std::size_t asked = inputs.table().rows;
    if (asked == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", options.cases));
    const bool to_lines = options.out.ends_with(".jsonl"), text = !options.json && !options.quiet;
    const CaseAnswers answers(
        inputs, {.table = !options.out.empty() && !to_lines, .lines = options.json || to_lines});
    if (!answers.foreign().empty()) print_note(answers.foreign());
    for (const std::string& sentence : idle_parts(inputs.base()))
        print_note(sentence);
    std::optional<CaseFile> file;
    if (!options.out.empty() && !write_safely([&] { file.emplace(options.out, answers); })) return bad_usage;
    const auto start = Clock::now();
    // Rows that scroll by on the terminal are progress enough.
    const bool scrolls = (text || options.json) && isatty(STDOUT_FILENO) != 0;
    Progress progress(asked, !options.quiet && !scrolls);
    if (text) print_now(shown_head(answers));

    std::map<Status, std::size_t> failed;
    const auto keep = [&](CaseBlock& block, std::size_t row, const Equilibrium& eq) {
        answers.keep(block, row, eq);
        if (text) block.shown += shown_row(answers, case_label(block.rows, row), eq);
    };
    const auto deliver = [&](const CaseBlock& block, std::size_t solved) {
        for (const KeptRow& row : block.kept)
            if (row.status != Status::converged) ++failed[row.status];
        if (file) in_file([&] { file->add(block); });
        if (options.json) print_now(block.lines);
        if (text) print_now(block.shown);
        progress.show(block.rows.first + solved);
    };
    const WatchInterrupts watch;
    const BatchOptions batch{solve_options(options), options.threads, &interrupt_asked};
    std::size_t done = 0;
    try {
        done = options.sequence ? solve_sequence(inputs, *source, batch, {keep, deliver})
                                : solve_cases(inputs, *source, batch, {keep, deliver});
        if (file && done == asked) in_file([&] { file->finish(); });
    } catch (const NotWritten& error) {
        progress.clear();
        print_error(error.what() + kept_in_part(file));
        return bad_usage;
    } catch (...) {
        progress.clear();
        if (const std::string kept = kept_in_part(file); !kept.empty()) print_note(kept.substr(2));
        throw;
    }
    progress.clear();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return conclude(options, failed, {asked, done, seconds}, kept_in_part(file));
}

}  // namespace supple::app
