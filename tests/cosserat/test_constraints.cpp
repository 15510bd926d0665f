#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple::cosserat {
namespace {

using namespace supple::test;

void expect_sound(const Equilibrium& eq)
{
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT(eq.solver.residual, 1e-10);
    EXPECT_LT(eq.balance, 1e-9);
}

Manipulator loaded(const Vector3d& force)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.loads = {dead_load(1.0, force)};
    return m;
}

TEST(CosseratConstraints, GuideIsPassedThroughAndPushesAcrossTheRodOnly)
{
    Manipulator m = loaded(Vector3d(0, 3, 1));
    Guide guide;
    guide.name = "ring";
    guide.point = Vector3d(0.45, 0.12, -0.05);
    guide.near = 0.5;
    m.loads.push_back(dead_load(0.5, Vector3d(0, 0, 0.5)));  // stays where it is while the guide slips
    m.constraints = {guide};
    const Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_EQ(eq.reactions[0].name, "ring");
    const Vector3d F = eq.reactions[0].force;
    EXPECT_GT(F.norm(), 1.0);
    EXPECT_EQ(eq.reactions[0].moment.norm(), 0.0);
    // The passing point is a point of the shape.
    double nearest = 1.0;
    for (std::size_t i = 0; i < eq.shape.frames.size(); ++i) {
        const double distance = (eq.shape.frames[i].position() - guide.point).norm();
        if (distance > nearest) continue;
        nearest = distance;
        EXPECT_NEAR(F.dot(eq.shape.frames[i].rotation().col(2)), 0.0, distance < 1e-9 ? 1e-9 : 10.0);
    }
    EXPECT_LT(nearest, 1e-10);
}

TEST(CosseratConstraints, GuideReactionMatchesTheFixtureAtThePassingPoint)
{
    // Hold the material point found in the guide with all three coordinates: the same equilibrium.
    Manipulator m = loaded(Vector3d(0.2, 2, 1));
    Guide guide;
    guide.point = Vector3d(0.55, 0.1, -0.08);
    guide.near = 0.6;
    m.constraints = {guide};
    const Equilibrium guided = solve(m);
    expect_sound(guided);
    double s = 0.0;
    for (std::size_t i = 0; i < guided.shape.frames.size(); ++i) {
        if ((guided.shape.frames[i].position() - guide.point).norm() < 1e-9) s = guided.shape.arclength[i];
    }
    ASSERT_GT(s, 0.5);
    EXPECT_GT(std::abs(s - 0.6), 1e-3);  // it did slip
    Fixture fixture;
    fixture.at = s;
    fixture.hold = {guide.point.x(), guide.point.y(), guide.point.z()};
    m.constraints = {fixture};
    const Equilibrium held = solve(m);
    expect_sound(held);
    EXPECT_LT((held.tip().position() - guided.tip().position()).norm(), 1e-8);
    EXPECT_LT((held.reactions[0].force - guided.reactions[0].force).norm(), 1e-5);
}

TEST(CosseratConstraints, ClampedFarEndIsHeldInPlaceAndDirection)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    Clamp clamp;
    clamp.at = 1.0;
    const Matrix3d R = m.base.X_WB.rotation();
    const Matrix3d turned =
        R * Eigen::AngleAxisd(2.0, Vector3d(0.3, 1.0, 0.5).normalized()).toRotationMatrix();
    clamp.X_WC = SE3(turned, Vector3d(0.7, 0.2, 0.05));
    m.constraints = {clamp};
    const Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_LT((eq.tip().position() - clamp.X_WC.position()).norm(), 1e-10);
    EXPECT_LT((eq.tip().rotation() - turned).norm(), 1e-10);
    EXPECT_LT((eq.reactions[0].force + eq.base_reaction.force).norm(), 1e-9);
}

TEST(CosseratConstraints, PressedClampsBuckleTheRodNearFourPiSquared)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    Clamp clamp;
    clamp.at = 1.0;
    clamp.X_WC = SE3(m.base.X_WB.rotation(), Vector3d(0.999, 0, 0));
    m.constraints = {clamp};
    const Equilibrium eq = solve(m);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    const double euler = 4 * std::numbers::pi * std::numbers::pi;
    EXPECT_NEAR(eq.reactions[0].force.x(), -euler, 0.01 * euler);
    double bow = 0.0;
    for (const SE3& X : eq.shape.frames)
        bow = std::max(bow, X.position().tail<2>().norm());
    EXPECT_NEAR(bow, 2 * std::sqrt(0.001) / std::numbers::pi, 0.001);  // of a cosine bow of that shortening
}

