#include <supple/fields/writer.hpp>
#include <supple/io/error.hpp>
#include <supple/io/sweep.hpp>
#include <supple/lanes/kernel.hpp>
#include <supple/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;

/// Rows that take about a second, so that little is lost in a crash; more where there would be too many
/// files, fewer where every share is to have some.
std::size_t chosen_rows_in_shard(RowSource& source, const SweepBody& body, const SweepOptions& options)
{
    constexpr double seconds = 1.0, trial_seconds = 0.2;
    constexpr std::size_t trial_rows = 64, most_rows = 16'384, most_shards = 4096;
    const std::size_t rows = source.head().rows;
    const std::unique_ptr<RowWork> work = body.worker();
    CaseBlock block;
    source.go_to(0);
    if (!source.next(block.rows, trial_rows)) return 1;
    const auto start = Clock::now();
    double spent = 0.0;
    std::size_t tried = 0;
    while (tried < block.rows.rows && spent < trial_seconds) {
        const std::size_t count = std::min(work->width(), block.rows.rows - tried);
        work->work(block, tried, count);
        tried += count;
        spent = std::chrono::duration<double>(Clock::now() - start).count();
    }
    const double cost = std::max(spent, 1e-9) / static_cast<double>(tried);
    const auto by_cost = static_cast<std::size_t>(std::clamp(seconds / cost, 1.0, double{most_rows}));
    const std::size_t by_share = std::max<std::size_t>(1, rows / (4 * options.share.count));
    // A power of two, so that halves of a shard are shards of a finer plan.
    return std::bit_floor(std::max(std::min(by_cost, by_share), (rows + most_shards - 1) / most_shards));
}

/// The result, put together beside the shards. As long as no row has failed, shards are added while others
/// are made; where one has, or there was no room, it begins again at the end.
class Result {
 public:
    Result(const SweepFolder& folder, const SweepPlan& plan, const SweepBody& body)
        : folder_(folder), plan_(plan), body_(body), file_(folder.joined())
    {
    }

    /// The first shards, so many, are whole.
    void has(std::size_t shards)
    {
        if (body_.conclude || !plain_) return;
        try {
            add_plain(shards);
        } catch (const InputError&) {
            plain_ = false;
        }
    }

    void finish(const std::filesystem::path& out)
    {
        if (body_.conclude) {
            add(body_.conclude(paths()));
        } else if (!plain_ || !add_plain(plan_.shards())) {
            file_.cut(0);
            next_ = 0;
            plain_ = true;
            if (!add_plain(plan_.shards())) add_with_messages();
        }
        file_.sync();
        file_.finish();
        std::error_code code;
        std::filesystem::rename(folder_.joined(), followed(out), code);
        if (code) throw InputError(fmt::format("{}: cannot be written: {}", out.string(), code.message()));
    }

 private:
    void add(std::string_view text)
    {
        if (file_.add(text) < text.size()) file_.refuse_to_grow();
    }

    std::vector<std::filesystem::path> paths() const
    {
        std::vector<std::filesystem::path> all;
        for (std::size_t number = 0; number < plan_.shards(); ++number)
            all.push_back(folder_.shard(number));
        return all;
    }

    ShardEnd end_of(std::size_t number) const
    {
        const auto end = end_of_shard(folder_.shard(number));
        if (!end) throw InputError(fmt::format("{}: is not there any more", folder_.shard(number).string()));
        return *end;
    }

    /// Shards as they are, up to that one; false where a row has a message.
    bool add_plain(std::size_t shards)
    {
        if (next_ == 0 && shards > 0 && file_.size() == 0) add(body_.header(false));
        for (; plain_ && next_ < shards; ++next_) {
            const ShardEnd end = end_of(next_);
            plain_ = !end.has_messages();
            if (!plain_) break;
            file_.add_file(folder_.shard(next_), end.bytes);
        }
        return plain_;
    }

    void add_with_messages()
    {
        file_.cut(0);
        add(body_.header(true));
        for (std::size_t number = 0; number < plan_.shards(); ++number) {
            // Rows before the first that failed get an empty cell for the message.
            const ShardEnd end = end_of(number);
            MessageCells cells(body_.cells_before_message);
            std::size_t without = end.without;
            std::string changed;
            read_beginning(folder_.shard(number), end.bytes, [&](std::string_view piece) {
                const std::string_view bare = piece.substr(0, std::min(without, piece.size()));
                without -= bare.size();
                changed.clear();
                cells.add(bare, changed);
                add(changed);
                add(piece.substr(bare.size()));
            });
        }
    }

    const SweepFolder& folder_;
    const SweepPlan& plan_;
    const SweepBody& body_;
    GrowingFile file_;
    std::size_t next_ = 0;  ///< shard to be added
    bool plain_ = true;     ///< what was added is right, and can go on
};

/// The shards of a sweep in the order of their rows: those that are whole, and those to be made.
class Shards {
 public:
    Shards(SweepFolder& folder, const SweepPlan& plan, std::size_t begin, std::size_t end)
        : folder_(folder), plan_(plan)
    {
        for (std::size_t number = begin; number < end; ++number) {
            const RowRange range = plan.range(number);
            auto whole = whole_shard(folder.shard(number));
            if (whole && rows_in(whole->statuses) != range.end - range.begin) whole.reset();
            if (whole)
                add_counts(statuses, whole->statuses);
            else
                missing.push_back(number);
        }
    }

