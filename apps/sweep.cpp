#include "command.hpp"
#include "progress.hpp"

#include <supple/analysis/idle.hpp>
#include <supple/io/sweep.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
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
    if (!request.shard.empty())
        print_note(fmt::format("this share is done and lies in {}; --merge puts {} together when all are",
                               folder, request.out));
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
    }
    ModelDocument document = open_chosen(request.file, request.model, request.settings, {request.out});
    const std::string model = model_identity(document);
    const auto source = open_cases(request.cases);
    const CaseInputs inputs(std::move(document), source->head());
    if (inputs.table().rows == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", request.cases));
    const CaseAnswers answers(inputs, {.table = true, .outputs = request.outputs});
    if (!answers.foreign().empty()) print_note(answers.foreign());
    for (const std::string& sentence : idle_parts(inputs.base()))
        print_note(sentence);
    SweepBody body =
        solving_body(inputs, {.arc_length = request.arc_length, .eigenvalue = request.eigenvalue}, answers);
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
    } catch (...) {
        if (progress) progress->clear();
        throw;
    }
    progress->clear();
    return conclude(request, *report, std::chrono::duration<double>(Clock::now() - start).count());
}

}  // namespace

int run_sweep(const SweepRequest& request)
{
    const std::string mistake =
        out_mistake(request.out, {".csv"}, {request.file, request.cases}, " for a sweep");
    return run_checked(mistake, [&request] { return sweep_file(request); });
}

}  // namespace supple::app
