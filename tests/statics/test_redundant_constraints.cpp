#include "support/differences.hpp"
#include "support/sensitivity_cases.hpp"

#include <gtest/gtest.h>

namespace supple::test {
namespace test_redundant_constraints {

class EachHeldChain : public testing::TestWithParam<SensitivityCase> {
 protected:
    EachHeldChain() : held(GetParam().manipulator)
    {
        add_wrenches(held);
        hold(held);
    }

    Manipulator held;
};

// Multipliers of the same equation twice are not unique: their sum is, and the smallest are equal.
TEST_P(EachHeldChain, TwoEqualFixturesShareTheForceOfOne)
{
    const Equilibrium one = solve_statics(*discretize(held));
    ASSERT_EQ(one.status, Status::converged) << one.message;
    held.constraints.push_back(held.constraints[0]);
    std::get<Fixture>(held.constraints[1]).name = "P2";
    const Equilibrium two = solve_statics(*discretize(held));
    ASSERT_EQ(two.status, Status::converged) << two.message;
    const Vector3d force = one.reactions[0].force;
    ASSERT_GT(force.norm(), 1e-4);
    EXPECT_LT((two.reactions[0].force + two.reactions[1].force - force).norm(), 1e-8 * force.norm());
    EXPECT_LT((two.reactions[0].force - two.reactions[1].force).norm(), 1e-4 * force.norm());
    EXPECT_LT((two.tip().position() - one.tip().position()).norm(), 1e-10 * held.rod.length);
}

TEST_P(EachHeldChain, SensitivitiesOfARedundantlyHeldRodAreThoseOfTheRodHeldOnce)
{
    const auto once = discretize(held);
    held.constraints.push_back(held.constraints[0]);
    const auto twice = discretize(held);
    const Equilibrium one = solve_statics(*once), two = solve_statics(*twice);
    ASSERT_EQ(two.status, Status::converged) << two.message;
    const MatrixXd D1 = pose_sensitivity(*once, one, tip_of(*once), load_parameters(*once));
    const MatrixXd D2 = pose_sensitivity(*twice, two, tip_of(*twice), load_parameters(*twice));
    EXPECT_LT(relative_error(D2, D1), 1e-5);  // the term that spares a singular tangent is 1e-11 of it
    EXPECT_GT(D1.norm(), 0.0);
}

TEST_P(EachHeldChain, TwoFixturesThatContradictAreInfeasibleAndNotNaN)
{
    held.constraints.push_back(held.constraints[0]);
    *std::get<Fixture>(held.constraints[1]).hold[1] += 1e-3;
    const Equilibrium eq = solve_statics(*discretize(held));
    EXPECT_EQ(eq.status, Status::infeasible) << eq.message;
    EXPECT_TRUE(eq.coordinates.allFinite());
    for (const Reaction& reaction : eq.reactions)
        EXPECT_TRUE(reaction.force.allFinite());
}

INSTANTIATE_TEST_SUITE_P(Chains, EachHeldChain, testing::ValuesIn(chains()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace test_redundant_constraints
}  // namespace supple::test
