#include <supple/rod/magnetic_field.hpp>
#include <supple/rod/point_dipole.hpp>

#include "support/field_checks.hpp"

#include <gtest/gtest.h>

namespace supple {
namespace {

const Vector3d x_W(0.03, -0.05, 0.11);

MagneticField uniform_with_gradient()
{
    MagneticField field;
    field.uniform = {0.01, -0.02, 0.03};
    field.gradient << 0.1, 0.2, 0.3, 0.2, 0.4, 0.5, 0.3, 0.5, -0.5;
    return field;
}

FieldDipole some_dipole()
{
    FieldDipole dipole;
    dipole.position = {0.2, 0.0, 0.1};
    dipole.moment = {1.0, 2.0, -3.0};
    return dipole;
}

TEST(MagneticField, IsZeroWhenNothingIsDescribed)
{
    const FieldSample field = field_at(MagneticField(), x_W);
    EXPECT_EQ(field.B.norm(), 0.0);
    EXPECT_EQ(field.gradient.norm(), 0.0);
    EXPECT_EQ(test::largest(field.second), 0.0);
}

TEST(MagneticField, UniformPartGrowsLinearlyFromTheOrigin)
{
    const MagneticField described = uniform_with_gradient();
    const FieldSample field = field_at(described, x_W);
    EXPECT_EQ(field_at(described, Vector3d::Zero()).B, described.uniform);
    EXPECT_NEAR(field.B.y(), -0.02 + 0.2 * 0.03 - 0.4 * 0.05 + 0.5 * 0.11, 1e-16);
    EXPECT_EQ(field.gradient, described.gradient);
    EXPECT_EQ(test::largest(field.second), 0.0);
}

TEST(MagneticField, IsTheSumOfItsParts)
{
    MagneticField described = uniform_with_gradient();
    FieldSample sum = field_at(described, x_W);
    described.dipoles = {some_dipole(), some_dipole()};
    described.dipoles[1].position.z() = -0.3;
    for (const FieldDipole& dipole : described.dipoles)
        sum += field_at(dipole, x_W);
    EXPECT_LT(test::relative_error(field_at(described, x_W), sum), 1e-15);
    EXPECT_GT(test::relative_error(field_at(described, x_W), field_at(uniform_with_gradient(), x_W)), 1e-3);
}

TEST(MagneticField, PartsActFromTheirBeginningUntilBeforeTheirEnd)
{
    MagneticField described = uniform_with_gradient();
    described.timing.from = 1.0;
    described.timing.until = 2.0;
    EXPECT_EQ(field_at(described, x_W, 0.999).B.norm(), 0.0);
    EXPECT_EQ(field_at(described, x_W, 0.999).gradient.norm(), 0.0);
    EXPECT_EQ(field_at(described, Vector3d::Zero(), 1.0).B, described.uniform);
    EXPECT_EQ(field_at(described, x_W, 2.0).B.norm(), 0.0);

    FieldDipole dipole = some_dipole();
    dipole.timing.until = 0.0;
    EXPECT_GT(field_at(dipole, x_W, -1e-9).B.norm(), 0.0);
    EXPECT_EQ(field_at(dipole, x_W, 0.0).B.norm(), 0.0);
    // What does not act is not undefined at its own place either.
    EXPECT_EQ(field_at(dipole, dipole.position, 0.0).B.norm(), 0.0);
}

TEST(MagneticField, HistoryMovesWhatItsColumnsNameAndNothingElse)
{
    MagneticField described = uniform_with_gradient();
    described.timing.history = {{0.0, 2.0}, {{"uniform.y", {1.0, 3.0}}, {"gradient.xx", {0.0, 0.6}}}};
    EXPECT_LT((uniform_at(described, 1.0) - Vector3d(0.01, 2.0, 0.03)).norm(), 1e-15);
    EXPECT_LT((uniform_at(described, 5.0) - Vector3d(0.01, 3.0, 0.03)).norm(), 1e-15);
    Matrix3d G = described.gradient;
    G(0, 0) = 0.3;
    G(2, 2) = -0.7;
    EXPECT_LT((gradient_at(described, 1.0) - G).norm(), 1e-15);
    EXPECT_EQ(field_at(described, x_W, 1.0).gradient, gradient_at(described, 1.0));

    FieldDipole dipole = some_dipole();
    dipole.timing.history = {{0.0, 1.0}, {{"moment.z", {0.0, 4.0}}}};
    const FieldSample expected = dipole_field(dipole.position, {1.0, 2.0, 1.0}, x_W);
    EXPECT_LT(test::relative_error(field_at(dipole, x_W, 0.25), expected), 1e-15);
}

TEST(MagneticField, DerivativeByAMomentIsTheFieldOfAUnitMoment)
{
    const FieldDipole dipole = some_dipole();
    FieldSample sum;
    for (int i = 0; i < 3; ++i) {
        FieldSample unit = dipole_field(dipole.position, Vector3d::Unit(i), x_W);
        unit *= dipole.moment[i];
        sum += unit;
    }
    EXPECT_LT(test::relative_error(field_at(dipole, x_W), sum), 1e-14);
}

}  // namespace
}  // namespace supple
