// Every derivative of se3 against central differences, at every size of angle, about several axes.
#include "support/angles.hpp"
#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/lie/se3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple {
namespace test_se3_derivatives {

using test::difference;
using test::relative_error;
using test::right_difference;

// Differences are good to 1e-12 of values of order one; the inverse Jacobian varies over the distance to its
// pole.
double tolerance(double theta)
{
    return theta < 5.5 ? 1e-10 : 1e-6;
}

class Se3Derivatives : public testing::TestWithParam<test::Angle> {
 protected:
    /// Two sizes of translation each: none, and ordinary.
    template <typename Check>
    void at_each_axis(const Check& check)
    {
        std::mt19937 engine(11);
        for (const Vector3d& axis : test::axes()) {
            for (const double size : {0.0, 1.5}) {
                Vector6d xi;
                xi << size * test::random_vector(3, engine), GetParam().theta * axis;
                const Vector6d w = test::random_vector(6, engine);
                SCOPED_TRACE(
                    fmt::format("xi = ({}, {}, {}, {}, {}, {})", xi[0], xi[1], xi[2], xi[3], xi[4], xi[5]));
                check(xi, w);
            }
        }
    }

    template <typename Map, typename Derivative>
    void expect_derivative(const Map& J, const Derivative& dJ)
    {
        at_each_axis([&](const Vector6d& xi, const Vector6d& w) {
            const auto J_w = [&](const VectorXd& y) -> VectorXd { return J(Vector6d(y)) * w; };
            const Matrix6d D = dJ(xi, w);
            EXPECT_LT(relative_error(D, difference(J_w, xi)), tolerance(GetParam().theta));
            EXPECT_GT(D.norm(), 0.1 * w.norm());
        });
    }

    template <typename Map, typename Derivative>
    void expect_transpose_derivative(const Map& J, const Derivative& dJ)
    {
        expect_derivative([&](const Vector6d& xi) -> Matrix6d { return J(xi).transpose(); }, dJ);
    }
};

class Se3LogDerivative : public Se3Derivatives {};

TEST_P(Se3Derivatives, RightJacobianIsTheRightDerivativeOfExp)
{
    at_each_axis([](const Vector6d& xi, const Vector6d&) {
        const auto X = [](const VectorXd& y) -> SE3 { return se3::exp(Vector6d(y)); };
        EXPECT_LT(relative_error(se3::right_jacobian(xi), right_difference(X, xi)), 1e-11);
    });
}

TEST_P(Se3Derivatives, ExpGrowsAtTheRateOfItsTwist)
{
    // d/dt exp(tξ) = exp(tξ) ξ^ at t = 1
    at_each_axis([](const Vector6d& xi, const Vector6d&) {
        const auto X = [&](const VectorXd& t) -> SE3 { return se3::exp(t[0] * xi); };
        const VectorXd one = VectorXd::Ones(1);
        EXPECT_LT((right_difference(X, one) - xi).norm(), 1e-11 * (1.0 + xi.norm()));
    });
}

TEST_P(Se3LogDerivative, IsTheRightInverseJacobian)
{
    at_each_axis([](const Vector6d& xi, const Vector6d&) {
        const SE3 X = se3::exp(xi);
        const auto moved = [&](const VectorXd& y) -> VectorXd { return se3::log(X * se3::exp(Vector6d(y))); };
        const Vector6d zero = Vector6d::Zero();
        EXPECT_LT(relative_error(se3::right_jacobian_inverse(xi), difference(moved, zero)), 1e-10);
    });
}

TEST_P(Se3Derivatives, LeftJacobianDerivative)
{
    expect_derivative(se3::left_jacobian, se3::left_jacobian_derivative);
}

TEST_P(Se3Derivatives, RightJacobianDerivative)
{
    expect_derivative(se3::right_jacobian, se3::right_jacobian_derivative);
}

TEST_P(Se3Derivatives, LeftJacobianInverseDerivative)
{
    expect_derivative(se3::left_jacobian_inverse, se3::left_jacobian_inverse_derivative);
}

TEST_P(Se3Derivatives, RightJacobianInverseDerivative)
{
    expect_derivative(se3::right_jacobian_inverse, se3::right_jacobian_inverse_derivative);
}

TEST_P(Se3Derivatives, LeftJacobianTransposeDerivative)
{
    expect_transpose_derivative(se3::left_jacobian, se3::left_jacobian_transpose_derivative);
}

TEST_P(Se3Derivatives, RightJacobianTransposeDerivative)
{
    expect_transpose_derivative(se3::right_jacobian, se3::right_jacobian_transpose_derivative);
}

TEST_P(Se3Derivatives, LeftJacobianInverseTransposeDerivative)
{
    expect_transpose_derivative(se3::left_jacobian_inverse, se3::left_jacobian_inverse_transpose_derivative);
}

TEST_P(Se3Derivatives, RightJacobianInverseTransposeDerivative)
{
    expect_transpose_derivative(se3::right_jacobian_inverse,
                                se3::right_jacobian_inverse_transpose_derivative);
}

INSTANTIATE_TEST_SUITE_P(EachAngle, Se3Derivatives, testing::ValuesIn(test::angles()), test::name_of_angle);

INSTANTIATE_TEST_SUITE_P(EachAngle, Se3LogDerivative, testing::ValuesIn(test::angles_below_half_turn()),
                         test::name_of_angle);

}  // namespace test_se3_derivatives
}  // namespace supple
