// Rods in tubes through the verbs: derivatives, the branch, every kind of model, what judges them.
#include "support/tubes.hpp"

#include <supple/analysis/solve.hpp>
#include <supple/compare/model_error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple::test {
namespace test_vessel {

Manipulator in_a_bend(const Vector3d& force, int joints = 40)
{
    Manipulator m = unit_rod(joints);
    m.constraints = {tube_with_a_bend()};
    m.loads = {tip_force(force)};
    m.loads[0].name = "tip";
    m.rod.axial_stiffness = 1e6;
    m.rod.shear_stiffness = Vector2d(1e6, 1e6);
    return m;
}

// What touches is held along its normal; along the wall it slides.
TEST(InAVessel, DerivativesAreExactAndThoseOfDifferences)
{
    Solver solver(in_a_bend({0.5, 0.3, 3.0}));
    const Output tip = solver.output("tip.position");
    std::vector<Solver::Input> inputs;
    for (const char* axis : {"x", "y", "z"})
        inputs.push_back(solver.input(std::string("loads.tip.force.") + axis));
    solver.solve();
    MatrixXd J;
    ASSERT_EQ(solver.jacobian(std::array{tip}, inputs, J), Derivatives::exact);
    for (int k = 0; k < 3; ++k) {
        constexpr double step = 1e-4;
        const double at[] = {0.5, 0.3, 3.0};
        Vector3d tips[2];
        for (const int side : {0, 1}) {
            solver.set(inputs[static_cast<std::size_t>(k)], at[k] + (side == 0 ? -step : step));
            const Equilibrium& eq = solver.solve();
            ASSERT_EQ(eq.status, Status::converged);
            tips[side] = eq.tip().position();
        }
        solver.set(inputs[static_cast<std::size_t>(k)], at[k]);
        const Vector3d expected = (tips[1] - tips[0]) / (2.0 * step);
        EXPECT_GT(expected.norm(), 1e-6);
        EXPECT_LT((J.col(k) - expected).norm(), 1e-7);
    }
}

TEST(InAVessel, TheBranchIsCheckedWhereItIsAskedFor)
{
    const Manipulator m = in_a_bend({0.0, 0.0, 3.0});
    EXPECT_EQ(solve(m).contact_check->branch, BranchCheck::not_checked);
    const Equilibrium eq = solve(m, {.check_branch = true});
    EXPECT_EQ(eq.contact_check->branch, BranchCheck::same);
    // The check leaves no trace.
    const Equilibrium plain = solve(m);
    EXPECT_EQ(eq.solver.iterations, plain.solver.iterations);
    EXPECT_LT((eq.tip().position() - plain.tip().position()).norm(), 1e-12);
    EXPECT_NEAR(eq.contacts.back().normal_force, plain.contacts.back().normal_force, 1e-9);
}

// Twice as many elements, a quarter of the error, as without a tube.
TEST(InAVessel, TheVariationalRodTouchesWhereTheExactOneDoes)
{
    Manipulator m = in_a_bend({0.0, 0.0, 3.0});
    m.model = CosseratModel{};
    const Equilibrium exact = solve(m);
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    double error[2];
    for (const int finer : {0, 1}) {
        m.model = VariationalModel{.elements = finer == 0 ? 30 : 120};
        const Equilibrium eq = solve(m);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.model, "variational");
        EXPECT_LT(eq.contact_check->complementarity, 1e-9);
        error[finer] = (eq.tip().position() - exact.tip().position()).norm();
        EXPECT_LT((eq.reactions.back().force - exact.reactions.back().force).norm(), finer == 0 ? 0.2 : 0.03);
    }
    EXPECT_LT(error[0], 1e-3);
    EXPECT_LT(error[1], 1e-4);
}

TEST(InAVessel, TheVariationalRodHasTheMidpointStrain)
{
    Manipulator m = in_a_bend({0.0, 0.0, 3.0});
    m.model = VariationalModel{.elements = 20, .strain = StrainPlace::nodal};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::invalid);
    EXPECT_NE(eq.message.find("midpoint"), std::string::npos) << eq.message;
}

TEST(InAVessel, AModelIsJudgedByTheExactRod)
{
    const Manipulator m = in_a_bend({0.0, 0.0, 3.0});
    const auto error = model_error(m, solve(m));
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->judge, "cosserat");
    EXPECT_EQ(error->message, "");
    EXPECT_LT(error->tip, 2.1e-4);
    EXPECT_GT(error->tip, 1e-6);
}

}  // namespace test_vessel
}  // namespace supple::test
