// What `supple check` prints of the examples, word for word: tests/data/summaries/NAME.txt.

#include <supple/io/model_file.hpp>
#include <supple/io/summary.hpp>

#include "support/files.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple {
namespace test_summary {

namespace fs = std::filesystem;

class Summary : public testing::TestWithParam<const char*> {};

TEST_P(Summary, IsTheTextInTheFile)
{
    const std::string name = GetParam();
    const fs::path example = fs::path(SUPPLE_EXAMPLES) / (name + ".yaml");
    const fs::path model =
        fs::exists(example) ? example : fs::path(SUPPLE_TEST_DATA) / "models/good" / (name + ".yaml");
    std::string text;
    for (const auto& [label, line] : summarize(load(model)))
        text += fmt::format("{:<13} {}\n", label, line);
    EXPECT_EQ(text, test::slurp(fs::path(SUPPLE_TEST_DATA) / "summaries" / (name + ".txt")));
}

INSTANTIATE_TEST_SUITE_P(Of, Summary,
                         testing::Values("catheter", "magnetic_catheter", "mri_catheter", "released_rod",
                                         "rod_driven_arm", "attachments_of_every_kind",
                                         "constraints_of_every_kind", "field_of_every_source",
                                         "rod_given_outright", "moving_base", "fit_of_parameters"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace test_summary
}  // namespace supple
