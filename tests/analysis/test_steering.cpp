// What the verb `steer` may steer with.

#include <supple/supple.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_steering {

TEST(Steering, CablesAreNeverAskedToPush)
{
    const Manipulator m = parse_model(R"(
supple: 1
rod: {length: 100 mm, bending_stiffness: 2500 N mm^2}
base: {tangent: z, normal: x}
model: {type: curvature}
attachments:
  - disks: {count: 4}
  - tendons: {name: cables, radius: 5 mm, tensions: 1 1 1 N}
)");
    Steerer steerer(m, {"cables.tensions", ""});
    ASSERT_EQ(steerer.mistake(), "");
    ASSERT_EQ(steerer.actuations().size(), 3u);
    for (const Actuation& actuation : steerer.actuations())
        EXPECT_EQ(actuation.limits.lower, 0.0);
    for (const double angle : {0.3, 1.5, 2.9, 4.4}) {
        Target target;
        target.position = {12e-3 * std::cos(angle), 12e-3 * std::sin(angle), std::nullopt};
        Steering found;
        steerer.steer(target, {}, found);
        EXPECT_EQ(found.status, Status::converged) << angle << ": " << found.message;
        EXPECT_GE(found.actuation.minCoeff(), 0.0) << angle;
        EXPECT_GT(found.actuation.maxCoeff(), 0.0);
    }
}

// Tendons are rods that do not bend. Rods that bend may push, and so may what has limits in the file.
TEST(Steering, OfRodsThatDoNotBendPullsAsThatOfTendonsDoes)
{
    const auto arm = [](const std::string& more) {
        return parse_model(R"(
supple: 1
rod: {length: 100 mm, bending_stiffness: 2500 N mm^2}
base: {tangent: z, normal: x}
model: {type: curvature}
attachments:
  - disks: {count: 4}
  - rods: {name: cables, radius: 5 mm, tensions: 1 1 1 N)" +
                           more + "}\n");
    };
    Target target;
    target.position = {12e-3 * std::cos(0.3), 12e-3 * std::sin(0.3), std::nullopt};
    for (const char* more : {"", ", bending_stiffness: 0 N m^2"}) {
        Steerer steerer(arm(more));
        ASSERT_EQ(steerer.mistake(), "") << more;
        Steering found;
        steerer.steer(target, {}, found);
        EXPECT_EQ(found.status, Status::converged) << more << ": " << found.message;
        EXPECT_GE(found.actuation.minCoeff(), 0.0) << more;
    }
    for (const char* more :
         {", bending_stiffness: 100 N mm^2", ", diameter: 0.5 mm, youngs_modulus: 70 GPa"}) {
        Steerer steerer(arm(more));
        ASSERT_EQ(steerer.actuations().size(), 3u) << more;
        EXPECT_EQ(steerer.actuations()[0].limits.lower, -std::numeric_limits<double>::infinity()) << more;
    }
    Steerer mixed(arm(", bending_stiffness: 0 100 0 N mm^2, tension_limits: -1 4 N"));
    EXPECT_EQ(mixed.actuations()[0].limits.lower, -1.0) << "limits of the file are kept";
    Steerer each(arm(", bending_stiffness: 0 100 0 N mm^2"));
    EXPECT_EQ(each.actuations()[0].limits.lower, 0.0);
    EXPECT_EQ(each.actuations()[1].limits.lower, -std::numeric_limits<double>::infinity());
}

// Two rods are pulled by tension and one by length; each kind keeps to its own limits.
TEST(Steering, OfTensionsAndRetractionsKeepsTheLimitsOfEach)
{
    Manipulator m = parse_model(R"(
supple: 1
rod: {length: 100 mm, bending_stiffness: 2500 N mm^2}
base: {tangent: z, normal: x}
model: {type: curvature}
attachments:
  - disks: {count: 4}
  - rods: {name: arm, radius: 5 mm, angles: 0 90 180 deg, axial_stiffness: 5 kN, tensions: 0 2 N, retractions: 0.4 mm,
           tension_limits: -1 3 N, retraction_limits: -0.5 0.5 mm}
)");
    const Equilibrium there = solve(m);
    ASSERT_EQ(there.status, Status::converged) << there.message;
    auto& rods = std::get<DrivenRods>(m.attachments[1]);
    rods.tensions = {0.0, 0.0};
    rods.retractions = {0.0};
    Steerer steerer(m);
    ASSERT_EQ(steerer.mistake(), "");
    ASSERT_EQ(steerer.actuations().size(), 3u);
    EXPECT_EQ(steerer.actuations()[1].limits.lower, -1.0);
    EXPECT_EQ(steerer.actuations()[1].limits.upper, 3.0);
    EXPECT_EQ(steerer.actuations()[2].limits.lower, -0.5e-3);
    EXPECT_EQ(steerer.actuations()[2].limits.upper, 0.5e-3);
    const Vector3d tip = there.tip().position();
    Steering found;
    for (const double reach : {1.0, 6.0}) {
        Target target;
        target.position = {reach * tip.x(), reach * tip.y(), std::nullopt};
        steerer.steer(target, {}, found);
        EXPECT_EQ(found.status == Status::converged, reach == 1.0) << found.message;
        for (Eigen::Index k = 0; k < 3; ++k) {
            const Limits& limits = steerer.actuations()[static_cast<std::size_t>(k)].limits;
            EXPECT_GE(found.actuation[k], limits.lower);
            EXPECT_LE(found.actuation[k], limits.upper);
        }
    }
    EXPECT_EQ(found.paths[2], "attachments.arm.retractions.0");
    EXPECT_GT(found.actuation[1], 2.9) << "what is out of reach takes all that the limits allow";
}

TEST(Steering, AFieldThatTheFileDoesNotGiveIsNoActuator)
{
    const std::string pair = R"(
supple: 1
rod: {length: 50 mm, bending_stiffness: 17 N mm^2}
base: {tangent: x, normal: y}
attachments: [{magnet: {name: magnet, at: tip, dipole: 0 0 0.01 A m^2}}]
environment:
  magnetic_field:
    helmholtz_pairs: [{name: pair, position: 0 0 0 mm, axis: y, radius: 200 mm, turns: 100, current: 1 A}]
)";
    const Steerer alone(parse_model(pair));
    ASSERT_EQ(alone.mistake(), "");
    ASSERT_EQ(alone.actuations().size(), 1u);
    EXPECT_THAT(alone.actuations()[0].parameter.path, testing::HasSubstr("helmholtz_pairs.pair.current"));
    const Steerer both(parse_model(pair + "    uniform: 0 0 1 mT\n"));
    EXPECT_EQ(both.actuations().size(), 4u) << "a uniform field that is given is an actuator too";
}

}  // namespace test_steering
}  // namespace supple::test
