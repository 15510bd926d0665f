#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/geometry/curve.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace supple::test {
namespace test_curve {

using std::numbers::pi;

Curve tour()
{
    Curve curve(Vector3d(0.1, -0.2, 0.3), Vector3d::UnitX());
    curve.add_line(0.2);
    curve.add_arc(0.6, 0.9, Vector3d(0.3, 1.0, 0.0));
    curve.add_helix(0.35, -0.8, 0.7, Vector3d::UnitZ());
    curve.add_line(0.1);
    return curve;
}

Curve spline()
{
    const std::vector<Vector3d> points{
        {0, 0, 0}, {0.4, 0.02, 0}, {0.7, 0.2, 0.1}, {0.8, 0.5, 0.3}, {0.6, 0.8, 0.4}};
    return Curve(points);
}

void expect_derivatives(const Curve& curve)
{
    double bends = 0.0;
    for (int piece = 0; piece < curve.pieces(); ++piece) {
        const double u = 0.4 * curve.piece_start(piece) + 0.6 * curve.piece_start(piece + 1);
        const VectorXd at = VectorXd::Constant(1, u);
        const auto of = [&](Vector3d Curve::Point::*member) {
            return difference([&, member](const VectorXd& v) -> VectorXd { return curve.at(v[0]).*member; },
                              at);
        };
        const Curve::Point p = curve.at(u);
        EXPECT_LT((of(&Curve::Point::c) - p.d1).norm(), 1e-11);
        EXPECT_LT((of(&Curve::Point::d1) - p.d2).norm(), 1e-10);
        EXPECT_LT((of(&Curve::Point::d2) - p.d3).norm(), 1e-9);
        bends += p.d2.norm() + p.d3.norm();
    }
    EXPECT_GT(bends, 1.0);
}

TEST(Curve, HasTheDerivativesOfItsPoints)
{
    expect_derivatives(tour());
    expect_derivatives(spline());
}

TEST(Curve, OfPiecesHasUnitSpeedAndOneTangentWherePiecesMeet)
{
    const Curve curve = tour();
    for (double u = -0.1; u < curve.end() + 0.2; u += 0.013)
        EXPECT_NEAR(curve.at(u).d1.norm(), 1.0, 1e-14);
    for (int piece = 0; piece <= curve.pieces(); ++piece) {
        const double u = curve.piece_start(piece);
        const Curve::Point before = curve.at(u - 1e-9), behind = curve.at(u + 1e-9);
        EXPECT_LT((before.c - behind.c).norm(), 3e-9);
        EXPECT_LT((before.d1 - behind.d1).norm(), 1e-8);
    }
    // On both sides it goes on straight.
    EXPECT_LT((curve.at(-0.5).c - Vector3d(-0.4, -0.2, 0.3)).norm(), 1e-15);
    const Curve::Point last = curve.at(curve.end());
    EXPECT_LT((curve.at(curve.end() + 0.3).c - last.c - 0.3 * last.d1).norm(), 1e-15);
}

TEST(Curve, OfAnArcIsTheCircleTowardItsCentre)
{
    Curve curve(Vector3d::Zero(), Vector3d::UnitX());
    curve.add_line(0.2);
    // The part along the tangent does not count.
    curve.add_arc(0.6, pi / 2.0, Vector3d(5.0, 1.0, 0.0));
    for (const double angle : {0.0, 0.3, 1.0, 1.5}) {
        const Vector3d exact(0.2 + 0.6 * std::sin(angle), 0.6 * (1.0 - std::cos(angle)), 0.0);
        EXPECT_LT((curve.at(0.2 + 0.6 * angle).c - exact).norm(), 1e-15);
    }
    EXPECT_NEAR(curve.end(), 0.2 + 0.3 * pi, 1e-15);
    EXPECT_NEAR(curve.largest_curvature(), 1.0 / 0.6, 1e-14);
}

TEST(Curve, OfAHelixHasItsRadiusItsPitchAndItsHand)
{
    for (const double hand : {1.0, -1.0}) {
        const double R = 0.35, pitch = hand * 0.8, rise = pitch / (2.0 * pi), turn = std::hypot(R, rise);
        Curve curve(Vector3d::Zero(), Vector3d::UnitX());
        curve.add_helix(R, pitch, 3.0, Vector3d::UnitY());
        const Curve::Point start = curve.at(0.0);
        EXPECT_LT((start.d1 - Vector3d::UnitX()).norm(), 1e-15);
        EXPECT_LT((start.d2.normalized() - Vector3d::UnitY()).norm(), 1e-15);
        const Curve::Point p = curve.at(1.3);
        EXPECT_NEAR(p.d2.norm(), R / (turn * turn), 1e-14);
        // Its torsion is positive where it is right-handed.
        EXPECT_NEAR(p.d1.cross(p.d2).dot(p.d3) / p.d2.squaredNorm(), rise / (turn * turn), 1e-13);
        // After a turn it has gone on by its pitch.
        EXPECT_NEAR((curve.at(2.0 * pi * turn).c - start.c).norm(), std::abs(pitch), 1e-14);
    }
}

TEST(Curve, ThroughPointsPassesThemWithTwoContinuousDerivatives)
{
    const std::vector<Vector3d> points{{0, 0, 0}, {0.4, 0.02, 0}, {0.7, 0.2, 0.1}, {0.8, 0.5, 0.3}};
    const Curve curve(points);
    ASSERT_EQ(curve.pieces(), 3);
    for (int i = 0; i <= 3; ++i) {
        const double u = curve.piece_start(i), e = 1e-8;
        EXPECT_LT((curve.at(u).c - points[static_cast<std::size_t>(i)]).norm(), 1e-15);
        const Curve::Point before = curve.at(u - e), behind = curve.at(u + e);
        EXPECT_LT((before.d1 - behind.d1).norm(), 1e-6);
        EXPECT_LT((before.d2 - behind.d2).norm(), 1e-5);
    }
    EXPECT_GT(curve.at(curve.piece_start(1)).d2.norm(), 0.1);

    const std::vector<Vector3d> two{{1, 2, 3}, {1, 2, 5}};
    EXPECT_LT((Curve(two).at(1.5).c - Vector3d(1, 2, 4.5)).norm(), 1e-15);
}

TEST(Curve, FindsTheFootThatAFineSearchFinds)
{
    std::mt19937 engine(5);
    for (const Curve& curve : {tour(), spline()}) {
        for (int i = 0; i < 60; ++i) {
            std::uniform_real_distribution<double> along(-0.1, curve.end() + 0.1);
            const double from = along(engine);
            const Vector3d x = curve.at(from).c + 0.12 * Vector3d(random_vector(3, engine));
            double best = -0.5;
            for (double u = -0.5; u < curve.end() + 0.5; u += 1e-3) {
                if ((curve.at(u).c - x).norm() < (curve.at(best).c - x).norm()) best = u;
            }
            const double found = curve.nearest(x);
            EXPECT_NEAR(found, best, 2e-3);
            EXPECT_NEAR(curve.foot(x, from), found, 1e-12);
            EXPECT_LT(std::abs((x - curve.at(found).c).dot(curve.at(found).d1)), 1e-14);
        }
    }
}

}  // namespace test_curve
}  // namespace supple::test
