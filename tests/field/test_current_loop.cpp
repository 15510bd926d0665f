#include <supple/field/current_loop.hpp>
#include <supple/field/point_dipole.hpp>

#include "support/field_checks.hpp"
#include "support/random.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace supple {
namespace test_current_loop {

constexpr double pi = std::numbers::pi;
constexpr double a = 0.04;  // radius [m]
const Vector3d centre(0.01, -0.02, 0.03);
const Vector3d axis = Vector3d(1.0, 2.0, -2.0) / 3.0;
const Vector3d across = Vector3d(2.0, 1.0, 2.0) / 3.0;  // unit, at right angles to the axis

/// The loop at a point given in radii across and along its axis.
Vector3d at(double rho, double z)
{
    return centre + a * (rho * across + z * axis);
}

FieldSample loop(const Vector3d& x)
{
    return loop_field_per_current(centre, axis, a, x);
}

/// Biot and Savart's law for one ampere, B = μ0/4π ∮ dl × r/R³, differentiated under the integral. The
/// trapezoidal rule on the closed loop converges like exp(−N δ/a) at a distance δ from the wire.
FieldSample biot_savart(const Vector3d& x, int points)
{
    const Vector3d e2 = axis.cross(across);
    FieldSample sum;
    for (int n = 0; n < points; ++n) {
        const double phi = 2.0 * pi * n / points;
        const Vector3d r = x - centre - a * (std::cos(phi) * across + std::sin(phi) * e2);
        const Vector3d dl = 2.0 * pi / points * a * (-std::sin(phi) * across + std::cos(phi) * e2);
        const double R = r.norm();
        const double R3 = R * R * R;
        const double R5 = R3 * R * R;
        const double c = vacuum_permeability / (4.0 * pi);
        sum.B += c * dl.cross(r) / R3;
        for (int j = 0; j < 3; ++j) {
            const Vector3d e_j = Vector3d::Unit(j);
            sum.gradient.col(j) += c * dl.cross(e_j / R3 - 3.0 * r[j] * r / R5);
            for (int k = 0; k < 3; ++k) {
                const Vector3d second = -3.0 * (r[k] * e_j + r[j] * Vector3d::Unit(k)) / R5 -
                                        (j == k ? 3.0 : 0.0) * r / R5 + 15.0 * r[j] * r[k] * r / (R5 * R * R);
                sum.second[static_cast<std::size_t>(k)].col(j) += c * dl.cross(second);
            }
        }
    }
    return sum;
}

/// The distance from the axis at which the series gives way to the closed form, in radii, at the height z.
double switch_radius(double z)
{
    const double h = std::sqrt(0.2);
    const double k = 2.0 * h / (1.0 + h * h);
    return 1.0 / k - std::sqrt(1.0 / (k * k) - 1.0 - z * z);
}

TEST(CurrentLoop, HasTheTextbookFieldOnItsAxis)
{
    // B = μ0 a² / 2(a² + z²)^{3/2}; derivatives −3z/(a²+z²) B and (12z² − 3a²)/(a²+z²)² B
    for (const double z : {-3.0, -0.7, 0.0, 0.1, 1.0, 40.0}) {
        const double l2 = a * a * (1.0 + z * z);
        const double B = vacuum_permeability * a * a / (2.0 * l2 * std::sqrt(l2));
        const FieldSample field = loop(at(0.0, z));
        SCOPED_TRACE(z);
        EXPECT_LT((field.B - B * axis).norm(), 2e-14 * B);
        EXPECT_LT(std::abs(axis.dot(field.gradient * axis) + 3.0 * a * z / l2 * B),
                  2e-14 * B / std::sqrt(l2));
        double second = 0.0;
        for (int k = 0; k < 3; ++k) {
            second += axis[k] * axis.dot(field.second[static_cast<std::size_t>(k)] * axis);
        }
        EXPECT_NEAR(second, (12.0 * z * z - 3.0) * a * a / (l2 * l2) * B, 1e-13 * B / l2);
    }
}

TEST(CurrentLoop, IsBiotSavartsIntegralAtAnyDistanceFromTheAxis)
{
    for (const double z : {0.3, -0.45}) {
        const double edge = switch_radius(z);
        for (const double rho : {0.0, 1e-12, 1e-6, 1e-3, 0.1, edge * (1.0 - 1e-9), edge * (1.0 + 1e-9), 0.9,
                                 1.0, 1.1, 2.0, 10.0}) {
            SCOPED_TRACE(fmt::format("rho = {} a, z = {} a", rho, z));
            EXPECT_LT(test::relative_error(loop(at(rho, z)), biot_savart(at(rho, z), 400)), 1e-12);
        }
    }
}

TEST(CurrentLoop, IsBiotSavartsIntegralNearTheWire)
{
    // The rounding of x alone is 1e-16 a/δ of the field, three times that of the second gradient.
    for (const double delta : {0.1, 0.01, 1e-3}) {
        const Vector3d x = at(1.0 - 0.6 * delta, 0.8 * delta);
        SCOPED_TRACE(delta);
        EXPECT_LT(test::relative_error(loop(x), biot_savart(x, static_cast<int>(50.0 / delta))),
                  1e-14 / delta);
    }
}

TEST(CurrentLoop, IsAStraightWireVeryNearTheWire)
{
    // B = μ0/2πδ around the wire; the curvature adds μ0/4πa (ln 8a/δ − …), so the ratio differs by δ/a ln
    // a/δ.
    const double delta = 1e-7;
    const FieldSample field = loop(at(1.0 - delta, 0.0));
    const double straight = vacuum_permeability / (2.0 * pi * a * delta);
    EXPECT_NEAR(axis.dot(field.B), straight, 1e-5 * straight);
    EXPECT_NEAR(across.dot(field.gradient * axis), straight / (a * delta), 1e-5 * straight / (a * delta));
}

TEST(CurrentLoop, DoesNotJumpWhereTheSeriesEnds)
{
    for (const double z : {0.05, 0.3, -0.6}) {
        const double edge = switch_radius(z);
        const FieldSample inside = loop(at(edge * (1.0 - 1e-15), z));
        const FieldSample outside = loop(at(edge * (1.0 + 1e-15), z));
        EXPECT_LT(test::relative_error(inside, outside), 5e-14);
    }
}

TEST(CurrentLoop, GradientsAreTheDerivativesOfTheFieldAndAreNotZero)
{
    for (const Vector3d& x : {at(0.0, 0.2), at(1e-6, 0.2), at(0.3, 0.0), at(switch_radius(0.2), 0.2),
                              at(0.8, 0.2), at(1.3, -0.4), at(0.5, 4.0)}) {
        const FieldSample field = loop(x);
        EXPECT_LT(test::relative_error(field, test::differences(loop, x, 1e-3 * a)), 1e-9);
        EXPECT_GT(field.gradient.norm() * a, 0.1 * field.B.norm());
        EXPECT_GT(test::largest(field.second) * a, 0.1 * field.gradient.norm());
    }
}

RC_GTEST_PROP(CurrentLoop, IsFreeOfCurlAndDivergence, ())
{
    std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
    const Vector3d n = Vector3d(test::random_vector(3, engine)).normalized();
    const Vector3d x = centre + 3.0 * a * test::random_vector(3, engine);
    const FieldSample field = loop_field_per_current(centre, n, a, x);
    RC_ASSERT(test::curl_and_divergence(field) < 1e-13);
}

RC_GTEST_PROP(CurrentLoop, TurnsWithItsAxisAndThePoint, ())
{
    std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
    const Matrix3d R =
        Eigen::Quaterniond(Eigen::Vector4d(test::random_vector(4, engine)).normalized()).toRotationMatrix();
    const Vector3d n = Vector3d(test::random_vector(3, engine)).normalized();
    const Vector3d x = 3.0 * a * test::random_vector(3, engine);
    const FieldSample here = loop_field_per_current(Vector3d::Zero(), n, a, x);
    const FieldSample there = loop_field_per_current(Vector3d::Zero(), (R * n).normalized(), a, R * x);
    // Rounding R x by 1e-16 moves the second gradient by 1e-16 · 5a/δ; points nearer than a/100 are rare.
    const double rho = x.cross(n).norm();
    const double distance = std::hypot(rho - a, x.dot(n));
    RC_ASSERT(test::relative_error(there, test::turned(here, R)) < 1e-13 * (1.0 + 10.0 * a / distance));
}

TEST(CurrentLoop, LooksLikeADipoleFromAfarWithAnErrorOfSecondOrder)
{
    const Vector3d direction = (across + 0.5 * axis).normalized();
    const auto difference = [&](double r) {
        const Vector3d x = centre + r * a * direction;
        return test::relative_error(loop(x), dipole_field(centre, pi * a * a * axis, x));
    };
    EXPECT_LT(difference(1000.0), 1e-5);
    EXPECT_GT(difference(1000.0), 1e-8);
    EXPECT_NEAR(std::log2(difference(50.0) / difference(100.0)), 2.0, 0.01);
}

TEST(CurrentLoop, IsUndefinedOnItsWire)
{
    const FieldSample field = loop_field_per_current(Vector3d::Zero(), Vector3d::UnitZ(), a, {0.0, a, 0.0});
    EXPECT_TRUE(std::isnan(field.B.x()));
    EXPECT_TRUE(std::isnan(field.gradient(1, 2)));
    EXPECT_TRUE(std::isnan(field.second[1](2, 0)));
    EXPECT_FALSE(is_defined(loop({std::nan(""), 0.0, 0.0})));
}

}  // namespace test_current_loop
}  // namespace supple
