#include "support/grid_study.hpp"

#include <gmock/gmock.h>

namespace supple::test {
namespace {

TEST(Grid, FindsTheOptimumOfTheUniversalJointFromTable1)
{
    const FitProblem problem = grid_problem(false, 1);
    const FitReport report = fit(problem, {});
    EXPECT_EQ(report.status, Status::converged) << report.message;
    EXPECT_NEAR(report.start_cost, 0.471712e-3, 2e-9);
    EXPECT_NEAR(report.cost, 0.408167e-3, 1e-8);
    EXPECT_LT(report.largest_gradient, 1e-5);
    const double published[] = {0.13656, 3.0044, 2.9840, 3.1435, 2.7264};
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(report.parameters[i].value, published[i], 5e-3 * published[i]);
    printf("passes %d seconds %g grad %g cost %.9g\n", report.passes, report.seconds, report.largest_gradient,
           report.cost);
}

}  // namespace
}  // namespace supple::test
