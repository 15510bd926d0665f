// Hostile inputs, replayed through the fuzz targets' own functions in every build: see tests/data/fuzz.

#include <supple/io/case_table.hpp>
#include <supple/io/model_file.hpp>
#include <supple/io/summary.hpp>

#include "support/files.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace supple {
namespace test_fuzz_inputs {

namespace fs = std::filesystem;

std::vector<std::string> inputs(const std::string& target)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(SUPPLE_TEST_DATA) / "fuzz" / target))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string bytes_of(const std::string& target, const std::string& name)
{
    return test::slurp(fs::path(SUPPLE_TEST_DATA) / "fuzz" / target / name);
}

class HostileModel : public testing::TestWithParam<std::string> {};

TEST_P(HostileModel, IsTakenOrRefusedWithAMessageOfWholeLines)
{
    try {
        EXPECT_FALSE(summarize(parse_model(bytes_of("model_file", GetParam()))).empty());
    } catch (const InputError& error) {
        ASSERT_FALSE(error.problems().empty());
        for (const Problem& problem : error.problems()) {
            EXPECT_EQ(problem.message.find('\n'), std::string::npos);
            EXPECT_LT(problem.message.size(), 1000U);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, HostileModel, testing::ValuesIn(inputs("model_file")),
                         [](const auto& input) { return input.param; });

class HostileTable : public testing::TestWithParam<std::string> {};

TEST_P(HostileTable, IsTakenOrRefused)
{
    try {
        const CaseTable table = parse_case_table(bytes_of("case_table", GetParam()), "t.csv");
        EXPECT_FALSE(table.columns.empty());
    } catch (const InputError& error) {
        EXPECT_STRNE(error.what(), "");
    }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, HostileTable, testing::ValuesIn(inputs("case_table")),
                         [](const auto& input) { return input.param; });

// Time that grows with the square of the size would be minutes at a mebibyte; a second is ample for what is
// linear, ten for a sanitizer.
TEST(HostileModel, OfAMebibyteIsRefusedInTime)
{
    const auto repeated = [](const std::string& piece) {
        std::string text;
        while (text.size() + piece.size() < (1U << 20U) - 100U)
            text += piece;
        return text;
    };
    std::string keys = "{", unknown = "supple: 1\n";
    for (int i = 0; i < 49'000; ++i)
        keys += fmt::format("k{}: 1, ", i);
    for (int i = 0; i < 30'000; ++i)
        unknown += fmt::format("bending_stiffnes_{}: 1\n", i);
    for (const std::string& text :
         {repeated("["), repeated("{"), repeated("- "), repeated("? "), repeated("a: "), repeated("!a "),
          repeated("word\n"), repeated("{a: ["), repeated("\"a\" "), repeated("%A\n"), keys + "}", unknown,
          "[" + repeated("a,"), "a: \"" + repeated("x"), "supple: 1\nrod: {length: " + repeated("1 ") + "mm}",
          "supple: 1\nrod: {length: " + repeated("1") + " mm}"}) {
        const auto start = std::chrono::steady_clock::now();
        EXPECT_THROW(parse_model(text), InputError) << text.substr(0, 40);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        EXPECT_LT(took.count(), 10.0) << text.substr(0, 40);
    }
}

}  // namespace test_fuzz_inputs
}  // namespace supple
