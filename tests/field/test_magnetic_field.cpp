#include <supple/field/field_map.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/field/point_dipole.hpp>

#include "support/allocations.hpp"
#include "support/field_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace supple {
namespace test_magnetic_field {

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

Coil some_coil()
{
    Coil coil;
    coil.position = {0.0, 0.1, 0.0};
    coil.axis = Vector3d(2.0, -1.0, 2.0) / 3.0;
    coil.radius = 0.08;
    coil.turns = 30.0;
    coil.current = 1.5;
    return coil;
}

HelmholtzPair classical_pair()
{
    return {some_coil(), some_coil().radius};
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
    Coil coil = some_coil();
    coil.timing.from = 3.0;
    EXPECT_EQ(field_at(coil, x_W, 2.9).B.norm(), 0.0);
    EXPECT_EQ(current_at(coil, 2.9), 0.0);
    EXPECT_GT(field_at(coil, x_W, 3.0).B.norm(), 0.0);
    EXPECT_EQ(field_at(HelmholtzPair{coil, 0.1}, x_W, 2.9).B.norm(), 0.0);
    EXPECT_GT(field_at(HelmholtzPair{coil, 0.1}, x_W, 3.0).B.norm(), 0.0);

    // What does not act is not undefined at its own place either.
    EXPECT_EQ(field_at(dipole, dipole.position, 0.0).B.norm(), 0.0);
}

TEST(MagneticField, HistoryMovesWhatItsColumnsNameAndNothingElse)
{
    MagneticField described = uniform_with_gradient();
    described.timing.history = {{0.0, 2.0}, {{"uniform.y", {1.0, 3.0}}, {"gradient.xx", {0.0, 0.6}}}, {}};
    EXPECT_LT((uniform_at(described, 1.0) - Vector3d(0.01, 2.0, 0.03)).norm(), 1e-15);
    EXPECT_LT((uniform_at(described, 5.0) - Vector3d(0.01, 3.0, 0.03)).norm(), 1e-15);
    Matrix3d G = described.gradient;
    G(0, 0) = 0.3;
    G(2, 2) = -0.7;
    EXPECT_LT((gradient_at(described, 1.0) - G).norm(), 1e-15);
    EXPECT_EQ(field_at(described, x_W, 1.0).gradient, gradient_at(described, 1.0));

    Coil coil = some_coil();
    coil.timing.history = {{0.0, 1.0}, {{"current", {2.0, 6.0}}}, {}};
    EXPECT_EQ(current_at(coil, 0.5), 4.0);
    FieldSample four_amperes = field_per_current(coil, x_W);
    four_amperes *= 4.0;
    EXPECT_LT(test::relative_error(field_at(coil, x_W, 0.5), four_amperes), 1e-15);

    FieldDipole dipole = some_dipole();
    dipole.timing.history = {{0.0, 1.0}, {{"moment.z", {0.0, 4.0}}}, {}};
    const FieldSample expected = dipole_field(dipole.position, {1.0, 2.0, 1.0}, x_W);
    EXPECT_LT(test::relative_error(field_at(dipole, x_W, 0.25), expected), 1e-15);
}

TEST(MagneticField, IsLinearInTheCurrentAndTheTurns)
{
    Coil coil = some_coil();
    FieldSample scaled = field_at(coil, x_W);
    scaled *= -6.0;
    coil.current *= -2.0;
    coil.turns *= 3.0;
    EXPECT_LT(test::relative_error(field_at(coil, x_W), scaled), 1e-15);
    EXPECT_GT(scaled.B.norm(), 0.0);

    FieldSample unit = field_per_current(classical_pair(), x_W);
    unit *= classical_pair().coil.current;
    EXPECT_LT(test::relative_error(field_at(classical_pair(), x_W), unit), 1e-15);
}

TEST(MagneticField, HelmholtzPairIsFlatToFourthOrderAtItsCentre)
{
    // B(z) = B(0) (1 − 144/125 (z/R)⁴ + …), B(0) = (4/5)^{3/2} μ0 n I / R
    const HelmholtzPair pair = classical_pair();
    const Coil& coil = pair.coil;
    const double R = coil.radius;
    const double B = std::pow(0.8, 1.5) * vacuum_permeability * coil.turns * coil.current / R;
    const FieldSample field = field_at(pair, coil.position);
    EXPECT_LT((field.B - B * coil.axis).norm(), 1e-14 * B);
    EXPECT_LT(field.gradient.norm(), 1e-14 * B / R);
    EXPECT_LT(test::largest(field.second), 1e-14 * B / (R * R));

    const double z = 0.02;
    const double fall = 1.0 - field_at(pair, coil.position + z * R * coil.axis).B.dot(coil.axis) / B;
    EXPECT_NEAR(fall / std::pow(z, 4), 144.0 / 125.0, 0.01);
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

TEST(MagneticField, IsEvaluatedWithoutAllocatingOrThrowing)
{
    MagneticField described = uniform_with_gradient();
    described.timing.history = {{0.0, 2.0}, {{"uniform.y", {1.0, 3.0}}, {"gradient.xx", {0.0, 0.6}}}, {}};
    described.coils = {some_coil()};
    described.coils[0].timing.history = {{0.0, 1.0}, {{"current", {2.0, 6.0}}}, {}};
    described.helmholtz_pairs = {classical_pair()};
    described.dipoles = {some_dipole()};
    FieldMap map;
    map.origin = x_W - Vector3d::Ones();
    map.spacing = Vector3d::Ones();
    map.count = {4, 4, 4};
    map.values.assign(64, Vector3d::UnitX());
    fit_spline(map);
    described.map = std::make_shared<const FieldMap>(map);

    const std::size_t before = test::allocations();
    const FieldSample field = field_at(described, x_W, 0.5);
    EXPECT_EQ(test::allocations(), before);
    EXPECT_TRUE(is_defined(field));
    static_assert(noexcept(field_at(described, x_W, 0.5)));

    // The counter counts: a copy of the description asks for memory.
    const MagneticField copy = described;
    EXPECT_GT(test::allocations(), before);
    EXPECT_EQ(copy.coils.size(), 1U);
}

}  // namespace test_magnetic_field
}  // namespace supple
