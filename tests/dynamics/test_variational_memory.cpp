#include "support/memory_requests.hpp"
#include "support/nodal_rods.hpp"

#include <supple/dynamics/variational_explicit.hpp>
#include <supple/dynamics/variational_implicit.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_variational_memory {

using namespace supple::variational;

/// Experiment 6, its magnets in a field that varies in time, a force that ends, damped.
NodalRod busy_rod()
{
    Manipulator m = experiment(6, 20);
    m.rod.damping = {1.0, 1e-4};
    MagneticField& field = m.environment.magnetic_field;
    field.uniform = Vector3d(0, 0, 0.02);
    field.timing.history.time = {0.0, 1.0};
    field.timing.history.columns = {{"uniform.z", {0.02, -0.02}}};
    PointLoad load = dead_load(0.5 * m.rod.length, Vector3d(0, 1e-4, 0));
    load.timing.until = 1e-3;
    m.loads = {load};
    return nodal(m);
}

TEST(VariationalMemory, AnExplicitStepAsksForNone)
{
    const NodalRod rod = busy_rod();
    ExplicitIntegrator integrator(rod, rest_state(rod), 1e-5);
    NodalState state = rest_state(rod);
    const std::size_t before = memory_requests();
    for (int i = 0; i < 200; ++i)
        integrator.step();
    integrator.observe(state);
    EXPECT_EQ(memory_requests() - before, 0u);
}

TEST(VariationalMemory, AnImplicitStepAsksForNone)
{
    const NodalRod rod = busy_rod();
    ImplicitIntegrator integrator(rod, rest_state(rod));
    const std::size_t before = memory_requests();
    for (int i = 0; i < 20; ++i)
        ASSERT_TRUE(integrator.step(1e-4));
    EXPECT_EQ(memory_requests() - before, 0u);
}

}  // namespace test_variational_memory
}  // namespace supple::test
