#include <supple/analysis/solve.hpp>
#include <supple/io/model_file.hpp>

#include <gmock/gmock.h>

namespace supple::test_solver_refusal {
namespace {

using testing::HasSubstr;

TEST(SolverRefusal, AValueOutOfRangeIsRefusedAtOnceAndForgottenByAGoodOne)
{
    Solver solver(load(std::string(SUPPLE_EXAMPLES) + "/catheter.yaml"));
    const auto length = solver.input("rod.length");
    EXPECT_FALSE(solver.set(length, -1.0));
    EXPECT_THAT(solver.mistake(), HasSubstr("rod.length"));
    EXPECT_EQ(solver.solve().status, Status::invalid);
    EXPECT_TRUE(solver.set(length, 0.06));
    EXPECT_EQ(solver.mistake(), "");
    EXPECT_EQ(solver.solve().status, Status::converged);
}

TEST(SolverRefusal, ValuesThatDescribeNothingTogetherAreForgottenByGoodOnes)
{
    Solver solver(load(std::string(SUPPLE_EXAMPLES) + "/held_catheter.yaml"));
    const auto length = solver.input("rod.length");
    const double given = solver.get(length);
    solver.set(length, 0.1 * given);  // shorter than where the fixtures are
    EXPECT_EQ(solver.solve().status, Status::invalid);
    EXPECT_NE(solver.mistake(), "");
    solver.set(length, given);
    EXPECT_EQ(solver.solve().status, Status::converged);
    EXPECT_EQ(solver.mistake(), "");
}

}  // namespace
}  // namespace supple::test_solver_refusal
