#include <supple/lie/se3.hpp>

#include <gtest/gtest.h>

namespace supple {
namespace {

TEST(SE3, IdentityIsNeutral)
{
    const SE3 X(Eigen::AngleAxisd(0.3, Vector3d::UnitX()).toRotationMatrix(), Vector3d(1, 2, 3));
    EXPECT_EQ((X * SE3()).position(), X.position());
    EXPECT_EQ((SE3() * X).rotation(), X.rotation());
}

}  // namespace
}  // namespace supple
