#include <supple/io/error.hpp>
#include <supple/io/made_cases.hpp>
#include <supple/io/sweep_reduce.hpp>
#include <supple/io/sweep_verbs.hpp>

#include "support/files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace supple {
namespace test_sweep {

using test::TemporaryFolder;
using testing::HasSubstr;

ModelDocument rod()
{
    return {parse_document("supple: 1\nrod: {length: 80 mm, bending_stiffness: 20 N mm^2}\n"
                           "model: {type: isotropic-prb, segments: 1}\n"
                           "loads: [{at: tip, force: 1 2 3 mN}]\n",
                           "m.yaml"),
            {},
            false};
}

/// Loads, with lengths that are no lengths on some rows.
std::string table(int rows, int bad)
{
    std::string text = "case,loads.0.force.x [mN],rod.length [mm]\n";
    for (int i = 0; i < rows; ++i)
        text += fmt::format("\"c, {}\",{},{}\n", i, std::sin(i), i == bad ? -1 : 80);
    return text;
}

/// One sweep of a file of cases with the options.
SweepReport swept(const std::filesystem::path& cases, const std::filesystem::path& out,
                  const SweepOptions& options, const std::vector<std::string>& reductions = {})
{
    const auto source = open_cases(cases);
    const CaseInputs inputs(rod(), source->head());
    const CaseAnswers answers(inputs, {.table = true});
    const SweepBody body =
        reductions.empty() ? solving_body(inputs, {}, answers) : reducing_body(inputs, {}, reductions);
    return sweep(*source, body, out, options);
}

/// What CaseFile writes of the same rows.
std::string by_case_file(const std::filesystem::path& cases, const std::filesystem::path& out)
{
    const auto source = open_cases(cases);
    const CaseInputs inputs(rod(), source->head());
    const CaseAnswers answers(inputs, {.table = true});
    CaseFile file(out, answers);
    solve_cases(
        inputs, *source, {},
        {[&](CaseBlock& block, std::size_t row, const Equilibrium& eq) { answers.keep(block, row, eq); },
         [&](const CaseBlock& block, std::size_t) { file.add(block); }});
    file.finish();
    return test::slurp(out);
}

TEST(Sweep, GivesTheTableOfCaseFileHoweverOftenItWasEnded)
{
    for (const int bad : {-1, 0, 130, 299}) {
        const TemporaryFolder folder;
        test::spill(folder / "t.csv", table(300, bad));
        const std::string expected = by_case_file(folder / "t.csv", folder / "e.csv");
        // Ended after every shard but the last two.
        std::size_t done = 0;
        for (int run = 0;; ++run) {
            ASSERT_LT(run, 20);
            std::atomic<bool> stop = false;
            SweepOptions options{.engine = {1 + run % 3, &stop}, .rows_in_shard = 40};
            options.told = [&](std::size_t rows) { stop = rows >= done + 40; };
            const SweepReport report = swept(folder / "t.csv", folder / "r.csv", options);
            EXPECT_GE(report.before, done - done % 40);
            EXPECT_EQ(report.asked, 300U);
            done = report.done();
            if (!report.stopped) break;
            EXPECT_FALSE(std::filesystem::exists(folder / "r.csv"));
        }
        EXPECT_EQ(done, 300U);
        EXPECT_EQ(test::slurp(folder / "r.csv"), expected) << bad;
        EXPECT_FALSE(std::filesystem::exists(folder / "r.csv.parts"));
    }
}

TEST(Sweep, DoesShardsAnewThatWereCutOrChanged)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", table(100, 50));
    const std::string expected = by_case_file(folder / "t.csv", folder / "e.csv");
    swept(folder / "t.csv", folder / "r.csv", {.task = SweepTask::share, .rows_in_shard = 10});
    const std::filesystem::path parts = folder / "r.csv.parts";
    const std::string whole = test::slurp(parts / "0000000003.rows");
    test::spill(parts / "0000000001.rows", whole);  // of other rows, as many: only its place is wrong
    test::spill(parts / "0000000001.rows", "");
    test::spill(parts / "0000000002.rows", whole.substr(0, whole.size() - 1));
    std::string changed = whole;
    changed[20] = static_cast<char>(changed[20] ^ 2);
    test::spill(parts / "0000000003.rows", changed);
    test::spill(parts / "0000000004.rows", std::string(5000, '\n'));
    test::spill(parts / "0000000005.rows", "{\"shard\":1,\"statuses\":[1e9,0,0,0,0],\"bytes\":0}\n");
    const SweepReport report = swept(folder / "t.csv", folder / "r.csv", {});
    EXPECT_EQ(report.before, 50U);
    EXPECT_EQ(report.statuses[static_cast<std::size_t>(Status::invalid)], 1U);
    EXPECT_EQ(test::slurp(folder / "r.csv"), expected);
}