TEST(CosseratConstraints, PinnedColumnIsFoundThoughItsPlaneOfBucklingIsFree)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    Fixture pin;
    pin.at = 1.0;
    pin.hold = {0.99, 0.0, 0.0};
    m.constraints = {pin};
    const Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_NEAR(eq.reactions[0].force.x(), -20.19, 0.1);  // clamped and pinned: tan k = k
}

TEST(CosseratConstraints, WallPushesOnlyWhereItIsReached)
{
    Manipulator m = loaded(Vector3d(0, 3, 1));
    const Equilibrium free = solve(m);
    Plane wall;
    wall.name = "wall";
    wall.at = 1.0;
    wall.normal = Vector3d(0, -1, 0);
    wall.point = Vector3d(0, 0.9, 0);
    m.constraints = {wall};
    Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_EQ(eq.reactions[0].force.norm(), 0.0);
    EXPECT_LT((eq.tip().position() - free.tip().position()).norm(), 1e-12);

    wall.point = Vector3d(0, 0.3, 0);
    m.constraints = {wall};
    eq = solve(m);
    expect_sound(eq);
    EXPECT_NEAR(eq.tip().position().y(), 0.3, 1e-11);
    EXPECT_LT(eq.reactions[0].force.y(), -1.0);
    EXPECT_LT(std::hypot(eq.reactions[0].force.x(), eq.reactions[0].force.z()), 1e-10);
    EXPECT_EQ(eq.stability.kind, StabilityKind::energy);

    // The wall's force as a dead load in its place gives the same shape.
    Manipulator same = loaded(Vector3d(0, 3, 1) + eq.reactions[0].force);
    EXPECT_LT((solve(same).tip().position() - eq.tip().position()).norm(), 1e-9);
}

TEST(CosseratConstraints, RubbingWallKeepsToItsCone)
{
    double last = -1.0;
    for (const double friction : {0.0, 0.05, 0.1, 0.2, 0.5, 2.0}) {
        SCOPED_TRACE(friction);
        Manipulator m = loaded(Vector3d(0.5, 3, 1));
        Plane wall;
        wall.at = 1.0;
        wall.normal = Vector3d(0, -1, 0);
        wall.point = Vector3d(0, 0.2, 0);
        wall.friction = friction;
        m.constraints = {wall};
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        EXPECT_NEAR(eq.tip().position().y(), 0.2, 1e-8);
        const Vector3d F = eq.reactions[0].force;
        const double ratio = std::hypot(F.x(), F.z()) / -F.y();
        EXPECT_LE(ratio, friction + 1e-5);
        if (friction > 0.3) {
            EXPECT_LT(ratio, 0.4);  // it sticks
        } else {
            EXPECT_NEAR(ratio, friction, 1e-5);  // it slides
        }
        EXPECT_GE(ratio, last - 1e-6);
        last = ratio;
    }
}

TEST(CosseratConstraints, WhatCannotBeReachedIsInfeasible)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    Fixture fixture;
    fixture.at = 0.5;
    fixture.hold = {std::nullopt, 0.6, std::nullopt};
    m.constraints = {fixture};
    Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::infeasible);
    EXPECT_FALSE(eq.message.empty());
    Clamp clamp;
    clamp.at = 1.0;
    clamp.X_WC = SE3(m.base.X_WB.rotation(), Vector3d(1.1, 0, 0));
    m.constraints = {clamp};
    EXPECT_EQ(solve(m).status, Status::infeasible);
    // A rod that stretches reaches it.
    m.rod.axial_stiffness = 100.0;
    const Equilibrium stretched = solve(m, {.extension = true});
    expect_sound(stretched);
    EXPECT_NEAR(stretched.reactions[0].force.x(), 10.0, 1e-8);
}

}  // namespace
}  // namespace supple::cosserat
