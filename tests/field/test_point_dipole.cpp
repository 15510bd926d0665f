#include <supple/field/point_dipole.hpp>

#include "support/field_checks.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <numbers>

namespace supple {
namespace test_point_dipole {

const Vector3d position(0.01, -0.02, 0.03);
const Vector3d moment(0.2, -0.1, 0.3);

TEST(PointDipole, HasTheTextbookFieldOnItsAxisAndItsEquator)
{
    // On the axis B = μ0 m / (2π r³), on the equator −μ0 m / (4π r³).
    const double r = 0.25;
    const double m = 0.176;
    const double on_axis = vacuum_permeability * m / (2.0 * std::numbers::pi * r * r * r);
    const Vector3d zero = Vector3d::Zero();
    const Vector3d m_z = m * Vector3d::UnitZ();
    EXPECT_NEAR(dipole_field(zero, m_z, r * Vector3d::UnitZ()).B.z(), on_axis, 1e-14 * on_axis);
    EXPECT_NEAR(dipole_field(zero, m_z, -r * Vector3d::UnitZ()).B.z(), on_axis, 1e-14 * on_axis);
    EXPECT_NEAR(dipole_field(zero, m_z, r * Vector3d::UnitX()).B.z(), -0.5 * on_axis, 1e-14 * on_axis);
    EXPECT_NEAR(dipole_field(zero, m_z, r * Vector3d::UnitY()).B.z(), -0.5 * on_axis, 1e-14 * on_axis);
    // Along the axis B_z falls as r⁻³: its derivatives are −3 B/r and 12 B/r².
    const FieldSample field = dipole_field(zero, m_z, r * Vector3d::UnitZ());
    EXPECT_NEAR(field.gradient(2, 2), -3.0 * on_axis / r, 1e-13 * on_axis / r);
    EXPECT_NEAR(field.second[2](2, 2), 12.0 * on_axis / (r * r), 1e-13 * on_axis / (r * r));
}

TEST(PointDipole, GradientsAreTheDerivativesOfTheFieldAndAreNotZero)
{
    std::mt19937 engine(3);
    const auto field = [](const Vector3d& x) { return dipole_field(position, moment, x); };
    for (const double distance : {1e-3, 0.1, 10.0}) {
        const Vector3d x = position + distance * Vector3d(test::random_vector(3, engine)).normalized();
        SCOPED_TRACE(distance);
        EXPECT_LT(test::relative_error(field(x), test::differences(field, x, 5e-3 * distance)), 1e-9);
        EXPECT_GT(field(x).gradient.norm() * distance, 0.1 * field(x).B.norm());
        EXPECT_GT(test::largest(field(x).second) * distance, 0.1 * field(x).gradient.norm());
    }
}

RC_GTEST_PROP(PointDipole, IsFreeOfCurlAndDivergence, ())
{
    std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
    const Vector3d m = test::random_vector(3, engine);
    const Vector3d x = position + test::random_vector(3, engine);
    RC_ASSERT(test::curl_and_divergence(dipole_field(position, m, x)) < 1e-13);
}

RC_GTEST_PROP(PointDipole, TurnsWithItsMomentAndThePoint, ())
{
    std::mt19937 engine(*rc::gen::arbitrary<unsigned>());
    const Matrix3d R =
        Eigen::Quaterniond(Eigen::Vector4d(test::random_vector(4, engine)).normalized()).toRotationMatrix();
    const Vector3d m = test::random_vector(3, engine);
    const Vector3d x = test::random_vector(3, engine);
    const FieldSample moved = dipole_field(R * position, R * m, R * x);
    RC_ASSERT(test::relative_error(moved, test::turned(dipole_field(position, m, x), R)) < 1e-12);
}

TEST(PointDipole, IsUndefinedAtItsOwnPlace)
{
    const FieldSample field = dipole_field(position, moment, position);
    EXPECT_FALSE(is_defined(field));
    EXPECT_TRUE(std::isnan(field.B.x()));
    EXPECT_TRUE(std::isnan(field.second[2](1, 0)));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(is_defined(dipole_field(position, moment, {nan, 0.0, 0.0})));
}

}  // namespace test_point_dipole
}  // namespace supple
