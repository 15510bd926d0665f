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
