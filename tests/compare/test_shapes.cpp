// Whole shapes rather than tips: splines through the joints of segments against the exact rod (s1 Sec. 8 and
// 13).
#include "support/rods.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/LU>

namespace supple::test {
namespace test_shapes {

/// The cubic spline through points at knots whose third derivative does not jump at the second knot and at
/// the last but one, evaluated at s. As piecewise Hermite cubics: unknown are the slopes at the knots.
MatrixXd not_a_knot(const VectorXd& knots, const MatrixXd& points, const VectorXd& s)
{
    const Eigen::Index n = knots.size();
    const auto h = [&](Eigen::Index i) { return knots[i + 1] - knots[i]; };
    const auto chord = [&](Eigen::Index i) -> Eigen::RowVector3d {
        return (points.row(i + 1) - points.row(i)) / h(i);
    };
    MatrixXd A = MatrixXd::Zero(n, n), b = MatrixXd::Zero(n, 3);
    // Third derivative of piece i: 6 (d_i + d_(i+1) − 2 chord_i) / h_i².
    const auto equal_third_derivatives = [&](Eigen::Index row, Eigen::Index i) {
        const double left = 1.0 / (h(i) * h(i)), right = 1.0 / (h(i + 1) * h(i + 1));
        A(row, i) += left;
        A(row, i + 1) += left - right;
        A(row, i + 2) -= right;
        b.row(row) = 2.0 * (left * chord(i) - right * chord(i + 1));
    };
    equal_third_derivatives(0, 0);
    equal_third_derivatives(n - 1, n - 3);
    for (Eigen::Index i = 1; i + 1 < n; ++i) {
        A(i, i - 1) = h(i);
        A(i, i) = 2.0 * (h(i - 1) + h(i));
        A(i, i + 1) = h(i - 1);
        b.row(i) = 3.0 * (h(i) * chord(i - 1) + h(i - 1) * chord(i));
    }
    const MatrixXd slope = A.fullPivLu().solve(b);
    MatrixXd curve(s.size(), 3);
    for (Eigen::Index k = 0; k < s.size(); ++k) {
        Eigen::Index i = 0;
        while (i + 2 < n && s[k] > knots[i + 1])
            ++i;
        const double t = (s[k] - knots[i]) / h(i);
        curve.row(k) = (1 + 2 * t) * (1 - t) * (1 - t) * points.row(i) +
                       t * t * (3 - 2 * t) * points.row(i + 1) +
                       h(i) * t * (1 - t) * ((1 - t) * slope.row(i) - t * slope.row(i + 1));
    }
    return curve;
}

TEST(Shapes, TheSplineThroughPointsOfACubicIsThatCubic)
{
    VectorXd knots(5), s = VectorXd::LinSpaced(9, 0.0, 1.0);
    knots << 0.0, 0.17, 0.5, 0.83, 1.0;
    const auto cubic = [](double x) { return Eigen::RowVector3d(1 + x, x * x - 2, x * (x - 0.3) * (x + 2)); };
    MatrixXd points(5, 3);
    for (int i = 0; i < 5; ++i)
        points.row(i) = cubic(knots[i]);
    const MatrixXd curve = not_a_knot(knots, points, s);
    for (int k = 0; k < 9; ++k)
        EXPECT_LT((curve.row(k) - cubic(s[k])).norm(), 1e-14);
}

/// Mean distance at 25 equally spaced arc lengths between the exact rod and the spline through base, joints
/// and ends of segments with the parameters of Table 1 [mm].
double shape_error(Manipulator m, int segments)
{
    constexpr int places = 25;
    const double L = m.rod.length;
    const VectorXd s = VectorXd::LinSpaced(places, 0.0, L);
    m.stations.clear();
    for (int i = 0; i < places; ++i)
        m.stations.push_back({fmt::format("s{}", i), s[i]});
    const Equilibrium exact = cosserat::solve(m);
    EXPECT_EQ(exact.status, Status::converged);

    const SegmentModel model = table_1(segments);
    m.model = model;
    std::vector<double> at{0.0};
    for (int k = 0; k < segments; ++k)
        for (const double gamma : model.parameters.gamma)
            at.push_back(at.back() + gamma * L / segments);
    at.back() = L;
    m.stations.clear();
    for (std::size_t i = 0; i < at.size(); ++i)
        m.stations.push_back({fmt::format("r{}", i), at[i]});
    // A joint and the link before it meet in one point; ends of segments are no joints: their neighbours are
    // links.
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged);
    const VectorXd knots = Eigen::Map<const VectorXd>(at.data(), static_cast<Eigen::Index>(at.size()));
    MatrixXd joints(knots.size(), 3);
    for (Eigen::Index i = 0; i < knots.size(); ++i)
        joints.row(i) = eq.stations[static_cast<std::size_t>(i)].X_WS.position();
    const MatrixXd curve = not_a_knot(knots, joints, s);
    double sum = 0.0;
    for (int i = 0; i < places; ++i)
        sum +=
            (curve.row(i).transpose() - exact.stations[static_cast<std::size_t>(i)].X_WS.position()).norm();
    return sum / places / mm;
}

TEST(Shapes, ErrorsOfFigure4)
{
    const double L = 110 * mm;
    const PointLoad tip = dead_load(L, mN * Vector3d(0, 0, -1), mN_mm * Vector3d(0, 100, -100));
    Manipulator a = rod_along_x(L, 17185 * mN_mm2), b = a, c = a;
    a.loads = {dead_load(L / 3, mN * Vector3d(0, 5.15, 0)), dead_load(2 * L / 3, mN * Vector3d(0, 0, 4.91)),
               tip};
    b.loads = {dead_load(L / 3, mN * Vector3d(0, 2.69, -2.66)),
               dead_load(2 * L / 3, mN * Vector3d(0, 0, -15.0)), tip};
    c.loads = {dead_load(L / 2, mN * Vector3d(0, 5.15, 0)), tip};
    const double errors[] = {shape_error(a, 3), shape_error(b, 3), shape_error(c, 2)};
    EXPECT_NEAR(errors[0], 0.158, 2e-3);
    EXPECT_NEAR(errors[1], 0.956, 2e-3);
    EXPECT_NEAR(errors[2], 0.880, 2e-3);
    EXPECT_NEAR((errors[0] + errors[1] + errors[2]) / 3, 0.665, 2e-3);
}

}  // namespace test_shapes
}  // namespace supple::test
