#include <supple/io/case_table.hpp>
#include <supple/io/error.hpp>

#include "support/files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <sstream>

namespace supple {
namespace test_case_table {

using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

CaseTable parse(std::string_view text)
{
    return parse_case_table(text, "t.csv");
}

std::string error(std::string_view text)
{
    try {
        parse(text);
    } catch (const InputError& refused) {
        return refused.what();
    }
    return "accepted";
}

std::string written(const CaseTable& table)
{
    std::ostringstream stream;
    write_case_table(table, stream);
    return stream.str();
}

bool same(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

TEST(CaseTable, ValuesAreConvertedExactlyToSi)
{
    const CaseTable table =
        parse("loads.0.force.x [mN], tip.position.x [mm],kappa_1 [1/mm]\n4, 3.18 ,0.07\n-2.5,1e-3,2\n");
    ASSERT_EQ(table.columns.size(), 3U);
    EXPECT_EQ(table.rows, 2U);
    EXPECT_EQ(table.columns[0].path, "loads.0.force.x");
    EXPECT_EQ(table.columns[0].unit, "mN");
    EXPECT_EQ(table.columns[0].dimension, dimension::force);
    EXPECT_THAT(table.columns[0].values, ElementsAre(0.004, -0.0025));
    EXPECT_THAT(table.find("tip.position.x")->values, ElementsAre(0.00318, 1e-6));
    EXPECT_THAT(table.find("kappa_1")->values, ElementsAre(70.0, 2000.0));
    EXPECT_EQ(table.find("tip.position"), nullptr);
}

TEST(CaseTable, AnEmptyCellIsMissingAndNeverZero)
{
    const CaseTable table = parse("a [mm],b [N],c\n1,,\n ,\"\",3\n");
    EXPECT_EQ(table.columns[0].missing, 1U);
    EXPECT_EQ(table.columns[1].missing, 2U);
    EXPECT_EQ(table.columns[2].missing, 1U);
    EXPECT_TRUE(std::isnan(table.columns[0].values.at(1)));
    EXPECT_TRUE(std::isnan(table.columns[1].values.at(0)));
    EXPECT_TRUE(std::isnan(table.columns[1].values.at(1)));
    EXPECT_FALSE(table.columns[2].is_text);
    EXPECT_EQ(table.columns[2].values.at(1), 3.0);
}

TEST(CaseTable, CommentsAndEmptyLinesAreLeftOutButCounted)
{
    const CaseTable table = parse("# origin\n\n  # more\na [m]\n1\n   \n# x,y\n2");
    EXPECT_THAT(table.columns[0].values, ElementsAre(1.0, 2.0));
    EXPECT_THAT(table.lines, ElementsAre(5U, 8U));
}

TEST(CaseTable, WindowsLineEndsAndAByteOrderMarkChangeNothing)
{
    const CaseTable table = parse(
        "\xEF\xBB\xBF"
        "a [m],b\r\n# c\r\n\r\n1,x\r\n2,y\r\n");
    EXPECT_EQ(table.columns[0].path, "a");
    EXPECT_THAT(table.columns[0].values, ElementsAre(1.0, 2.0));
    EXPECT_THAT(table.columns[1].texts, ElementsAre("x", "y"));
}

TEST(CaseTable, QuotedCellsKeepWhatIsInThem)
{
    const CaseTable table = parse("\"a [m]\",note\n\"1\" , \"x, \"\"y\"\"\nz \"\n2,# not a comment here\n");
    EXPECT_EQ(table.columns[0].path, "a");
    EXPECT_THAT(table.columns[0].values, ElementsAre(1.0, 2.0));
    EXPECT_THAT(table.columns[1].texts, ElementsAre("x, \"y\"\nz ", "# not a comment here"));
    EXPECT_THAT(table.lines, ElementsAre(2U, 4U));
}

TEST(CaseTable, AColumnWithoutBracketsHoldsTextOrPlainNumbers)
{
    const CaseTable table = parse("case,n,empty,one [1]\nfirst,1,,0.5\n,-2e3,,1\n");
    EXPECT_TRUE(table.columns[0].is_text);
    EXPECT_THAT(table.columns[0].texts, ElementsAre("first", ""));
    EXPECT_TRUE(table.columns[0].values.empty());
    EXPECT_EQ(table.columns[0].missing, 1U);
    EXPECT_FALSE(table.columns[1].is_text);
    EXPECT_TRUE(table.columns[1].texts.empty());
    EXPECT_THAT(table.columns[1].values, ElementsAre(1.0, -2000.0));
    EXPECT_FALSE(table.columns[2].is_text);
    EXPECT_EQ(table.columns[2].missing, 2U);
    EXPECT_EQ(table.columns[3].dimension, dimension::none);
}

TEST(CaseTable, AHeaderAloneIsATableWithoutRows)
{
    const CaseTable table = parse("a [m],b");
    EXPECT_EQ(table.rows, 0U);
    EXPECT_EQ(table.columns.size(), 2U);
}

TEST(CaseTable, ABadCellIsNamedByLineAndCell)
{
    EXPECT_EQ(error("a [m],b [mN]\n1,2\n3,x\n"),
              "t.csv:3:2: b: \"x\" is not a number; write a number in mN, or leave the cell empty where it "
              "is missing");
    EXPECT_THAT(error("a [m],b [mN]\n1,4 mN\n"), StartsWith("t.csv:2:2: b: \"4 mN\" is not a number"));
    EXPECT_THAT(error("a [m],b [mN]\n1,4mN\n"),
                StartsWith("t.csv:2:2: b: \"4mN\" is not a number; write a number in mN"));
    EXPECT_THAT(error("a [m]\n007\n"), StartsWith("t.csv:2:1: a: \"007\" has leading zeros"));
    EXPECT_THAT(error("a [m]\n1e400\n"), HasSubstr("too large"));
    EXPECT_THAT(error("a\n1e400\n"), HasSubstr("too large"));
}

TEST(CaseTable, NanAndInfinityAreRefusedInEveryKindOfColumn)
{
    for (const char* cell : {"nan", "NaN", "inf", "-Inf", ".nan", "+infinity"})
        for (const char* header : {"a [m]", "a", "a [1]"})
            EXPECT_THAT(error(fmt::format("{}\n{}\n", header, cell)), HasSubstr("is not a finite number"))
                << header << " " << cell;
}

TEST(CaseTable, NumbersAndTextDoNotMixInAColumn)
{
    EXPECT_EQ(error("n\n1\n1O\n"),
              "t.csv:3:1: n: \"1O\" is not a number in a column that has numbers before it; a column is all "
              "numbers or "
              "all text");
    EXPECT_THAT(error("n\nx\n2\n"),
                StartsWith("t.csv:3:1: n: the number \"2\" in a column that has text before it"));
}

TEST(CaseTable, RaggedRowsAreRefused)
{
    EXPECT_THAT(error("a [m],b [m]\n1,2\n3\n"),
                StartsWith("t.csv:3:1: the row has 1 cells where the header has 2"));
    EXPECT_THAT(error("a [m],b [m]\n1,2,\n"),
                StartsWith("t.csv:2:3: the row has 3 cells where the header has 2"));
}

TEST(CaseTable, BadHeadersAreRefused)
{
    EXPECT_EQ(error("a [m],b [N],a [mm]\n"), "t.csv:1:3: \"a\" also names column 1; a path names one column");
    EXPECT_EQ(error("a [mmm]\n"),
              "t.csv:1:1: a: unknown unit \"mmm\": \"mmm\" is not a unit (did you mean \"mm\"?)");
    EXPECT_THAT(error("a,,b\n"), StartsWith("t.csv:1:2: \"\" names no column"));
    EXPECT_THAT(error("[mm]\n"), HasSubstr("names no column"));
    EXPECT_THAT(error("a []\n"), HasSubstr("empty brackets"));
    EXPECT_THAT(error("a ]\n"), HasSubstr("\"]\" without \"[\""));
    EXPECT_THAT(error("a [mm] b\n"), HasSubstr("the unit in brackets ends the name"));
    EXPECT_THAT(error("a [[mm]]\n"), HasSubstr("the unit in brackets ends the name"));
    EXPECT_THAT(error("a [mm\n"), HasSubstr("the unit in brackets ends the name"));
    EXPECT_THAT(error("1,2,3\n4,5,6\n"), HasSubstr("the first line is the header"));
    EXPECT_THAT(error("a [mm];b [mm]\n1,5;2\n"), HasSubstr("separated by \";\""));
    EXPECT_THAT(error(""), HasSubstr("there is no header"));
    EXPECT_THAT(error("# only a comment\n\n"), HasSubstr("there is no header"));
    EXPECT_THAT(error(std::string(257, 'a') + "\n"), HasSubstr("longer than 256"));
    EXPECT_THAT(error("# late\n\xEF\xBB\xBFx [m]\n1\n"), HasSubstr("has a byte order mark in a name"));
}

TEST(CaseTable, BrokenQuotingIsRefusedWhereItBegins)
{
    EXPECT_THAT(error("a,b\nx,\"y\nz\n"), StartsWith("t.csv:2:2: the quote that opens here is not closed"));
    EXPECT_THAT(error("a,b\nx,\"y\" z\n"), StartsWith("t.csv:2:2: text follows the closing quote"));
    EXPECT_THAT(error("a,b\nx,y\"z\n"), StartsWith("t.csv:2:2: a quote inside a cell"));
}

TEST(CaseTable, WhatIsNotTextIsRefused)
{
    EXPECT_THAT(error(std::string("a\nx\0y\n", 6)), HasSubstr("a control character, \"\\x00\""));
    EXPECT_THAT(error("a [m]\r1\r2\r"), HasSubstr("lines that end in LF or CR LF"));
    EXPECT_THAT(error("a\n\xff\xfe\n"), HasSubstr("not UTF-8"));
    EXPECT_THAT(error("a\n\xed\xa0\x80\n"), HasSubstr("not UTF-8"));
    EXPECT_EQ(parse("a\n\u00b5\u20ac\U0001F600\n").columns[0].texts.at(0), "\u00b5\u20ac\U0001F600");
}

TEST(CaseTable, SizesAreBounded)
{
    std::string wide = "c0";
    for (int i = 1; i < 4096; ++i)
        wide += fmt::format(",c{}", i);
    EXPECT_EQ(parse(wide).columns.size(), 4096U);
    EXPECT_THAT(error(wide + ",x"), HasSubstr("more than 4096 columns"));
    EXPECT_THAT(error("a\n" + std::string((1 << 20) + 10, 'x')), HasSubstr("longer than 1048576 bytes"));
    EXPECT_THAT(error("a\n\"" + std::string((1 << 20) + 10, 'x') + "\"\n"),
                HasSubstr("not closed within 1048576 bytes"));
    EXPECT_THAT(error("a\n\"xx"), HasSubstr("not closed; close it"));
    // One that is as long as allowed is read.
    EXPECT_EQ(parse_case_table("a\n" + std::string(1 << 20, 'x') + "\n", "t").columns[0].texts[0].size(),
              std::size_t{1} << 20);
    EXPECT_EQ(parse_case_table("a\n\"" + std::string((1 << 20) - 2, 'x') + "\"\n", "t").rows, 1u);
    // One byte more is not.
    EXPECT_THAT(error("a\n" + std::string((1 << 20) + 1, 'x')), HasSubstr("longer than 1048576 bytes"));
    EXPECT_THAT(error("a\n\"" + std::string((1 << 20) - 1, 'x') + "\"\n"),
                HasSubstr("not closed within 1048576 bytes"));
    EXPECT_THAT(error("loads.0.force.x [mN]\ttip.position.x [mm]\n1\t2\n"),
                HasSubstr("cells are separated by tabs; save the table with commas"));

    // 25 rows of 4096 empty cells are beyond a hundred thousand.
    std::string large = wide + "\n";
    for (int row = 0; row < 24; ++row)
        large += std::string(4095, ',') + "\n";
    EXPECT_EQ(parse_case_table(large, "t.csv", 100'000).rows, 24U);
    large += std::string(4095, ',') + "\n";
    try {
        parse_case_table(large, "t.csv", 100'000);
        ADD_FAILURE() << "accepted";
    } catch (const InputError& refused) {
        EXPECT_THAT(refused.what(), StartsWith("t.csv:26:1: more than 100000 cells"));
    }
}

TEST(CaseTableFile, OnlyRegularFilesAreRead)
{
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& name) -> std::string {
        try {
            read_case_table(folder / name);
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    };
    EXPECT_THAT(refused("none.csv"), HasSubstr("none.csv: there is no such file"));
    std::filesystem::create_directory(folder / "sub");
    EXPECT_THAT(refused("sub"), HasSubstr("is a folder"));
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(refused("pipe"), HasSubstr("is not a regular file"));
    test::spill(folder / "t.csv", "a [mm]\n1\nx\n");
    EXPECT_THAT(refused("t.csv"), HasSubstr("t.csv:3:1: a: \"x\" is not a number"));
}

TEST(CaseTableFile, AFailedWriteLeavesTheOldFileAndNoOther)
{
    const TemporaryFolder folder;
    test::spill(folder / "t.csv", "old");
    CaseTable table;
    add_column(table, "a", "mm", {std::numeric_limits<double>::infinity()});
    EXPECT_THROW(write_case_table(table, folder / "t.csv"), InputError);
    EXPECT_EQ(test::slurp(folder / "t.csv"), "old");
    table.columns[0].values[0] = 0.002;
    write_case_table(table, folder / "t.csv");
    EXPECT_EQ(test::slurp(folder / "t.csv"), "a [mm]\n2\n");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(CaseTableFile, AnUnwritablePlaceIsNamed)
{
    const TemporaryFolder folder;
    CaseTable table;
    add_column(table, "a", "mm", {1.0});
    try {
        write_case_table(table, folder / "no/such/t.csv");
        FAIL() << "was written";
    } catch (const InputError& refused) {
        EXPECT_THAT(refused.what(), HasSubstr("there is no folder"));
    }
    std::filesystem::create_directory(folder / "d.csv");
    EXPECT_THROW(write_case_table(table, folder / "d.csv"), InputError);
}

TEST(CaseTable, WritingUsesTheHeadersUnitAndTheShortestText)
{
    CaseTable table = parse("case,a [mm],b [deg],c\n\"x,1\",3.18,90,0.1\n,,-45,1e-20\n");
    EXPECT_EQ(table.find("b")->values.at(0), std::numbers::pi / 2);
    EXPECT_EQ(written(table), "case,a [mm],b [deg],c\n\"x,1\",3.18,90,0.1\n,,-45,1e-20\n");
}

TEST(CaseTable, WhatCouldNotBeReadBackIsNotWritten)
{
    CaseTable table = parse("case,a [mm]\nx,1\n");
    table.columns[0].texts[0] = "12";
    EXPECT_THROW(written(table), InputError);
    table.columns[0].texts[0] = "nan";
    EXPECT_THROW(written(table), InputError);
    table.columns[0].texts.clear();
    EXPECT_THROW(written(table), InputError);
    EXPECT_THROW(written(CaseTable{}), InputError);
}

TEST(CaseTable, ASingleColumnKeepsItsMissingRows)
{
    CaseTable table;
    add_column(table, "a", "mm", {0.001, std::nan(""), 0.002});
    EXPECT_EQ(table.columns[0].missing, 1U);
    const CaseTable back = parse(written(table));
    ASSERT_EQ(back.rows, 3U);
    EXPECT_EQ(back.columns[0].missing, 1U);
    EXPECT_EQ(back.columns[0].values.at(2), 0.002);
}

RC_GTEST_PROP(CaseTableLaws, ReadingWhatWasWrittenGivesTheSameTable, ())
{
    const auto any_value = rc::gen::map(
        rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()), [](std::uint64_t bits) {
            const auto x = std::bit_cast<double>(bits);
            return std::isfinite(x) ? x : std::nan("");  // one in 1024 is missing
        });
    const auto any_text =
        rc::gen::map(rc::gen::container<std::string>(
                         rc::gen::element('a', ' ', ',', '"', '\n', '\r', '#', '1', '[', '\t')),
                     [](const std::string& text) { return text.empty() ? text : "q" + text; });
    const auto rows = *rc::gen::inRange<std::size_t>(1, 30);
    const int columns = *rc::gen::inRange(1, 6);

    CaseTable table;
    for (int i = 0; i < columns; ++i) {
        const auto unit = *rc::gen::element<std::string>("mm", "mN mm", "GPa", "", "1", "1/mm^2");
        auto values = *rc::gen::container<std::vector<double>>(rows, any_value);
        if (*rc::gen::inRange(0, 4) == 0) values[0] = std::nan("");
        add_column(table, fmt::format("path.{}", i), unit, std::move(values));
    }
    CaseColumn text{.path = "text", .is_text = true};
    text.texts = *rc::gen::container<std::vector<std::string>>(rows, any_text);
    text.texts[0] = "x";  // without any text a column is one of numbers
    table.columns.push_back(text);

    const CaseTable back = parse(written(table));
    RC_ASSERT(back.rows == rows);
    RC_ASSERT(back.columns.size() == table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        RC_ASSERT(back.columns[i].path == table.columns[i].path);
        RC_ASSERT(back.columns[i].unit == table.columns[i].unit);
        RC_ASSERT(back.columns[i].dimension == table.columns[i].dimension);
        RC_ASSERT(back.columns[i].texts == table.columns[i].texts);
        RC_ASSERT(back.columns[i].values.size() == table.columns[i].values.size());
        for (std::size_t row = 0; row < table.columns[i].values.size(); ++row)
            RC_ASSERT(same(back.columns[i].values[row], table.columns[i].values[row]));
    }
    RC_ASSERT(written(back) == written(table));
}

RC_GTEST_PROP(CaseTableLaws, AnyTextIsReadOrRefusedWithAPlace, ())
{
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element('a', 'b', ',', '"', '\n', '\r', '#', '1', '.', '[', ']', 'm', ' ', '\xff', '\0'));
    try {
        const CaseTable table = parse(text);
        for (const CaseColumn& column : table.columns)
            RC_ASSERT((column.is_text ? column.texts.size() : column.values.size()) == table.rows);
    } catch (const InputError& refused) {
        RC_ASSERT(std::string_view(refused.what()).substr(0, 6) == "t.csv:");
    }
}

}  // namespace test_case_table
}  // namespace supple
