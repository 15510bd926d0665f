#include <supple/rod/completed.hpp>
#include <supple/rod/surfaces.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace test_surfaces {

double distance(const Constraint& constraint, const Rod& rod, const Vector3d& x)
{
    const Surface surface = *surface_of(constraint, rod);
    double u = first_place(surface, x);
    return distance_at(surface, x, u);
}

Rod rod_of_radius(double radius)
{
    Rod rod;
    rod.length = 0.1;
    rod.radius = radius;
    return rod;
}

TEST(Surfaces, TheWholeRodTouchesWithItsRadiusAndAPointWithItsAxis)
{
    const Rod rod = rod_of_radius(1e-3);
    const Vector3d x(0.0, 0.0, 0.02);
    Plane plane;
    plane.at = at_rod;
    EXPECT_NEAR(distance(plane, rod, x), 0.019, 1e-17);
    plane.at = 0.05;
    EXPECT_NEAR(distance(plane, rod, x), 0.02, 1e-17);
    Sphere sphere;
    sphere.radius = 0.015;
    EXPECT_NEAR(distance(sphere, rod, x), 0.004, 1e-17);
    sphere.at = 0.05;
    EXPECT_NEAR(distance(sphere, rod, x), 0.005, 1e-17);
    sphere = {.radius = 0.03, .inside = true};
    EXPECT_NEAR(distance(sphere, rod, x), 0.009, 1e-17);
    const Cylinder cylinder{.axis = Vector3d::UnitY(), .radius = 0.015};
    EXPECT_NEAR(distance(cylinder, rod, x), 0.004, 1e-17);
    Conduit conduit{.radius = {0.005}, .centerline = {Vector3d::Zero(), Vector3d(0.0, 0.0, 0.04)}};
    EXPECT_NEAR(distance(conduit, rod, Vector3d(0.003, 0.0, 0.02)), 0.001, 1e-17);
    conduit.clearance = {0.005};
    conduit.radius.clear();
    EXPECT_NEAR(distance(conduit, rod, Vector3d(0.003, 0.0, 0.02)), 0.002, 1e-17);
}

TEST(Surfaces, TheRadiusOfASectionCountsWhereNoneIsGivenOutright)
{
    Rod rod;
    EXPECT_FALSE(contact_radius(rod));
    rod.section = CrossSection{Circle{4e-3}, {}, 1.0};
    EXPECT_EQ(*contact_radius(rod), 2e-3);
    rod.radius = 3e-3;
    EXPECT_EQ(*contact_radius(rod), 3e-3);
}

// A line, a quarter circle towards y, then one that comes back to the direction of the line.
TEST(Surfaces, PiecesBeginAtTheBaseAsWrittenAndFollowEachOther)
{
    Manipulator m;
    m.rod = rod_of_radius(0.0);
    m.base.written = PoseAsWritten{Vector3d(0.01, 0.0, 0.0), Vector3d::UnitX(), Vector3d::UnitY()};
    m.base.depth = 0.005;
    m.base.roll = 1.0;
    m.constraints = {
        Conduit{.clearance = {0.002},
                .pieces = {LinePiece{0.02}, ArcPiece{0.06, std::numbers::pi / 2, Vector3d::UnitY()},
                           ArcPiece{0.03, std::numbers::pi / 2, Vector3d::UnitX()}}}};
    complete(m);
    EXPECT_NEAR(m.base.X_WB.position().x(), 0.015, 1e-17);
    EXPECT_NEAR(m.base.X_WB.rotation()(1, 0), std::cos(1.0), 1e-15);
    EXPECT_NEAR(m.base.X_WB.rotation()(2, 0), std::sin(1.0), 1e-15);
    const TubeGap tube = tube_of(std::get<Conduit>(m.constraints[0]), m.rod);
    const Curve::Point end = tube.curve().at(tube.curve().end());
    EXPECT_LT((end.c - Vector3d(0.01 + 0.02 + 0.06 + 0.03, 0.06 + 0.03, 0.0)).norm(), 1e-16);
    EXPECT_LT((end.d1 - Vector3d::UnitX()).norm(), 1e-14);
    EXPECT_LT((tube.curve().at(0.0).c - Vector3d(0.01, 0.0, 0.0)).norm(), 1e-17);
}

TEST(Completed, ADepthAndARollCountOnce)
{
    Manipulator m;
    m.rod = rod_of_radius(0.0);
    m.base.X_WB = SE3(rotation_of(Vector3d::UnitX(), Vector3d::UnitY()), Vector3d(0.0, 0.1, 0.0));
    m.base.depth = 0.02;
    m.base.roll = std::numbers::pi / 2;
    EXPECT_FALSE(is_complete(m));
    const Manipulator once = completed(m);
    EXPECT_TRUE(is_complete(once));
    EXPECT_LT((once.base.X_WB.position() - Vector3d(0.02, 0.1, 0.0)).norm(), 1e-17);
    EXPECT_LT((once.base.X_WB.rotation().col(0) - Vector3d::UnitZ()).norm(), 1e-15);
    const Manipulator twice = completed(once);
    EXPECT_EQ(once.base.X_WB.position(), twice.base.X_WB.position());
    EXPECT_EQ(once.base.X_WB.rotation(), twice.base.X_WB.rotation());
}

// What is fixed in the world is not turned by the roll of the base.
TEST(Completed, AClampTakesItsAxesFromTheBaseAsWritten)
{
    Manipulator m;
    m.rod = rod_of_radius(0.0);
    m.base.written = PoseAsWritten{};
    m.base.roll = 0.7;
    Clamp clamp;
    clamp.at = at_tip;
    clamp.written = PoseAsWritten{Vector3d(0.0, 0.0, 0.09), {}, {}};
    m.constraints = {clamp};
    EXPECT_EQ(std::get<Clamp>(completed(m).constraints[0]).X_WC.rotation(), Matrix3d::Identity());
}

}  // namespace test_surfaces
}  // namespace supple
