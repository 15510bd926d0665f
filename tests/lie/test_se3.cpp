// Poses: exp, log and Jacobians of SE(3) against 60-digit values and against the laws of the group.
#include "lie/reference.hpp"
#include "support/angles.hpp"
#include "support/generators.hpp"

#include <supple/lie/se3.hpp>
#include <supple/lie/so3.hpp>
#include <supple/lie/spatial.hpp>

#include <rapidcheck/gtest.h>

#include <numbers>

namespace supple {
namespace test_se3 {

using test::relative_error;
constexpr double pi = std::numbers::pi;

class Se3Reference : public testing::TestWithParam<test::AngleEntry> {
 protected:
    double theta() const { return GetParam().theta; }

    /// As for SO(3): the arithmetic, and the rounding of θ times the turn.
    double tolerance() const { return 1e-15 + 2.2e-16 * theta(); }

    /// Q⁻¹ grows as 1/(2π − θ)², twice as sensitive to the rounding of θ as J⁻¹.
    double inverse_tolerance() const
    {
        return 1e-15 + 4.4e-16 * theta() * (1.0 + 1.0 / (2.0 * pi - theta()));
    }

    template <typename Check>
    void at_each_axis(const Check& check)
    {
        for (std::size_t axis = 0; axis < test::axes_per_angle; ++axis) {
            const nlohmann::json& exact = test::pose(GetParam(), axis);
            Vector6d xi;
            xi << test::vector3(exact.at("rho")), test::vector3(exact.at("phi"));
            SCOPED_TRACE(fmt::format("phi = ({}, {}, {})", xi[3], xi[4], xi[5]));
            check(xi, exact);
        }
    }