    /// Makes the missing ones. @returns whether all were made
    bool make(RowSource& source, const SweepBody& body, const SweepOptions& options, Result* result)
    {
        std::vector<RowRange> ranges;
        for (const std::size_t number : missing)
            ranges.push_back(plan_.range(number));
        const auto rows = ranges_of(source, std::move(ranges));
        std::size_t next = 0;
        std::optional<ShardWriter> writer;
        std::unique_ptr<ShardText> text;
        const auto deliver = [&](const CaseBlock& block, std::size_t) {
            const std::size_t number = missing.at(next);
            const RowRange range = plan_.range(number);
            if (!writer) {
                writer.emplace(folder_.shard(number));
                if (body.condense) text = body.condense();
            }
            if (text) {
                writer->count(block);
                text->add(block);
            } else {
                writer->add(block);
            }
            for (const KeptRow& row : block.kept)
                ++count_of(statuses, row.status);
            if (writer->rows() == range.end - range.begin) {
                if (text) writer->add_text(text->end());
                writer->finish();
                writer.reset();
                ++next;
                if (result) result->has(number + 1);
            }
            if (options.told) options.told(rows_in(statuses));
        };
        work_rows(*rows, options.engine, body.worker, deliver);
        // Rows of the shard that was not finished are done anew.
        if (writer) statuses_lost(*writer);
        return next == missing.size();
    }

    std::vector<std::size_t> missing;
    StatusCounts statuses{};  ///< of the rows that are done

 private:
    void statuses_lost(const ShardWriter& writer)
    {
        for (std::size_t i = 0; i < statuses.size(); ++i)
            statuses[i] -= writer.statuses()[i];
    }

    SweepFolder& folder_;
    const SweepPlan& plan_;
};

/// Which shards are missing, for a person: "3, 7 to 9".
std::string numbers_in_words(const std::vector<std::size_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (text.size() > 80) return text + ", ...";
        text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
        if (last > i) text += fmt::format(" to {}", numbers[last]);
        i = last + 1;
    }
    return text;
}

}  // namespace

SweepReport sweep(RowSource& source, const SweepBody& body, const std::filesystem::path& out,
                  const SweepOptions& options)
{
    SweepPlan wanted{{{"program", version}, {"cases", source.identity()}}, source.head().rows};
    wanted.same.insert(wanted.same.end(), body.same.begin(), body.same.end());

    SweepFolder folder(out, options.task == SweepTask::share, options.share);
    if (options.fresh) folder.clear();
    const SweepPlan plan = folder.plan([&] {
        if (options.task == SweepTask::merge)
            throw InputError(fmt::format("{}: holds no sweep to merge; do its shards first: --shard 1/8",
                                         folder.path().string()));
        wanted.rows_in_shard =
            options.rows_in_shard > 0 ? options.rows_in_shard : chosen_rows_in_shard(source, body, options);
        return wanted;
    });
    if (const std::string differ = differences(plan, wanted); !differ.empty())
        throw InputError(
            fmt::format("{}: holds another sweep; what differs: {}; choose another --out, or drop "
                        "what was done there with --fresh",
                        folder.path().string(), differ));

    const bool all = options.task != SweepTask::share;
    const std::size_t begin = all ? 0 : options.share.begin(plan.shards()),
                      end = all ? plan.shards() : options.share.end(plan.shards());
    Shards shards(folder, plan, begin, end);
    SweepReport report;
    report.asked = end > begin ? plan.range(end - 1).end - plan.range(begin).begin : 0;
    report.before = rows_in(shards.statuses);
    report.rows_in_shard = plan.rows_in_shard;
    if (options.began) options.began(report.before, report.asked);
    if (options.task == SweepTask::merge && !shards.missing.empty())
        throw InputError(fmt::format("{}: {} of {} cases are not done; missing are shards {} of 0 to {}",
                                     folder.path().string(), report.asked - report.before, report.asked,
                                     numbers_in_words(shards.missing), plan.shards() - 1));
    if (options.task == SweepTask::plan) {
        report.statuses = shards.statuses;
        return report;
    }
    std::optional<Result> result;
    if (all) result.emplace(folder, plan, body);
    const bool complete =
        shards.missing.empty() || shards.make(source, body, options, result ? &*result : nullptr);
    report.statuses = shards.statuses;
    report.stopped = !complete;
    if (!complete || !all) return report;
    result->finish(out);
    folder.remove();
    return report;
}

SweepBody solving_body(const CaseInputs& inputs, const SolveOptions& solve, const CaseAnswers& answers,
                       const FailedLines& failed)
{
    SweepBody body;
    const auto keep = [&answers](CaseBlock& block, std::size_t row, const Equilibrium& eq) {
        answers.keep(block, row, eq);
    };
    body.worker = row_solvers(inputs, solve, {keep, {}}, failed);
    body.header = [&answers](bool messages) { return answers.header(messages); };
    body.cells_before_message = answers.cells_before_message();
    body.same = same_of_solving(solve);
    body.same.emplace_back("columns", fingerprint(answers.header(true)));
    return body;
}

std::vector<std::pair<std::string, std::string>> same_of_solving(const SolveOptions& solve)
{
    return {{"verb", "solve"},
            {"instructions", lanes::best_kernel().name},
            {"options",
             fmt::format("{}{}tolerance {}, {} iterations", solve.arc_length ? "continue, " : "",
                         solve.eigenvalue ? "stability, " : "", solve.tolerance, solve.max_iterations)}};
}

std::string model_identity(const ModelDocument& document)
{
    Fingerprint all;
    all.add(to_yaml(read_model(document)));
    for (const std::filesystem::path& path : side_files_of(document)) {
        FileReader file(path);
        for (std::string bytes; file.read(bytes); bytes.clear())
            all.add(bytes);
    }
    return all.text();
}

}  // namespace supple
