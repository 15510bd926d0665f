#include "command.hpp"
#include "progress.hpp"

#include <supple/analysis/idle.hpp>
#include <supple/io/made_cases.hpp>
#include <supple/io/sweep_reduce.hpp>
#include <supple/io/sweep_verbs.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>

namespace supple::app {
namespace {

using Clock = std::chrono::steady_clock;

/// "3/8" as the third of eight. @throws UsageError
ShardShare share_of(const std::string& text)
{
    const std::size_t slash = text.find('/');
    const auto number = [](const std::string& digits) {
        const bool good = !digits.empty() && digits.size() < 9 &&
                          digits.find_first_not_of("0123456789") == std::string::npos;
        return good ? std::stoul(digits) : 0UL;
    };
    const auto i = slash == std::string::npos ? 0UL : number(text.substr(0, slash)),
               n = slash == std::string::npos ? 0UL : number(text.substr(slash + 1));
    if (i == 0 || i > n)
        throw UsageError(fmt::format("--shard {}: expected I/N with I from 1 to N, as in --shard 3/8", text));
    return {i - 1, n};
}

int conclude(const SweepRequest& request, const SweepReport& report, double seconds)
{
    const std::size_t failed = failures_in(report.statuses);
    const auto here = static_cast<double>(report.done() - report.before);
    if (!request.quiet)
        fmt::print("{} of {} cases converged; {} done in {:.3g} s ({:.0f} a second)\n",
                   report.done() - failed, report.asked, report.done() - report.before, seconds,
                   here / seconds);
    const std::string folder = sweep_folder_of(request.out).string();
    if (report.stopped) {
        print_error(
            fmt::format("interrupted after {} of {} cases, which are kept in {}; the same command goes "
                        "on with the others",
                        report.done(), report.asked, folder));
        return interrupted;
    }
    if (!request.shard.empty() && !request.quiet)
        fmt::print("this share is done and lies in {}; --merge puts {} together when all are\n", folder,
                   request.out);
    if (failed == 0) return done;
    std::vector<std::string> counts;
    for (const Status status :
         {Status::unstable, Status::not_converged, Status::infeasible, Status::invalid}) {
        if (const std::size_t count = report.statuses[static_cast<std::size_t>(status)]; count > 0)
            counts.push_back(fmt::format("{} {}", count, name(status)));
    }
    print_error(fmt::format("{} of {} cases failed: {}", failed, report.done(), fmt::join(counts, ", ")));
    return failed_cases;
}

/// "7=the worker died": the row on line 7, and the reason. @throws UsageError
FailedLines failed_lines(const SweepRequest& request)
{
    FailedLines lines;
    for (const std::string& text : request.failed) {
        const std::size_t equals = text.find('=');
        const std::string digits = text.substr(0, equals);
        if (equals == std::string::npos || digits.empty() || digits.size() > 18 ||
            digits.find_first_not_of("0123456789") != std::string::npos)
            throw UsageError(
                fmt::format("--failed {}: expected LINE=REASON, as in --failed '7=ran out of memory'", text));
        lines[std::stoul(digits)] = text.substr(equals + 1);
    }
    return lines;
}

/// @throws UsageError for verbs of which no row can be made, and for options that they do not have
SweepVerb verb_of(const SweepRequest& request)
{
    if (request.verb == "steer")
        throw UsageError("--do steer: a table of targets is followed by supple steer FILE --path TABLE.csv");
    if (request.verb == "estimate")
        throw UsageError("--do estimate: its data are a file for each case; give supple estimate for each");
    if (!request.reductions.empty() || !request.failed.empty() || request.arc_length || request.eigenvalue)
        throw UsageError(fmt::format(
            "--do {}: --reduce, --failed, --continue and --stability are those of solve", request.verb));
    return request.verb == "simulate" ? SweepVerb::simulate : SweepVerb::modes;
}

std::unique_ptr<RowSource> cases_of_request(const SweepRequest& request, const ModelDocument& document)
{
    const int given =
        (request.cases.empty() ? 0 : 1) + (request.grid.empty() ? 0 : 1) + (request.sample > 0 ? 1 : 0);
    if (given != 1)
        throw UsageError(
            "a sweep needs a table of cases, or --grid PATH=VALUES, or --sample N, and one of them");
    if (!request.grid.empty()) return grid_cases(request.grid);
    if (request.sample == 0)
        return open_cases(request.cases, std::filesystem::path(request.cases).filename().string());
    const DrawKind drawing = request.draw == "random"  ? DrawKind::random
                             : request.draw == "sobol" ? DrawKind::sobol
                                                       : DrawKind::latin;
    return sampled_cases(read_model(document), {request.sample, request.seed, drawing});
}

int sweep_file(const SweepRequest& request)
{
    SweepOptions options;
    options.engine = {request.threads, &interrupt_asked};
    options.fresh = request.fresh;
    if (!request.shard.empty()) {
        options.task = SweepTask::share;
        options.share = share_of(request.shard);
    } else if (request.merge) {
        options.task = SweepTask::merge;
    } else if (request.plan) {
        options.task = SweepTask::plan;
    }
    options.rows_in_shard = request.cases_in_shard;
    ModelDocument document = open_chosen(request.file, request.model, request.settings, {request.out});
    const std::string model = model_identity(document);
    const auto source = cases_of_request(request, document);
    const CaseInputs inputs(std::move(document), source->head());
    if (inputs.table().rows == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", request.cases));
    const supple::SolveOptions solve{.arc_length = request.arc_length, .eigenvalue = request.eigenvalue};
    const bool solves = request.verb == "solve";
    std::optional<CaseAnswers> answers;
    if (solves) {
        answers.emplace(inputs, CaseAnswers::Wanted{.table = true, .outputs = request.outputs});
        if (!answers->foreign().empty()) print_note(answers->foreign());
    }
    for (const std::string& sentence : idle_parts(inputs.base()))
        print_note(sentence);
    SweepBody body = !solves ? verb_body(inputs, verb_of(request), request.outputs)
                     : request.reductions.empty()
                         ? solving_body(inputs, solve, *answers, failed_lines(request))
                         : reducing_body(inputs, solve, request.reductions);
    body.same.emplace(body.same.begin(), "model", model);

    std::optional<Progress> progress;
    options.began = [&](std::size_t before, std::size_t asked) {
        if (before > 0 && !request.quiet && !request.merge)
            print_note(fmt::format("goes on: {} of {} cases were done before", before, asked));
        progress.emplace(asked, !request.quiet, "cases", before);
    };
    options.told = [&](std::size_t cases) { progress->show(cases); };
    const WatchInterrupts watch;
    const auto start = Clock::now();
    std::optional<SweepReport> report;
    try {
        report = sweep(*source, body, request.out, options);
    } catch (const InputError& error) {
        // The files that are read were understood before: it is the place of the result.
        if (progress) progress->clear();
        throw UsageError(error.what());
    }
    progress->clear();
    if (request.plan) return done;
    return conclude(request, *report, std::chrono::duration<double>(Clock::now() - start).count());
}

/// Hands over to the Python package, which knows how to speak with a scheduler.
int run_on_dask(const SweepRequest& request)
{
    static constexpr const char* handed_over =
        "import sys\n"
        "try:\n"
        "    import distributed\n"
        "    from supple._dask import main\n"
        "except ImportError as missing:\n"
        "    sys.exit(f'error: --dask needs the Python package of supple and Dask (Debian: "
        "python3-distributed): '\n"
        "             f'{missing}')\n"
        "sys.exit(main(sys.argv[1:]))\n";
    const char* debians = "/usr/bin/python3";  // for which the package is
    std::vector<std::string> words{access(debians, X_OK) == 0 ? debians : "python3", "-c", handed_over};
    words.insert(words.end(), request.words.begin(), request.words.end());
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    print_error(fmt::format("--dask: python3 cannot be started: {}", std::strerror(errno)));
    return bad_usage;
}

}  // namespace

int run_sweep(const SweepRequest& request)
{
    if (!request.dask.empty()) return run_on_dask(request);
    std::vector<std::string> read{request.file};
    if (!request.cases.empty()) read.push_back(request.cases);
    const std::string mistake =
        request.out.ends_with(".csv")
            ? out_mistake(request.out, {".csv"}, read)
            : fmt::format(
                  "--out {}: a sweep writes a table, .csv; .h5 and .parquet are written by supple.sweep of "
                  "the Python package",
                  request.out);
    return run_checked(mistake, [&request] { return sweep_file(request); });
}

}  // namespace supple::app
