#include <supple/io/error.hpp>
#include <supple/io/row_source.hpp>

#include "support/files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace supple {
namespace test_row_source {

using test::TemporaryFolder;
using testing::HasSubstr;

/// All rows of a source, taken some at a time, as one table.
CaseTable gathered(RowSource& source, std::size_t most)
{
    CaseTable all = source.head(), rows;
    all.rows = 0;
    for (CaseColumn& column : all.columns) {
        column.values.clear();
        column.texts.clear();
    }
    all.lines.clear();
    while (source.next(rows, most)) {
        EXPECT_LE(rows.rows, most);
        EXPECT_EQ(rows.first, all.rows);
        all.rows += rows.rows;
        all.lines.insert(all.lines.end(), rows.lines.begin(), rows.lines.end());
        for (std::size_t i = 0; i < all.columns.size(); ++i) {
            const CaseColumn& from = rows.columns[i];
            CaseColumn& to = all.columns[i];
            to.values.insert(to.values.end(), from.values.begin(), from.values.end());
            to.texts.insert(to.texts.end(), from.texts.begin(), from.texts.end());
        }
    }
    return all;
}

void expect_same(const CaseTable& one, const CaseTable& other)
{
    ASSERT_EQ(one.rows, other.rows);
    EXPECT_EQ(one.lines, other.lines);
    EXPECT_EQ(one.header_line, other.header_line);
    ASSERT_EQ(one.columns.size(), other.columns.size());
    for (std::size_t i = 0; i < one.columns.size(); ++i) {
        const CaseColumn &a = one.columns[i], &b = other.columns[i];
        EXPECT_EQ(a.path, b.path);
        EXPECT_EQ(a.unit, b.unit);
        EXPECT_EQ(a.is_text, b.is_text) << a.path;
        EXPECT_EQ(a.missing, b.missing) << a.path;
        EXPECT_EQ(a.texts, b.texts) << a.path;
        ASSERT_EQ(a.values.size(), b.values.size()) << a.path;
        for (std::size_t row = 0; row < a.values.size(); ++row)
            EXPECT_TRUE(a.values[row] == b.values[row] ||
                        (std::isnan(a.values[row]) && std::isnan(b.values[row])))
                << a.path << " " << row;
    }
}

/// A table of some megabytes: comments, quotes that hold line ends, cells that are missing, and a column that
/// turns out to be text after many empty cells.
std::string long_table()
{
    std::string text = "\xEF\xBB\xBF# a table\n\ncase,loads.0.force.x [mN],late,plain,never\n";
    for (int i = 0; i < 30'000; ++i) {
        if (i % 1000 == 0) text += "# " + std::string(5000, 'x') + "\r\n";
        text += fmt::format("\"row, {}\n{}\",{},{},{},\r\n", i, std::string(100, 'y'),
                            i % 7 == 0 ? "" : fmt::format("{}.25", i), i < 25'000 ? "" : "seen", i);
    }
    return text;
}

TEST(RowSource, GivesTheRowsThatTheWholeTableHas)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", long_table());
    const CaseTable whole = read_case_table(folder / "t.csv");
    ASSERT_EQ(whole.rows, 30'000U);
    EXPECT_TRUE(whole.find("late")->is_text);
    EXPECT_FALSE(whole.find("plain")->is_text);
    EXPECT_FALSE(whole.find("never")->is_text);
    expect_same(whole, parse_case_table(long_table(), "t.csv"));
    for (const std::size_t most : {7U, 4000U}) {
        const auto from_file = open_cases(folder / "t.csv"), from_memory = cases_in(whole);
        EXPECT_EQ(from_file->head().rows, whole.rows);
        EXPECT_TRUE(from_file->head().columns[0].texts.empty());
        expect_same(gathered(*from_file, most), whole);
        expect_same(gathered(*from_memory, most), whole);
    }
}

TEST(RowSource, BeginsAgainWithTheFirstRow)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", long_table());
    const CaseTable whole = read_case_table(folder / "t.csv");
    const auto from_file = open_cases(folder / "t.csv"), from_memory = cases_in(whole);
    for (RowSource* source : {from_file.get(), from_memory.get()}) {
        CaseTable rows;
        ASSERT_TRUE(source->next(rows, 100));
        source->go_to(0);
        expect_same(gathered(*source, 4000), whole);
        source->go_to(0);
        expect_same(gathered(*source, 4000), whole);
    }
}

TEST(RowSource, GoesToAnyRowAndToRanges)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", long_table());
    const CaseTable whole = read_case_table(folder / "t.csv");
    const auto from_file = open_cases(folder / "t.csv"), from_memory = cases_in(whole);
    for (RowSource* source : {from_file.get(), from_memory.get()}) {
        for (const std::size_t row : {29'999U, 0U, 1U, 4095U, 4096U, 12'345U}) {
            CaseTable rows;
            source->go_to(row);
            ASSERT_TRUE(source->next(rows, 3));
            EXPECT_EQ(rows.first, row);
            EXPECT_EQ(rows.lines[0], whole.lines[row]);
            EXPECT_EQ(rows.find("plain")->values[0], static_cast<double>(row));
            EXPECT_EQ(rows.find("late")->texts[0], row < 25'000 ? "" : "seen");
        }
        source->go_to(30'000);
        CaseTable none;
        EXPECT_FALSE(source->next(none, 3));

        const auto ranges = ranges_of(*source, {{20'000, 20'010}, {5, 5}, {20'010, 20'020}, {7, 9}});
        std::vector<std::pair<std::size_t, std::size_t>> blocks;
        for (CaseTable rows; ranges->next(rows, 8);) {
            blocks.emplace_back(rows.first, rows.rows);
            EXPECT_EQ(rows.lines[0], whole.lines[rows.first]);
        }
        EXPECT_EQ(blocks, (std::vector<std::pair<std::size_t, std::size_t>>{
                              {20'000, 8}, {20'008, 2}, {20'010, 8}, {20'018, 2}, {7, 2}}));
        ranges->go_to(21);
        CaseTable last;
        ASSERT_TRUE(ranges->next(last, 8));
        EXPECT_EQ(last.first, 8U);
    }
}

TEST(RowSource, IsIdentifiedByWhatItHolds)
{
    const TemporaryFolder folder;
    const std::string text = long_table();
    const auto identity = [&](const std::string& bytes) {
        test::spill(folder / "t.csv", bytes);
        return open_cases(folder / "t.csv")->identity();
    };
    std::string other = text;
    other[text.rfind(".25") + 1] = '3';
    EXPECT_EQ(identity(text), identity(text));
    EXPECT_NE(identity(text), identity(other));
}

TEST(RowSource, RefusesAMistakeInTheLastRowBeforeTheFirstIsGiven)
{
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& end) -> std::string {
        test::spill(folder / "t.csv", long_table() + end);
        try {
            open_cases(folder / "t.csv");
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_THAT(refused("a,b,,,\n"), HasSubstr("t.csv:60034:2: loads.0.force.x: \"b\" is not a number"));
    EXPECT_THAT(refused("a,1,,2\n"), HasSubstr("t.csv:60034:4: the row has 4 cells"));
    EXPECT_THAT(refused("a,1,5,2,\n"),
                HasSubstr("t.csv:60034:3: late: the number \"5\" in a column that has text"));
    EXPECT_THAT(refused("a,1,,text,\n"), HasSubstr("plain: \"text\" is not a number"));
    EXPECT_THAT(refused("\"a"), HasSubstr("not closed"));
}

TEST(RowSource, NoticesAFileThatWasChangedMeanwhile)
{
    const TemporaryFolder folder;
    const std::string text = long_table();
    test::spill(folder / "t.csv", text + text.substr(text.find("\"row, 0")));
    const auto source = open_cases(folder / "t.csv");
    std::filesystem::resize_file(folder / "t.csv", text.size());
    CaseTable rows;
    EXPECT_THROW(while (source->next(rows, 1)){}, InputError);
}

}  // namespace test_row_source
}  // namespace supple
