// exp, log, quaternion and Jacobians of SO(3) against 60-digit values and against the laws of the group.
#include "lie/reference.hpp"
#include "support/angles.hpp"
#include "support/generators.hpp"

#include <supple/lie/so3.hpp>

#include <rapidcheck/gtest.h>

#include <limits>
#include <numbers>

namespace supple {
namespace test_so3 {

using test::relative_error;
constexpr double pi = std::numbers::pi;

class So3Reference : public testing::TestWithParam<test::AngleEntry> {
 protected:
    double theta() const { return GetParam().theta; }

    /// 1e-15 for the arithmetic. Before it stands the rounding of θ = |φ|, up to two units of 1.1e-16
    /// relative: R and J turn by θ, so it adds that much of θ.
    double tolerance() const { return 1e-15 + 2.2e-16 * theta(); }

    /// The inverse Jacobian grows as 1/(2π − θ): a relative error of θ is magnified by θ/(2π − θ).
    double inverse_tolerance() const
    {
        return 1e-15 + 2.2e-16 * theta() * (1.0 + 1.0 / (2.0 * pi - theta()));
    }

    template <typename Check>
    void at_each_axis(const Check& check)
    {
        for (std::size_t axis = 0; axis < test::axes_per_angle; ++axis) {
            const nlohmann::json& exact = test::pose(GetParam(), axis);
            const Vector3d phi = test::vector3(exact.at("phi"));
            SCOPED_TRACE(fmt::format("phi = ({}, {}, {})", phi.x(), phi.y(), phi.z()));
            check(phi, exact);
        }
    }
};

TEST_P(So3Reference, Exp)
{
    at_each_axis([&](const Vector3d& phi, const nlohmann::json& exact) {
        const Matrix3d R = test::matrix3(exact.at("R"));
        EXPECT_LT(relative_error(so3::exp(phi), R), tolerance());
        EXPECT_LT(relative_error(so3::exp_and_left_jacobian(phi).R, R), tolerance());
        // A tiny rotation keeps the digits of its vector, not only those of the matrix.
        if (theta() < 1.0) {
            EXPECT_LT(relative_error(so3::vee(so3::exp(phi)), so3::vee(R)), 1e-15);
        }
    });
}

TEST_P(So3Reference, LogIsRightRelativeToTheAngle)
{
    at_each_axis([&](const Vector3d& phi, const nlohmann::json& exact) {
        // The exact R rounded to double: its entries are off by half a unit of their last place, which moves
        // the rotation vector by as much of the sine, and near π by as much of one.
        const Vector3d found = so3::log(test::matrix3(exact.at("R")));
        if (theta() > pi - 1e-12 && theta() < pi + 1e-12) {
            EXPECT_LT(std::min((found - phi).norm(), (found + phi).norm()), 1e-15 * theta());
        } else {
            // Beyond a half turn the short way round is the logarithm.
            const Vector3d shortest = theta() < pi ? phi : Vector3d(phi * (1.0 - 2.0 * pi / theta()));
            EXPECT_LT((found - shortest).norm(), 1e-15 * std::max(phi.norm(), 1e-300));
        }
        EXPECT_LE(found.norm(), pi * (1.0 + 1e-15));
    });
}

TEST_P(So3Reference, LeftAndRightJacobians)
{
    at_each_axis([&](const Vector3d& phi, const nlohmann::json& exact) {
        const Matrix3d J = test::matrix3(exact.at("J"));
        EXPECT_LT(relative_error(so3::left_jacobian(phi), J), tolerance());
        EXPECT_LT(relative_error(so3::exp_and_left_jacobian(phi).J_l, J), tolerance());
        EXPECT_LT(relative_error(so3::right_jacobian(phi), J.transpose()), tolerance());
    });
}

TEST_P(So3Reference, LeftAndRightInverses)
{
    at_each_axis([&](const Vector3d& phi, const nlohmann::json& exact) {
        const Matrix3d J_inverse = test::matrix3(exact.at("J_inverse"));
        EXPECT_LT(relative_error(so3::left_jacobian_inverse(phi), J_inverse), inverse_tolerance());
        EXPECT_LT(relative_error(so3::right_jacobian_inverse(phi), J_inverse.transpose()),
                  inverse_tolerance());
    });
}

TEST_P(So3Reference, QuaternionIsUnitAndKeepsItsDigits)
{
    at_each_axis([&](const Vector3d& phi, const nlohmann::json& exact) {
        const Eigen::Quaterniond q = so3::quaternion(test::matrix3(exact.at("R")));
        EXPECT_NEAR(q.norm(), 1.0, 4e-16);
        EXPECT_GE(q.w(), 0.0);
        const double w = std::cos(0.5 * theta());
        const Vector3d v = std::sin(0.5 * theta()) * phi.normalized();
        const double sign = q.vec().dot(v) < 0.0 ? -1.0 : 1.0;
        EXPECT_NEAR(sign * q.w(), w, 1e-15);
        EXPECT_LT((sign * q.vec() - v).norm(), 1e-15 * std::min(1.0, theta()));
    });
}

INSTANTIATE_TEST_SUITE_P(EachAngle, So3Reference, testing::ValuesIn(test::angle_entries()),
                         test::name_of_entry);

TEST(So3, ZeroIsTheIdentity)
{
    const Vector3d zero = Vector3d::Zero();
    EXPECT_EQ(so3::exp(zero), Matrix3d::Identity());
    EXPECT_EQ(so3::log(Matrix3d::Identity()), zero);
    EXPECT_EQ(so3::left_jacobian(zero), Matrix3d::Identity());
    EXPECT_EQ(so3::right_jacobian_inverse(zero), Matrix3d::Identity());
    EXPECT_EQ(so3::quaternion(Matrix3d::Identity()).w(), 1.0);
}

TEST(So3, LogOfExpKeepsAnglesDownToTheSmallestNumbers)
{
    for (const double theta : {1e-12, 1e-20, 1e-160, 1e-300}) {
        for (const Vector3d& axis : test::axes()) {
            const Vector3d phi = theta * axis;
            EXPECT_LT((so3::log(so3::exp(phi)) - phi).norm() / theta, 1e-15) << theta;
        }
    }
}

TEST(So3, LogAtAHalfTurnHasItsLargestComponentPositive)
{
    // R = 2nnᵀ − I has exactly no skew part: ±πn are equally right.
    for (const Vector3d& axis : test::axes()) {
        for (const Vector3d& n : {axis, Vector3d(-axis)}) {
            const Matrix3d R = 2.0 * n * n.transpose() - Matrix3d::Identity();
            const Vector3d phi = so3::log(R);
            Eigen::Index largest = 0;
            phi.cwiseAbs().maxCoeff(&largest);
            EXPECT_GT(phi[largest], 0.0);
            EXPECT_NEAR(phi.norm(), pi, 1e-15);
            EXPECT_LT(std::min((phi - pi * n).norm(), (phi + pi * n).norm()), 2e-15);
        }
    }
}

TEST(So3, LogKeepsTheSideOfANearHalfTurn)
{
    for (const Vector3d& n : test::axes()) {
        const Vector3d before = so3::log(so3::exp((pi - 1e-9) * n));
        const Vector3d after = so3::log(so3::exp((pi + 1e-9) * n));
        EXPECT_LT((before - (pi - 1e-9) * n).norm(), 4e-15);
        EXPECT_LT((after + (pi - 1e-9) * n).norm(), 4e-15);
    }
}

TEST(So3, LogToleratesRotationsThatAreOrthogonalOnlyToRounding)
{
    // A thousand products drift away from orthogonality by about a thousand roundings.
    for (const Vector3d& n : test::axes()) {
        const Matrix3d step = so3::exp(2.5e-3 * n);
        Matrix3d R = Matrix3d::Identity();
        for (int i = 0; i < 1000; ++i)
            R = R * step;
        EXPECT_LT((so3::log(R) - 2.5 * n).norm(), 1000 * 2.2e-16 * 2.5);
        EXPECT_NEAR(so3::quaternion(R).norm(), 1.0, 4e-16);
    }
}

TEST(So3, NotANumberInGivesNotANumberOut)
{
    const Vector3d phi(0.1, std::numeric_limits<double>::quiet_NaN(), 0.2);
    EXPECT_TRUE(so3::exp(phi).hasNaN());
    EXPECT_TRUE(so3::log(so3::exp(phi)).hasNaN());
    EXPECT_TRUE(so3::left_jacobian(phi).hasNaN());
    EXPECT_TRUE(so3::left_jacobian_inverse(phi).hasNaN());
}

RC_GTEST_PROP(So3Laws, LogInvertsExpBelowAHalfTurn, ())
{
    const Vector3d phi = *test::rotation_vector(pi - 1e-6);
    RC_ASSERT((so3::log(so3::exp(phi)) - phi).norm() <= 2e-15 * phi.norm());
}

RC_GTEST_PROP(So3Laws, ExpInvertsLog, ())
{
    const Matrix3d R = so3::exp(*test::rotation_vector(2.0 * pi));
    RC_ASSERT((so3::exp(so3::log(R)) - R).norm() < 4e-15);
}

RC_GTEST_PROP(So3Laws, ExpIsARotation, ())
{
    const Matrix3d R = so3::exp(*test::rotation_vector(2.0 * pi));
    RC_ASSERT((R.transpose() * R - Matrix3d::Identity()).norm() < 4e-15);
    RC_ASSERT(std::abs(R.determinant() - 1.0) < 4e-15);
}

RC_GTEST_PROP(So3Laws, AnglesAboutOneAxisAdd, ())
{
    const Vector3d n = (*test::rotation_vector(1.0) + Vector3d(0.0, 0.0, 1.0)).normalized();
    const double s = *test::real(-3.0, 3.0);
    const double t = *test::real(-3.0, 3.0);
    RC_ASSERT((so3::exp(s * n) * so3::exp(t * n) - so3::exp((s + t) * n)).norm() < 5e-15);
}

RC_GTEST_PROP(So3Laws, ExpTurnsItsArgumentIntoItself, ())
{
    const Vector3d phi = *test::rotation_vector(2.0 * pi);
    const Matrix3d R = so3::exp(*test::rotation_vector(2.0 * pi));
    RC_ASSERT((so3::exp(phi) * phi - phi).norm() <= 2e-15 * phi.norm());
    RC_ASSERT((R * so3::exp(phi) * R.transpose() - so3::exp(R * phi)).norm() < 1e-14);
}

RC_GTEST_PROP(So3Laws, JacobiansOfTheTwoSides, ())
{
    const Vector3d phi = *test::rotation_vector(2.0 * pi);
    const Matrix3d J_l = so3::left_jacobian(phi);
    const Matrix3d J_r = so3::right_jacobian(phi);
    RC_ASSERT((J_l - so3::exp(phi) * J_r).norm() < 4e-15);
    RC_ASSERT(J_r == so3::left_jacobian(-phi));
    RC_ASSERT(J_r == Matrix3d(J_l.transpose()));
    RC_ASSERT(so3::right_jacobian_inverse(phi) == so3::left_jacobian_inverse(-phi));
    RC_ASSERT((J_l * phi - phi).norm() <= 2e-15 * phi.norm());
}

RC_GTEST_PROP(So3Laws, InverseJacobiansAreInverse, ())
{
    const Vector3d phi = *test::rotation_vector(6.2);
    const Matrix3d J_inverse = so3::left_jacobian_inverse(phi);
    const double size = J_inverse.norm();
    RC_ASSERT((so3::left_jacobian(phi) * J_inverse - Matrix3d::Identity()).norm() < 2e-15 * size);
    RC_ASSERT((so3::right_jacobian(phi) * so3::right_jacobian_inverse(phi) - Matrix3d::Identity()).norm() <
              2e-15 * size);
}

RC_GTEST_PROP(So3Laws, QuaternionRoundTrip, ())
{
    const Matrix3d R = so3::exp(*test::rotation_vector(2.0 * pi));
    const Eigen::Quaterniond q = so3::quaternion(R);
    RC_ASSERT(q.w() >= 0.0);
    RC_ASSERT(std::abs(q.norm() - 1.0) < 4e-16);
    RC_ASSERT((q.toRotationMatrix() - R).norm() < 4e-15);
}

RC_GTEST_PROP(So3Laws, HatIsTheCrossProductAndVeeUndoesIt, ())
{
    const Vector3d a = *test::vector3_of_size(2.0);
    const Vector3d b = *test::vector3_of_size(2.0);
    RC_ASSERT((so3::hat(a) * b - a.cross(b)).norm() < 1e-14);
    RC_ASSERT(so3::vee(so3::hat(a)) == a);
}

}  // namespace test_so3
}  // namespace supple
