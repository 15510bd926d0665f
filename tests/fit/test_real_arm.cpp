// A real arm of three segments and nine tendons, fitted to its motors' commands and a camera [external data,
// Sec. 4].
#include "support/external.hpp"
#include "support/files.hpp"
#include "support/sanitized.hpp"

#include <supple/io/column_map.hpp>
#include <supple/io/fit_problem.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_real_arm {

namespace fs = std::filesystem;

/// The fit of an example to rows of the recording.
struct Arm {
    std::string example, columns;
    std::size_t count;  ///< of the example's values, the first
};

FitProblem problem_of(const Arm& arm, const fs::path& recording)
{
    const fs::path map = fs::path(SUPPLE_EXAMPLES) / "columns" / arm.columns;
    const ModelDocument document = open_model(fs::path(SUPPLE_EXAMPLES) / arm.example);
    CaseTable table = renamed(read_case_table(recording), slurp(map), map.string());
    FitSetup setup = fit_setup(read_model(document));
    EXPECT_TRUE(setup.objective.centred);
    setup.parameters.resize(arm.count);
    return fit_problem(read_model(document), table, setup);
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
    if (!file) GTEST_SKIP() << "the data of others are not here: set SUPPLE_EXTERNAL_DATA";
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

/// Root mean square errors of the rows fitted to and of those that come after them.
std::pair<double, double> errors_in_time(const Arm& arm, const fs::path& file)
{
    constexpr std::size_t split = 1134, rows = 1620;
    const FitProblem all = problem_of(arm, file);
    const FitReport fitted = fit(part_of(all, 0, split), quick());
    EXPECT_EQ(fitted.status, Status::converged) << fitted.message;
    FitProblem rest = part_of(all, split, rows);
    for (std::size_t i = 0; i < fitted.parameters.size(); ++i)
        rest.start[static_cast<Eigen::Index>(i)] = fitted.parameters[i].value;
    FitOptions score;
    score.evaluate_only = true;
    return {fitted.error.rms, fit(rest, score).error.rms};
}

TEST(RealArm, MemoryHelpsInRowsThatWereNotFitted)
{
    const auto file = external_file(recording);
    if (!file) GTEST_SKIP() << "the data of others are not here: set SUPPLE_EXTERNAL_DATA";
    const auto without = errors_in_time({"real_arm.yaml", "real_arm.yaml", 21}, *file);
    const auto with = errors_in_time({"real_arm_with_memory.yaml", "real_arm_in_time.yaml", 27}, *file);
    EXPECT_LT(with.second, without.second);
    if (sanitized) return;  // nothing was fitted
    const double tolerance = 0.01e-3;
    EXPECT_NEAR(without.first, 4.25e-3, tolerance);
    EXPECT_NEAR(without.second, 4.96e-3, tolerance);
    EXPECT_NEAR(with.first, 3.82e-3, tolerance);
    EXPECT_NEAR(with.second, 4.51e-3, tolerance);
}

}  // namespace test_real_arm
}  // namespace supple::test
