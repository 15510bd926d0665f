// Verdicts on published figures, and what becomes of experiments that fail.
#include "progress.hpp"
#include "run.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <stdexcept>

namespace supple::app {
namespace test_reproduce {

using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Figure figure(std::vector<double> reference, std::vector<double> ours, double tolerance)
{
    return {.name = "sag",
            .unit = "mm",
            .reference = std::move(reference),
            .ours = std::move(ours),
            .tolerance = tolerance};
}

Figure with(Figure f, Standing standing, const std::string& remark = "A reason.")
{
    f.standing = standing;
    f.remark = remark;
    return f;
}

TEST(Judge, HoldsOursToTheReferenceAndEveryNumberOfARow)
{
    EXPECT_EQ(judge(figure({1.0}, {1.09}, 0.1)), Verdict::reproduced);
    EXPECT_EQ(judge(figure({1.0}, {1.11}, 0.1)), Verdict::failed);
    EXPECT_EQ(judge(figure({1.0, 2.0}, {1.0, 2.2}, 0.1)), Verdict::failed);
    EXPECT_EQ(judge(figure({1.0, 2.0}, {1.0}, 0.1)), Verdict::failed);
    EXPECT_EQ(judge(figure({22}, {22}, 0.0)), Verdict::reproduced);
    EXPECT_EQ(judge(figure({22}, {23}, 0.0)), Verdict::failed);
}

TEST(Judge, TakesAToleranceAsAPartOfTheReferenceWhereItIsOne)
{
    Figure f = figure({-200.0}, {-200.9}, 0.005);
    EXPECT_EQ(judge(f), Verdict::failed);
    f.relative = true;
    EXPECT_EQ(judge(f), Verdict::reproduced);
    f.ours = {-201.1};
    EXPECT_EQ(judge(f), Verdict::failed);
}

TEST(Judge, TakesAToleranceOfEachNumberWhereTheyDiffer)
{
    Figure f = figure({1.0, 20.0}, {1.0, 20.5}, 0.0);
    f.tolerances = {0.01, 1.0};
    EXPECT_EQ(judge(f), Verdict::reproduced);
    f.ours = {1.5, 20.0};
    EXPECT_EQ(judge(f), Verdict::failed);
    f.tolerances = {1.0};
    EXPECT_EQ(judge(f), Verdict::failed);
}

TEST(Judge, HoldsOursToABoundWithoutAReference)
{
    EXPECT_EQ(judge(figure({}, {0.02}, 0.03)), Verdict::reproduced);
    EXPECT_EQ(judge(figure({}, {-0.04}, 0.03)), Verdict::failed);
    EXPECT_EQ(judge(figure({}, {}, 0.03)), Verdict::failed);
}

TEST(Judge, RefusesWhatIsNoNumberWhateverIsSaidOfThePaper)
{
    for (const Standing standing : {Standing::holds, Standing::differs, Standing::not_reproducible}) {
        EXPECT_EQ(judge(with(figure({1.0}, {nan}, 0.1), standing)), Verdict::failed);
        EXPECT_EQ(judge(with(figure({}, {nan}, 0.1), standing)), Verdict::failed);
        EXPECT_EQ(judge(with(figure({}, {nan}, 0.0), standing)), Verdict::failed);
    }
}

TEST(Judge, LetsAPapersFigureDifferOnlyWhereOursIsRightAndAReasonIsGiven)
{
    const Figure right = figure({1.0}, {1.0}, 0.1), wrong = figure({1.0}, {2.0}, 0.1);
    EXPECT_EQ(judge(with(right, Standing::differs)), Verdict::differs);
    EXPECT_EQ(judge(with(wrong, Standing::differs)), Verdict::failed);
    EXPECT_EQ(judge(with(right, Standing::differs, "")), Verdict::failed);
    EXPECT_EQ(judge(with(right, Standing::not_reproducible)), Verdict::not_reproducible);
    EXPECT_EQ(judge(with(wrong, Standing::not_reproducible)), Verdict::failed);
    EXPECT_EQ(judge(with(figure({}, {}, 0.0), Standing::not_reproducible)), Verdict::not_reproducible);
    EXPECT_EQ(judge(with(figure({}, {}, 0.0), Standing::not_reproducible, "")), Verdict::failed);
    EXPECT_EQ(judge(with(figure({}, {}, 0.0), Standing::differs)), Verdict::failed);
}

Study study(std::vector<Experiment> experiments)
{
    return {"s9", "a study", std::move(experiments)};
}

const Experiment good{"good", [] {
                          return std::vector{figure({1.0}, {1.0}, 0.1), figure({2.0}, {2.0}, 0.1)};
                      }};
const Experiment thrown{"thrown", []() -> std::vector<Figure> { throw std::runtime_error("it broke"); }};
const Experiment silent{"silent", [] { return std::vector<Figure>(); }};

TEST(Reproduction, KeepsTheOrderOfTheExperimentsAndNamesTheSystem)
{
    std::vector<Experiment> many;
    for (int i = 0; i < 50; ++i)
        many.push_back({"one", [i] { return std::vector{figure({i * 1.0}, {i * 1.0}, 0.1)}; }});
    const Reproduction result = reproduce({study(many)}, 4, false);
    ASSERT_EQ(result.studies.at(0).rows.size(), 50u);
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(result.studies[0].rows[i].figure.ours[0], static_cast<double>(i));
        EXPECT_EQ(result.studies[0].rows[i].figure.system, "s9");
    }
    EXPECT_TRUE(result.complete);
}

TEST(Reproduction, MakesAFailedRowOfAnExperimentThatThrowsOrSaysNothing)
{
    const Reproduction result = reproduce({study({good, thrown, silent}), study({})}, 2, false);
    EXPECT_EQ(count(result), (std::array<std::size_t, 4>{2, 0, 0, 3}));
    const auto& rows = result.studies[0].rows;
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[2].figure.name, "thrown");
    EXPECT_EQ(rows[2].figure.remark, "it broke");
    EXPECT_EQ(rows[3].figure.name, "silent");
    EXPECT_EQ(count(result.studies[1])[3], 1u);
    EXPECT_THAT(to_text(result, false), HasSubstr("it broke"));
}

