// The Cayley map and its tangents.
#include "support/angles.hpp"
#include "support/differences.hpp"
#include "support/generators.hpp"
#include "support/random.hpp"

#include <supple/lie/cayley.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace supple {
namespace test_cayley {

using test::difference;
using test::relative_error;
using test::right_difference;

/// The parameter is a length of ψ, not an angle: 6 stands for a rotation by 2 atan 3.
class CayleyDerivatives : public testing::TestWithParam<test::Angle> {
 protected:
    template <typename Check>
    void at_each_axis(const Check& check)
    {
        std::mt19937 engine(13);
        for (const Vector3d& axis : test::axes()) {
            const Vector3d psi = GetParam().theta * axis;
            SCOPED_TRACE(fmt::format("psi = ({}, {}, {})", psi.x(), psi.y(), psi.z()));
            check(psi, Vector3d(test::random_vector(3, engine)));
        }
    }

    template <typename Map, typename Derivative>
    void expect_derivative(const Map& T, const Derivative& dT)
    {
        at_each_axis([&](const Vector3d& psi, const Vector3d& v) {
            const auto T_v = [&](const VectorXd& y) -> VectorXd { return T(Vector3d(y)) * v; };
            EXPECT_LT(relative_error(dT(psi, v), difference(T_v, psi)), 1e-10);
            EXPECT_GT(dT(psi, v).norm(), 0.01 * v.norm());
        });
    }
};

TEST_P(CayleyDerivatives, RightTangentIsTheRightDerivative)
{
    at_each_axis([](const Vector3d& psi, const Vector3d&) {
        const auto R = [](const VectorXd& y) -> Matrix3d { return so3::cayley(Vector3d(y)); };
        EXPECT_LT(relative_error(so3::cayley_right_tangent(psi), right_difference(R, psi)), 2e-11);
    });
}

TEST_P(CayleyDerivatives, LeftTangentIsTheLeftDerivative)
{
    // dR Rᵀ is the right derivative of Rᵀ, with the sign changed.
    at_each_axis([](const Vector3d& psi, const Vector3d&) {
        const auto R_inverse = [](const VectorXd& y) -> Matrix3d {
            return so3::cayley(Vector3d(y)).transpose();
        };
        EXPECT_LT(relative_error(so3::cayley_left_tangent(psi), -right_difference(R_inverse, psi)), 2e-11);
    });
}

TEST_P(CayleyDerivatives, LeftTangentDerivative)
{
    expect_derivative(so3::cayley_left_tangent, so3::cayley_left_tangent_derivative);
}

TEST_P(CayleyDerivatives, RightTangentDerivative)
{
    expect_derivative(so3::cayley_right_tangent, so3::cayley_right_tangent_derivative);
}

TEST_P(CayleyDerivatives, LeftTangentInverseDerivative)
{
    expect_derivative(so3::cayley_left_tangent_inverse, so3::cayley_left_tangent_inverse_derivative);
}

TEST_P(CayleyDerivatives, RightTangentInverseDerivative)
{
    expect_derivative(so3::cayley_right_tangent_inverse, so3::cayley_right_tangent_inverse_derivative);
}

INSTANTIATE_TEST_SUITE_P(EachSize, CayleyDerivatives,
                         testing::Values(test::Angle{"zero", 0.0}, test::Angle{"1em9", 1e-9},
                                         test::Angle{"1em4", 1e-4}, test::Angle{"0p3", 0.3},
                                         test::Angle{"1", 1.0}, test::Angle{"6", 6.0}),
                         test::name_of_angle);

TEST(Cayley, TinyRotationsKeepTheirDigits)
{
    for (const Vector3d& axis : test::axes()) {
        const Vector3d psi = 1e-12 * axis;
        EXPECT_LT(relative_error(so3::cayley_inverse(so3::cayley(psi)), psi), 1e-15);
    }
}

TEST(Cayley, InverseKeepsItsDigitsNearAHalfTurn)
{
    // ψ = 2 tan(θ/2) n: at a distance δ = 1e-6 from π it is 4/δ long, and an error of 1e-16 in R moves δ by
    // as much.
    for (const Vector3d& axis : test::axes()) {
        const Vector3d psi = 4e6 * axis;
        EXPECT_LT(relative_error(so3::cayley_inverse(so3::cayley(psi)), psi), 4e6 * 4e-16);
    }
}

RC_GTEST_PROP(CayleyLaws, IsTheRotationByTwiceTheArcTangent, ())
{
    const Vector3d phi = *test::rotation_vector(3.1);
    const double theta = phi.norm();
    RC_PRE(theta > 0.0);
    const Vector3d psi = (2.0 * std::tan(0.5 * theta) / theta) * phi;
    // Near a half turn ψ is long, but its rounding is relative: the rotation moves by no more than that.
    RC_ASSERT((so3::cayley(psi) - so3::exp(phi)).norm() < 4e-15);
    RC_ASSERT((so3::rot(0.5 * psi) - so3::cayley(psi)).norm() == 0.0);
}

RC_GTEST_PROP(CayleyLaws, InverseUndoesTheMap, ())
{
    const Vector3d psi = *test::rotation_vector(6.0);
    // |ψ| = 6 is θ = 2.5: there ψ moves 1 + |ψ|²/4 = 10 times as fast as θ.
    RC_ASSERT((so3::cayley_inverse(so3::cayley(psi)) - psi).norm() <= 1e-14 * psi.norm());
}

RC_GTEST_PROP(CayleyLaws, InverseTangentsAreInverse, ())
{
    const Vector3d psi = *test::rotation_vector(6.0);
    const Matrix3d left = so3::cayley_left_tangent(psi) * so3::cayley_left_tangent_inverse(psi);
    const Matrix3d right = so3::cayley_right_tangent_inverse(psi) * so3::cayley_right_tangent(psi);
    RC_ASSERT((left - Matrix3d::Identity()).norm() < 1e-14);
    RC_ASSERT((right - Matrix3d::Identity()).norm() < 1e-14);
}

RC_GTEST_PROP(CayleyLaws, TangentsOfTheTwoSides, ())
{
    const Vector3d psi = *test::rotation_vector(6.0);
    RC_ASSERT((so3::cayley_left_tangent(psi) - so3::cayley(psi) * so3::cayley_right_tangent(psi)).norm() <
              4e-15);
    RC_ASSERT(so3::cayley_right_tangent(psi) == Matrix3d(so3::cayley_left_tangent(psi).transpose()));
}

RC_GTEST_PROP(CayleyLaws, QuarterAngleIsTheSquareRoot, ())
{
    // τ = (ψ/2)/(1 + √(1 + ψ·ψ/4)) = tan(θ/4) n: rot(τ)² = cayley(ψ), the mid-frame of an element.
    const Vector3d psi = *test::rotation_vector(6.0);
    const Vector3d tau = 0.5 * psi / (1.0 + std::sqrt(1.0 + 0.25 * psi.squaredNorm()));
    RC_ASSERT((so3::rot(tau) * so3::rot(tau) - so3::cayley(psi)).norm() < 4e-15);
}

}  // namespace test_cayley
}  // namespace supple
