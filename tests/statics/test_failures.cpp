// What cannot be solved is never reported as success.
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace supple::test {
namespace test_failures {

using testing::HasSubstr;

Manipulator held_catheter()
{
    Manipulator m = rod_along_x(82 * mm, 2.05e5 * mN_mm2);
    m.model = table_1(3);
    m.loads = {dead_load(82 * mm, mN * Vector3d(9, 27, 15))};
    m.constraints = {hold_yz("P1", 82 * mm / 3)};
    return m;
}

TEST(Failures, AFixtureOutOfReachIsInfeasible)
{
    Manipulator m = held_catheter();
    m.constraints = {hold_yz("far", 82 * mm, 200 * mm)};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::infeasible);
    EXPECT_FALSE(eq.message.empty());
}

TEST(Failures, ContradictingFixturesAreInfeasible)
{
    Manipulator m = held_catheter();
    m.constraints.push_back(hold_yz("P2", 82 * mm / 3, 1 * mm));
    EXPECT_EQ(solve(m).status, Status::infeasible);
}

TEST(Failures, ARedundantFixtureSharesTheReaction)
{
    const Equilibrium one = solve(held_catheter());
    Manipulator m = held_catheter();
    m.constraints.push_back(hold_yz("P2", 82 * mm / 3));
    const Equilibrium two = solve(m);
    ASSERT_EQ(two.status, Status::converged) << two.message;
    const Vector3d sum = two.reactions[0].force + two.reactions[1].force;
    EXPECT_LT((sum - one.reactions[0].force).norm(), 1e-8 * one.reactions[0].force.norm());
    for (const Reaction& reaction : two.reactions)
        EXPECT_LE(reaction.force.norm(), 1.001 * one.reactions[0].force.norm());
}

TEST(Failures, ValuesThatAreNotFiniteAreInvalid)
{
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        Manipulator m = held_catheter();
        m.loads[0].force.y() = bad;
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::invalid);
        EXPECT_FALSE(eq.message.empty());
        Manipulator target = held_catheter();
        target.constraints = {hold_yz("P", 82 * mm / 3, bad)};
        EXPECT_EQ(solve(target).status, Status::invalid);
    }
}

TEST(Failures, AnAbsurdLoadIsSolvedOrRefusedInFiniteNumbers)
{
    for (const double factor : {1e2, 1e4, 1e8, 1e300}) {
        Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
        m.model = table_1(3);
        m.loads = {
            dead_load(50 * mm, factor * mN * Vector3d(1, 2, -3), factor * mN_mm * Vector3d(50, -90, 60))};
        const Equilibrium eq = solve(m);
        if (eq.status == Status::converged) {
            EXPECT_TRUE(eq.coordinates.allFinite());
            EXPECT_LT(eq.balance, 1e-9);
        } else {
            EXPECT_FALSE(eq.message.empty());
        }
    }
}

TEST(Failures, NoMoreIterationsAreSpentOnLoadsThanAreAllowed)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = table_1(3);
    m.loads = {dead_load(50 * mm, mN * Vector3d(-300, 200, 100), mN_mm * Vector3d(50, -900, 600))};
    for (const int most : {1, 3, 10}) {
        const Equilibrium eq = solve_statics(*discretize(m), {.max_iterations = most});
        EXPECT_EQ(eq.status, Status::not_converged) << most;
        EXPECT_LE(eq.solver.iterations, most + 6) << most << ": a step that was begun is finished";
    }
}

TEST(Failures, WhatTheChainCannotCarryIsInvalidWithTheReason)
{
    Manipulator m = held_catheter();
    Conduit vessel;
    vessel.clearance = {1 * mm};
    vessel.pieces = {LinePiece{100 * mm}};
    m.constraints.push_back(vessel);
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::invalid);
    EXPECT_THAT(eq.message, HasSubstr("conduit"));
}

TEST(Failures, AnAxialMomentWithoutTwistFreedomIsWarnedOf)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = table_1();
    m.loads = {dead_load(50 * mm, mN * Vector3d(0, 1, 0), mN_mm * Vector3d(100, 0, 0))};
    const Equilibrium eq = solve(m);
    ASSERT_EQ(eq.warnings.size(), 1u);
    EXPECT_THAT(eq.warnings[0], HasSubstr("twist"));
    m.model = spherical(6, JointLayout::gauss);
    EXPECT_TRUE(solve(m).warnings.empty());
}

TEST(Failures, ATwistIsMissedByItsAngleAndNotByThePartOfItsMoment)
{
    // 0.3 % of the moment turns a rod that is soft in torsion by more than a radian.
    Manipulator m = rod_along_x(100 * mm, 20000 * mN_mm2);
    m.rod.torsional_stiffness = 100 * mN_mm2;
    m.model = table_1();
    m.loads = {dead_load(100 * mm, mN * Vector3d(0, 5, 0), mN_mm * Vector3d(1.5, 0, 0))};
    ASSERT_EQ(solve(m).warnings.size(), 1u);

    // Where nothing but rounding twists, nothing is missed: a straight rod between two clamps.
    m.rod.torsional_stiffness = 15000 * mN_mm2;
    m.loads = {dead_load(100 * mm, mN * Vector3d(0, 3, 1))};
    m.constraints = {Clamp{"P", 100 * mm, SE3(m.base.X_WB.rotation(), Vector3d(100 * mm, 0, 0))}};
    for (const std::string& warning : solve(m).warnings)
        EXPECT_THAT(warning, testing::Not(HasSubstr("carried rigidly")));
}

TEST(Failures, NothingAtAllIsAnEquilibrium)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = table_1();
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged);
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_LT((eq.tip().position() - Vector3d(50 * mm, 0, 0)).norm(), 1e-16);
}

}  // namespace test_failures
}  // namespace supple::test
