#include "support/golden.hpp"
#include "support/random.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace supple::cosserat {
namespace test_constraints {

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
    EXPECT_NEAR(guided.reactions[0].at, s, 1e-15);
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

/// The distance of a guide's point from the nearest point of the shape.
double distance_from(const Equilibrium& eq, const Vector3d& point)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const SE3& X : eq.shape.frames)
        nearest = std::min(nearest, (X.position() - point).norm());
    return nearest;
}

TEST(CosseratConstraints, GuideSlidesPastLoadsAndChangesOfTheRestShape)
{
    Manipulator m = loaded(Vector3d(0, 1, 0.5));
    m.loads.push_back(dead_load(0.4, Vector3d(0, -2, 1), Vector3d(0.1, 0, 0.2)));
    m.rod.rest_shape = {{0.5, Vector2d(0.3, 0.0), 0.2}, {0.5, Vector2d(-0.2, 0.4), 0.0}};
    m.stations = {{"middle", 0.45}};
    Guide guide;
    guide.name = "ring";
    guide.point = Vector3d(0.6, 0.1, 0.03);
    Equilibrium first;
    for (const double near : {0.2, 0.42, 0.47, 0.6, 0.9}) {
        SCOPED_TRACE(near);
        guide.near = near;
        m.constraints = {guide};
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        EXPECT_LT(distance_from(eq, guide.point), 1e-9);
        EXPECT_EQ(eq.reactions[0].name, "ring");
        if (first.shape.frames.empty()) first = eq;
        EXPECT_LT((eq.tip().position() - first.tip().position()).norm(), 1e-8);
        EXPECT_LT((eq.reactions[0].force - first.reactions[0].force).norm(), 1e-6);
        EXPECT_LT((eq.stations[0].X_WS.position() - first.stations[0].X_WS.position()).norm(), 1e-8);
    }
    // And again in the same storage: where it has gone to does not matter.
    guide.near = 0.2;
    m.constraints = {guide};
    Solver solver(m);
    Equilibrium eq;
    for (int i = 0; i < 3; ++i) {
        if (i == 2) solver.update(m);
        solver.options().warm = i == 2;
        solve(solver, eq);
        expect_sound(eq);
        EXPECT_LT((eq.tip().position() - first.tip().position()).norm(), 1e-8);
    }
}

TEST(CosseratConstraints, GuideThatIsNotPassedThroughIsNeverCalledConverged)
{
    Manipulator m = loaded(Vector3d(0, 0.15, 0.05));
    Guide guide;
    guide.name = "ring";
    guide.near = 0.5;
    guide.point = Vector3d(1.2, 0, 0);
    m.constraints = {guide};
    EXPECT_EQ(solve(m).status, Status::infeasible);
    // So near to the length that the bent rod is too short.
    guide.point = Vector3d(0.99, 0.13, 0);
    m.constraints = {guide};
    const Equilibrium out = solve(m);
    EXPECT_EQ(out.status, Status::not_converged);
    EXPECT_EQ(out.message, "the rod slips out of the guide 'ring' before the full load is reached");

    std::mt19937 engine(5);
    int converged = 0;
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        m = loaded(6.0 * random_vector(3, engine));
        m.loads.push_back(dead_load(0.45, 3.0 * random_vector(3, engine), random_vector(3, engine)));
        m.rod.rest_shape = {{1.0, random_vector(2, engine), 0.0}};
        const Vector3d aside = 0.3 * random_vector(3, engine);
        guide.near = 0.2 + 0.0125 * i;
        guide.point = Vector3d(guide.near, 0, 0) + aside;
        m.constraints = {guide};
        const Equilibrium eq = solve(m);
        if (eq.status != Status::converged && eq.status != Status::unstable) {
            EXPECT_FALSE(eq.message.empty());
            continue;
        }
        ++converged;
        EXPECT_LT(distance_from(eq, guide.point), 1e-9);
        EXPECT_LT(eq.balance, 1e-9);
        EXPECT_EQ(eq.reactions[0].name, "ring");
    }
    EXPECT_GT(converged, 30);
}

