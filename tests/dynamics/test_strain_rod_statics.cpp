// The nodal rod is solved twice: at its nodes, block by block, and in its strains by the solver of all
// chains.
#include "support/nodal_rods.hpp"

#include <supple/analysis/solve.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_strain_rod_statics {

void expect_the_same(const Manipulator& m)
{
    const Equilibrium nodes = variational::solve_statics(m);
    const Equilibrium strains = solve_statics(*discretize(m));
    ASSERT_EQ(nodes.status, Status::converged) << nodes.message;
    ASSERT_EQ(strains.status, Status::converged) << strains.message;
    ASSERT_EQ(nodes.shape.frames.size(), strains.shape.frames.size());
    // The nodes stop at 1e-10 of EI/L² and what rounding leaves of stiff strains; a soft rod in a field
    // enlarges that.
    const double L = m.rod.length;
    for (std::size_t a = 0; a < nodes.shape.frames.size(); ++a) {
        const SE3 &X = nodes.shape.frames[a], &Y = strains.shape.frames[a];
        EXPECT_LT((X.position() - Y.position()).norm(), 1e-8 * L) << a;
        EXPECT_LT((X.rotation() - Y.rotation()).norm(), 1e-7) << a;
        EXPECT_LT((nodes.shape.moment[a] - strains.shape.moment[a]).norm(),
                  1e-7 * nodes.base_reaction.moment.norm());
    }
    EXPECT_GT((strains.tip().position() - Vector3d(L, 0, 0)).norm(), 0.05 * L) << "hardly bent";
    EXPECT_LT((nodes.base_reaction.force - strains.base_reaction.force).norm(),
              1e-7 * nodes.base_reaction.force.norm());
    EXPECT_NEAR(strains.energy.elastic / nodes.energy.elastic, 1.0, 1e-7);
    EXPECT_NEAR(strains.energy.total, nodes.energy.total, 1e-7 * std::abs(nodes.energy.elastic));
    ASSERT_EQ(nodes.reactions.size(), strains.reactions.size());
    for (std::size_t i = 0; i < nodes.reactions.size(); ++i) {
        EXPECT_LT((nodes.reactions[i].force - strains.reactions[i].force).norm(),
                  1e-7 * nodes.base_reaction.force.norm());
        EXPECT_LT((nodes.reactions[i].moment - strains.reactions[i].moment).norm(),
                  1e-7 * nodes.base_reaction.moment.norm());
    }
    ASSERT_EQ(nodes.stations.size(), strains.stations.size());
    for (std::size_t i = 0; i < nodes.stations.size(); ++i) {
        EXPECT_LT((nodes.stations[i].X_WS.position() - strains.stations[i].X_WS.position()).norm(), 1e-8 * L);
        EXPECT_LT((nodes.stations[i].X_WS.rotation() - strains.stations[i].X_WS.rotation()).norm(), 1e-7);
    }
}

TEST(StrainRodStatics, EquilibriaOfWeightAndMagnetsAreThoseOfTheNodes)
{
    expect_the_same(experiment(3, 10));
    Manipulator in_field = experiment(5, 12);
    in_field.environment.magnetic_field.uniform = Vector3d(0, 10e-3, 7.75e-3);
    in_field.stations = {{"between", 0.31 * in_field.rod.length}};
    expect_the_same(in_field);
}

TEST(StrainRodStatics, EquilibriaOfEveryLoadInSpaceAreThoseOfTheNodes)
{
    // What sits between nodes, a rest shape, a field that varies, moments that have no potential.
    Manipulator m = experiment(4, 15);
    m.environment.magnetic_field.uniform = Vector3d(0.004, 0.008, 0.006);
    m.environment.magnetic_field.gradient << 0.1, 0, 0, 0, -0.05, 0.02, 0, 0.02, -0.05;
    m.rod.rest_shape = {{0.02, Vector2d(5.0, -8.0), 10.0}, {0.02, Vector2d(0.0, 6.0), -5.0}};
    m.loads = {dead_load(0.53 * m.rod.length, Vector3d(0, 1e-3, 0), Vector3d(2e-5, 0, 1e-5)),
               follower(m.rod.length, Vector3d(5e-4, 0, 0))};
    PointMass mass;
    mass.at = 0.71 * m.rod.length;
    mass.inertia.mass = 1e-4;
    m.attachments.emplace_back(mass);
    expect_the_same(m);
}

