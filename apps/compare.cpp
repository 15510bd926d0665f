#include "output.hpp"
#include "progress.hpp"

#include <supple/io/case_comparison.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace supple::app {
namespace {

/// What was compared, in one of two ways.
struct Compared {
    Manipulator manipulator;
    std::optional<Comparison> file;        ///< the file itself
    std::optional<CasesComparison> cases;  ///< a table of cases
    std::size_t asked = 0;                 ///< cases, or models of a file
    bool measured = false;                 ///< the table has tips to compare with
    bool complete = true;                  ///< else interrupted
};

CandidateOptions candidate_options(const CompareRequest& request)
{
    CandidateOptions options;
    options.types = request.models;
    options.joints = request.joints;
    for (const std::string& word : request.layouts) {
        for (const JointLayout layout : joint_layouts())
            if (word == name(layout)) options.layouts.push_back(layout);
    }
    return options;
}

Compared compare_file(const CompareRequest& request, const ModelDocument& document)
{
    Compared compared;
    compared.manipulator = read_model(document);
    const auto tried = candidates(compared.manipulator, candidate_options(request));
    const WatchInterrupts watch;
    compared.file = compare(compared.manipulator, tried, {.stop = &interrupt_asked});
    compared.asked = tried.size();
    compared.complete = compared.file->models.size() == tried.size();
    return compared;
}

Compared compare_cases_of(const CompareRequest& request, ModelDocument document)
{
    const CaseInputs inputs(std::move(document), read_case_table(request.cases));
    if (inputs.table().rows == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", request.cases));
    const TableCases table = cases_of(inputs);
    if (!table.unused.empty())
        print_note(
            fmt::format("{}: compared with no model: {}", request.cases, fmt::join(table.unused, ", ")));

    Compared compared;
    compared.manipulator = inputs.base();
    compared.asked = table.source.rows;
    compared.measured = table.source.measured != nullptr;
    Progress progress(table.source.rows, !request.quiet);
    const WatchInterrupts watch;
    compared.cases =
        compare_cases(inputs.base(), candidates(inputs.base(), candidate_options(request)), table.source,
                      {request.threads, &interrupt_asked, [&](std::size_t done) { progress.show(done); }});
    progress.clear();
    compared.complete = compared.cases->done == table.source.rows;
    return compared;
}

/// The exit code, with what went wrong on stderr.
int conclude(const CompareRequest& request, const Compared& compared)
{
    std::size_t carried = 0, failed = 0;
    bool exact_failed = false;
    if (compared.file) {
        const Equilibrium& exact = compared.file->exact;
        exact_failed = exact.status != Status::converged;
        if (exact_failed)
            print_error(fmt::format("{}: {} is {}: {}", request.file, compared.file->judge.in_words(),
                                    name(exact.status), exact.message));
        for (const Judged& model : compared.file->models) {
            carried += model.model.reason.empty() ? 1 : 0;
            failed += model.model.reason.empty() && model.status != Status::converged ? 1 : 0;
        }
    } else {
        const CasesComparison& all = *compared.cases;
        exact_failed = all.exact.converged < all.done;
        if (exact_failed)
            print_error(fmt::format("{}: {} failed in {} of {} cases; {}", request.cases,
                                    all.judge.in_words(), all.done - all.exact.converged, all.done,
                                    all.exact.first_failure));
        for (const CasesJudged& model : all.models) {
            carried += model.model.reason.empty() ? 1 : 0;
            failed += model.model.reason.empty() && model.converged < all.done ? 1 : 0;
        }
    }
    if (failed > 0)
        print_error(
            fmt::format("{} of {} models failed{}", failed, carried, compared.cases ? " in some case" : ""));
    if (!compared.complete) {
        print_error(fmt::format("interrupted after {} of {} {}",
                                compared.file ? compared.file->models.size() : compared.cases->done,
                                compared.asked, compared.file ? "models" : "cases"));
        return interrupted;
    }
    if (carried == 0) {
        print_error(fmt::format("{}: none of the models asked for can carry it", request.file));
        return not_solved;
    }
    if (!exact_failed && failed == 0) return done;
    return compared.file ? not_solved : failed_cases;
}

}  // namespace

int run_compare(const CompareRequest& request)
{
    const auto work = [&request] {
        const ModelDocument document = open_chosen(request.file, "", request.settings, {request.out});
        const Compared compared =
            request.cases.empty() ? compare_file(request, document) : compare_cases_of(request, document);
        const double length = compared.manipulator.rod.length, tolerance = request.tolerance / 100.0;
        const ComparisonRecord record{.file = request.file,
                                      .length = length,
                                      .complete = compared.complete,
                                      .of_file = compared.file ? &*compared.file : nullptr,
                                      .of_cases = compared.cases ? &*compared.cases : nullptr,
                                      .asked = compared.asked,
                                      .measured = compared.measured,
                                      .tolerance = tolerance,
                                      .enough = compared.file ? joint_needs(*compared.file, length, tolerance)
                                                              : joint_needs(*compared.cases, tolerance)};
        fmt::print("{}", request.json ? to_json(record)
                                      : to_text(compared.manipulator, record, {.brief = request.quiet}));
        const auto told = [&](Describer& d) { describe(d, record); };
        const Output output{
            .command = "compare",
            .file = request.file,
            .document = document,
            .record =
                [&](const std::filesystem::path& path) {
                    write_described(path, told, "compare", "a comparison");
                },
            .json = [&](const Pieces& to) { json_pieces(told, "compare", to); },
            .text = [&] { return to_text(compared.manipulator, record); },
        };
        if (!write_output(request.out, output)) return static_cast<int>(bad_usage);
        return conclude(request, compared);
    };
    return run_checked(out_mistake(request.out, out_forms("compare"), {request.file, request.cases}), work);
}

}  // namespace supple::app
