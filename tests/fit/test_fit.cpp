#include "support/grid_study.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/io/model_file.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

namespace supple::test {
namespace test_fit {

/// A cantilever seen at tip and middle under several forces: bending stiffness and length of a stiff end.
FitProblem cantilever(const VectorXd& truth, const VectorXd& start, double noise, unsigned seed)
{
    FitProblem problem;
    problem.paths = {"stiffness", "twisting"};
    problem.start = start;
    problem.scale = start;
    problem.lower = VectorXd::Constant(2, 1e-6);
    problem.upper = VectorXd::Constant(2, 1e-2);
    problem.study.build = [](const VectorXd& p, std::size_t) {
        return discretize(
            parse_model(fmt::format("supple: 1\nrod: {{length: 100 mm, bending_stiffness: {:.17g} N m^2, "
                                    "torsional_stiffness: {:.17g} N "
                                    "m^2}}\n"
                                    "model: {{type: spherical-prb, joints: 4}}\nstations: {{middle: 50 mm}}\n"
                                    "loads: [{{name: tip, at: tip, force: 0 0 0 N, moment: 0 0 0 N m}}]\n",
                                    p[0], p[1])));
    };
    problem.study.inputs = {"loads.tip.force.x", "loads.tip.moment.z"};
    problem.study.threads = 1;
    for (const double size : {-1.0, -0.5, 0.25, 0.5, 0.75, 1.0}) {
        FitCase sample;
        sample.inputs = {20e-3 * size, 0.2e-3 * size * size};
        Observation tip, turned;
        turned.kind = Observation::Kind::rotation;
        sample.observations = {tip, turned};
        problem.study.cases.push_back(sample);
    }
    // What the model itself shows at the truth, and noise.
    StudyEvaluator evaluator(problem.study, MatrixXd::Identity(2, 2));
    Residuals seen;
    evaluator.evaluate(truth, false, seen);
    EXPECT_EQ(seen.failed, 0u);
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0.0, 1.0);
    Eigen::Index row = 0;
    for (FitCase& sample : problem.study.cases) {
        for (Observation& observation : sample.observations) {
            for (Eigen::Index a = 0; a < 3; ++a)
                observation.value[a] = seen.e[row++] + noise * normal(random);
            if (observation.kind == Observation::Kind::rotation)
                observation.rotation = so3::exp(observation.value);
            observation.weight = noise > 0.0 ? 1.0 / noise : 1.0;
        }
    }
    return problem;
}

const Eigen::Vector2d truth(2e-4, 1.5e-4), away(3e-4, 1e-4);

class EachObjective : public testing::TestWithParam<FitObjective> {};

TEST_P(EachObjective, FindsAgainWhatMadeTheData)
{
    FitProblem problem = cantilever(truth, away, 0.0, 1);
    problem.objective.kind = GetParam();
    problem.objective.robust_size = 1e-3;
    const FitReport report = fit(problem, {});
    ASSERT_EQ(report.status, Status::converged) << report.message;
    EXPECT_NEAR(report.parameters[0].value, truth[0], 1e-7 * truth[0]);
    EXPECT_NEAR(report.parameters[1].value, truth[1], 1e-6 * truth[1]);
    EXPECT_LT(report.cost, 1e-6 * report.start_cost);
    EXPECT_TRUE(report.flat.empty());
}

INSTANTIATE_TEST_SUITE_P(Objectives, EachObjective,
                         testing::Values(FitObjective::least_squares, FitObjective::mean_of_norms,
                                         FitObjective::huber, FitObjective::cauchy),
                         [](const auto& each) {
                             std::string text = name(each.param);
                             std::replace(text.begin(), text.end(), '-', '_');
                             return text;
                         });

TEST(Fit, IntervalsHoldTheTruthAboutAsOftenAsTheySay)
{
    int held = 0;
    constexpr int runs = 200;
    for (int i = 0; i < runs; ++i) {
        const FitReport report = fit(cantilever(truth, 1.1 * truth, 50e-6, static_cast<unsigned>(i)), {});
        ASSERT_EQ(report.status, Status::converged);
        const FittedParameter& stiffness = report.parameters[0];
        EXPECT_GT(stiffness.deviation, 0.0);
        held += stiffness.interval_lower <= truth[0] && truth[0] <= stiffness.interval_upper ? 1 : 0;
    }
    // 95 % of 200 give or take three standard deviations of such a count.
    EXPECT_GE(held, 180);
    EXPECT_LE(held, 198);
}

TEST(Fit, SpreadsAreThoseOfTheShapesWithinTheCovariance)
{
    // Of positions alone, so that the spread is that of the tip: √(tr J C Jᵀ) by differences of solved cases.
    FitProblem problem = cantilever(truth, 1.1 * truth, 50e-6, 7);
    for (FitCase& sample : problem.study.cases)
        sample.observations.resize(1);
    problem.paths.resize(1);
    const auto build = problem.study.build;
    problem.study.build = [build](const VectorXd& p, std::size_t k) {
        return build(Eigen::Vector2d(p[0], truth[1]), k);
    };
    problem.start = problem.scale = VectorXd::Constant(1, 1.1 * truth[0]);
    problem.lower.conservativeResize(1);
    problem.upper.conservativeResize(1);
    const FitReport report = fit(problem, {});
    ASSERT_EQ(report.status, Status::converged) << report.message;
    const double deviation = report.parameters[0].deviation;
    StudyEvaluator evaluator(problem.study, MatrixXd::Identity(1, 1));
    Residuals above, below;
    evaluator.evaluate(VectorXd::Constant(1, report.parameters[0].value + deviation), false, above);
    evaluator.evaluate(VectorXd::Constant(1, report.parameters[0].value - deviation), false, below);
    for (std::size_t k = 0; k < problem.study.cases.size(); ++k) {
        const double weight = problem.study.cases[k].observations[0].weight;
        const auto row = static_cast<Eigen::Index>(3 * k);
        const double moved = 0.5 * (above.e - below.e).segment<3>(row).norm() / weight;
        EXPECT_GT(moved, 1e-7);
        EXPECT_NEAR(report.spread.tip[k], moved, 1e-3 * moved);
    }
}

TEST(Fit, NamesWhatTheDataDoNotTell)
{
    FitProblem problem = cantilever(truth, away, 0.0, 1);
    for (FitCase& sample : problem.study.cases)
        sample.inputs[1] = 0.0;  // nothing twists
    FitProblem flat = problem;
    for (std::size_t k = 0; k < flat.study.cases.size(); ++k)
        flat.study.cases[k].observations[0].weight = 1.0;
    const FitReport report = fit(flat, {});
    ASSERT_EQ(report.flat.size(), 1u);
    EXPECT_NEAR(std::abs(report.flat[0].direction[1]), 1.0, 1e-6);
    EXPECT_TRUE(std::isinf(report.parameters[1].deviation));
    EXPECT_TRUE(std::isfinite(report.parameters[0].deviation));
}

TEST(Fit, StaysWithinItsBounds)
{
    for (const FitObjective kind : {FitObjective::least_squares, FitObjective::mean_of_norms}) {
        FitProblem problem = cantilever(truth, away, 0.0, 1);
        problem.objective.kind = kind;
        problem.lower[0] = 2.5e-4;
        const FitReport report = fit(problem, {});
        ASSERT_EQ(report.status, Status::converged) << report.message;
        EXPECT_NEAR(report.parameters[0].value, 2.5e-4, 1e-12);
        EXPECT_TRUE(report.parameters[0].at_bound);
    }
}

TEST(Fit, SaysWhyItCannotBegin)
{
    FitProblem problem = cantilever(truth, away, 0.0, 1);
    problem.study.build = [](const VectorXd&, std::size_t) { return std::unique_ptr<System>(); };
    const FitReport report = fit(problem, {});
    EXPECT_EQ(report.status, Status::invalid);
    EXPECT_THAT(report.message, testing::HasSubstr("cannot be evaluated"));
}

TEST(Fit, StopsWhenToldToAndKeepsTheBest)
{
    FitProblem problem = cantilever(truth, away, 0.0, 1);
    FitOptions options;
    options.progress = [](int pass, double) { return pass < 3; };
    const FitReport report = fit(problem, options);
    EXPECT_EQ(report.status, Status::not_converged);
    EXPECT_THAT(report.message, testing::HasSubstr("best values so far"));
    EXPECT_LE(report.cost, report.start_cost);
}

}  // namespace test_fit
}  // namespace supple::test
