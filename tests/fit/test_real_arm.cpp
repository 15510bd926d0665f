// A real arm of three segments and nine tendons, fitted to its motors' commands and a camera [external data,
// Sec. 4].
#include "support/external.hpp"
#include "support/files.hpp"
#include "support/sanitized.hpp"

#include <supple/io/column_map.hpp>
#include <supple/io/fit_problem.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace {

namespace fs = std::filesystem;

/// The fit of an example to rows of the recording.
struct Arm {
    std::string example, columns;
    std::size_t count;               ///< of the example's values, the first
    std::size_t begin = 0, end = 0;  ///< rows; none: all
};

FitProblem problem_of(const Arm& arm, const fs::path& recording)
{
    const fs::path map = fs::path(SUPPLE_EXAMPLES) / "columns" / arm.columns;
    const ModelDocument document = open_model(fs::path(SUPPLE_EXAMPLES) / arm.example);
    CaseTable table = renamed(read_case_table(recording), slurp(map), map.string());
    if (arm.end > 0) table = rows_of(table, arm.begin, arm.end);
    FitSetup setup = fit_setup(read_model(document));
    EXPECT_TRUE(setup.objective.centred);
    setup.parameters.resize(arm.count);
    return fit_problem(document, table, setup);
}

FitOptions quick()
{
    FitOptions options;
    options.evaluate_only = sanitized;
    options.tolerance = 1e-6;  // the last digits take half the time
    return options;
}

constexpr const char* recording = "ftdcr_v4/tdcr_sysid_20260511-183002_train.csv";

class RealArmFit : public testing::TestWithParam<std::pair<std::size_t, double>> {};

TEST_P(RealArmFit, IsAsGoodAsAModelWithoutMemoryCanBe)
{
    const auto file = external_file(recording);
    if (!file) GTEST_SKIP();
    const auto [count, largest] = GetParam();
    const FitReport report = fit(problem_of({"real_arm.yaml", "real_arm.yaml", count}, *file), quick());
    ASSERT_EQ(report.status, Status::converged) << report.message;
    EXPECT_EQ(report.failed, 0u);
    EXPECT_EQ(report.error.count, 1620u);
    EXPECT_LE(report.error.rms, sanitized ? 7e-3 : largest);
}

INSTANTIATE_TEST_SUITE_P(With, RealArmFit,
                         testing::Values(std::pair{std::size_t{15}, 5.2e-3},
                                         std::pair{std::size_t{21}, 4.3e-3}),
                         [](const auto& each) { return std::to_string(each.param.first) + "Values"; });

/// Root mean square error of rows that come after those fitted to.
double error_of_the_rest(Arm arm, const fs::path& file)
{
    constexpr std::size_t split = 1134, rows = 1620;
    arm.end = split;
    const FitReport fitted = fit(problem_of(arm, file), quick());
    EXPECT_EQ(fitted.status, Status::converged) << fitted.message;
    arm.begin = split;
    arm.end = rows;
    FitProblem rest = problem_of(arm, file);
    for (std::size_t i = 0; i < fitted.parameters.size(); ++i)
        rest.start[static_cast<Eigen::Index>(i)] = fitted.parameters[i].value;
    FitOptions score;
    score.evaluate_only = true;
    return fit(rest, score).error.rms;
}

TEST(RealArm, MemoryHelpsInRowsThatWereNotFitted)
{
    const auto file = external_file(recording);
    if (!file) GTEST_SKIP();
    const double without = error_of_the_rest({"real_arm.yaml", "real_arm.yaml", 21}, *file);
    const double with = error_of_the_rest({"real_arm_with_memory.yaml", "real_arm_in_time.yaml", 27}, *file);
    EXPECT_LT(with, without);
    if (sanitized) return;  // nothing was fitted
    EXPECT_LT(without, 5.0e-3);
    EXPECT_LT(with, 4.7e-3);
}

}  // namespace
}  // namespace supple::test
