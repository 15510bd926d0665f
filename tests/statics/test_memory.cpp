#include "support/driven_arm.hpp"
#include "support/memory_requests.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace supple::test {
namespace test_memory {

/// Requests for memory of a second solve with other loads.
std::size_t requests_of_a_second_solve(const Manipulator& m, bool warm)
{
    const auto system = discretize(m);
    StaticSolver solver(*system);
    Equilibrium eq;
    StaticsOptions options;
    options.warm_start = warm;
    solver.solve(options, eq);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    system->loads[0]->parameter(1) *= 1.01;
    const std::size_t before = memory_requests();
    solver.solve(options, eq);
    const std::size_t after = memory_requests();
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    return after - before;
}

Manipulator loaded(const ModelChoice& model, double factor)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = model;
    m.loads = {dead_load(50 * mm, factor * mN * Vector3d(4, -2.5, 2.5), mN_mm * Vector3d(0, -250, -150))};
    return m;
}

TEST(Memory, TheCounterCounts)
{
    const std::size_t before = memory_requests();
    const VectorXd eigen(100);
    const std::vector<int> standard(100);
    EXPECT_EQ(memory_requests() - before, 2u);
    EXPECT_EQ(eigen.size() + static_cast<Eigen::Index>(standard.size()), 200);
}

// Loads refer to the system's field and base pose.
static_assert(!std::is_copy_constructible_v<System> && !std::is_move_constructible_v<System> &&
              !std::is_move_assignable_v<System>);

TEST(Memory, ASecondSolveAsksForNone)
{
    CurvatureModel arcs;
    arcs.arcs = 6;
    const ModelChoice models[] = {table_1(),
                                  table_1(3),
                                  isotropic(3),
                                  spherical(8, JointLayout::gauss),
                                  spherical(24, JointLayout::gauss),
                                  arcs};
    for (const ModelChoice& model : models) {
        for (const double factor : {1.0, 4.0}) {  // at once, and along the path
            EXPECT_EQ(requests_of_a_second_solve(loaded(model, factor), true), 0u)
                << "warm, " << type_name(model);
            EXPECT_EQ(requests_of_a_second_solve(loaded(model, factor), false), 0u)
                << "cold, " << type_name(model);
        }
    }
}

TEST(Memory, ASecondSolveWithFixturesAsksForNone)
{
    Manipulator m = loaded(table_1(3), 1.0);
    m.constraints = {hold_yz("P1", 50 * mm / 3), hold_yz("P2", 100 * mm / 3)};
    EXPECT_EQ(requests_of_a_second_solve(m, true), 0u);
    EXPECT_EQ(requests_of_a_second_solve(m, false), 0u);
}

TEST(Memory, ASecondSolveAgainstAWallAsksForNone)
{
    Manipulator m = loaded(isotropic(3), 1.0);
    Plane wall;
    wall.name = "wall";
    wall.at = 50 * mm;
    wall.normal = {0, 1, 0};
    wall.point = {0, -4 * mm, 0};
    wall.friction = 0.2;
    m.constraints = {wall};
    EXPECT_EQ(requests_of_a_second_solve(m, true), 0u);
    EXPECT_EQ(requests_of_a_second_solve(m, false), 0u);
}

TEST(Memory, AWarmSolveInATubeAsksForNone)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = spherical(20, JointLayout::half_links);
    m.loads = {dead_load(50 * mm, mN * Vector3d(4, -10, 2.5))};
    m.constraints = {Conduit{.name = "tube",
                             .clearance = {2 * mm},
                             .pieces = {LinePiece{10 * mm}, ArcPiece{60 * mm, 1.0, Vector3d::UnitY()}}}};
    EXPECT_EQ(requests_of_a_second_solve(m, true), 0u);
}

TEST(Memory, ASecondSolveWithCoilsAsksForNone)
{
    const Manipulator m = mri_catheter(spherical(9, JointLayout::split), {0.02, 0.03, 0.04});
    EXPECT_EQ(requests_of_a_second_solve(m, true), 0u);
    EXPECT_EQ(requests_of_a_second_solve(m, false), 0u);
}

TEST(Memory, ASecondSolveWithDrivenRodsAsksForNone)
{
    for (const ContactLaw law : {ContactLaw::tendon, ContactLaw::capstan, ContactLaw::least_squares}) {
        const Manipulator m = paper_arm(law, 0.3, {12, 2, 0, 0, 4, 0});
        EXPECT_EQ(requests_of_a_second_solve(m, true), 0u);
        EXPECT_EQ(requests_of_a_second_solve(m, false), 0u);
    }
    const Manipulator drawn = paper_arm(cables({2 * mm, -1 * mm, -1 * mm, 0.0, 0.0, 0.0}, 3000.0, 1.0));
    EXPECT_EQ(requests_of_a_second_solve(drawn, true), 0u);
    EXPECT_EQ(requests_of_a_second_solve(drawn, false), 0u);
}

}  // namespace test_memory
}  // namespace supple::test
