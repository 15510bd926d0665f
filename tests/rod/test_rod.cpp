#include <supple/rod/rod.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace supple {
namespace test_rod {

constexpr double inf = std::numeric_limits<double>::infinity();

/// The MRI catheter: a tube of known E, G and density.
Rod tube()
{
    Rod rod;
    rod.length = 0.10135;
    rod.section = CrossSection{Tube{3.18e-3, 1.98e-3}, {}, 1.0};
    rod.material.youngs_modulus = 5.05e6;
    rod.material.shear_modulus = 1.87e6;
    rod.material.density = 1100.0;
    return rod;
}

Rod given_outright(double EI)
{
    Rod rod;
    rod.length = 0.05;
    rod.bending_stiffness = Vector2d(EI, EI);
    return rod;
}

TEST(RodProperties, OfTheMriCatheterAreThePublishedOnes)
{
    const RodProperties p = rod_properties(tube());
    EXPECT_NEAR(p.bending_stiffness[0], 21.53954674e-6, 0.5e-14);
    EXPECT_NEAR(p.bending_stiffness[1], 21.53954674e-6, 0.5e-14);
    EXPECT_NEAR(p.torsional_stiffness, 15.95206036e-6, 0.5e-14);
    EXPECT_FALSE(p.torsion_assumed);
    EXPECT_DOUBLE_EQ(p.axial_stiffness, 5.05e6 * p.area);
    EXPECT_DOUBLE_EQ(p.shear_stiffness[0], 1.87e6 * p.area);
    EXPECT_DOUBLE_EQ(p.shear_stiffness[1], 1.87e6 * p.area);
    EXPECT_DOUBLE_EQ(p.mass_per_length, 1100.0 * p.area);
    EXPECT_DOUBLE_EQ(p.outer_radius, 1.59e-3);
}

TEST(RodProperties, ShearModulusFollowsFromPoissonsRatio)
{
    Rod rod = tube();
    rod.material.shear_modulus.reset();
    rod.material.poisson_ratio = 0.45;
    const RodProperties p = rod_properties(rod);
    EXPECT_DOUBLE_EQ(p.torsional_stiffness, p.bending_stiffness[0] / 1.45);  // J = 2I, G = E/2(1+ν)
    EXPECT_FALSE(p.torsion_assumed);
}

TEST(RodProperties, WithoutBetterKnowledgeTorsionIsThatOfPoissonsRatioThreeTenths)
{
    Rod rod = tube();
    rod.material.shear_modulus.reset();
    EXPECT_DOUBLE_EQ(rod_properties(rod).torsional_stiffness, rod_properties(rod).bending_stiffness[0] / 1.3);
    EXPECT_TRUE(rod_properties(rod).torsion_assumed);

    const RodProperties outright = rod_properties(given_outright(13e-6));
    EXPECT_DOUBLE_EQ(outright.torsional_stiffness, 10e-6);
    EXPECT_TRUE(outright.torsion_assumed);
}

TEST(RodProperties, PoissonsRatioCountsWhereOnlyTheBendingStiffnessIsGiven)
{
    Rod rod = given_outright(15e-6);
    rod.material.poisson_ratio = 0.5;
    EXPECT_DOUBLE_EQ(rod_properties(rod).torsional_stiffness, 10e-6);
    EXPECT_FALSE(rod_properties(rod).torsion_assumed);
}

TEST(RodProperties, AssumedTorsionIsThatOfTheMeanBendingStiffness)
{
    Rod rod = given_outright(1.0);
    rod.bending_stiffness = Vector2d(12e-6, 14e-6);
    EXPECT_DOUBLE_EQ(rod_properties(rod).torsional_stiffness, 10e-6);
}

TEST(RodProperties, WhatIsNotKnownIsRigidAndMassless)
{
    const RodProperties p = rod_properties(given_outright(17e-6));
    EXPECT_EQ(p.bending_stiffness, Vector2d(17e-6, 17e-6));
    EXPECT_EQ(p.axial_stiffness, inf);
    EXPECT_EQ(p.shear_stiffness, Vector2d(inf, inf));
    EXPECT_EQ(p.mass_per_length, 0.0);
    EXPECT_EQ(p.rotary_inertia, Vector3d(0, 0, 0));
    EXPECT_EQ(p.area, 0.0);
    EXPECT_EQ(p.outer_radius, 0.0);
}

TEST(RodProperties, StiffnessesGivenOutrightTakePrecedence)
{
    Rod rod = tube();
    rod.torsional_stiffness = 3e-6;
    rod.axial_stiffness = 4.0;
    rod.shear_stiffness = Vector2d(5.0, 6.0);
    rod.mass_per_length = 7e-3;
    rod.material.density.reset();
    const RodProperties p = rod_properties(rod);
    EXPECT_EQ(p.torsional_stiffness, 3e-6);
    EXPECT_EQ(p.axial_stiffness, 4.0);
    EXPECT_EQ(p.shear_stiffness, Vector2d(5.0, 6.0));
    EXPECT_EQ(p.mass_per_length, 7e-3);
    EXPECT_FALSE(p.torsion_assumed);
}

TEST(RodProperties, RotaryInertiaSpreadsTheMassAsTheAreaIs)
{
    Rod rod = tube();
    rod.section->profile = Rectangle{4e-3, 2e-3};
    const RodProperties p = rod_properties(rod);
    const double I1 = 4e-3 * 8e-9 / 12, I2 = 2e-3 * 64e-9 / 12;
    EXPECT_NEAR(p.rotary_inertia[0], 1100.0 * I1, 1e-22);
    EXPECT_NEAR(p.rotary_inertia[1], 1100.0 * I2, 1e-22);
    EXPECT_NEAR(p.rotary_inertia[2], 1100.0 * (I1 + I2), 1e-22);
    // The same from the mass per length.
    rod.material.density.reset();
    rod.mass_per_length = p.mass_per_length;
    EXPECT_TRUE(rod_properties(rod).rotary_inertia.isApprox(p.rotary_inertia, 1e-15));
}

TEST(RodProperties, ShearFactorAndTorsionConstantAct)
{
    Rod rod = tube();
    const RodProperties plain = rod_properties(rod);
    rod.section->shear_factor = 0.5;
    rod.section->torsion_constant = 1e-12;
    const RodProperties p = rod_properties(rod);
    EXPECT_DOUBLE_EQ(p.shear_stiffness[0], plain.shear_stiffness[0] / 2.0);
    EXPECT_DOUBLE_EQ(p.torsional_stiffness, 1.87e-6);
    EXPECT_EQ(p.bending_stiffness, plain.bending_stiffness);
}

}  // namespace test_rod
}  // namespace supple
