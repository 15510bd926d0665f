// Constraints that a straight chain cannot meet on the path on which they grow with the loads.
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
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

// The plane shape to which loads and constraints lead does not hold; the rod lies out of the plane. The exact
// rod shares no mechanics with the chains.
TEST(HoldPath, AShapeThatDoesNotHoldIsLeftForOneThatDoes)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.constraints = {Fixture{"P", 1.0, {0.84708748627396502, 0.33690806278990193, 0.30750576678954958}},
                     Fixture{"Q", 0.40625, {0.39389805865122057, std::nullopt, std::nullopt}}};
    m.model = CosseratModel{};
    const Equilibrium exact = cosserat::solve(m);
    ASSERT_EQ(exact.stability.stable, true) << exact.message;
    for (const ModelChoice& model :
         {ModelChoice(isotropic(10)), ModelChoice(spherical(32, JointLayout::gauss))}) {
        m.model = model;
        const Equilibrium eq = solve_statics(*discretize(m));
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.stability.stable, true);
        EXPECT_FALSE(eq.warnings.empty());
        EXPECT_NEAR(eq.energy.elastic, exact.energy.elastic, 4e-3 * exact.energy.elastic);
    }
}

// Three joints that a clamp leaves one freedom: neither the loads nor a push lead to this equilibrium of the
// same chain under another load.
TEST(HoldPath, AClampIsMetByAChainWithHardlyAnyFreedomLeft)
{
    Manipulator m = loaded_rod(isotropic(1), mN * Vector3d(0.3092752045, 1.890241502, 0.1805255839));
    Matrix3d R;
    R.col(2) = Vector3d(-0.80681120907126203, 0.58254763439450485, 0.098457740063110588).normalized();
    R.col(0) = Vector3d(-0.34241597943816493, -0.32525973855745816, -0.88145187021126503);
    R.col(1) = R.col(2).cross(R.col(0)).normalized();
    R.col(0) = R.col(1).cross(R.col(2));
    Clamp clamp;
    clamp.name = "P";
    clamp.at = 100 * mm;
    clamp.X_WC = SE3(R, mm * Vector3d(19.889829733208845, 56.085975958654764, 38.864188729385788));
    m.constraints = {clamp};
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT((eq.tip().position() - clamp.X_WC.position()).norm(), 1e-9 * 100 * mm);
    EXPECT_LT(eq.balance, 1e-9);
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

// A wall does not keep a chain from being shortened by a fixture; where the rod is free of the wall the shape
// is one that the fixture alone allows.
TEST(HoldPath, AFixtureShortensARodBesideAWall)
{
    std::mt19937 engine(11);
    for (int i = 0; i < 10; ++i) {
        const Vector3d other = 6 * mN * random_vector(3, engine);
        const ModelChoice model = spherical(12, JointLayout::gauss);
        const Equilibrium there = solve_statics(*discretize(loaded_rod(model, other)));
        ASSERT_EQ(there.status, Status::converged);
        Manipulator m = loaded_rod(model, mN * Vector3d(0, 3, 1));
        Plane wall;
        wall.name = "W";
        wall.at = 60 * mm;
        wall.normal = Vector3d(-1, 0, 0);
        wall.point = Vector3d(61 * mm, 0, 0);
        wall.friction = i % 2 == 0 ? 0.0 : 0.3;
        m.constraints = {hold_tip(there.tip().position()), wall};
        const Equilibrium eq = solve_statics(*discretize(m));
        ASSERT_EQ(eq.status, Status::converged) << i << ": " << eq.message;
        EXPECT_LT((eq.tip().position() - there.tip().position()).norm(), 1e-9 * 100 * mm);
        EXPECT_LT(eq.balance, 1e-9);
        EXPECT_GE(eq.contacts[0].gap, -1e-12);
        EXPECT_FALSE(eq.warnings.empty());
    }
}

// The load bends the rod away from the wall, or against it: then the wall carries a part of it.
TEST(HoldPath, AWallPressesOnARodThatAFixtureShortens)
{
    for (const double side : {1.0, -1.0}) {
        for (const double friction : {0.0, 0.3}) {
            Manipulator m = loaded_rod(spherical(12, JointLayout::gauss), Vector3d::Zero());
            m.loads = {dead_load(40 * mm, mN * Vector3d(0, 3 * side, 1))};
            Plane wall;
            wall.name = "W";
            wall.at = 50 * mm;
            wall.normal = Vector3d(0, 1, 0);
            wall.point = Vector3d(0, -5 * mm, 0);
            wall.friction = friction;
            m.constraints = {hold_tip({90 * mm, 0, 0}), wall};
            const Equilibrium eq = solve_statics(*discretize(m));
            ASSERT_EQ(eq.status, Status::converged) << side << " " << friction << ": " << eq.message;
            EXPECT_LT((eq.tip().position() - Vector3d(90 * mm, 0, 0)).norm(), 1e-9);
            EXPECT_LT(violation(eq.contacts[0], 100 * mm, mN), 1e-6);
            EXPECT_EQ(eq.contacts[0].normal_force > 0.0, side < 0.0);
        }
    }
}

// A rod that stretches can be pressed straight together, which does not hold: it gives way sideways.
TEST(HoldPath, APressedRodThatStretchesGivesWaySideways)
{
    SegmentModel model = isotropic(4);
    model.freedoms.extension = true;
    Manipulator m = loaded_rod(model, Vector3d::Zero());
    m.rod.axial_stiffness = 100.0;
    m.constraints = {hold_tip({90 * mm, 0, 0})};
    const Equilibrium eq = solve_statics(*discretize(m));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_NE(eq.stability.stable, false);
    EXPECT_GT(eq.warnings.size(), 0u);
    // Near the load at which a clamped and pinned column gives way, 20.19 EI/L².
    const double EI = 20000 * mN_mm2, L = 100 * mm;
    EXPECT_NEAR(-eq.reactions[0].force.x() * L * L / EI, 20.19, 2.0);
}

// Loads that do so alone are told: nothing leads the rod elsewhere.
TEST(HoldPath, AColumnWhoseTipIsHeldWhereItStandsIsToldToBeUnstable)
{
    const double EI = 20000 * mN_mm2, L = 100 * mm;
    for (const ModelChoice& model : {ModelChoice(isotropic(4)), ModelChoice(CosseratModel{})}) {
        Manipulator m = loaded_rod(model, Vector3d(-25.0 * EI / (L * L), 0, 0));
        m.constraints = {Fixture{"P", L, {std::nullopt, 0.0, 0.0}}};
        EXPECT_EQ(solve(m).status, Status::unstable) << type_name(model);
        m.loads[0].force *= 0.7;
        EXPECT_EQ(solve(m).status, Status::converged) << type_name(model);
    }
}

}  // namespace test_hold_path
}  // namespace supple::test
