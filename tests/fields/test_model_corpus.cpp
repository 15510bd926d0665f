// The files of tests/data/models: good ones are read, bad ones are refused with the very words they announce.

#include <supple/io/model_file.hpp>

#include "support/files.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace supple {
namespace test_model_corpus {

namespace fs = std::filesystem;

const fs::path models = fs::path(SUPPLE_TEST_DATA) / "models";

std::vector<std::string> files_of(const std::string& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(models / folder)) {
        if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// What loading says, with the folder's path left out.
std::string refusal(const fs::path& file)
{
    try {
        load(file);
    } catch (const InputError& error) {
        return replaced(error.what(), file.parent_path().string() + "/", "");
    }
    return "accepted";
}

/// The lines "# error: ..." at the head of a file.
std::string announced(const fs::path& file)
{
    std::istringstream stream(test::slurp(file));
    const std::string mark = "# error: ";
    std::string lines;
    for (std::string line; std::getline(stream, line) && line.starts_with(mark);)
        lines += (lines.empty() ? "" : "\n") + line.substr(mark.size());
    return lines;
}

class GoodFile : public testing::TestWithParam<std::string> {};

TEST_P(GoodFile, IsRead)
{
    EXPECT_EQ(refusal(models / "good" / (GetParam() + ".yaml")), "accepted");
}

INSTANTIATE_TEST_SUITE_P(Models, GoodFile, testing::ValuesIn(files_of("good")),
                         [](const auto& file) { return file.param; });

class BadFile : public testing::TestWithParam<std::string> {};

TEST_P(BadFile, IsRefusedWithTheMessageItAnnounces)
{
    const fs::path file = models / "bad" / (GetParam() + ".yaml");
    ASSERT_NE(announced(file), "");
    EXPECT_EQ(refusal(file), announced(file));
}

INSTANTIATE_TEST_SUITE_P(Models, BadFile, testing::ValuesIn(files_of("bad")),
                         [](const auto& file) { return file.param; });

TEST(Example, IsRead)
{
    int count = 0;
    for (const auto& entry : fs::directory_iterator(SUPPLE_EXAMPLES)) {
        if (entry.path().extension() != ".yaml") continue;
        EXPECT_EQ(refusal(entry.path()), "accepted") << entry.path();
        ++count;
    }
    EXPECT_GE(count, 5);
}

TEST(ModelText, CannotNameOtherFiles)
{
    const std::string text =
        "supple: 1\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}\n"
        "loads: [{at: tip, history: load.csv}]\n";
    try {
        parse_model(text, "text");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "text:3:28: loads.0.history: \"load.csv\" names another file; expected none: this model "
                     "was not read from a folder");
    }
}

TEST(ModelText, AfterAByteOrderMarkIsHeldToTheSameRules)
{
    const auto refusal_of = [](const std::string& text) -> std::string {
        try {
            parse_model("\xEF\xBB\xBF" + text, "text");
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_THAT(refusal_of("! a"), testing::StartsWith("text:1:1: found a tag"));
    EXPECT_THAT(refusal_of("a: 'b\n"), testing::StartsWith("text:1:4: found a quote that is not closed"));
    EXPECT_THAT(refusal_of("a: 'b"),
                testing::StartsWith("text:1:6: found the end of the file inside a quote"));
    EXPECT_THAT(refusal_of("spple: 1"), testing::StartsWith("text:1:1: unknown key \"spple\""));
}

TEST(ModelFile, ThatIsNoFileIsRefused)
{
    EXPECT_EQ(refusal(models / "none.yaml"), "none.yaml: there is no such file; check the path");
    EXPECT_EQ(refusal(models / "good"), "good: is a folder; name a file in it");
}

TEST(ModelFile, BeyondAMebibyteIsRefused)
{
    EXPECT_THROW(parse_model(std::string((1 << 20) + 1, ' ')), InputError);
    const std::string fits = "supple: 1\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}\n";
    EXPECT_EQ(parse_model(fits + std::string((1 << 20) - fits.size(), '\n')).rod.length, 0.05);
}

// Problems are counted, so that no more are kept than a person reads.
TEST(Problems, AreCutAfterTwentyAndCounted)
{
    std::string text = "supple: 1\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}\nloads:\n";
    for (int i = 0; i < 2000; ++i)
        text += "  - {at: tip, colour: red}\n";
    try {
        parse_model(text);
        FAIL() << "accepted";
    } catch (const InputError& error) {
        ASSERT_EQ(error.problems().size(), 21U);
        EXPECT_EQ(error.problems()[19].line, 23);
        EXPECT_EQ(to_string(error.problems()[20]),
                  "model: found at least 980 more problems after these; correct these first");
    }
}

}  // namespace test_model_corpus
}  // namespace supple
