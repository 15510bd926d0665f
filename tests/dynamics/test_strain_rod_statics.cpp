// The nodal rod is solved twice: at its nodes, block by block, and in its strains by the solver of all
// chains.
#include "support/nodal_rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace {

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

TEST(StrainRodStatics, WhatTheModelDoesNotCarryIsSaid)
{
    Manipulator m = experiment(3, 10, StrainPlace::nodal);
    EXPECT_NE(discretize(m)->unsupported.find("use strain: midpoint"), std::string::npos);
    m = experiment(3, 10);
    m.constraints = {Plane{}};
    EXPECT_EQ(discretize(m)->unsupported, "the variational model does not take a plane");
}

}  // namespace
}  // namespace supple::test
