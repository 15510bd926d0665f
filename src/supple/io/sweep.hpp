/// @file
/// Many cases, in a way that survives: `supple sweep`.
///
///     rows ─▶ row engine ─▶ shards in R.csv.parts ─▶ joined as R.csv
///
/// A crash, a signal or a full disk loses the shard that is being written; the same call goes on behind the
/// shards that are whole. Laws (tests/io/test_sweep.cpp, tests/apps/test_sweep.py):
///   1. The result is the same bytes however often the sweep was ended, in how many shares it was done, and
///      on how many threads.
///   2. It is the table that CaseAnswers gives.
///   3. A sweep does not go on with another model, table, program or other options.
#pragma once

#include <supple/io/case_solver.hpp>
#include <supple/io/sweep_folder.hpp>

namespace supple {

/// What the rows of a shard come to, where they are not kept one by one.
class ShardText {
 public:
    virtual ~ShardText() = default;
    virtual void add(const CaseBlock& block) = 0;
    /// All of it, in lines.
    virtual std::string end() = 0;
};

/// What is done with each row, and how the rows are written.
struct SweepBody {
    /// Called once on each thread.
    std::function<std::unique_ptr<RowWork>()> worker;
    /// The first lines of the result, where rows have cells for messages and where not.
    std::function<std::string(bool messages)> header;
    std::size_t cells_before_message = 0;
    /// Where set, shards hold what these make of the rows, and the result is what `conclude` makes of shards.
    std::function<std::unique_ptr<ShardText>()> condense;
    std::function<std::string(const std::vector<std::filesystem::path>& shards)> conclude;
    /// What the shards hold: a name and a value each, for the manifest.
    std::vector<std::pair<std::string, std::string>> same;
};

enum class SweepTask {
    all,    ///< every shard that is missing, then the result
    share,  ///< the shards of one share
    merge,  ///< the result, of shards that others have made
    plan,   ///< the manifest alone, for a program that hands the shards out
};

struct SweepOptions {
    SweepTask task = SweepTask::all;
    ShardShare share{};
    bool fresh = false;  ///< drop what was done before
    EngineOptions engine{};
    std::size_t rows_in_shard = 0;  ///< 0: chosen by what a row costs

    std::function<void(std::size_t before, std::size_t asked)>
        began{};                                   ///< how many rows were done, of how many
    std::function<void(std::size_t done)> told{};  ///< how many rows are done
};

struct SweepReport {
    std::size_t asked = 0;    ///< rows, of this share
    std::size_t before = 0;   ///< done by earlier runs
    StatusCounts statuses{};  ///< of all rows that are done
    bool stopped = false;
    std::size_t rows_in_shard = 0;

    std::size_t done() const { return rows_in(statuses); }
};

/// @throws InputError where a file cannot be read or written, or the sweep is another one
SweepReport sweep(RowSource& source, const SweepBody& body, const std::filesystem::path& out,
                  const SweepOptions& options);

/// The body that solves each row for its equilibrium. @pre the inputs and the answers outlive it
SweepBody solving_body(const CaseInputs& inputs, const SolveOptions& solve, const CaseAnswers& answers,
                       const FailedLines& failed = {});

/// What makes two sweeps of solves different, but for their columns: for SweepBody::same.
std::vector<std::pair<std::string, std::string>> same_of_solving(const SolveOptions& solve);

/// A text that is the same for the same model only, with the files that it names.
std::string model_identity(const ModelDocument& document);

}  // namespace supple
