#include <supple/rod/cross_section.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace test_cross_section {

using std::numbers::pi;

TEST(CrossSection, CircleHasItsClosedForms)
{
    const double d = 2e-3;
    const SectionProperties p = section_properties({Circle{d}, {}, 1.0});
    EXPECT_DOUBLE_EQ(p.area, pi * d * d / 4);
    EXPECT_DOUBLE_EQ(p.I1, pi * std::pow(d, 4) / 64);
    EXPECT_DOUBLE_EQ(p.I2, p.I1);
    EXPECT_DOUBLE_EQ(p.torsion_constant, pi * std::pow(d, 4) / 32);
    EXPECT_DOUBLE_EQ(p.outer_radius, 1e-3);
}

// Diameters of the MRI catheter; its second moment of area is published.
TEST(CrossSection, TubeHasThePublishedSecondMoment)
{
    const SectionProperties p = section_properties({Tube{3.18e-3, 1.98e-3}, {}, 1.0});
    EXPECT_NEAR(p.I1, 4.265256779e-12, 0.5e-21);
    EXPECT_DOUBLE_EQ(p.I2, p.I1);
    EXPECT_DOUBLE_EQ(p.torsion_constant, 2.0 * p.I1);
    EXPECT_NEAR(p.area, pi / 4 * (3.18e-3 * 3.18e-3 - 1.98e-3 * 1.98e-3), 1e-20);
    EXPECT_DOUBLE_EQ(p.outer_radius, 1.59e-3);
}

TEST(CrossSection, ThinWallsLoseNoDigits)
{
    // A = π D t and I = π D³ t/8 in the limit, both with a relative error of order t/D.
    const double D = 1e-3, t = 1e-12;
    const SectionProperties p = section_properties({Tube{D, D - 2 * t}, {}, 1.0});
    const double wall = (D - (D - 2 * t)) / 2;  // as the doubles have it
    EXPECT_NEAR(p.area / (pi * D * wall), 1.0, 3e-9);
    EXPECT_NEAR(p.I1 / (pi * D * D * D * wall / 8), 1.0, 5e-9);
}

TEST(CrossSection, RectangleBendsHarderAboutTheAxisAlongItsShortSide)
{
    const double b = 10e-3, h = 0.5e-3;  // along d1, along d2
    const SectionProperties p = section_properties({Rectangle{b, h}, {}, 1.0});
    EXPECT_DOUBLE_EQ(p.area, b * h);
    EXPECT_DOUBLE_EQ(p.I1, b * h * h * h / 12);  // ∫ y² dA
    EXPECT_DOUBLE_EQ(p.I2, h * b * b * b / 12);  // ∫ x² dA
    EXPECT_DOUBLE_EQ(p.outer_radius, std::hypot(b, h) / 2);
    EXPECT_DOUBLE_EQ(p.torsion_constant, rectangle_torsion_constant(b, h));
}

TEST(CrossSection, TorsionConstantGivenTakesThePlaceOfSaintVenants)
{
    EXPECT_EQ(section_properties({Rectangle{10e-3, 0.5e-3}, 0.4e-12, 1.0}).torsion_constant, 0.4e-12);
}

// k of J = k a b³ as tabulated [Timoshenko & Goodier, Theory of Elasticity, section 109], to the digits
// printed there.
TEST(TorsionConstant, AgreesWithTheTable)
{
    const struct {
        double ratio, k, digit;
    } table[] = {{1.0, 0.1406, 1e-4}, {1.2, 0.166, 1e-3}, {1.5, 0.196, 1e-3},
                 {2.0, 0.229, 1e-3},  {2.5, 0.249, 1e-3}, {3.0, 0.263, 1e-3},
                 {4.0, 0.281, 1e-3},  {5.0, 0.291, 1e-3}, {10.0, 0.312, 1e-3}};
    for (const auto& [ratio, k, digit] : table)
        EXPECT_NEAR(rectangle_torsion_constant(ratio, 1.0), k * ratio, digit / 2 * ratio) << ratio;
}

TEST(TorsionConstant, DoesNotDependOnWhichSideIsNamedFirst)
{
    for (const double ratio : {1.0, 1.7, 12.0, 1e4})
        EXPECT_EQ(rectangle_torsion_constant(ratio, 1.0), rectangle_torsion_constant(1.0, ratio)) << ratio;
}

TEST(TorsionConstant, TendsToAThirdForThinStripsWithTheKnownCorrection)
{
    // J = a b³/3 (1 − 0.6302 b/a): the end effect, exact but for terms that vanish exponentially.
    const double end_effect = 0.630249;
    for (const double ratio : {10.0, 100.0, 1e4})
        EXPECT_NEAR(rectangle_torsion_constant(ratio, 1.0) / (ratio / 3), 1.0 - end_effect / ratio,
                    1e-6 / ratio)
            << ratio;
}

TEST(TorsionConstant, ScalesWithTheFourthPower)
{
    EXPECT_NEAR(rectangle_torsion_constant(3e-3, 2e-3) / rectangle_torsion_constant(3.0, 2.0), 1e-12, 1e-26);
}

TEST(TorsionConstant, IsBelowThePolarMoment)
{
    for (const double ratio : {1.0, 2.0, 5.0}) {
        const double polar = (ratio + ratio * ratio * ratio) / 12.0;
        EXPECT_LT(rectangle_torsion_constant(ratio, 1.0), polar) << ratio;
    }
}

}  // namespace test_cross_section
}  // namespace supple