TEST(CosseratConstraints, GuideThatIsDrawnOverALoadWhileTheLoadsGrowDoesNotBreakTheMesh)
{
    Manipulator m;
    m.rod.length = 0.1264;
    m.rod.bending_stiffness = Vector2d::Constant(0.02477);
    m.rod.rest_shape = {{0.1264, Vector2d(18.52, -11.59), 0.0}};
    const Vector3d t(0.18235642, 0.28361565, 0.94143948), n(-0.97038234, 0.20620931, 0.12584055);
    Matrix3d R;
    R << n, t.cross(n), t;
    m.base.X_WB = SE3(R, Vector3d(0.7727, -0.5042, -0.6536));
    m.loads = {dead_load(0.1264, Vector3d(5.108, -5.769, 1.907)),
               dead_load(0.06115, Vector3d(0.199, -1.825, -4.093), Vector3d(-0.281, -0.165, 0.535))};
    Guide guide;
    guide.point = Vector3d(0.7857, -0.4822, -0.5865);
    guide.near = 0.07175;
    m.constraints = {guide};
    const Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_LT(distance_from(eq, guide.point), 1e-9);
}

TEST(CosseratConstraints, HeldTangentIsKeptByAMomentAcrossIt)
{
    Manipulator m = loaded(Vector3d(0.3, 2, 1));
    Fixture fixture;
    fixture.name = "sleeve";
    fixture.at = 0.6;
    fixture.tangent = Vector3d(1.0, 0.4, -0.3).normalized();
    m.constraints = {fixture};
    const Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_EQ(eq.stability.stable, true);
    for (std::size_t i = 0; i < eq.shape.frames.size(); ++i) {
        if (std::abs(eq.shape.arclength[i] - 0.6) > 1e-9) continue;
        EXPECT_LT((eq.shape.frames[i].rotation().col(2) - *fixture.tangent).norm(), 1e-10);
    }
    EXPECT_LT(eq.reactions[0].force.norm(), 1e-10);
    EXPECT_GT(eq.reactions[0].moment.norm(), 0.1);
    EXPECT_NEAR(eq.reactions[0].moment.dot(*fixture.tangent), 0.0, 1e-9);
    // Its moment as a dead load gives the same shape.
    m.constraints.clear();
    m.loads.push_back(dead_load(0.6, Vector3d::Zero(), eq.reactions[0].moment));
    EXPECT_LT((solve(m).tip().position() - eq.tip().position()).norm(), 1e-8);
}

