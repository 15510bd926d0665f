// How far a model is from its judge, and when that cannot be said.
#include "support/rods.hpp"

#include <supple/analysis/solve.hpp>
#include <supple/compare/joint_needs.hpp>
#include <supple/compare/model_error.hpp>
#include <supple/io/model_file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_model_error {

using testing::HasSubstr;
using testing::Not;

SegmentModel isotropic(int segments)
{
    SegmentModel model;
    model.isotropic = true;
    model.segments = segments;
    return model;
}

Manipulator bent_rod(int segments)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.loads = {dead_load(50 * mm, mN * Vector3d(4, -2.5, 2.5), mN_mm * Vector3d(0, -250, -150))};
    m.model = isotropic(segments);
    return m;
}

/// Tendons through disks that stand evenly, or not.
Manipulator arm(const std::string& disks)
{
    return parse_model(R"(supple: 1
rod: {length: 120 mm, bending_stiffness: 2500 N mm^2}
base: {tangent: z, normal: x}
model: {type: curvature}
attachments:
  - disks: {)" + disks +
                           R"(, mass: 1 g}
  - tendons: {radius: 5 mm, angles: 0 120 240 deg, end_disks: 6 6 6, tensions: 2 0 0 N}
)",
                       "arm.yaml");
}

TEST(ModelError, IsWhatCompareSays)
{
    for (const int segments : {1, 4}) {
        const Manipulator m = bent_rod(segments);
        const auto error = model_error(m, solve(m));
        ASSERT_TRUE(error);
        const Judged own = compare(m, {{m.model, true}}).models.at(0);
        EXPECT_EQ(error->tip, own.error.position);
        EXPECT_EQ(error->rotation, own.error.tangent);  // without twist it has a roll of its own
        EXPECT_GT(error->tip, 0.0);
        EXPECT_EQ(error->judge, "cosserat");
        EXPECT_EQ(error->message, "");
    }
    Manipulator twisting = bent_rod(1);
    std::get<SegmentModel>(twisting.model).freedoms.twist = true;
    EXPECT_EQ(model_error(twisting, solve(twisting))->rotation,
              compare(twisting, {{twisting.model, true}}).models.at(0).error.rotation);
}

TEST(ModelError, IsNothingForTheExactRodAndForWhatIsNotConverged)
{
    Manipulator exact = bent_rod(1);
    exact.model = CosseratModel{};
    EXPECT_FALSE(model_error(exact, solve(exact)));
    Equilibrium failed = solve(bent_rod(1));
    failed.status = Status::not_converged;
    EXPECT_FALSE(model_error(bent_rod(1), failed));
}

// Above Euler's load the straight column is unstable, but one stiff joint at its base does not know that.
TEST(ModelError, IsASentenceWhereTheJudgeIsUnstable)
{
    Manipulator m = rod_along_x(100 * mm, 100000 * mN_mm2);
    m.loads = {dead_load(100 * mm, mN * Vector3d(-29.6, 0, 0), Vector3d::Zero())};
    SphericalModel stiff;
    stiff.layout = JointLayout::given;
    stiff.links = {50 * mm, 50 * mm};
    stiff.bending = {1.0};
    stiff.twisting = {1.0};
    m.model = stiff;
    const Equilibrium found = solve(m);
    ASSERT_EQ(found.status, Status::converged) << found.message;
    const auto error = model_error(m, found);
    ASSERT_TRUE(error);
    EXPECT_TRUE(std::isnan(error->tip) && std::isnan(error->rotation));
    EXPECT_THAT(error->message, HasSubstr("the exact rod is unstable"));
    const JudgedEquilibrium judged{found, error};
    EXPECT_THAT(to_json(judged),
                HasSubstr(R"("model_error": {"tip":null,"rotation":null,"judge":"cosserat")"));
    EXPECT_THAT(to_text(m, judged), HasSubstr("model error  not known: the exact rod is unstable"));
}

// A buckled column leans to the side of its small load. The judge is doubted where the finest chain leans as
// the model does, and not where that one is wrong.
TEST(ModelError, IsNotMeasuredByAJudgeOnAnotherBranch)
{
    const auto leaning = [](double side, const ModelChoice& model) {
        Manipulator m = rod_along_x(100 * mm, 100000 * mN_mm2);
        m.loads = {dead_load(100 * mm, mN * Vector3d(-40, 0.4 * side, 0))};
        m.model = model;
        return m;
    };
    const Manipulator m = leaning(1.0, isotropic(4));
    const Judge judge = judge_for(m);
    const Equilibrium right = solve(m), wrong = solve(leaning(-1.0, isotropic(4)));
    const Equilibrium truth = solve(leaning(1.0, CosseratModel{})),
                      astray = solve(leaning(-1.0, CosseratModel{}));
    ASSERT_GT((right.tip().position() - astray.tip().position()).norm(), 50 * mm);
    EXPECT_FALSE(judged_elsewhere(m, judge, right, truth));
    EXPECT_TRUE(judged_elsewhere(m, judge, right, astray));
    EXPECT_FALSE(judged_elsewhere(m, judge, wrong, truth));
}