TEST(StrainRodStatics, EquilibriaOfHeldRodsAreThoseOfTheNodes)
{
    Manipulator m = experiment(3, 10);
    Fixture fixture;
    fixture.name = "P";
    fixture.at = 0.52 * m.rod.length;
    fixture.hold = {std::nullopt, 2e-3, -3e-3};
    Clamp clamp;
    clamp.name = "C";
    clamp.at = m.rod.length;
    clamp.X_WC = SE3(m.base.X_WB.rotation(), Vector3d(0.9 * m.rod.length, 0.2 * m.rod.length, 0.0));
    m.constraints = {fixture, clamp};
    expect_the_same(m);
}

/// A shallow arch of rest curvature in the plane z = 0, clamped at both ends with its chord along x.
Manipulator arch()
{
    const double L = 0.1, half = 0.5;  // angle between an end and the chord [rad]
    Manipulator m;
    m.rod.length = L;
    m.rod.section = CrossSection{Circle{1e-3}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 50e6;
    m.rod.material.poisson_ratio = 0.3;
    m.rod.rest_shape = {{L, Vector2d(-2.0 * half / L, 0.0), 0.0}};
    m.model = VariationalModel{12, StrainPlace::midpoint, false};
    const auto section = [](double along) {
        Matrix3d R;  // d1 = z, d3 in the plane
        R.col(0) = Vector3d::UnitZ();
        R.col(2) = Vector3d(std::cos(along), std::sin(along), 0.0);
        R.col(1) = R.col(2).cross(R.col(0));
        return R;
    };
    m.base.X_WB = SE3(section(half), Vector3d::Zero());
    Clamp end;
    end.name = "end";
    end.at = L;
    end.X_WC = SE3(section(-half), Vector3d(L / half * std::sin(half), 0.0, 0.0));
    Fixture plane;
    plane.name = "plane";
    plane.at = L / 2.0;
    plane.hold = {std::nullopt, std::nullopt, 0.0};
    m.constraints = {end, plane};
    return m;
}

TEST(StrainRodStatics, AnArchThatIsPushedThroughSnapsAndSaysSo)
{
    const double EI = 50e6 * 3.14159265358979 / 64.0 * 1e-12, L = 0.1;
    Manipulator m = arch();
    m.loads = {dead_load(L / 2.0, Vector3d(0, -20.0 * EI / (L * L), 0))};
    Equilibrium light, heavy, along;
    light = solve(m);
    ASSERT_EQ(light.status, Status::converged) << light.message;
    EXPECT_FALSE(light.snapped);
    EXPECT_GT(light.shape.frames[6].position().y(), 0.0);

    m.loads = {dead_load(L / 2.0, Vector3d(0, -400.0 * EI / (L * L), 0))};
    EXPECT_EQ(variational::solve_statics(m).status, Status::not_converged) << "the nodes' path has an end";
    heavy = solve(m);
    ASSERT_EQ(heavy.status, Status::converged) << heavy.message;
    EXPECT_TRUE(heavy.snapped);
    EXPECT_EQ(heavy.stability.stable, true);
    EXPECT_LT(heavy.shape.frames[6].position().y(), 0.0) << "the middle is on the other side";
    EXPECT_EQ(heavy.coordinates.size(), 6 * 13) << "poses of the nodes, as ever";

    // Through the limit point, to a balance that may not hold.
    along = solve(m, {.arc_length = true, .eigenvalue = true});
    EXPECT_TRUE(along.status == Status::converged || along.status == Status::unstable) << along.message;
    EXPECT_FALSE(along.snapped);
    EXPECT_TRUE(along.stability.smallest_eigenvalue.has_value());
}

TEST(StrainRodStatics, AnArchWhoseMiddleIsLedThroughIsSaidNotToHoldOnTheWay)
{
    const auto led_to = [](double y) {
        Manipulator m = arch();
        std::get<Fixture>(m.constraints[1]).hold[1] = y;
        return variational::solve_statics(m);
    };
    const Equilibrium before = led_to(11e-3), midway = led_to(0.0), beyond = led_to(-10e-3);
    EXPECT_EQ(before.status, Status::converged);
    EXPECT_TRUE(before.warnings.empty());
    EXPECT_EQ(midway.status, Status::unstable);
    EXPECT_EQ(beyond.status, Status::converged);
    ASSERT_EQ(beyond.warnings.size(), 1U);
    EXPECT_NE(beyond.warnings[0].find("on the way to it the shape does not hold"), std::string::npos);
}

TEST(StrainRodStatics, WhatTheModelDoesNotCarryIsSaid)
{
    Manipulator m = experiment(3, 10, StrainPlace::nodal);
    EXPECT_NE(discretize(m)->unsupported.find("use strain: midpoint"), std::string::npos);
    m = experiment(3, 10);
    m.constraints = {Plane{}};
    EXPECT_EQ(discretize(m)->unsupported, "the variational model does not take a plane");
}

}  // namespace test_strain_rod_statics
}  // namespace supple::test
