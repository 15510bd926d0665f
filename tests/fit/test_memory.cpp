// Drives that remember: a segment with three tendons, commanded back and forth.
#include <supple/io/fit_problem.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_memory {

constexpr const char* arm =
    "supple: 1\n"
    "rod: {length: 60 mm, bending_stiffness: 2454 N mm^2}\n"
    "model: {type: curvature}\n"
    "attachments:\n"
    "  - disks: {positions: 30 60 mm}\n"
    "  - tendons: {name: t, contact: tendon, radius: 4.5 mm, angles: 0 120 240 deg, axial_stiffness: 300 N,\n"
    "      pretension: 4 N, retractions: 0 0 0 mm, play: 0.1 mm, relaxation: 0.01, relaxation_time: 5 s}\n";

ModelDocument document()
{
    return {parse_document(arm, "arm.yaml"), {}, false};
}

/// Retractions that go back and forth, with a second between rows and what the arm shows then.
CaseTable recording(const VectorXd& truth, const FitSetup& setup)
{
    constexpr std::size_t rows = 40;
    CaseTable table = parse_case_table(
        "time [s]\n" +
            [] {
                std::string text;
                for (std::size_t k = 0; k < rows; ++k)
                    text += std::to_string(k) + "\n";
                return text;
            }(),
        "recording.csv");
    for (int i = 0; i < 3; ++i) {
        std::vector<double> commands;
        for (std::size_t k = 0; k < rows; ++k)
            commands.push_back(1.2e-3 * std::sin(0.35 * static_cast<double>(k) + 2.0 * i));
        add_column(table, "attachments.t.retractions." + std::to_string(i), "mm", commands);
    }
    for (const char* axis : {"x", "y", "z"})
        add_column(table, std::string("tip.position.") + axis, "mm", std::vector<double>(rows, 0.0));
    // What is shown less nothing observed is what is shown.
    FitProblem problem = fit_problem(read_model(document()), table, setup);
    problem.start = truth;
    FitOptions score;
    score.evaluate_only = true;
    const FitReport report = fit(problem, score);
    EXPECT_EQ(report.status, Status::converged) << report.message;
    for (std::size_t k = 0; k < rows; ++k) {
        for (std::size_t a = 0; a < 3; ++a)
            table.columns[4 + a].values[k] = report.residuals.at(0).values[k][static_cast<Eigen::Index>(a)];
    }
    return table;
}

FitSetup setup()
{
    FitSetup s;
    s.parameters = {{"attachments.t.play", 0.0, 1e-3}, {"attachments.t.relaxation", -0.5, 0.5}};
    return s;
}

TEST(DriveMemory, IsFoundAgainFromWhatAnArmWithMemoryShows)
{
    const Eigen::Vector2d truth(0.25e-3, 0.08);
    const CaseTable table = recording(truth, setup());
    const FitReport report = fit(fit_problem(read_model(document()), table, setup()), {});
    ASSERT_EQ(report.status, Status::converged) << report.message;
    EXPECT_GT(report.start_cost, 1e-9);
    EXPECT_NEAR(report.parameters[0].value, truth[0], 1e-6 * truth[0]);
    EXPECT_NEAR(report.parameters[1].value, truth[1], 1e-6 * truth[1]);
}

TEST(DriveMemory, DerivativesAreTheDifferencesOfSolvedCases)
{
    const FitSetup s = setup();
    const FitProblem problem =
        fit_problem(read_model(document()), recording(Eigen::Vector2d(0.25e-3, 0.08), s), s);
    const Eigen::Vector2d p(0.2e-3, 0.05), scale(1e-4, 0.1);
    StudyEvaluator evaluator(problem.study, MatrixXd(scale.asDiagonal()));
    Residuals at, above, below;
    evaluator.evaluate(p, true, at);
    ASSERT_TRUE(at.complete);
    for (Eigen::Index i = 0; i < 2; ++i) {
        VectorXd up = p, down = p;
        up[i] += 1e-4 * scale[i];
        down[i] -= 1e-4 * scale[i];
        evaluator.evaluate(up, false, above);
        evaluator.evaluate(down, false, below);
        const VectorXd difference = (above.e - below.e) / 2e-4;
        EXPECT_GT(difference.norm(), 1e-4) << i;
        EXPECT_LT((at.J.col(i) - difference).norm(), 1e-6 * difference.norm()) << i;
    }
}

TEST(DriveMemory, GoesOnThroughRowsThatAreFittedIntoThoseKeptBack)
{
    const Eigen::Vector2d truth(0.25e-3, 0.08);
    const FitSetup s = setup();
    FitProblem all = fit_problem(read_model(document()), recording(truth, s), s);
    all.start = truth;
    FitOptions score;
    score.evaluate_only = true;
    for (const std::size_t split : {1u, 13u, 28u}) {
        const FitReport first = fit(part_of(all, 0, split), score);
        const FitReport rest = fit(part_of(all, split, 40), score);
        ASSERT_EQ(rest.status, Status::converged) << rest.message;
        EXPECT_EQ(first.errors.size(), split);
        EXPECT_EQ(rest.errors.size(), 40 - split);
        EXPECT_LT(first.error.max, 1e-12);
        EXPECT_LT(rest.error.max, 1e-12) << split;
    }
}

TEST(DriveMemory, RelaxationNeedsTheTimeOfEachRow)
{
    CaseTable table = recording(Eigen::Vector2d(0.1e-3, 0.01), setup());
    table.columns.erase(table.columns.begin());
    EXPECT_THROW(fit_problem(read_model(document()), table, setup()), InputError);
    table = recording(Eigen::Vector2d(0.1e-3, 0.01), setup());
    std::swap(table.columns[0].values[3], table.columns[0].values[4]);
    EXPECT_THROW(fit_problem(read_model(document()), table, setup()), InputError);
}

}  // namespace test_memory
}  // namespace supple::test