TEST(ModelError, StandsInTheRecordAndInTheTextWhereItIsAskedFor)
{
    const Manipulator m = bent_rod(1);
    const Equilibrium eq = solve(m);
    EXPECT_THAT(to_json(JudgedEquilibrium{eq, model_error(m, eq)}), HasSubstr(R"("judge":"cosserat"})"));
    EXPECT_THAT(to_text(m, JudgedEquilibrium{eq, model_error(m, eq)}),
                HasSubstr("off, judged by the exact rod"));
    EXPECT_THAT(to_json(JudgedEquilibrium{eq, std::nullopt}), Not(HasSubstr("model_error")));
    EXPECT_THAT(to_json(eq, "solve"), Not(HasSubstr("model_error")));
}

TEST(Judge, IsTheExactRodWhereThatCarriesTheManipulator)
{
    const Judge judge = judge_for(bent_rod(1));
    EXPECT_TRUE(judge.exact());
    EXPECT_EQ(judge.in_words(), "the exact rod");
    EXPECT_TRUE(std::holds_alternative<CosseratModel>(judge.model));
}

// Arcs that end at the disks: halving them moves the tip by less than a thousandth of the rod's own error.
TEST(Judge, OfAnArmIsAChainOfWhichAnArcEndsAtEveryDisk)
{
    for (const auto& [disks, arcs] : {std::pair("count: 6", 96), std::pair("count: 7", 98),
                                      std::pair("positions: 12 24 48 72 96 120 mm", 100)}) {
        SCOPED_TRACE(disks);
        const Manipulator m = arm(disks);
        const Judge judge = judge_for(m);
        EXPECT_FALSE(judge.exact());
        EXPECT_THAT(judge.reason, HasSubstr("tendons"));
        EXPECT_EQ(std::get<CurvatureModel>(judge.model).arcs, arcs);
        EXPECT_EQ(judge.name, "curvature, arcs: " + std::to_string(arcs) + ", twist: true");
        Manipulator coarser = m;
        coarser.model = CurvatureModel{arcs / 2, true};
        EXPECT_LT(deviation(solve(coarser), solve(judge_of(m))).position, 1e-4 * m.rod.length);
        const auto error = model_error(m, solve(m));
        ASSERT_TRUE(error);
        EXPECT_EQ(error->judge, judge.name);
        EXPECT_GT(error->tip, 0.0);
    }
}

// A case in which the judge fails tells nothing of any model: it disqualifies none.
TEST(JointNeeds, AreOverTheCasesThatHaveAJudge)
{
    Manipulator m = rod_along_x(100 * mm, 100000 * mN_mm2);
    m.loads = {dead_load(100 * mm, Vector3d::Zero(), Vector3d::Zero())};
    m.model = isotropic(1);
    CaseSource source;
    source.rows = 3;
    source.set = [](std::size_t row, Manipulator& changed) {
        changed.loads[0].force = mN * (row == 1 ? Vector3d(-29.6, 0, 0) : Vector3d(-5, 1 + double(row), 0));
        return std::string();
    };
    const auto tried = candidates(m, {.types = {"isotropic-prb"}, .joints = {3, 9}, .as_written = false});
    const CasesComparison all = compare_cases(m, tried, source);
    ASSERT_EQ(all.exact.converged, 2u);
    const std::vector<JointNeed> needs = joint_needs(all, 0.01);
    ASSERT_EQ(needs.size(), 1u);
    EXPECT_EQ(needs[0].joints, 3);
    EXPECT_THAT(to_text(m,
                        ComparisonRecord{
                            .file = "", .length = 0.1, .of_cases = &all, .tolerance = 0.01, .enough = needs}),
                HasSubstr("over the 2 cases in which the exact rod converged"));

    // Where the model fails and the judge does not, that number is not enough.
    CasesComparison worse = all;
    --worse.models.at(0).relative.count;
    EXPECT_EQ(joint_needs(worse, 0.01).at(0).joints, 9);
    // Without any judge nothing is enough.
    source.set = [](std::size_t, Manipulator& changed) {
        changed.loads[0].force = mN * Vector3d(-29.6, 0, 0);
        return std::string();
    };
    EXPECT_EQ(joint_needs(compare_cases(m, tried, source), 0.01).at(0).joints, std::nullopt);
}

}  // namespace test_model_error
}  // namespace supple::test
