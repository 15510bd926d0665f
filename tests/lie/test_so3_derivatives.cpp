// Every derivative of so3 against central differences, at every size of angle, about several axes.
#include "support/angles.hpp"
#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple {
namespace test_so3_derivatives {

using test::Angle;
using test::difference;
using test::relative_error;
using test::right_difference;

// Differences are good to 1e-12 of values of order one; the inverse Jacobian varies over the distance to its
// pole.
double tolerance(double theta)
{
    return theta < 5.5 ? 1e-10 : 1e-7;
}

class So3Derivatives : public testing::TestWithParam<Angle> {
 protected:
    template <typename Check>
    void at_each_axis(const Check& check)
    {
        std::mt19937 engine(7);
        for (const Vector3d& axis : test::axes()) {
            const Vector3d phi = GetParam().theta * axis;
            const Vector3d v = test::random_vector(3, engine);
            const Vector3d w = test::random_vector(3, engine);
            SCOPED_TRACE(fmt::format("phi = ({}, {}, {})", phi.x(), phi.y(), phi.z()));
            check(phi, v, w);
        }
    }

    /// J is a map φ ↦ 3x3, dJ(φ, v) claims to be ∂(J v)/∂φ.
    template <typename Map, typename Derivative>
    void expect_derivative(const Map& J, const Derivative& dJ)
    {
        at_each_axis([&](const Vector3d& phi, const Vector3d& v, const Vector3d&) {
            const auto J_v = [&](const VectorXd& y) -> VectorXd { return J(Vector3d(y)) * v; };
            EXPECT_LT(relative_error(dJ(phi, v), difference(J_v, phi)), tolerance(GetParam().theta));
            EXPECT_GT(dJ(phi, v).norm(), 0.1 * v.norm());
        });
    }

    /// H(φ, w, v) claims to be the second derivative of wᵀ J v, dJ(φ, v) is the first of J v.
    template <typename Derivative, typename Hessian>
    void expect_hessian(const Derivative& dJ, const Hessian& H)
    {
        at_each_axis([&](const Vector3d& phi, const Vector3d& v, const Vector3d& w) {
            const auto gradient = [&](const VectorXd& y) -> VectorXd {
                return dJ(Vector3d(y), v).transpose() * w;
            };
            EXPECT_LT(relative_error(H(phi, w, v), difference(gradient, phi)), tolerance(GetParam().theta));
            EXPECT_EQ(H(phi, w, v), Matrix3d(H(phi, w, v).transpose()));
            EXPECT_GT(H(phi, w, v).norm(), 1e-3 * v.norm() * w.norm());
        });
    }
};

class So3LogDerivative : public So3Derivatives {};

TEST_P(So3Derivatives, RightJacobianIsTheRightDerivativeOfExp)
{
    at_each_axis([](const Vector3d& phi, const Vector3d&, const Vector3d&) {
        const auto R = [](const VectorXd& y) -> Matrix3d { return so3::exp(Vector3d(y)); };
        EXPECT_LT(relative_error(so3::right_jacobian(phi), right_difference(R, phi)), 1e-11);
    });
}

TEST_P(So3LogDerivative, IsTheRightInverseJacobian)
{
    at_each_axis([](const Vector3d& phi, const Vector3d&, const Vector3d&) {
        const Matrix3d R = so3::exp(phi);
        const auto moved = [&](const VectorXd& y) -> VectorXd { return so3::log(R * so3::exp(Vector3d(y))); };
        const Vector3d zero = Vector3d::Zero();
        EXPECT_LT(relative_error(so3::right_jacobian_inverse(phi), difference(moved, zero)), 1e-10);
    });
}

TEST_P(So3Derivatives, LeftJacobianDerivative)
{
    expect_derivative(so3::left_jacobian, so3::left_jacobian_derivative);
}

TEST_P(So3Derivatives, RightJacobianDerivative)
{
    expect_derivative(so3::right_jacobian, so3::right_jacobian_derivative);
}

TEST_P(So3Derivatives, LeftJacobianInverseDerivative)
{
    expect_derivative(so3::left_jacobian_inverse, so3::left_jacobian_inverse_derivative);
}

TEST_P(So3Derivatives, RightJacobianInverseDerivative)
{
    expect_derivative(so3::right_jacobian_inverse, so3::right_jacobian_inverse_derivative);
}

TEST_P(So3Derivatives, TransposedLeftJacobianHasTheRightOnesDerivative)
{
    const auto transposed = [](const Vector3d& phi) -> Matrix3d {
        return so3::left_jacobian(phi).transpose();
    };
    expect_derivative(transposed, so3::right_jacobian_derivative);
}

TEST_P(So3Derivatives, LeftJacobianHessian)
{
    expect_hessian(so3::left_jacobian_derivative, so3::left_jacobian_hessian);
}

TEST_P(So3Derivatives, RightJacobianHessian)
{
    expect_hessian(so3::right_jacobian_derivative, so3::right_jacobian_hessian);
}

TEST_P(So3Derivatives, LeftJacobianInverseHessian)
{
    expect_hessian(so3::left_jacobian_inverse_derivative, so3::left_jacobian_inverse_hessian);
}

TEST_P(So3Derivatives, RightJacobianInverseHessian)
{
    expect_hessian(so3::right_jacobian_inverse_derivative, so3::right_jacobian_inverse_hessian);
}

INSTANTIATE_TEST_SUITE_P(EachAngle, So3Derivatives, testing::ValuesIn(test::angles()), test::name_of_angle);

INSTANTIATE_TEST_SUITE_P(EachAngle, So3LogDerivative, testing::ValuesIn(test::angles_below_half_turn()),
                         test::name_of_angle);

}  // namespace test_so3_derivatives
}  // namespace supple
