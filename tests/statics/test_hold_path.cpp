// Constraints that a straight chain cannot meet on the path on which they grow with the loads.
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_hold_path {

Manipulator loaded_rod(const ModelChoice& model, const Vector3d& force)
{
    Manipulator m = rod_along_x(100 * mm, 20000 * mN_mm2);
    m.model = model;
    m.loads = {dead_load(100 * mm, force)};
    return m;
}

Fixture hold_tip(const Vector3d& p)
{
    return {"P", 100 * mm, {p.x(), p.y(), p.z()}};
}

// Where the tip of the same chain comes to rest under another load it can be held.
TEST(HoldPath, TheTipIsHeldWhereverAnotherLoadBringsIt)
{
    std::mt19937 engine(5);
    for (const ModelChoice& model :
         {ModelChoice(isotropic(2)), ModelChoice(spherical(6, JointLayout::gauss))}) {
        for (int i = 0; i < 20; ++i) {
            const Vector3d other = 6 * mN * random_vector(3, engine);
            const Equilibrium there = solve_statics(*discretize(loaded_rod(model, other)));
            ASSERT_EQ(there.status, Status::converged);
            Manipulator m = loaded_rod(model, mN * Vector3d(0, 3, 1));
            m.constraints = {hold_tip(there.tip().position())};
            const Equilibrium eq = solve_statics(*discretize(m));
            ASSERT_EQ(eq.status, Status::converged) << i << ": " << eq.message;
            EXPECT_LT((eq.tip().position() - there.tip().position()).norm(), 1e-9 * 100 * mm);
            EXPECT_LT(eq.balance, 1e-9);
        }
    }
}

// Without a load a push decides the side; the fixture may then do nothing but shorten the rod.
TEST(HoldPath, AStraightRodIsShortened)
{
    Manipulator m = loaded_rod(isotropic(4), Vector3d::Zero());
    m.constraints = {hold_tip({90 * mm, 0, 0})};
    const Equilibrium eq = solve_statics(*discretize(m));
    EXPECT_NE(eq.status, Status::infeasible);
    ASSERT_TRUE(eq.status == Status::converged || eq.status == Status::unstable) << eq.message;
    EXPECT_LT((eq.tip().position() - Vector3d(90 * mm, 0, 0)).norm(), 1e-9);
    EXPECT_GT(eq.energy.elastic, 0.0);
    EXPECT_FALSE(eq.warnings.empty());
}

TEST(HoldPath, WhatIsBeyondTheRodIsProvenInfeasible)
{
    Manipulator m = loaded_rod(isotropic(2), mN * Vector3d(0, 3, 1));
    m.constraints = {hold_tip({90 * mm, 50 * mm, 0})};
    EXPECT_EQ(solve_statics(*discretize(m)).status, Status::infeasible);
    m.constraints = {hold_tip({70 * mm, 50 * mm, 0})};
    EXPECT_EQ(solve_statics(*discretize(m)).status, Status::converged);
}

TEST(HoldPath, ARodThatStretchesIsHeldBeyondItsLength)
{
    SegmentModel model = isotropic(2);
    model.freedoms.extension = true;
    Manipulator m = loaded_rod(model, Vector3d::Zero());
    m.rod.axial_stiffness = 10.0;
    m.constraints = {Fixture{"half", 50 * mm, {51 * mm, 0.0, 0.0}}, hold_tip({104 * mm, 0, 0})};
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT((eq.tip().position() - Vector3d(104 * mm, 0, 0)).norm(), 1e-9);
    EXPECT_GT(eq.reactions[1].force.x(), 0.0) << "it is pulled";
}

TEST(HoldPath, TheFirstWayThatHoldsIsTaken)
{
    // Each of the four ways costs some sixty iterations.
    Manipulator m = loaded_rod(isotropic(3), mN * Vector3d(0, 3, 1));
    m.constraints = {hold_tip({95 * mm, 20 * mm, 0})};
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT(eq.solver.iterations, 120);
}

TEST(HoldPath, AGuideIsMetFromFarAway)
{
    for (const int segments : {3, 8, 16}) {
        Manipulator m = loaded_rod(isotropic(segments), mN * Vector3d(0, 3, 1));
        m.constraints = {Guide{"G", {90 * mm, 2 * mm, 0.0}, 50 * mm}};
        const Equilibrium eq = solve_statics(*discretize(m));
        ASSERT_EQ(eq.status, Status::converged) << segments << ": " << eq.message;
        EXPECT_GT(eq.reactions[0].at, 90 * mm);
        EXPECT_LT(eq.reactions[0].at, 95 * mm);
    }
}

TEST(HoldPath, ATangentIsTurnedRound)
{
    Manipulator m = loaded_rod(isotropic(3), mN * Vector3d(0, 3, 1));
    Fixture turned{"P", 100 * mm, {}};
    turned.tangent = Vector3d(-1, 0, 0);
    m.constraints = {turned};
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_TRUE(eq.status == Status::converged || eq.status == Status::unstable) << eq.message;
    EXPECT_LT((eq.tip().rotation().col(2) - Vector3d(-1, 0, 0)).norm(), 1e-9);
}

}  // namespace test_hold_path
}  // namespace supple::test
