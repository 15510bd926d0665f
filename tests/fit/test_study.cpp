#include "support/grid_study.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/assembly/model_parameters.hpp>
#include <supple/io/model_file.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace supple::test {
namespace test_study {

/// A held catheter whose stiffness and inner tube length are fitted; seen at its tip, a station and a
/// fixture.
Manipulator held(const VectorXd& p)
{
    return parse_model(fmt::format(
        "supple: 1\n"
        "rod: {{length: 82 mm, bending_stiffness: {:.17g} N m^2}}\n"
        "base: {{tangent: x, normal: y}}\n"
        "model: {{type: isotropic-prb, segments: 3, parameters: {{gamma: {:.17g}, k: 3.1 2.8}}}}\n"
        "stations: {{middle: 40 mm}}\n"
        "loads: [{{name: tip, at: tip, force: 9 27 15 mN, moment: 300 1600 1800 mN mm}}]\n"
        "constraints: [{{fixture: {{name: P1, at: 27 mm, hold: {{y: {:.17g} m, z: 0 mm}}}}}}]\n",
        p[0], p[1], p[2]));
}

Study study(const std::vector<double>& sizes)
{
    Study s;
    s.build = [](const VectorXd& p, std::size_t) { return discretize(held(p)); };
    s.curve_points = 25;
    s.inputs = {"loads.tip.force.y", "loads.tip.moment.z"};
    for (const double size : sizes) {
        FitCase sample;
        sample.inputs = {size * 27e-3, size * 1.8e-3};
        Observation tip, turned, middle, reaction;
        tip.value = Vector3d(0.08, 0.01, 0.0);
        turned.kind = Observation::Kind::rotation;
        turned.weight = 0.3;
        middle.index = 0;
        middle.seen = {true, false, true};
        reaction.kind = Observation::Kind::reaction;
        reaction.index = 0;
        reaction.seen = {false, true, true};
        Observation curve;
        curve.kind = Observation::Kind::curve;
        curve.index = 5;
        curve.weight = 2.0;
        sample.observations = {tip, turned, middle, reaction, curve};
        s.cases.push_back(sample);
    }
    return s;
}

const Vector3d start(2.05e-4, 0.14, 1e-3);
const Vector3d scale(2.05e-4, 0.14, 1e-3);

TEST(Study, DerivativesAreTheDifferencesOfSolvedCases)
{
    const Study s = study({0.5, 1.0, -1.0});
    StudyEvaluator evaluator(s, MatrixXd(scale.asDiagonal()));
    EXPECT_EQ(evaluator.rows(), 3 * (3 + 3 + 2 + 2 + 3));
    Residuals at, above, below;
    evaluator.evaluate(start, true, at);
    ASSERT_TRUE(at.complete);
    ASSERT_EQ(at.failed, 0u) << at.message;
    for (Eigen::Index i = 0; i < 3; ++i) {
        const double h = 1e-4;
        VectorXd p = start;
        p[i] += h * scale[i];
        evaluator.evaluate(p, false, above);
        p[i] -= 2.0 * h * scale[i];
        evaluator.evaluate(p, false, below);
        const VectorXd difference = (above.e - below.e) / (2.0 * h);
        EXPECT_GT(difference.norm(), 1e-4) << i;
        EXPECT_LT((at.J.col(i) - difference).norm(), 3e-7 * difference.norm()) << i;
    }
}

TEST(Study, DerivativesAtTheEdgeOfWhatCanBeBuiltLookToTheOtherSide)
{
    const Study everywhere = study({1.0, -0.5});
    Residuals expected;
    StudyEvaluator(everywhere, MatrixXd(scale.asDiagonal())).evaluate(start, true, expected);
    ASSERT_TRUE(expected.complete);
    for (const double side : {1.0, -1.0}) {
        Study edge = everywhere;
        edge.build = [side](const VectorXd& p, std::size_t) {
            const bool beyond = (side * (p - start)).minCoeff() < 0.0;
            return beyond ? std::unique_ptr<System>() : discretize(held(p));
        };
        Residuals at;
        StudyEvaluator(edge, MatrixXd(scale.asDiagonal())).evaluate(start, true, at);
        ASSERT_TRUE(at.complete);
        // Both are of second order in steps of 1e-4.
        for (Eigen::Index i = 0; i < 3; ++i)
            EXPECT_LT((at.J.col(i) - expected.J.col(i)).norm(), 1e-6 * expected.J.col(i).norm()) << i;
    }
}

TEST(Study, DerivativesAreThoseOfImplicitDifferentiation)
{
    const Study s = study({1.0});
    StudyEvaluator evaluator(s, MatrixXd(scale.asDiagonal()));
    Residuals at;
    evaluator.evaluate(start, true, at);
    const Manipulator manipulator = held(start);
    const auto system = discretize(manipulator);
    const Equilibrium eq = solve_statics(*system);
    double checked = 0.0;
    for (const Parameter& parameter : model_parameters(manipulator, *system)) {
        if (!parameter.path.starts_with("rod.bending_stiffness")) continue;
        checked += 1.0;
        const std::vector<Parameter> one = {parameter};
        at.J.col(0).head<3>() -=
            scale[0] * pose_sensitivity(*system, eq, tip_of(*system), one).col(0).head<3>();
    }
    EXPECT_EQ(checked, 2.0);
    // The stiffness enters linearly: central differences leave rounding.
    EXPECT_LT(at.J.col(0).head<3>().norm(), 1e-9 * 0.02);
}

TEST(Study, DerivativesAtABorderAreThoseOfTheSideWhereThereIsAManipulator)
{
    const Study s = study({0.5, 1.0});
    Residuals both, one;
    StudyEvaluator(s, MatrixXd(scale.asDiagonal())).evaluate(start, true, both);
    for (Eigen::Index i = 0; i < 3; ++i) {
        for (const double side : {1.0, -1.0}) {
            Study bordered = s;
            bordered.build = [&](const VectorXd& p, std::size_t k) {
                return side * (p[i] - start[i]) > 0.0 ? nullptr : s.build(p, k);
            };
            StudyEvaluator(bordered, MatrixXd(scale.asDiagonal())).evaluate(start, true, one);
            ASSERT_EQ(one.failed, 0u) << one.message;
            // Two terms of the difference are exact to (1e-4)².
            EXPECT_LT((one.J.col(i) - both.J.col(i)).norm(), 1e-6 * both.J.col(i).norm()) << i << side;
        }
    }
}

TEST(Study, OffsetsAreAddedToTheInputsOfEveryCase)
{
    const Vector2d offsets(2e-3, -1e-4);
    Study moved = study({0.5, 1.0, -1.0}), offset = moved;
    for (FitCase& sample : moved.cases) {
        sample.inputs[0] += offsets[0];
        sample.inputs[1] += offsets[1];
    }
    offset.input_offsets = 2;
    VectorXd p(5);
    p << start, offsets;
    VectorXd sizes(5);
    sizes << scale, 27e-3, 1.8e-3;
    Residuals expected, at, above, below;
    StudyEvaluator(moved, MatrixXd(scale.asDiagonal())).evaluate(start, true, expected);
    StudyEvaluator evaluator(offset, MatrixXd(sizes.asDiagonal()));
    evaluator.evaluate(p, true, at);
    ASSERT_EQ(at.failed + expected.failed, 0u) << at.message;
    EXPECT_LT((at.e - expected.e).norm(), 1e-12 * expected.e.norm());
    EXPECT_LT((at.J.leftCols<3>() - expected.J).norm(), 1e-9 * expected.J.norm());
    for (Eigen::Index i = 3; i < 5; ++i) {
        const VectorXd step = 1e-4 * sizes[i] * VectorXd::Unit(5, i);
        evaluator.evaluate(p + step, false, above);
        evaluator.evaluate(p - step, false, below);
        const VectorXd difference = (above.e - below.e) / 2e-4;
        EXPECT_GT(difference.norm(), 1e-4) << i;
        EXPECT_LT((at.J.col(i) - difference).norm(), 3e-7 * difference.norm()) << i;
    }
}

TEST(Study, DoesNotDependOnTheThreads)
{
    std::vector<double> sizes(100);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        sizes[i] = 0.02 * static_cast<double>(i) - 1.0;
    Study one = study(sizes), many = study(sizes);
    one.threads = 1;
    many.threads = 5;
    Residuals a, b;
    StudyEvaluator(one, MatrixXd(scale.asDiagonal())).evaluate(start, true, a);
    StudyEvaluator(many, MatrixXd(scale.asDiagonal())).evaluate(start, true, b);
    EXPECT_EQ(a.e, b.e);
    EXPECT_EQ(a.J, b.J);
}

TEST(Study, CountsCasesThatCannotBeSolved)
{
    Study s = study({1.0, std::numeric_limits<double>::quiet_NaN(), 0.5});
    StudyEvaluator evaluator(s, MatrixXd(scale.asDiagonal()));
    Residuals at;
    evaluator.evaluate(start, true, at);
    EXPECT_TRUE(at.complete);
    EXPECT_EQ(at.failed, 1u);
    EXPECT_THAT(at.statuses, testing::ElementsAre(Status::converged, Status::invalid, Status::converged));
    EXPECT_THAT(at.message, testing::HasSubstr("not finite"));
}

}  // namespace test_study
}  // namespace supple::test
