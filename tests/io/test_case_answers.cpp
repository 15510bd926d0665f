#include <supple/io/case_answers.hpp>
#include <supple/io/error.hpp>

#include "support/files.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

namespace supple {
namespace test_case_answers {

using test::TemporaryFolder;
using testing::HasSubstr;

ModelDocument rod()
{
    return {parse_document("supple: 1\nrod: {length: 80 mm, bending_stiffness: 20 N mm^2}\n"
                           "model: {type: isotropic-prb, segments: 2}\n"
                           "loads: [{at: tip, force: 1 2 3 mN}]\n",
                           "m.yaml"),
            {},
            false};
}

/// Rows, of which those at and behind `bad` have no valid model.
CaseTable lengths(int rows, int bad)
{
    std::string text = "case,rod.length [mm],tip.position.x [mm]\n";
    for (int i = 0; i < rows; ++i)
        text += "\"c, " + std::to_string(i) + "\"," + (i < bad ? "80" : "-1") + ",5\n";
    return parse_case_table(text, "t.csv");
}

/// Solves the table into a file in blocks of one row and more.
void write_answers(const CaseTable& table, const std::filesystem::path& path, bool finish = true)
{
    const CaseInputs inputs(rod(), table);
    const CaseAnswers answers(inputs, {.table = true, .lines = true});
    CaseFile file(path, answers);
    const auto source = cases_in(table);
    solve_cases(
        inputs, *source, {.threads = 2},
        {[&](CaseBlock& block, std::size_t row, const Equilibrium& eq) { answers.keep(block, row, eq); },
         [&](const CaseBlock& block, std::size_t) { file.add(block); }});
    EXPECT_EQ(file.rows(), table.rows);
    if (finish) file.finish();
}

TEST(CaseFile, ATableHasMessagesIfARowFailedWhereverThatIs)
{
    const TemporaryFolder folder;
    for (const int bad : {0, 1, 40, 299, 300}) {
        write_answers(lengths(300, bad), folder / "r.csv");
        const CaseTable told = read_case_table(folder / "r.csv");
        ASSERT_EQ(told.rows, 300U);
        ASSERT_EQ(told.find("message") != nullptr, bad < 300) << bad;
        EXPECT_EQ(told.columns[3].path, "status");
        EXPECT_EQ(told.columns[2].path, "given.tip.position.x");
        for (std::size_t row = 0; row < 300; ++row) {
            const bool good = row < static_cast<std::size_t>(bad);
            EXPECT_EQ(told.columns[0].texts[row], "c, " + std::to_string(row));
            EXPECT_EQ(told.columns[3].texts[row], good ? "converged" : "invalid");
            if (bad < 300) {
                const std::string place = good ? "" : std::to_string(row + 2) + ":2: rod.length";
                EXPECT_THAT(told.columns[4].texts[row], HasSubstr(place));
                EXPECT_EQ(told.columns[4].texts[row].empty(), good);
            }
            EXPECT_EQ(std::isnan(told.find("tip.position.x")->values[row]), !good);
        }
        EXPECT_FALSE(std::filesystem::exists(folder / "r.csv.part"));
        EXPECT_FALSE(std::filesystem::exists(folder / "r.csv.part.part"));
    }
}

TEST(CaseAnswers, ColumnsThatResultsOfThisModelDoNotHaveAreToldAndKept)
{
    const auto told = [](const std::string& columns) {
        const CaseTable table = parse_case_table("rod.length [mm]," + columns + "\n80,1,1\n", "t.csv");
        const CaseInputs inputs(rod(), table);
        const CaseAnswers answers(inputs, {.table = true});
        const std::string first = columns.substr(0, columns.find(" ["));
        EXPECT_THAT(answers.header(false), HasSubstr("given." + first));
        return answers.foreign();
    };
    EXPECT_EQ(told("tip.position.x [mm],energy.total [mJ]"), "");
    EXPECT_EQ(told("residual [mm],conditioning.condition"), "");  // of a steered path
    EXPECT_EQ(
        told("reactions.P1.force.x [mN],tip.position.x [mm]"),
        "t.csv:1:2: reactions.P1.force.x: there is no \"P1\" in reactions; the column is kept as given");
    EXPECT_EQ(
        told("contacts.wall.gap [mm],coordinates.40"),
        "t.csv:1:2: contacts.wall.gap: is not in this result: there are no walls, and the whole rod touches "
        "nothing; 2 such columns are kept as given");
}

TEST(CaseAnswers, PointsAtDisksAreResults)
{
    const ModelDocument arm = open_model(std::filesystem::path(SUPPLE_EXAMPLES) / "rod_driven_arm.yaml");
    const auto told = [&](const std::string& column) {
        const CaseInputs inputs(arm, parse_case_table(column + "\n1\n", "t.csv"));
        return CaseAnswers(inputs, {.table = true}).foreign();
    };
    EXPECT_EQ(told("disks.8.position.x [mm]"), "");
    EXPECT_EQ(told("disks.9.position.x [mm]"),
              "t.csv:1:1: disks.9.position.x: there are disks 1 to 8; the column is kept as given");
}

TEST(CaseFile, GrowsAsAPartAndIsNamedWhenItIsFinished)
{
    const TemporaryFolder folder;
    test::spill(folder / "r.csv", "old");
    write_answers(lengths(5, 5), folder / "r.csv", false);
    EXPECT_EQ(test::slurp(folder / "r.csv"), "old");
    EXPECT_EQ(read_case_table(folder / "r.csv.part").rows, 5U);
    write_answers(lengths(3, 3), folder / "r.csv");
    EXPECT_EQ(read_case_table(folder / "r.csv").rows, 3U);
    EXPECT_FALSE(std::filesystem::exists(folder / "r.csv.part"));

    // A link is followed, and a part to which nothing was added does not stay.
    std::filesystem::create_symlink(folder / "real.csv", folder / "link.csv");
    write_answers(lengths(3, 3), folder / "link.csv");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.csv"));
    EXPECT_EQ(read_case_table(folder / "real.csv").rows, 3U);
    const CaseInputs inputs(rod(), lengths(1, 1));
    const CaseAnswers answers(inputs, {.table = true});
    {
        const CaseFile unused(folder / "none.csv", answers);
        EXPECT_THROW(CaseFile(folder / "none.csv", answers), InputError);  // being written
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "none.csv.part"));
}

TEST(CaseFile, KeepsWholeRowsWhereThereIsNoRoomForMore)
{
    const TemporaryFolder folder;
    write_answers(lengths(300, 300), folder / "whole.csv");
    write_answers(lengths(300, 300), folder / "whole.jsonl");
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (const char* end : {".csv", ".jsonl"}) {
        const std::string whole = test::slurp(folder / (std::string("whole") + end));
        for (const rlim_t room : {rlim_t{100}, rlim_t{5000}, rlim_t{20'000}}) {
            const rlimit limit{room, before.rlim_max};
            const auto name = folder / (std::string("r") + end);
            std::string why;
            ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
            try {
                write_answers(lengths(300, 300), name);
            } catch (const InputError& error) {
                why = error.what();
            }
            ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
            EXPECT_THAT(why, HasSubstr("cannot be written to its end: File too large"));
            EXPECT_FALSE(std::filesystem::exists(name));
            // What is there ends with a row, leaves less room than another takes, and begins the whole file;
            // lines of JSON have the time that a solve took.
            const auto part = std::filesystem::path(name.string() + ".part");
            const std::string kept = std::filesystem::exists(part) ? test::slurp(part) : "";
            EXPECT_LE(kept.size(), room);
            EXPECT_TRUE(kept.empty() || kept.back() == '\n');
            EXPECT_EQ(kept.empty(), room == 100);
            EXPECT_GT(kept.size() + 3000, room);
            EXPECT_TRUE(std::string_view(end) == ".jsonl" || whole.starts_with(kept));
        }
    }
}

}  // namespace test_case_answers
}  // namespace supple
