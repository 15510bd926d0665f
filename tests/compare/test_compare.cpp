// What a comparison says of models, and what it does not leave out.
#include "support/rods.hpp"

#include <supple/compare/cases.hpp>
#include <supple/io/model_file.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>

namespace supple::test {
namespace test_compare {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// 82 mm held at its thirds (s1 Sec. 13 rows 18 and 19).
Manipulator held_rod()
{
    Manipulator m = rod_along_x(82 * mm, 2.05e5 * mN_mm2);
    m.loads = {dead_load(82 * mm, mN * Vector3d(9, 27, 15), mN_mm * Vector3d(300, 1600, 1800))};
    m.constraints = {hold_yz("P1", 82 * mm / 3), hold_yz("P2", 2 * 82 * mm / 3)};
    m.model = table_1(3);
    return m;
}

std::vector<int> joints_of(const Comparison& comparison, const std::string& of)
{
    std::vector<int> joints;
    for (const Judged& one : comparison.models)
        if (!one.model.candidate.as_written && family(one.model.candidate) == of)
            joints.push_back(one.model.joints);
    return joints;
}

TEST(Compare, TheErrorsOfTheHeldCatheterAreThoseOfTheStudy)
{
    const Comparison all = compare(held_rod(), candidates(held_rod(), {.types = {"universal-prb"}}));
    ASSERT_EQ(all.exact.status, Status::converged);
    const Judged& own = all.models.at(0);
    EXPECT_TRUE(own.model.candidate.as_written);
    EXPECT_EQ(own.model.joints, 9);
    const Vector3d exact(80.825161, 6.571201, -3.377620), table(80.757251, 6.681589, -3.469919);
    EXPECT_NEAR(own.error.position / mm, (exact - table).norm(), 3e-6);
    // Reactions F1y F1z, F2y F2z of the rod and of Table 1.
    const Eigen::Vector2d F1(152.96080, -74.86081), P1(149.61172, -73.31825);
    EXPECT_NEAR(own.error.reaction, (F1 - P1).norm() / F1.norm(), 3e-6);
    EXPECT_GT(own.seconds, 0.0);
    EXPECT_GT(all.exact_seconds, 0.0);
}

TEST(Compare, TheExactRodDeviatesFromItselfByNothing)
{
    const Equilibrium exact = solve(judge_of(held_rod()));
    const Deviation none = deviation(exact, exact);
    EXPECT_EQ(none.position, 0.0);
    EXPECT_LT(none.rotation, 1e-14);
    EXPECT_EQ(none.tangent, 0.0);
    EXPECT_EQ(none.reaction, 0.0);
}

TEST(Compare, ADeviationIsWhatWasChanged)
{
    const Equilibrium exact = solve(judge_of(held_rod()));
    Equilibrium moved = exact;
    const double roll = 0.3;
    const Matrix3d about_tangent = Eigen::AngleAxisd(roll, Vector3d::UnitZ()).toRotationMatrix();
    moved.shape.frames.back() =
        SE3(exact.tip().rotation() * about_tangent, exact.tip().position() + Vector3d(3 * mm, 0, 4 * mm));
    std::swap(moved.reactions[0], moved.reactions[1]);  // found by their names all the same
    moved.reactions[0].force *= 1.1;                    // P2, the smaller one
    const Deviation found = deviation(moved, exact);
    EXPECT_NEAR(found.position, 5 * mm, 1e-15);
    EXPECT_NEAR(found.rotation, roll, 1e-14);
    EXPECT_LT(found.tangent, 1e-14);
    EXPECT_NEAR(found.reaction, 0.1 * exact.reactions[1].force.norm() / exact.reactions[0].force.norm(),
                1e-14);
}

TEST(Compare, NothingIsSaidOfAShapeThatIsNotBalanced)
{
    const Equilibrium exact = solve(judge_of(held_rod()));
    Equilibrium failed = exact;
    failed.status = Status::not_converged;
    EXPECT_TRUE(std::isnan(deviation(failed, exact).position));
    EXPECT_TRUE(std::isnan(deviation(exact, failed).reaction));
    failed.status = Status::unstable;  // balanced
    EXPECT_EQ(deviation(failed, exact).position, 0.0);
}

TEST(Compare, EveryModelThatThereIsIsTriedOrRefusedWithAReason)
{
    const Comparison all = compare(held_rod(), candidates(held_rod(), {.joints = {3, 8}}));
    std::vector<std::string> families, refused;
    for (const Judged& one : all.models) {
        const std::string who = family(one.model.candidate);
        if (families.empty() || families.back() != who) families.push_back(who);
        if (!one.model.reason.empty())
            refused.push_back(setting(one.model.candidate.model) + ": " + one.model.reason);
        EXPECT_EQ(one.model.reason.empty(), one.status == Status::converged);
        EXPECT_EQ(one.model.reason.empty(), one.error.position >= 0.0);
    }
    EXPECT_THAT(families, ElementsAre("universal-prb", "isotropic-prb", "spherical-prb gauss", "curvature",
                                      "variational"));
    ASSERT_GE(refused.size(), 1u);
    EXPECT_THAT(refused[0], AllOf(HasSubstr("joints: 3"), HasSubstr("must be even")));
}

TEST(Compare, SegmentsEndAtLoadsSoThatJointsAreCountedInTheChain)
{
    // One, two and three segments: cut at the thirds too they are 3, 4 and 3; nine joints are tried once.
    const Comparison all =
        compare(held_rod(), candidates(held_rod(), {.types = {"isotropic-prb"}, .joints = {3, 6, 9}}));
    EXPECT_THAT(joints_of(all, "isotropic-prb"), ElementsAre(9, 12));
}

TEST(Compare, ModelsTwistWhereTheFilesOwnModelDoes)
{
    Manipulator m = held_rod();
    const auto twists = [&] {
        return std::get<SegmentModel>(
                   candidates(m, {.types = {"isotropic-prb"}, .as_written = false})[0].model)
            .freedoms.twist;
    };
    EXPECT_FALSE(twists());
    std::get<SegmentModel>(m.model).freedoms.twist = true;
    EXPECT_TRUE(twists());
    m.model = spherical(8, JointLayout::gauss);
    EXPECT_TRUE(twists());
    m.model = CurvatureModel{8, false};
    EXPECT_FALSE(twists());
}

TEST(Compare, WhatIsTriedCanBeWrittenIntoAFile)
{
    CandidateOptions every{.joints = {4, 12}, .layouts = joint_layouts(), .as_written = false};
    const auto all = candidates(rod_along_x(50 * mm, 1e-5), every);
    EXPECT_EQ(all.size(), 4u + 2u * joint_layouts().size() + 4u);
    for (const Candidate& candidate : all) {
        const std::string text = fmt::format(
            "supple: 1\nrod: {{length: 50 mm, bending_stiffness: 10 N mm^2}}\nmodel: {{type: {}, {}}}\n",
            type_name(candidate.model), setting(candidate.model));
        SCOPED_TRACE(text);
        EXPECT_EQ(setting(parse_model(text).model), setting(candidate.model));
    }
}

TEST(Compare, AComparisonThatIsStoppedKeepsWhatIsDone)
{
    std::atomic<bool> stop = true;
    const Comparison none = compare(held_rod(), candidates(held_rod(), {}), {.stop = &stop});
    EXPECT_EQ(none.exact.status, Status::converged);
    EXPECT_TRUE(none.models.empty());
}

TEST(Statistics, AreThoseOfTheNumbersThatAreThere)
{
    const Statistics s = statistics({4.0, std::nan(""), 1.0, 2.0, 11.0, 2.0});
    EXPECT_EQ(s.count, 5u);
    EXPECT_DOUBLE_EQ(s.mean, 4.0);
    EXPECT_DOUBLE_EQ(s.median, 2.0);
    EXPECT_DOUBLE_EQ(s.p95, 4.0 + 0.8 * 7.0);
    EXPECT_DOUBLE_EQ(s.max, 11.0);
    EXPECT_DOUBLE_EQ(statistics({1.0, 2.0}).median, 1.5);
    EXPECT_EQ(statistics({}).count, 0u);
    EXPECT_TRUE(std::isnan(statistics({std::nan("")}).mean));
}

TEST(Statistics, JointsAreEnoughFromWhereOnAllErrorsAreSmall)
{
    const double tolerance = 1e-3;
    EXPECT_EQ(enough_joints({{2, 5e-3}, {4, 9e-4}, {8, 1e-4}}, tolerance), 4);
    EXPECT_EQ(enough_joints({{2, 5e-4}, {4, 2e-3}, {8, 1e-4}}, tolerance), 8);  // the first was luck
    EXPECT_EQ(enough_joints({{2, 5e-4}, {4, 2e-4}}, tolerance), 2);
    EXPECT_EQ(enough_joints({{2, 5e-4}, {4, std::nan("")}}, tolerance), std::nullopt);
    EXPECT_EQ(enough_joints({{2, 5e-4}, {4, 2e-3}}, tolerance), std::nullopt);
    EXPECT_EQ(enough_joints({}, tolerance), std::nullopt);
}

/// Forces of 1, 2, ... mN on the held rod.
CaseSource forces(std::size_t rows)
{
    CaseSource source;
    source.rows = rows;
    source.set = [](std::size_t row, Manipulator& m) {
        m.loads[0].force.y() = mN * static_cast<double>(row + 1);
        return std::string();
    };
    return source;
}

TEST(CompareCases, AreTheComparisonsOfTheirRowsWhateverTheThreads)
{
    const auto tried = candidates(held_rod(), {.types = {"isotropic-prb"}, .joints = {9}});
    CaseSource source = forces(7);
    double sum = 0.0, most = 0.0;
    for (std::size_t row = 0; row < source.rows; ++row) {
        Manipulator m = held_rod();
        source.set(row, m);
        const double error = compare(m, tried, {.repetitions = 1}).models.back().error.position;
        sum += error;
        most = std::max(most, error);
    }
    for (const int threads : {1, 3}) {
        const CasesComparison all = compare_cases(held_rod(), tried, source, {.threads = threads});
        EXPECT_EQ(all.done, 7u);
        EXPECT_EQ(all.exact.converged, 7u);
        EXPECT_EQ(all.models.at(1).converged, 7u);
        EXPECT_DOUBLE_EQ(all.models[1].position.mean, sum / 7.0);
        EXPECT_DOUBLE_EQ(all.models[1].position.max, most);
        EXPECT_NEAR(all.models[1].relative.max, most / (82 * mm), 1e-15);
        EXPECT_GT(all.models[1].reaction.mean, 0.0);
        EXPECT_EQ(all.models[1].measured_position.count, 0u);
    }
}

TEST(CompareCases, MeasuredTipsAreComparedWithModelsAndWithTheExactRod)
{
    CaseSource source = forces(2);
    source.measured = [](std::size_t row) {
        Manipulator m = held_rod();
        forces(2).set(row, m);
        const SE3 tip = solve(judge_of(m)).tip();
        MeasuredTip off;
        off.position = tip.position() + Vector3d(0, 0, static_cast<double>(row) * mm);
        if (row == 1)
            off.frame = Eigen::Quaterniond(tip.rotation() * Eigen::AngleAxisd(0.2, Vector3d::UnitX()));
        return off;
    };
    const CasesComparison all = compare_cases(held_rod(), {{spherical(8, JointLayout::gauss)}}, source);
    EXPECT_NEAR(all.exact.measured_position.max, 1 * mm, 1e-12);
    EXPECT_NEAR(all.exact.measured_position.mean, 0.5 * mm, 1e-12);
    EXPECT_EQ(all.exact.measured_rotation.count, 1u);
    EXPECT_NEAR(all.exact.measured_rotation.mean, 0.2, 1e-9);
    EXPECT_NE(all.models[0].measured_position.mean, all.exact.measured_position.mean);
}

TEST(CompareCases, ARowThatIsNoModelIsAFailureOfAllAndNotOfTheOthers)
{
    CaseSource source = forces(3);
    source.set = [set = source.set](std::size_t row, Manipulator& m) {
        return row == 1 ? std::string("cases.csv:3:1: no such thing") : set(row, m);
    };
    const CasesComparison all =
        compare_cases(held_rod(), candidates(held_rod(), {.types = {"curvature"}, .joints = {12}}), source);
    EXPECT_EQ(all.done, 3u);
    EXPECT_EQ(all.exact.converged, 2u);
    EXPECT_EQ(all.models.back().converged, 2u);
    EXPECT_EQ(all.models.back().position.count, 2u);
    EXPECT_EQ(all.models.back().first_failure, "case 2: invalid: cases.csv:3:1: no such thing");
}

TEST(CompareCases, NoMoreThreadsWorkThanAreAskedFor)
{
    std::mutex mutex;
    std::set<std::thread::id> workers;
    CaseSource source;
    source.rows = 40;
    source.set = [&](std::size_t, Manipulator&) -> std::string {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const std::lock_guard lock(mutex);
        workers.insert(std::this_thread::get_id());
        return "not to be solved";
    };
    EXPECT_EQ(compare_cases(held_rod(), {}, source, {.threads = 2}).done, 40u);
    EXPECT_LE(workers.size(), 2u);
}

TEST(CompareCases, StoppedAtOnceTheyHaveDoneNothing)
{
    std::atomic<bool> stop = true;
    const CasesComparison none =
        compare_cases(held_rod(), candidates(held_rod(), {}), forces(100), {.stop = &stop});
    EXPECT_EQ(none.done, 0u);
    EXPECT_EQ(none.models.at(0).position.count, 0u);
}

}  // namespace test_compare
}  // namespace supple::test