TEST(Reproduction, KeepsWhatIsDoneWhenInterrupted)
{
    const Experiment interrupting{"last", [] {
                                      interrupt_asked = true;
                                      return std::vector{figure({1.0}, {1.0}, 0.1)};
                                  }};
    const Reproduction result = reproduce({study({good, interrupting, good, thrown})}, 1, false);
    interrupt_asked = false;
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(count(result), (std::array<std::size_t, 4>{3, 0, 0, 0}));
    EXPECT_THAT(result.studies[0].left_out, testing::ElementsAre("good", "thrown"));
    EXPECT_THAT(to_text(result, false), HasSubstr("interrupted before: thrown"));
    EXPECT_THAT(to_markdown(result), HasSubstr("Interrupted before: thrown"));
}

TEST(Report, ShowsPaperExpectedOursToleranceVerdictAndReason)
{
    Figure f = with(figure({0.471712}, {0.4717123}, 2e-6), Standing::differs, "The grid_is another.");
    f.paper = {0.488};
    const Reproduction result = reproduce({study({{"one", [f] { return std::vector{f}; }}})}, 1, false);
    const std::string text = to_text(result, false);
    EXPECT_THAT(
        text,
        HasSubstr("sag [mm]  0.488  0.471712  0.471712  +-2e-06    differs\n      The grid_is another.\n"));
    EXPECT_THAT(text, HasSubstr("s9: 0 reproduced, 1 differ, 0 not reproducible, 0 FAILED"));
    EXPECT_THAT(
        text,
        HasSubstr(
            "does not hold\n\n  s9 sag: paper 0.488 mm, ours 0.471712 mm\n      The grid_is another.\n"));
    EXPECT_THAT(
        to_markdown(result),
        HasSubstr(
            "| sag [mm] | 0.488 | 0.471712 | 0.471712 | +-2e-06 | **differs**: The grid\\_is another. |\n"));
    const auto json = nlohmann::json::parse(to_json(result));
    const auto& row = json.at("figures").at(0);
    EXPECT_EQ(row.at("verdict"), "differs");
    EXPECT_EQ(row.at("ours").at(0), 0.4717123);
    EXPECT_EQ(row.at("tolerance").at(0), 2e-6);
}

TEST(Report, PrintsAsManyDecimalsAsAreJudged)
{
    Figure f = figure({20.0, 0.5}, {20.04, 0.5004}, 0.0);
    f.tolerances = {0.1, 0.001};
    EXPECT_THAT(with_decimals(f.ours, f), testing::ElementsAre("20.0", "0.500"));
    EXPECT_THAT(with_decimals({nan}, f), testing::ElementsAre("none"));
    EXPECT_EQ(tolerance(f), "last digit");
    EXPECT_EQ(tolerance(figure({}, {1}, 0.03)), "<= 0.03");
    f = figure({1.0}, {1.0}, 0.005);
    f.relative = true;
    EXPECT_EQ(tolerance(f), "+-0.5 %");
}

}  // namespace test_reproduce
}  // namespace supple::app
