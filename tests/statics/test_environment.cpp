// Weight, buoyancy and several coil sets on chains (s2 Sec. 8).
#include "support/rods.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_environment {

/// The catheter of s2 hanging along +z, axial current 30 mA; masses as s2 Sec. 8 assumes them.
Manipulator hanging(double surrounding, double coil_mass)
{
    Manipulator m = mri_catheter(spherical_by_tag("20R-H"), {0, 0, 0.03});
    m.rod.material.density = 1150.0;
    m.environment.gravity = {0, 0, 9.81};
    m.environment.surrounding_density = surrounding;
    std::get<CoilSet>(m.attachments[0]).inertia.mass = coil_mass;
    return m;
}

TEST(Environment, WeightHoldsTheCatheterDownAndWaterCarriesIt)
{
    Manipulator none = hanging(0.0, 0.0);
    none.environment.gravity.setZero();
    const double free = solve(none).tip().position().y() / mm;
    const double water = solve(hanging(1000.0, 2.1e-3 / 9.81)).tip().position().y() / mm;
    const double air = solve(hanging(0.0, 0.24e-3)).tip().position().y() / mm;
    // Read off s2 Sec. 8, where the coil's weight is rounded to "about 2.1e-3 N".
    EXPECT_NEAR(free, 27.32, 0.05);
    EXPECT_NEAR(water, 22.88, 0.1);
    EXPECT_NEAR(air, 18.87, 0.1);
}

TEST(Environment, WeightOfTheChainIsThatOfTheExactRod)
{
    for (const double surrounding : {0.0, 1000.0, 2000.0}) {
        Manipulator m = hanging(surrounding, 0.2e-3);
        const Vector3d chain = solve(m).tip().position();
        m.model = CosseratModel{};
        const Vector3d rod = cosserat::solve(m, cosserat::options_of(m)).tip().position();
        EXPECT_LT((chain - rod).norm(), 0.05 * mm) << surrounding;
        EXPECT_GT(rod.y(), 15 * mm);
    }
}

TEST(Environment, ALiquidAsDenseAsTheRodTakesItsWeight)
{
    Manipulator floats = hanging(1150.0, 0.0), none = floats;
    none.environment.gravity.setZero();
    EXPECT_LT((solve(floats).tip().position() - solve(none).tip().position()).norm(), 1e-12);
    EXPECT_GT((solve(hanging(0.0, 0.0)).tip().position() - solve(none).tip().position()).norm(), 1 * mm);
}

TEST(Environment, CoilSetsAtOnePlaceAddTheirCurrents)
{
    Manipulator one = mri_catheter(spherical_by_tag("9R-H"), {0.02, 0.03, 0.04}), two = one;
    std::get<CoilSet>(two.attachments[0]).currents = Vector3d(0.05, -0.01, 0.01);
    two.attachments.push_back(two.attachments[0]);
    std::get<CoilSet>(two.attachments[1]).name = "more";
    std::get<CoilSet>(two.attachments[1]).currents = Vector3d(-0.03, 0.04, 0.03);
    EXPECT_LT((solve(one).coordinates - solve(two).coordinates).norm(), 1e-12);
}

TEST(Environment, TwoCoilSetsBendTheChainAsTheExactRod)
{
    Manipulator m = mri_catheter(spherical(20, JointLayout::gauss), {0.02, 0.03, 0.04});
    CoilSet second = std::get<CoilSet>(m.attachments[0]);
    second.name = "second";
    second.at = 40 * mm;
    second.currents = {0.03, 0.02, -0.09};
    m.attachments.push_back(second);
    const Vector3d coarse = solve(m).tip().position();
    m.model = spherical(40, JointLayout::gauss);
    const Vector3d fine = solve(m).tip().position();
    m.model = CosseratModel{};
    const Equilibrium rod = cosserat::solve(m, cosserat::options_of(m));
    ASSERT_EQ(rod.status, Status::converged);
    EXPECT_GT((rod.tip().position() - Vector3d(0, 0, 101.35 * mm)).norm(), 5 * mm);
    const double error = (coarse - rod.tip().position()).norm();
    EXPECT_LT(error, 1e-3 * m.rod.length);
    EXPECT_GT(error / (fine - rod.tip().position()).norm(), 3.5);  // at least second order
}

}  // namespace test_environment
}  // namespace supple::test
