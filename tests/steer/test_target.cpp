#include "support/random.hpp"

#include <supple/lie/so3.hpp>
#include <supple/steer/target.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_target {

std::vector<Target> targets()
{
    Target place, pose, direction;
    place.position = {0.01, std::nullopt, -0.02};
    pose.position = {0.01, 0.03, -0.02};
    pose.rotation = so3::exp(Vector3d(0.3, -0.4, 0.9));
    direction.position = {std::nullopt, 0.02, std::nullopt};
    direction.tangent = Vector3d(0.6, 0.0, 0.8);
    return {place, pose, direction};
}

TEST(Target, ErrorHasTheDerivativeOfDifferences)
{
    const double L = 0.1, h = 1e-6;
    const SE3 X(so3::exp(Vector3d(0.5, 0.2, -0.3)), Vector3d(0.02, 0.01, 0.08));
    for (const Target& target : targets()) {
        TargetError here, plus, minus;
        evaluate(target, L, X, here);
        ASSERT_EQ(here.e.size(), target.size());
        EXPECT_GT(here.de_dx.norm(), 0.1);
        for (int k = 0; k < 6; ++k) {
            const auto moved = [&](double by) {
                const Vector6d d = by * Vector6d::Unit(k);
                return SE3(so3::exp(d.tail<3>()) * X.rotation(), X.position() + d.head<3>());
            };
            evaluate(target, L, moved(h), plus);
            evaluate(target, L, moved(-h), minus);
            EXPECT_LT(((plus.e - minus.e) / (2 * h) - here.de_dx.col(k)).norm(), 1e-9) << k;
        }
    }
}

TEST(Target, IsMetByItsOwnPoseAndByNoOther)
{
    const Target pose = targets()[1], direction = targets()[2];
    TargetError error;
    const SE3 there(*pose.rotation, Vector3d(0.01, 0.03, -0.02));
    evaluate(pose, 0.1, there, error);
    EXPECT_LT(error.e.norm(), 1e-16);
    EXPECT_EQ(error.distance, 0.0);
    EXPECT_LT(error.turn, 1e-15);
    evaluate(pose, 0.1, SE3(so3::exp(Vector3d(0, 0.2, 0)) * *pose.rotation, Vector3d(0.01, 0.03, 0.01)),
             error);
    EXPECT_NEAR(error.turn, 0.2, 1e-15);
    EXPECT_NEAR(error.distance, 0.03, 1e-15);

    // A turn about the tangent is free.
    const Matrix3d R =
        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), *direction.tangent).toRotationMatrix();
    evaluate(direction, 0.1, SE3(R * so3::exp(Vector3d(0, 0, 0.7)), Vector3d(5, 0.02, 5)), error);
    EXPECT_LT(error.e.norm(), 1e-16);
    EXPECT_EQ(Target{}.size(), 0);
}

}  // namespace test_target
}  // namespace supple::test
