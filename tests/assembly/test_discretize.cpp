#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_discretize {

using testing::HasSubstr;

constexpr double L = 0.1, EI = 2e-5;

TEST(Discretize, TheShapeEndsAtTheTipAndItsArcLengthsAscend)
{
    CurvatureModel arcs;
    arcs.arcs = 3;
    for (const ModelChoice& model : {ModelChoice(table_1(2)), ModelChoice(isotropic(2)),
                                     ModelChoice(spherical(6, JointLayout::gauss)), ModelChoice(arcs)}) {
        Manipulator m = rod_along_z(L, EI);
        m.model = model;
        m.stations = {{"middle", 0.37 * L}};
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.shape.arclength.front(), 0.0);
        EXPECT_NEAR(eq.shape.arclength.back(), L, 1e-15);
        for (std::size_t i = 0; i < eq.shape.arclength.size(); ++i) {
            EXPECT_NEAR(eq.shape.frames[i].position().z(), eq.shape.arclength[i], 1e-15);
            EXPECT_TRUE(i == 0 || eq.shape.arclength[i] > eq.shape.arclength[i - 1]);
        }
        ASSERT_EQ(eq.stations.size(), 1u);
        EXPECT_NEAR(eq.stations[0].X_WS.position().z(), 0.37 * L, 1e-15);
    }
}

TEST(Discretize, ALoadActsOnlyInItsTime)
{
    Manipulator m = rod_along_z(L, EI);
    m.model = isotropic();
    m.loads = {dead_load(L, {1e-3, 0, 0})};
    m.loads[0].timing.until = 0.0;
    EXPECT_EQ(discretize(m)->loads.size(), 1u);
    EXPECT_EQ(discretize(m, 0.0)->loads.size(), 0u);
}

TEST(Discretize, ALoadInsideALinkActsWhereItIs)
{
    // Equal links cut at nothing: the load's own point is inside the last link.
    Manipulator m = rod_along_z(L, EI);
    m.model = spherical(3, JointLayout::equal_links);
    m.loads = {dead_load(0.9 * L, {1e-6, 0, 0})};
    const auto system = discretize(m);
    ASSERT_EQ(system->model->frames().size(), 1u);
    EXPECT_NEAR(system->model->frames()[0].position().z(), 0.9 * L, 1e-15);
    // Small loads: each joint turns by F (0.9 L − s)/K.
    const Equilibrium eq = solve(m);
    for (int joint = 0; joint < 3; ++joint)
        EXPECT_NEAR(eq.coordinates[3 * joint + 1] * (4 * EI / L) / (1e-6 * (0.9 - 0.25 * (joint + 1)) * L),
                    1.0, 1e-4);
}

TEST(Discretize, TheLumpsOfEveryModelWeighWhatTheRodWeighsAndWhereItDoes)
{
    CurvatureModel arcs;
    arcs.arcs = 3;
    const double mass_per_length = 0.02, g = 9.81;
    for (const ModelChoice& model :
         {ModelChoice(table_1(2)), ModelChoice(isotropic(2)), ModelChoice(spherical(6, JointLayout::gauss)),
          ModelChoice(spherical(5, JointLayout::half_links)), ModelChoice(arcs),
          ModelChoice(VariationalModel{7, StrainPlace::midpoint, false})}) {
        SCOPED_TRACE(type_name(model));
        Manipulator m = rod_along_z(L, EI);
        m.rod.section = CrossSection{Circle{1e-3}, std::nullopt, 1.0};
        m.rod.material.youngs_modulus = 1e9;
        m.rod.material.poisson_ratio = 0.3;
        m.rod.mass_per_length = mass_per_length;
        m.environment.gravity = Vector3d(g, 0, 0);
        m.model = model;
        const auto system = discretize(m);
        ASSERT_EQ(system->unsupported, "");
        const auto frames = system->model->frames();
        std::vector<FrameForce> forces(frames.size());
        for (const auto& load : system->loads)
            load->add_to(frames, 1.0, forces);
        double weight = 0.0, moment = 0.0;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            weight += forces[i].F[0];
            moment += forces[i].F[0] * frames[i].position().z();
        }
        EXPECT_NEAR(weight, mass_per_length * L * g, 1e-13 * weight);
        EXPECT_NEAR(moment, mass_per_length * L * g * L / 2.0, 1e-13 * moment);
    }
}

TEST(Discretize, EverySideOfASharedLoadIsHalfOfIt)
{
    Manipulator m = rod_along_z(L, EI);
    m.model = spherical(5, JointLayout::half_links);
    m.loads = {dead_load(L / 2, {1e-3, 0, 0})};
    const auto system = discretize(m);
    ASSERT_EQ(system->loads.size(), 2u);
    std::vector<FrameForce> forces(system->model->frames().size());
    for (const auto& load : system->loads)
        load->add_to(system->model->frames(), 1.0, forces);
    for (const FrameForce& force : forces)
        EXPECT_NEAR(force.F[0], 0.5e-3, 1e-18);
}

TEST(Discretize, SaysWhatItCannotCarry)
{
    Manipulator m = rod_along_z(L, EI);
    m.model = isotropic();
    m.base.free = true;
    EXPECT_THAT(discretize(m)->unsupported, HasSubstr("free base"));
}

}  // namespace test_discretize
}  // namespace supple::test
