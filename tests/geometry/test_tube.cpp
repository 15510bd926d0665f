#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/geometry/tube.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_tube {

Curve bends()
{
    Curve curve(Vector3d::Zero(), Vector3d::UnitX());
    curve.add_line(0.2);
    curve.add_arc(0.6, 0.9, Vector3d::UnitY());
    curve.add_helix(0.35, 0.8, 0.7, Vector3d::UnitZ());
    return curve;
}

Curve through_points()
{
    const std::vector<Vector3d> points{{0, 0, 0}, {0.4, 0.02, 0}, {0.7, 0.2, 0.1}, {0.8, 0.5, 0.3}};
    return Curve(points);
}

/// At a place in the middle of each piece, half way to the wall. The sizes of what the difference judges.
void expect_derivatives(const TubeGap& tube, double& slopes, double& curvatures)
{
    std::mt19937 engine(2);
    const Curve& curve = tube.curve();
    for (int piece = 0; piece < curve.pieces(); ++piece) {
        const double start = 0.5 * (curve.piece_start(piece) + curve.piece_start(piece + 1));
        const Curve::Point p = curve.at(start);
        const Vector3d aside = p.d1.cross(Vector3d(random_vector(3, engine))).normalized();
        const VectorXd x = p.c + 0.5 * tube.room(start) * aside;
        double u = start;
        const Gap gap = tube.at(x, u);
        const MatrixXd gradient = difference(
            [&](const VectorXd& y) -> VectorXd {
                double v = start;
                return VectorXd::Constant(1, tube.at(y, v).value);
            },
            x);
        const MatrixXd hessian = difference(
            [&](const VectorXd& y) -> VectorXd {
                double v = start;
                return tube.at(y, v).gradient;
            },
            x);
        EXPECT_LT((gap.gradient.transpose() - gradient).norm(), 1e-10);
        EXPECT_LT((gap.hessian - hessian).norm(), 1e-8);
        EXPECT_LT((gap.hessian - gap.hessian.transpose()).norm(), 1e-13);
        EXPECT_GT(gap.hessian.norm(), 1.0);
        slopes = std::max(slopes, std::abs(gap.gradient.dot(p.d1.normalized())));
        curvatures = std::max(curvatures, std::abs(p.d1.dot(gap.hessian * p.d1)));
    }
}

TEST(Tube, HasTheDerivativesOfItsGap)
{
    double slopes = 0.0, curvatures = 0.0;
    expect_derivatives(TubeGap(bends(), {0.05}), slopes, curvatures);
    EXPECT_LT(slopes, 1e-12);
    EXPECT_GT(curvatures, 0.1);
    expect_derivatives(TubeGap(bends(), {0.05, 0.03, 0.06, 0.04}), slopes, curvatures);
    EXPECT_GT(slopes, 0.02);
    expect_derivatives(TubeGap(through_points(), {0.03, 0.05, 0.04, 0.02}), slopes, curvatures);
    expect_derivatives(TubeGap(through_points(), {0.04}), slopes, curvatures);
}

TEST(Tube, AtItsWallHasTheNormalInwardsAndNoGap)
{
    const TubeGap tube(bends(), {0.05});
    for (double s = 0.05; s < tube.curve().end(); s += 0.1) {
        const Curve::Point p = tube.curve().at(s);
        const Vector3d out = p.d1.cross(Vector3d(0.3, -0.5, 1.0)).normalized();
        double u = s;
        const Gap wall = tube.at(p.c + 0.05 * out, u);
        EXPECT_NEAR(wall.value, 0.0, 1e-15);
        EXPECT_LT((wall.gradient + out).norm(), 1e-12);
        EXPECT_NEAR(tube.distance(p.c + 0.02 * out, u), 0.03, 1e-14);
        EXPECT_GT(tube.at(p.c + 0.02 * out, u).value, 0.0);
        EXPECT_LT(tube.at(p.c + 0.07 * out, u).value, 0.0);
        // On the axis the gap is smooth.
        EXPECT_LT(tube.at(p.c, u).gradient.norm(), 1e-12);
        EXPECT_NEAR(tube.at(p.c, u).value, 0.025, 1e-15);
    }
}

TEST(Tube, IsLinearInItsRoomAndGoesOnAsItEnds)
{
    const TubeGap tube(bends(), {0.05, 0.03, 0.06, 0.04});
    EXPECT_NEAR(tube.room(0.1), 0.04, 1e-15);
    EXPECT_EQ(tube.room(-1.0), 0.05);
    EXPECT_EQ(tube.room(10.0), 0.04);
    EXPECT_EQ(tube.least_room(), 0.03);
    EXPECT_EQ(tube.largest_room(), 0.06);
}

TEST(Tube, KnowsHowFarItsWallIsFromFolding)
{
    Curve curve(Vector3d::Zero(), Vector3d::UnitX());
    curve.add_line(0.2);
    curve.add_arc(0.1, 0.5, Vector3d::UnitY());
    EXPECT_NEAR(TubeGap(curve, {0.04}).focal_margin(), 0.6, 1e-12);
    EXPECT_NEAR(TubeGap(curve, {0.12}).focal_margin(), -0.2, 1e-12);
}

}  // namespace test_tube
}  // namespace supple::test
