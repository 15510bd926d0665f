// A real arm of three segments and nine tendons, fitted to its motors' commands and a camera [external data,
// Sec. 4].
#include "support/files.hpp"
#include "support/sanitized.hpp"

#include <supple/io/column_map.hpp>
#include <supple/io/fit_problem.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace supple::test {
namespace {

namespace fs = std::filesystem;

fs::path recording()
{
    const char* given = std::getenv("SUPPLE_EXTERNAL_DATA");
    const fs::path folder = given ? fs::path(given) : fs::path(SUPPLE_TEST_DATA) / "../../../shared/external";
    return folder / "ftdcr_v4" / "tdcr_sysid_20260511-183002_train.csv";
}

/// The fit of the example; of its first values alone where `count` says so.
FitProblem arm(std::size_t count)
{
    const fs::path map = fs::path(SUPPLE_EXAMPLES) / "columns/real_arm.yaml";
    const ModelDocument document = open_model(fs::path(SUPPLE_EXAMPLES) / "real_arm.yaml");
    FitSetup setup = fit_setup(read_model(document));
    EXPECT_TRUE(setup.objective.centred);
    setup.parameters.resize(count);
    return fit_problem(document, renamed(read_case_table(recording()), slurp(map), map.string()), setup);
}

class RealArmFit : public testing::TestWithParam<std::pair<std::size_t, double>> {
 protected:
    void SetUp() override
    {
        if (fs::exists(recording())) return;
        std::cerr << "\n*** EXTERNAL DATA ABSENT: " << recording()
                  << "\n*** set SUPPLE_EXTERNAL_DATA; nothing was checked here\n\n";
        GTEST_SKIP();
    }
};

TEST_P(RealArmFit, IsAsGoodAsAModelWithoutMemoryCanBe)
{
    const auto [count, largest] = GetParam();
    FitOptions options;
    options.evaluate_only = sanitized;
    options.tolerance = 1e-6;  // the last digits take half the time
    const FitReport report = fit(arm(count), options);
    ASSERT_EQ(report.status, Status::converged) << report.message;
    EXPECT_EQ(report.failed, 0u);
    EXPECT_EQ(report.error.count, 1620u);
    EXPECT_LE(report.error.rms, sanitized ? 7e-3 : largest);
}

INSTANTIATE_TEST_SUITE_P(With, RealArmFit,
                         testing::Values(std::pair{std::size_t{15}, 5.2e-3},
                                         std::pair{std::size_t{21}, 4.3e-3}),
                         [](const auto& each) { return std::to_string(each.param.first) + "Values"; });

}  // namespace
}  // namespace supple::test