    static Matrix6d blocks(const nlohmann::json& J, const nlohmann::json& Q)
    {
        Matrix6d M;
        M << test::matrix3(J), test::matrix3(Q), Matrix3d::Zero(), test::matrix3(J);
        return M;
    }
};

TEST_P(Se3Reference, Exp)
{
    at_each_axis([&](const Vector6d& xi, const nlohmann::json& exact) {
        const SE3 X = se3::exp(xi);
        EXPECT_LT(relative_error(X.rotation(), test::matrix3(exact.at("R"))), tolerance());
        // Relative to ρ, of which p is at most as long.
        EXPECT_LT((X.position() - test::vector3(exact.at("p"))).norm(), tolerance() * xi.head<3>().norm());
    });
}

TEST_P(Se3Reference, LogFindsTheTwistOrTheShorterOne)
{
    at_each_axis([&](const Vector6d& xi, const nlohmann::json& exact) {
        const SE3 X(test::matrix3(exact.at("R")), test::vector3(exact.at("p")));
        const Vector6d found = se3::log(X);
        // φ is found to 1e-15 θ; ρ = J⁻¹(φ) p follows it with ∂(J⁻¹p)/∂φ, which is below |ρ| up to π.
        if (theta() < pi - 1e-12) {
            EXPECT_LT((found - xi).tail<3>().norm(), 1e-15 * theta());
            EXPECT_LT((found - xi).head<3>().norm(), (1e-15 + 1e-15 * theta()) * xi.head<3>().norm());
        }
        const SE3 Y = se3::exp(found);
        EXPECT_LE(found.tail<3>().norm(), pi * (1.0 + 1e-15));
        EXPECT_LT((Y.rotation() - X.rotation()).norm(), 4e-15);
        EXPECT_LT((Y.position() - X.position()).norm(), 4e-15 * xi.head<3>().norm());
    });
}

TEST_P(Se3Reference, LeftJacobian)
{
    at_each_axis([&](const Vector6d& xi, const nlohmann::json& exact) {
        EXPECT_LT(relative_error(se3::left_jacobian(xi), blocks(exact.at("J"), exact.at("Q"))), tolerance());
    });
}

TEST_P(Se3Reference, LeftJacobianInverse)
{
    at_each_axis([&](const Vector6d& xi, const nlohmann::json& exact) {
        EXPECT_LT(relative_error(se3::left_jacobian_inverse(xi),
                                 blocks(exact.at("J_inverse"), exact.at("Q_inverse"))),
                  inverse_tolerance());
    });
}

INSTANTIATE_TEST_SUITE_P(EachAngle, Se3Reference, testing::ValuesIn(test::angle_entries()),
                         test::name_of_entry);

TEST(SE3, IdentityIsNeutral)
{
    const SE3 X(Eigen::AngleAxisd(0.3, Vector3d::UnitX()).toRotationMatrix(), Vector3d(1, 2, 3));
    EXPECT_EQ((X * SE3()).position(), X.position());
    EXPECT_EQ((SE3() * X).rotation(), X.rotation());
}

TEST(SE3, QuaternionOfAHalfTurnIsUnitAndPure)
{
    for (const Vector3d& n : test::axes()) {
        const Eigen::Quaterniond q = SE3(so3::exp(pi * n), Vector3d::Zero()).quaternion();
        EXPECT_NEAR(q.norm(), 1.0, 4e-16);
        EXPECT_GE(q.w(), 0.0);
        EXPECT_LT(q.w(), 2e-16);
        EXPECT_LT(std::min((q.vec() - n).norm(), (q.vec() + n).norm()), 1e-15);
    }
}

TEST(SE3, ExpOfAPureTranslationIsThatTranslation)
{
    const Vector6d xi = (Vector6d() << 1.0, -2.0, 3.0, 0.0, 0.0, 0.0).finished();
    EXPECT_EQ(se3::exp(xi).position(), Vector3d(1.0, -2.0, 3.0));
    EXPECT_EQ(se3::exp(xi).rotation(), Matrix3d::Identity());
    EXPECT_EQ(se3::log(se3::exp(xi)), xi);
}

TEST(SE3, ExpOfAScrewAdvancesAlongItsAxis)
{
    // A quarter turn about z at unit rate while moving along x: a quarter of a circle of radius 2/π, risen
    // by 3.
    const Vector6d xi = (Vector6d() << 1.0, 0.0, 3.0, 0.0, 0.0, 0.5 * pi).finished();
    EXPECT_LT((se3::exp(xi).position() - Vector3d(2.0 / pi, 2.0 / pi, 3.0)).norm(), 1e-15);
}

RC_GTEST_PROP(Se3Laws, LogInvertsExpBelowAHalfTurn, ())
{
    const Vector6d xi = *test::twist(pi - 1e-6);
    RC_ASSERT((se3::log(se3::exp(xi)) - xi).norm() <= 1e-14 * xi.norm());
}

RC_GTEST_PROP(Se3Laws, ExpInvertsLog, ())
{
    const SE3 X = se3::exp(*test::twist(2.0 * pi));
    const SE3 Y = se3::exp(se3::log(X));
    RC_ASSERT((Y.rotation() - X.rotation()).norm() < 4e-15);
    RC_ASSERT((Y.position() - X.position()).norm() < 2e-14);
}

RC_GTEST_PROP(Se3Laws, TwistsAlongOneScrewAdd, ())
{
    const Vector6d xi = *test::twist(1.0);
    const double s = *test::real(-3.0, 3.0);
    const double t = *test::real(-3.0, 3.0);
    const SE3 X = se3::exp(s * xi) * se3::exp(t * xi);
    const SE3 Y = se3::exp((s + t) * xi);
    RC_ASSERT((X.rotation() - Y.rotation()).norm() < 1e-14);
    RC_ASSERT((X.position() - Y.position()).norm() < 5e-14);
}

RC_GTEST_PROP(Se3Laws, JacobiansOfTheTwoSides, ())
{
    const Vector6d xi = *test::twist(2.0 * pi);
    const Matrix6d J_l = se3::left_jacobian(xi);
    RC_ASSERT((J_l - Ad(se3::exp(xi)) * se3::right_jacobian(xi)).norm() < 2e-14);
    RC_ASSERT((se3::right_jacobian(xi) - se3::left_jacobian(-xi)).norm() < 1e-15);
    RC_ASSERT((se3::right_jacobian_inverse(xi) - se3::left_jacobian_inverse(-xi)).norm() <=
              1e-15 * se3::right_jacobian_inverse(xi).norm());
    RC_ASSERT((J_l * xi - xi).norm() <= 4e-15 * xi.norm());
}

RC_GTEST_PROP(Se3Laws, InverseJacobiansAreInverse, ())
{
    const Vector6d xi = *test::twist(6.2);
    const Matrix6d L = se3::left_jacobian_inverse(xi);
    const Matrix6d R = se3::right_jacobian_inverse(xi);
    RC_ASSERT((se3::left_jacobian(xi) * L - Matrix6d::Identity()).norm() < 1e-14 * L.norm());
    RC_ASSERT((se3::right_jacobian(xi) * R - Matrix6d::Identity()).norm() < 1e-14 * R.norm());
}

RC_GTEST_PROP(Se3Laws, QuaternionRoundTrip, ())
{
    const SE3 X = se3::exp(*test::twist(2.0 * pi));
    const Eigen::Quaterniond q = X.quaternion();
    RC_ASSERT(q.w() >= 0.0);
    RC_ASSERT((q.toRotationMatrix() - X.rotation()).norm() < 4e-15);
}

RC_GTEST_PROP(Se3Laws, InverseUndoesThePose, ())
{
    const SE3 X = se3::exp(*test::twist(2.0 * pi));
    const Vector3d p = *test::vector3_of_size(3.0);
    RC_ASSERT((X.inverse() * (X * p) - p).norm() < 2e-14);
}

}  // namespace test_se3
}  // namespace supple
