// A control loop gives a solve a limit, and must be able to go on with what it gets.
#include "support/memory_requests.hpp"
#include "support/rods.hpp"

#include <supple/analysis/solve.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/rod/model_traits.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace supple::test {
namespace test_bounded_time {

constexpr double L = 50 * mm;

Manipulator loaded(int joints)
{
    Manipulator m = rod_along_x(L, 17185 * mN_mm2);
    m.rod.torsional_stiffness = 17185 * mN_mm2;
    m.model = spherical(joints, JointLayout::split);
    m.loads = {dead_load(L, mN * Vector3d(1, -2.5, 2.5))};
    return m;
}

static_assert(
    noexcept(std::declval<Solver&>().solve()) && noexcept(std::declval<Solver&>().set(Solver::Input{}, 0.0)));

// No iteration, no balance: but where nothing acts.
TEST(BoundedTime, ALimitOfNoIterationsClaimsNothing)
{
    for (const ModelChoice& model :
         {ModelChoice(spherical(3, JointLayout::split)), ModelChoice(spherical(60, JointLayout::split)),
          ModelChoice(isotropic(2)), ModelChoice(CurvatureModel{6, true}), ModelChoice(VariationalModel{}),
          ModelChoice(CosseratModel{})}) {
        Manipulator m = loaded(3);
        m.rod.section = CrossSection{Circle{1 * mm}, {}, 1.0};
        m.rod.material.youngs_modulus = 1e9;
        m.model = model;
        SCOPED_TRACE(type_name(model));
        ASSERT_EQ(solve(m).status, Status::converged) << solve(m).message;
        const Equilibrium eq = solve(m, {.max_iterations = 0});
        EXPECT_EQ(eq.status, Status::not_converged);
        EXPECT_EQ(eq.solver.iterations, 0);
        EXPECT_NE(eq.message.find("iterations"), std::string::npos) << eq.message;
        // These two see that they are balanced by an iteration that changes nothing.
        if (is_exact(model) || std::holds_alternative<VariationalModel>(model)) continue;
        m.loads.clear();
        EXPECT_EQ(solve(m, {.max_iterations = 0}).status, Status::converged);
    }
}

// Both eliminations of the tangent.
class EachLength : public testing::TestWithParam<int> {};

TEST_P(EachLength, ALimitOfIterationsLeavesTheLastBalanceAndSaysSo)
{
    const Manipulator m = loaded(GetParam());
    const SolveOptions options{.max_iterations = solve(m).solver.iterations};  // enough for a first solve
    Solver solver(m, options);
    const Solver::Input fy = solver.input("loads.0.force.y");
    const Equilibrium before = solver.solve();
    ASSERT_EQ(before.status, Status::converged) << before.message;

    solver.set(fy, 2.0);  // hundreds of times the load
    const std::size_t requests = memory_requests();
    const Equilibrium& held = solver.solve();
    EXPECT_EQ(memory_requests() - requests, 0u);
    EXPECT_EQ(held.status, Status::not_converged);
    EXPECT_NE(held.message.find("that of the last balance"), std::string::npos) << held.message;
    EXPECT_LE(held.solver.iterations, options.max_iterations + 1);
    EXPECT_EQ(held.coordinates, before.coordinates);
    EXPECT_EQ(held.tip().position(), before.tip().position());
    EXPECT_EQ(held.base_reaction.force, before.base_reaction.force);

    // The next solve starts from there.
    solver.set(fy, -2.6 * mN);
    const Equilibrium& next = solver.solve();
    ASSERT_EQ(next.status, Status::converged) << next.message;
    Manipulator other = m;
    other.loads[0].force.y() = -2.6 * mN;
    EXPECT_LT((next.tip().position() - solve(other).tip().position()).norm(), 1e-9 * L);
}

TEST_P(EachLength, ALimitOfTimeLeavesTheLastBalanceAndSaysSo)
{
    const auto system = discretize(loaded(GetParam()));
    StaticSolver solver(*system);
    Equilibrium eq;
    StaticsOptions options;
    options.max_seconds = 0.0;
    solver.solve(options, eq);
    EXPECT_EQ(eq.status, Status::not_converged);
    EXPECT_NE(eq.message.find("before a balance"), std::string::npos) << eq.message;

    solver.solve({}, eq);
    ASSERT_EQ(eq.status, Status::converged);
    const Equilibrium before = eq;
    system->loads[0]->parameter(1) *= 1.5;
    options.warm_start = true;
    for (int again = 0; again < 2; ++again) {
        const std::size_t requests = memory_requests();
        solver.solve(options, eq);
        EXPECT_EQ(memory_requests() - requests, 0u);
        EXPECT_EQ(eq.status, Status::not_converged);
        EXPECT_NE(eq.message.find("that of the last balance"), std::string::npos) << eq.message;
        EXPECT_EQ(eq.coordinates, before.coordinates);
    }
    options.max_seconds = 3600.0;
    solver.solve(options, eq);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LE(eq.solver.iterations, 12);  // from the shape before, not from the unloaded one
}

INSTANTIATE_TEST_SUITE_P(Analysis, EachLength, testing::Values(6, 64));

}  // namespace test_bounded_time
}  // namespace supple::test
