#include "support/allocations.hpp"
#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <gtest/gtest.h>

namespace supple::cosserat {
namespace test_warm {

using namespace supple::test;

Manipulator busy()
{
    Manipulator m = catheter(Vector3d(0.02, 0.03, 0.05));
    m.environment.gravity = Vector3d(0, 0, 9.81);
    m.rod.material.density = 1150;
    m.loads = {dead_load(50e-3, Vector3d(1e-3, 0, 0)), follower(101.35e-3, Vector3d(0, 5e-4, 0))};
    m.stations = {{"coil", 72.9e-3}};
    Fixture fixture;
    fixture.name = "support";
    fixture.at = 30e-3;
    fixture.hold = {0.0, std::nullopt, std::nullopt};
    m.constraints = {fixture};
    return m;
}

TEST(CosseratWarm, SolveAgainAllocatesNothing)
{
    Manipulator m = busy();
    Solver solver(m);
    Equilibrium eq;
    solve(solver, eq);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    for (const bool warm : {false, true}) {
        solver.options().warm = warm;
        const std::size_t before = allocations();
        for (int i = 0; i < 5; ++i) {
            solver.set_load(0, Vector3d(1e-3 - 1e-4 * i, 0, 0), Vector3d::Zero());
            solver.set_currents(0, Vector3d(0.02, 0.03 - 0.002 * i, 0.05));
            solve(solver, eq);
            EXPECT_EQ(eq.status, Status::converged);
        }
        EXPECT_EQ(allocations(), before);
    }
    const std::size_t before = allocations();
    solver.update(m);
    solve(solver, eq);
    EXPECT_EQ(allocations(), before);
}

TEST(CosseratWarm, ChangedLoadsGiveTheSameAnswerAsABuiltSolver)
{
    Manipulator m = busy();
    Solver solver(m);
    Equilibrium eq;
    solve(solver, eq);
    m.loads[1].force = Vector3d(3e-4, -2e-4, 1e-4);
    std::get<CoilSet>(m.attachments[0]).currents = Vector3d(-0.02, 0.01, 0.04);
    const Vector3d expected = solve(m).tip().position();
    solver.set_load(1, m.loads[1].force, Vector3d::Zero());
    solver.set_currents(0, Vector3d(-0.02, 0.01, 0.04));
    for (const bool warm : {false, true, true}) {
        solver.options().warm = warm;
        solve(solver, eq);
        EXPECT_LT((eq.tip().position() - expected).norm(), 1e-9 * 101.35e-3);
    }
    EXPECT_LT(eq.solver.iterations, 3);  // the last one had nothing left to do
}

}  // namespace test_warm
}  // namespace supple::cosserat
