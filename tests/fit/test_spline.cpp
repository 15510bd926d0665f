#include <supple/fit/spline.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_spline {

using Eigen::VectorXd;

VectorXd knots()
{
    VectorXd at(6);
    at << 0.0, 0.17, 0.5, 0.83, 1.0, 1.3;
    return at;
}

TEST(Spline, ACubicIsItself)
{
    const auto cubic = [](double x) { return 1 + x - 2 * x * x + 3 * x * x * x; };
    const VectorXd s = VectorXd::LinSpaced(25, 0.0, 1.3);
    const VectorXd curve = not_a_knot_spline(knots(), s) * knots().unaryExpr(cubic);
    EXPECT_LT((curve - s.unaryExpr(cubic)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(Spline, GoesThroughTheValuesAtTheKnots)
{
    EXPECT_LT((not_a_knot_spline(knots(), knots()) - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-14);
}

TEST(Spline, IsSmoothWhereItIsNoCubic)
{
    const auto wave = [](double x) { return std::sin(5 * x); };
    const double h = 1e-4, at = 0.5;
    VectorXd s(5);
    s << at - 2 * h, at - h, at, at + h, at + 2 * h;
    const VectorXd f = not_a_knot_spline(knots(), s) * knots().unaryExpr(wave);
    const double left = (f[2] - 2 * f[1] + f[0]) / (h * h), right = (f[4] - 2 * f[3] + f[2]) / (h * h);
    EXPECT_GT(std::abs(left), 1.0);
    EXPECT_NEAR(left, right, 1e-2 * std::abs(left));
}

}  // namespace test_spline
}  // namespace supple::test