TEST(Sweep, RefusesToGoOnWithOtherCasesAndHoldsItsFolder)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", table(20, -1));
    const auto refusal = [&](const SweepOptions& options, const std::vector<std::string>& reductions = {}) {
        try {
            swept(folder / "t.csv", folder / "r.csv", options, reductions);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("done");
    };
    EXPECT_THAT(refusal({.task = SweepTask::merge}), HasSubstr("holds no sweep to merge"));
    EXPECT_FALSE(std::filesystem::exists(folder / "r.csv.parts"));
    const SweepOptions share{.task = SweepTask::share, .share = {0, 2}, .rows_in_shard = 5};
    EXPECT_EQ(refusal(share), "done");
    EXPECT_THAT(refusal({.task = SweepTask::merge}),
                HasSubstr("10 of 20 cases are not done; missing are shards 2 to 3"));
    EXPECT_THAT(refusal({}, {"mean tip.position.x"}), HasSubstr("what differs: reductions (was none"));
    test::spill(folder / "t.csv", table(21, -1));
    EXPECT_THAT(refusal({}), HasSubstr("cases (was 20, is 21)"));
    test::spill(folder / "t.csv", table(20, -1));
    {
        const SweepFolder held(folder / "r.csv", false, {});
        EXPECT_THAT(refusal({}), HasSubstr("another sweep works here"));
        EXPECT_THAT(refusal(share), HasSubstr("another sweep works here"));
    }
    {
        const SweepFolder held(folder / "r.csv", true, {0, 2});
        EXPECT_THAT(refusal({}), HasSubstr("another sweep works here"));
        EXPECT_THAT(refusal(share), HasSubstr("shard 0/2 is being worked on"));
    }
    EXPECT_EQ(refusal({.fresh = true}, {"mean tip.position.x"}), "done");
}

TEST(Sweep, ReducesToTheSameInAnyShares)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", table(200, 77));
    const std::vector<std::string> wishes{"mean tip.position.x", "quantile 0.5 tip.position.z",
                                          "within 5 mm of * * 75 mm"};
    swept(folder / "t.csv", folder / "a.csv", {}, wishes);
    for (const std::size_t i : {2U, 0U, 1U})
        swept(folder / "t.csv", folder / "b.csv",
              {.task = SweepTask::share, .share = {i, 3}, .rows_in_shard = 13}, wishes);
    swept(folder / "t.csv", folder / "b.csv", {.task = SweepTask::merge}, wishes);
    const std::string told = test::slurp(folder / "a.csv");
    EXPECT_EQ(told, test::slurp(folder / "b.csv"));
    EXPECT_THAT(told, HasSubstr("mean tip.position.x,mm,"));
    EXPECT_THAT(told, HasSubstr(",199\n"));  // one failed
}

TEST(MadeCases, AreTheSameFromAnyRowOn)
{
    const auto grid = grid_cases({"loads.0.force.x=-4:4:5 mN", "loads.0.force.y=1 2 3 mN"});
    ASSERT_EQ(grid->head().rows, 15U);
    CaseTable all, some;
    grid->next(all, 100);
    for (std::size_t row = 0; row < 15; ++row) {
        grid->go_to(row);
        ASSERT_TRUE(grid->next(some, 1));
        EXPECT_EQ(some.first, row);
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(some.columns[i].values[0], all.columns[i].values[row]);
    }
    EXPECT_EQ(all.columns[0].values[14], 4e-3);
    EXPECT_EQ(all.columns[1].values[14], 3e-3);
    EXPECT_FALSE(grid->next(some, 1));
    EXPECT_THROW(grid_cases({"a=1:2:9999999 m", "b=1:2:9999999 m"}), InputError);
    EXPECT_THROW(grid_table({"a=1:2:1001 m", "b=1:2:1000 m"}), InputError);
    EXPECT_NE(grid->identity(), grid_cases({"loads.0.force.x=-4:4:5 mN"})->identity());
}

}  // namespace test_sweep
}  // namespace supple