TEST(CosseratConstraints, ReactionThatTheShapeLeavesOpenIsNamed)
{
    Manipulator m = loaded(Vector3d(0, 3, 1));
    Clamp clamp;
    clamp.name = "far end";
    clamp.at = 1.0;
    clamp.X_WC = SE3(m.base.X_WB.rotation(), Vector3d(1, 0, 0));
    m.constraints = {clamp};
    Equilibrium eq = solve(m);
    expect_sound(eq);
    ASSERT_EQ(eq.warnings.size(), 1u);
    EXPECT_NE(eq.warnings[0].find("the reaction of 'far end' along 1 0 0 is not determined"),
              std::string::npos)
        << eq.warnings[0];
    EXPECT_NEAR(eq.reactions[0].force.x(), 0.0, 1e-3);
    EXPECT_LT((eq.reactions[0].force.tail<2>() + Vector2d(3, 1)).norm(), 1e-9);
    Fixture pin;
    pin.name = "pin";
    pin.at = 1.0;
    pin.hold = {1.0, 0.0, 0.0};
    m.constraints = {pin};
    EXPECT_EQ(solve(m).warnings.size(), 1u);
    // Not held along the rod, or bent, or stretching: nothing is open.
    pin.hold[0].reset();
    m.constraints = {pin};
    EXPECT_TRUE(solve(m).warnings.empty());
    pin.hold = {0.98, 0.0, 0.0};
    m.constraints = {pin};
    for (const std::string& warning : solve(m).warnings)
        EXPECT_EQ(warning.find("is not determined"), std::string::npos) << warning;
    m.rod.axial_stiffness = 1e4;
    m.constraints = {clamp};
    eq = solve(m, {.extension = true});
    expect_sound(eq);
    EXPECT_TRUE(eq.warnings.empty());
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

TEST(CosseratConstraints, EveryWallIsAContactThatObeysItsLaws)
{
    std::mt19937 engine(3);
    int slipped = 0, stuck = 0, open = 0;
    for (int i = 0; i < 40; ++i) {
        const Vector3d force = 3.0 * random_vector(3, engine);
        Vector3d normal = random_vector(3, engine).normalized();
        if (normal.dot(force) > 0.0) normal = -normal;
        Manipulator m = loaded(force);
        Plane wall;
        wall.name = "wall";
        wall.at = 1.0;
        wall.normal = normal;
        wall.point = Vector3d(1, 0, 0) - (0.02 + 0.004 * i) * normal;
        wall.friction = 0.3 * (i % 4);
        m.constraints = {wall};
        SCOPED_TRACE(i);
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        ASSERT_EQ(eq.contacts.size(), 1u);
        const Contact& contact = eq.contacts[0];
        EXPECT_EQ(contact.name, "wall");
        EXPECT_LT(violation(contact, 1.0, 1.0), 1e-7);
        EXPECT_LT((contact.friction_force + contact.normal_force * normal - eq.reactions[0].force).norm(),
                  1e-12);
        slipped += contact.state == ContactState::slip;
        stuck += contact.state == ContactState::stick;
        open += contact.state == ContactState::open;
        EXPECT_EQ(eq.stability.kind, contact.state != ContactState::open && wall.friction > 0.0
                                         ? StabilityKind::divergence_only
                                         : StabilityKind::energy);
    }
    EXPECT_GT(slipped, 5);
    EXPECT_GT(stuck, 2);
    EXPECT_GT(open, 5);
}

TEST(CosseratConstraints, WhatSticksDoesNotFeelMoreFriction)
{
    Manipulator m = catheter(Vector3d(0.02, 0.03, 0.08));
    Plane wall;
    wall.at = m.rod.length;
    wall.point = Vector3d(0, 0, 0.101);
    wall.normal = Vector3d(0.08, 0.19, 0.98);
    Vector3d first = Vector3d::Zero();
    for (const double friction : {0.2, 0.4, 0.8, 2.0}) {
        SCOPED_TRACE(friction);
        wall.friction = friction;
        m.constraints = {wall};
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        EXPECT_FALSE(eq.snapped);
        EXPECT_EQ(eq.contacts[0].state, ContactState::stick);
        if (first.isZero(0.0)) first = eq.tip().position();
        EXPECT_LT((eq.tip().position() - first).norm(), 1e-9);
    }
}

TEST(CosseratConstraints, WallBehindTheUnloadedRodActsOnceThePointHasReachedItsFreeSide)
{
    Plane wall;
    wall.at = 1.0;
    wall.point = Vector3d(0, 0.2, 0);
    wall.normal = Vector3d(0, 1, 0);
    Manipulator m = loaded(Vector3d(0, 3, 0));
    const Vector3d free = solve(m).tip().position();
    m.constraints = {wall};
    const Equilibrium eq = solve(m);
    expect_sound(eq);
    EXPECT_LT((eq.tip().position() - free).norm(), 1e-12);
    m.loads[0].force.y() = 0.1;
    const Equilibrium beyond = solve(m);
    EXPECT_EQ(beyond.status, Status::infeasible);
    EXPECT_EQ(beyond.message, "the rod stands beyond a wall, without load and with it");
}

// Where the holds lead the straight rod nowhere it is bent first: the result says so, and a wall that the
// bent rod has passed is not taken for one that it can never leave.
TEST(CosseratConstraints, ARodThatIsShortenedBesideAWallIsFoundAndSaysHow)
{
    Manipulator m = loaded(Vector3d(0, 3, 1));
    Fixture pin;
    pin.name = "pin";
    pin.at = 1.0;
    pin.hold = {0.7, 0.4, 0.0};
    Plane wall;
    wall.name = "wall";
    wall.at = 0.5;
    for (const double side : {-1.0, 1.0}) {
        wall.normal = Vector3d(0, side, 0);
        wall.point = Vector3d(0, -0.02 * side, 0);
        m.constraints = {pin, wall};
        const Equilibrium eq = solve(m);
        EXPECT_NE(eq.status, Status::infeasible) << eq.message;
        if (eq.status != Status::converged) continue;
        EXPECT_GE(eq.contacts[0].gap, -1e-8);
        ASSERT_FALSE(eq.warnings.empty());
        EXPECT_NE(eq.warnings[0].find("another shape may meet them too"), std::string::npos);
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

}  // namespace test_constraints
}  // namespace supple::cosserat
