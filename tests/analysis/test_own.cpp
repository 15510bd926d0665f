// Loads and constraints that a program brings act as their built-in twins do, through every verb.
#include "support/nodal_rods.hpp"
#include "support/rods.hpp"

#include <supple/actuation/point_force.hpp>
#include <supple/analysis/simulate.hpp>
#include <supple/constraint/held.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_own {

VariationalModel twelve_elements()
{
    VariationalModel model;
    model.elements = 12;
    return model;
}

/// A soft rod without weight, pushed by a force that turns with it, part of the way along.
Manipulator pushed(const ModelChoice& model, double part)
{
    Manipulator m = experiment(3, 12, StrainPlace::midpoint, false);
    m.model = model;
    m.loads = {follower(part * m.rod.length, Vector3d(2e-3, 1e-3, -5e-4))};
    m.rod.damping.viscous_rate = 3.0;
    Simulation simulation;
    simulation.duration = 0.05;
    simulation.output_every = 0.01;
    simulation.initial = InitialState::straight;
    m.simulation = simulation;
    return m;
}

/// The same with its load brought by the program.
Manipulator own(const Manipulator& m)
{
    Manipulator other = m;
    const PointLoad load = m.loads[0];
    other.loads.clear();
    other.own.loads.push_back({"push", load.at, [load](int point, double share) {
                                   return std::make_unique<PointForce>(point, load, share);
                               }});
    return other;
}

double between(const Shape& a, const Shape& b)
{
    double largest = a.frames.size() == b.frames.size() ? 0.0 : 1.0;
    for (std::size_t i = 0; i < std::min(a.frames.size(), b.frames.size()); ++i)
        largest = std::max(largest, (a.frames[i].position() - b.frames[i].position()).norm());
    return largest;
}

struct Case {
    ModelChoice model;
    double part;  ///< of the rod's length, where the load acts
};

/// At the tip, inside, and where an element may share it between two nodes.
class OwnInEachModel : public testing::TestWithParam<Case> {};

TEST_P(OwnInEachModel, AnOwnLoadBendsItAsItsTwinDoes)
{
    const Manipulator m = pushed(GetParam().model, GetParam().part);
    const Equilibrium twin = solve(m), mine = solve(own(m));
    ASSERT_EQ(mine.status, Status::converged) << mine.message;
    EXPECT_GT((twin.tip().position() - Vector3d(m.rod.length, 0, 0)).norm(), 1e-3);
    EXPECT_LT(between(mine.shape, twin.shape), 1e-13);
    Solver solver(own(m));
    EXPECT_LT(between(solver.solve().shape, twin.shape), 1e-13);
}

TEST_P(OwnInEachModel, AnOwnLoadMovesItAsItsTwinDoes)
{
    const Manipulator m = pushed(GetParam().model, GetParam().part);
    const Trajectory twin = simulate(m), mine = simulate(own(m));
    ASSERT_EQ(mine.status, Status::converged) << mine.message;
    ASSERT_EQ(mine.frames.size(), twin.frames.size());
    EXPECT_GT((twin.frames.back().back().position() - twin.frames[0].back().position()).norm(), 1e-4);
    for (std::size_t i = 0; i < mine.frames.size(); ++i)
        EXPECT_LT((mine.frames[i].back().position() - twin.frames[i].back().position()).norm(), 1e-12);
}

TEST_P(OwnInEachModel, AnOwnLoadChangesItsVibrationsAsItsTwinDoes)
{
    const Manipulator m = pushed(GetParam().model, GetParam().part);
    const Modes twin = find_modes(m), mine = find_modes(own(m));
    ASSERT_EQ(mine.modes.size(), twin.modes.size());
    ASSERT_FALSE(mine.modes.empty()) << mine.message;
    for (std::size_t i = 0; i < mine.modes.size(); ++i)
        EXPECT_LT(std::abs(mine.modes[i].eigenvalue - twin.modes[i].eigenvalue),
                  1e-9 * std::abs(twin.modes.back().eigenvalue));
}

INSTANTIATE_TEST_SUITE_P(Models, OwnInEachModel,
                         testing::Values(Case{spherical(6, JointLayout::gauss), 1.0},
                                         Case{spherical(6, JointLayout::gauss), 0.6}, Case{isotropic(2), 0.5},
                                         Case{twelve_elements(), 1.0}, Case{twelve_elements(), 0.55}));

/// Held sideways in the middle and pushed at the tip.
Manipulator held(bool by_program)
{
    Manipulator m = rod_along_x(80 * mm, 17185 * mN_mm2);
    m.model = isotropic(2);
    m.loads = {dead_load(80 * mm, mN * Vector3d(2, 6, -3))};
    const Fixture fixture = hold_yz("P", 40 * mm, 1 * mm, 0.5 * mm);
    if (by_program) {
        m.own.constraints.push_back({"P", fixture.at, [fixture](int point) {
                                         return std::make_unique<HeldPosition>(point, fixture);
                                     }});
    } else {
        m.constraints = {fixture};
    }
    return m;
}

TEST(OwnConstraint, HoldsAChainAsItsTwinDoes)
{
    const Equilibrium twin = solve(held(false)), mine = solve(held(true));
    ASSERT_EQ(mine.status, Status::converged) << mine.message;
    EXPECT_LT(between(mine.shape, twin.shape), 1e-13);
    ASSERT_EQ(mine.reactions.size(), 1U);
    EXPECT_EQ(mine.reactions[0].name, "P");
    EXPECT_GT(twin.reactions[0].force.norm(), 1 * mN);
    EXPECT_LT((mine.reactions[0].force - twin.reactions[0].force).norm(), 1e-12);
}

TEST(Own, WhatAModelCannotTakeIsRefusedWithASentence)
{
    Manipulator exact = own(pushed(CosseratModel{}, 1.0));
    EXPECT_EQ(solve(exact).status, Status::invalid);
    EXPECT_NE(solve(exact).message.find("own loads"), std::string::npos) << solve(exact).message;
    Manipulator nodal = held(true);
    nodal.rod.axial_stiffness = 1e3;
    nodal.rod.shear_stiffness = Eigen::Vector2d(1e3, 1e3);
    nodal.model = twelve_elements();
    EXPECT_EQ(solve(nodal).status, Status::invalid);
    EXPECT_NE(solve(nodal).message.find("own constraints"), std::string::npos) << solve(nodal).message;
    Manipulator moving = held(true);
    moving.rod.material.density = 1000.0;
    moving.rod.section = CrossSection{Circle{1 * mm}, {}, 1.0};
    moving.simulation = Simulation{};
    moving.simulation->duration = 0.01;
    moving.simulation->output_every = 0.01;
    EXPECT_EQ(simulate(moving).status, Status::invalid) << simulate(moving).message;
}

}  // namespace test_own
}  // namespace supple::test
