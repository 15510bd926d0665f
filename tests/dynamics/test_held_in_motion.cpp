// What holds in statics holds in motion or is refused with a sentence.
#include "support/nodal_rods.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/simulate.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gmock/gmock.h>

namespace supple::test {
namespace {

using testing::HasSubstr;

Manipulator chain_with(const Constraint& constraint)
{
    Manipulator m = experiment(3, 12, StrainPlace::midpoint, false);
    m.model = isotropic(3);
    m.constraints = {constraint};
    Simulation simulation;
    simulation.duration = 0.02;
    simulation.output_every = 0.01;
    m.simulation = simulation;
    return m;
}

Trajectory moved(const Manipulator& m)
{
    const auto system = discretize(m, 0.01);
    const VectorXd rest = system->model ? VectorXd(system->model->rest_coordinates()) : VectorXd();
    return simulate([&m](double time) { return discretize(m, time); }, *m.simulation,
                    {rest, VectorXd::Zero(rest.size()), {}, {}});
}

Plane wall_at(const Vector3d& point, const Vector3d& normal)
{
    Plane plane;
    plane.name = "wall";
    plane.at = 0.0605;
    plane.point = point;
    plane.normal = normal;
    return plane;
}

Guide guide_at(double s)
{
    Guide guide;
    guide.name = "G";
    guide.near = s;
    guide.point = Vector3d(s, 0, 0);
    return guide;
}

TEST(HeldInMotion, AChainRefusesEveryConstraintByItsName)
{
    Fixture fixture = hold_yz("P1", 0.0605);
    Clamp clamp;
    clamp.name = "C";
    clamp.at = 0.0605;
    clamp.X_WC = SE3(rod_along_x(1.0, 1.0).base.X_WB.rotation(), Vector3d(0.06, 0, 0));
    const std::pair<Constraint, const char*> refused[] = {
        {fixture, "constraints.P1 holds the rod while it moves"},
        {clamp, "constraints.C holds the rod while it moves"},
        {guide_at(0.03), "constraints.G lets the rod slip"},
        {wall_at(Vector3d(0, 0.01, 0), Vector3d(0, -1, 0)), "constraints.wall is a wall"}};
    for (const auto& [constraint, sentence] : refused) {
        const Trajectory run = moved(chain_with(constraint));
        EXPECT_EQ(run.status, Status::invalid);
        EXPECT_THAT(run.message, HasSubstr(sentence));
        EXPECT_THAT(run.message, HasSubstr("until: 0 s"));
    }
}

TEST(HeldInMotion, WhatLetsGoBeforeTheStartIsAllowed)
{
    Plane wall = wall_at(Vector3d(0, 0.01, 0), Vector3d(0, -1, 0));
    wall.until = 0.0;
    Fixture fixture = hold_yz("P1", 0.0605);
    fixture.until = 0.0;
    for (const Constraint& constraint : {Constraint(wall), Constraint(fixture)}) {
        const Trajectory run = moved(chain_with(constraint));
        EXPECT_EQ(run.status, Status::converged) << run.message;
    }
}

TEST(HeldInMotion, VibrationsAgainstATouchedWallAreRefusedAndBesideAnOpenOneAreThoseOfTheFreeRod)
{
    const auto modes_with = [](const Vector3d& point) {
        Manipulator m = chain_with(wall_at(point, Vector3d(0, -1, 0)));
        m.loads = {dead_load(m.rod.length, Vector3d(0, 5e-4, 0))};
        const auto system = discretize(m);
        return find_modes(*system, solve_statics(*system));
    };
    const Modes touched = modes_with(Vector3d(0, 1e-4, 0));
    EXPECT_EQ(touched.status, Status::invalid);
    EXPECT_THAT(touched.message, HasSubstr("constraints.wall is touched"));

    const Modes open = modes_with(Vector3d(0, 1.0, 0));
    ASSERT_EQ(open.status, Status::converged) << open.message;
    Manipulator free = chain_with(wall_at(Vector3d::Zero(), Vector3d(0, 1, 0)));
    free.constraints.clear();
    free.loads = {dead_load(free.rod.length, Vector3d(0, 5e-4, 0))};
    const auto system = discretize(free);
    const Modes alone = find_modes(*system, solve_statics(*system));
    EXPECT_NEAR(open.modes[0].frequency, alone.modes[0].frequency, 1e-9 * alone.modes[0].frequency);
}

}  // namespace
}  // namespace supple::test
