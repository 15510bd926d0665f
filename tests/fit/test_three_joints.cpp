// Three joints of the MRI catheter and Eq. (9a) over the 30 loads of Table I [s2 Sec. 6].
#include "support/sanitized.hpp"

#include <supple/io/fit_problem.hpp>
#include <supple/io/model_document.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace supple::test {
namespace test_three_joints {

namespace fs = std::filesystem;

FitProblem three_joints(const std::string& model = "")
{
    ModelDocument document = open_model(fs::path(SUPPLE_EXAMPLES) / "mri_catheter_three_joints.yaml");
    FitSetup setup = fit_setup(read_model(document));
    if (!model.empty()) {
        std::erase_if(document.root.entries, [](const auto& entry) { return entry.key == "fit"; });
        std::erase_if(document.root.find("model")->value.entries,
                      [](const auto& entry) { return entry.key != "type"; });
        set_value(document, {"model.joints", "3"}, "test");
        set_value(document, {"model.layout", model}, "test");
        setup.parameters = {{"rod.length", {}, {}}};
        setup.sums.clear();
    }
    return fit_problem(read_model(document),
                       read_case_table(fs::path(SUPPLE_EXAMPLES) / "mri_catheter_three_joints.csv"), setup);
}

/// Eq. (9a) is the sum over the cases.
double J(const FitReport& report)
{
    return report.cost * 30.0;
}

TEST(ThreeJoints, HaveThePublishedValuesOfTheObjective)
{
    FitOptions score;
    score.evaluate_only = true;
    const auto scored = [&](const std::string& model) {
        const FitReport report = fit(three_joints(model), score);
        EXPECT_EQ(report.status, Status::converged) << report.message;
        EXPECT_EQ(report.error.count, 30u);
        EXPECT_EQ(report.cost, report.start_cost);
        return J(report);
    };
    EXPECT_NEAR(scored(""), 1.93385, 1e-4);
    EXPECT_NEAR(scored("equal-links"), 7.36696, 1e-4);
    EXPECT_NEAR(scored("equal-links-exact"), 4.49133, 1e-4);
}

TEST(ThreeJoints, DescendFromTableIIToTheOptimum)
{
    const FitReport report = fit(three_joints(), {});
    ASSERT_EQ(report.status, Status::converged) << report.message;
    EXPECT_LE(J(report), 0.3311);
    double length = 0.0;
    for (std::size_t i = 0; i < 4; ++i)
        length += report.parameters[i].value;
    EXPECT_NEAR(length, 101.35e-3, 1e-12);
    // The springs of the two proximal joints twist in series: only their sum is seen.
    EXPECT_NEAR(1.0 / report.parameters[7].value + 1.0 / report.parameters[8].value, 4570.0, 5.0);
}

TEST(ThreeJoints, AreFoundByASwarmThatDoesNotKnowTableII)
{
    FitProblem problem = three_joints();
    // From the middle of nowhere: four equal links and springs of 1 N mm.
    problem.start << 25.3375e-3, 25.3375e-3, 25.3375e-3, 25.3375e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3;
    problem.scale = problem.start;
    FitOptions options;
    options.search = true;
    options.seed = 1;
    options.tolerance = 1e-7;  // the last digits take most of the time
    if (sanitized) options.swarms = 1;
    if (sanitized) options.particles = options.generations = options.max_passes = 10;
    const FitReport report = fit(problem, options);
    ASSERT_EQ(report.status, Status::converged) << report.message;
    EXPECT_LE(J(report), sanitized ? 30.0 * report.start_cost : 0.3311);
}

}  // namespace test_three_joints
}  // namespace supple::test
