// Drives that remember: a segment with three tendons, commanded back and forth.
#include <supple/analysis/simulate.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/io/case_solver.hpp>
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
    // What is left is rounding, from rest as on the way.
    EXPECT_TRUE(report.warnings.empty()) << report.warnings[0];
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

/// The tips of a sequence.
std::vector<Vector3d> tips_in_sequence(const ModelDocument& model, const CaseTable& table)
{
    std::vector<Vector3d> tips;
    const CaseInputs inputs(model, table);
    const auto source = cases_in(table);
    const auto keep = [&](const CaseBlock&, std::size_t row, const Equilibrium& eq) {
        EXPECT_EQ(eq.status, Status::converged) << row << ": " << eq.message;
        tips.push_back(eq.shape.frames.back().position());
    };
    solve_sequence(inputs, *source, {}, {keep, [](const CaseBlock&, std::size_t) {}});
    return tips;
}

/// A table is refused before its first row is solved.
std::string refusal_of_sequence(const ModelDocument& model, const CaseTable& table)
{
    std::size_t solved = 0;
    try {
        const auto source = cases_in(table);
        const auto count = [&](const CaseBlock&, std::size_t, const Equilibrium&) { ++solved; };
        solve_sequence(CaseInputs(model, table), *source, {}, {count, [](const CaseBlock&, std::size_t) {}});
    } catch (const InputError& error) {
        EXPECT_EQ(solved, 0U) << error.what();
        return error.what();
    }
    return "";
}

TEST(DriveMemory, ASequenceShowsWhatAFitEvaluates)
{
    const Eigen::Vector2d values(0.25e-3, 0.08);
    const CaseTable table = recording(values, setup());
    const ModelDocument changed =
        with_values(document(), {"attachments.t.play", "attachments.t.relaxation"}, values);
    const std::vector<Vector3d> tips = tips_in_sequence(changed, table);
    ASSERT_EQ(tips.size(), table.rows);
    const std::vector<Vector3d> plain = tips_in_sequence(
        with_values(document(), {"attachments.t.play", "attachments.t.relaxation"}, Eigen::Vector2d::Zero()),
        table);
    double memory = 0.0;
    for (std::size_t k = 0; k < tips.size(); ++k) {
        const Vector3d fitted(table.columns[4].values[k], table.columns[5].values[k],
                              table.columns[6].values[k]);
        EXPECT_LT((tips[k] - fitted).norm(), 1e-12) << k;
        memory = std::max(memory, (tips[k] - plain[k]).norm());
    }
    EXPECT_GT(memory, 1e-3) << "without memory the tip is elsewhere";
}

TEST(DriveMemory, ASequenceAndAFitAskForTheSameTimes)
{
    const CaseTable good = recording(Eigen::Vector2d(0.1e-3, 0.01), setup());
    const auto words = [](const CaseTable& table) {
        try {
            fit_problem(read_model(document()), table, setup());
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CaseTable none = good, back = good, length = good, text = good;
    none.columns.erase(none.columns.begin());
    std::swap(back.columns[0].values[3], back.columns[0].values[4]);
    length.columns[0].dimension = dimension::length;
    text.columns[0].is_text = true;
    text.columns[0].values.clear();
    text.columns[0].texts.assign(text.rows, "now");
    for (const CaseTable& table : {none, back, length, text}) {
        EXPECT_NE(words(table), "");
        EXPECT_EQ(refusal_of_sequence(document(), table), words(table));
    }
    EXPECT_EQ(words(none),
              "recording.csv:1: the drives relax, which needs the time of each row; expected a column \"time "
              "[s]\"");
    // Play alone needs no times.
    const ModelDocument play = with_values(document(), {"attachments.t.relaxation"}, VectorXd::Zero(1));
    EXPECT_EQ(refusal_of_sequence(play, none), "");
}

TEST(DriveMemory, ASequenceDoesNotChangeAMemoryOnTheWay)
{
    CaseTable table = recording(Eigen::Vector2d(0.1e-3, 0.01), setup());
    add_column(table, "attachments.t.play", "mm", std::vector<double>(table.rows, 1e-4));
    EXPECT_NE(refusal_of_sequence(document(), table).find("one value for all rows"), std::string::npos);
}

TEST(DriveMemory, ASequenceIsWhatASlowMotionTendsTo)
{
    ModelDocument model = document();
    EXPECT_EQ(set_text(model.root, "rod.mass_per_length", "0.05 kg/m", ""), "");
    EXPECT_EQ(set_text(model.root, "rod.damping.viscous_rate", "100 1/s", ""), "");
    EXPECT_EQ(set_text(model.root, "attachments.t.relaxation", "0.2", ""), "");
    EXPECT_EQ(set_text(model.root, "simulation.duration", "15 s", ""), "");
    EXPECT_EQ(set_text(model.root, "simulation.output_every", "500 ms", ""), "");
    Manipulator moving = read_model(model);
    auto& drive = std::get<DrivenRods>(moving.attachments.at(1));
    drive.timing.history.time = {0.0, 5.0, 10.0, 15.0};
    drive.timing.history.columns = {{"retractions.0", {0.0, 1e-3, 0.2e-3, 0.2e-3}}};
    const Trajectory motion = simulate(moving);
    ASSERT_EQ(motion.status, Status::converged) << motion.message;

    // The same commands, 5 ms apart.
    std::string text = "time [s],attachments.t.retractions.0 [m]\n";
    for (int k = 0; k <= 3000; ++k) {
        const double t = 5e-3 * k;
        const History& history = drive.timing.history;
        text += std::to_string(t) + "," + format_number(value_at(history, history.columns[0], t)) + "\n";
    }
    const CaseTable table = parse_case_table(text, "slow.csv");
    const std::vector<Vector3d> tips = tips_in_sequence(model, table);
    const std::vector<Vector3d> plain = tips_in_sequence(
        with_values(model, {"attachments.t.play", "attachments.t.relaxation"}, Eigen::Vector2d::Zero()),
        table);
    double memory = 0.0;
    for (std::size_t i = 0; i < motion.time.size(); ++i) {
        const auto row = static_cast<std::size_t>(std::lround(motion.time[i] / 5e-3));
        const Vector3d tip = motion.frames.at(i).back().position();
        // Vibrations and damping leave the motion some micrometres behind.
        EXPECT_LT((tip - tips.at(row)).norm(), 1e-5) << motion.time[i];
        memory = std::max(memory, (tips[row] - plain[row]).norm());
    }
    EXPECT_GT(memory, 5e-4) << "without memory the tip is elsewhere";
}

}  // namespace test_memory
}  // namespace supple::test
