#include "support/differences.hpp"
#include "support/golden.hpp"

#include <supple/cosserat/sensitivity.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::cosserat {
namespace test_sensitivity {

using namespace supple::test;

/// A rod with everything: rest shape, weight, both kinds of loads, magnet and coils in a field with a
/// gradient, a fixture.
Manipulator everything(bool fixture)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.rod.bending_stiffness = Vector2d(1.0, 1.4);
    m.rod.torsional_stiffness = 0.9;
    m.rod.axial_stiffness = 300.0;
    m.rod.shear_stiffness = Vector2d(150.0, 120.0);
    m.rod.mass_per_length = 0.1;
    m.rod.rest_shape = {{0.4, Vector2d(0.3, 0.2), 0.5}, {0.6, Vector2d(-0.2, 0.6), 0.0}};
    m.environment.gravity = Vector3d(2, 3, -9);
    m.environment.magnetic_field.uniform = Vector3d(0.3, 0.1, 0.5);
    m.environment.magnetic_field.gradient << 0.1, 0.2, 0.3, 0.2, -0.3, 0.1, 0.3, 0.1, 0.2;
    m.loads = {dead_load(0.7, Vector3d(0.2, 0.5, -0.3), Vector3d(0.1, -0.2, 0.3)),
               follower(1.0, Vector3d(0.3, 0.2, -0.4), Vector3d(-0.2, 0.1, 0.2))};
    CoilSet coils;
    coils.at = 0.8;
    coils.turns = Vector3d(10, 20, 30);
    coils.areas = Vector3d(0.1, 0.1, 0.05);
    coils.currents = Vector3d(0.3, -0.2, 0.4);
    m.attachments = {coils};
    if (fixture) {
        Fixture held;
        held.at = 0.5;
        held.hold = {std::nullopt, 0.02, -0.03};
        m.constraints = {held};
    }
    m.model = CosseratModel{true, true, 1e-11};
    return m;
}

class Sensitivities : public testing::TestWithParam<bool> {
 protected:
    Sensitivities() : manipulator(everything(GetParam())), solver(manipulator, options_of(manipulator))
    {
        Equilibrium eq;
        solve(solver, eq);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        sensitivity(solver, result);
    }

    /// Body twist of the tip by a change of the description.
    template <class Change>
    MatrixXd differences(Change change, int columns, double step)
    {
        const auto tip = [&](const VectorXd& x) {
            Manipulator m = manipulator;
            change(m, x);
            return solve(m).tip();
        };
        return right_difference(std::function<SE3(const VectorXd&)>(tip), VectorXd::Zero(columns), step);
    }

    void expect_derivative(const MatrixXd& analytic, const MatrixXd& numeric, double tolerance)
    {
        EXPECT_GT(analytic.norm(), 0.0);
        EXPECT_LT(relative_error(analytic, numeric), tolerance);
    }

    Manipulator manipulator;
    Solver solver;
    Sensitivity result;
};

TEST_P(Sensitivities, TipComplianceIsTheDerivativeByATipWrench)
{
    manipulator.loads.push_back(dead_load(1.0, Vector3d::Zero()));
    const auto change = [](Manipulator& m, const VectorXd& x) {
        m.loads.back().force = x.head<3>();
        m.loads.back().moment = x.tail<3>();
    };
    expect_derivative(result.tip_compliance, differences(change, 6, 1e-3), 1e-7);
}

TEST_P(Sensitivities, ByEveryLoadInItsOwnFrame)
{
    for (std::size_t i = 0; i < 2; ++i) {
        SCOPED_TRACE(i);
        const auto change = [&](Manipulator& m, const VectorXd& x) {
            m.loads[i].force += x.head<3>();
            m.loads[i].moment += x.tail<3>();
        };
        expect_derivative(result.loads[i], differences(change, 6, 1e-3), 1e-7);
    }
}

TEST_P(Sensitivities, ByCurrents)
{
    const auto change = [](Manipulator& m, const VectorXd& x) {
        std::get<CoilSet>(m.attachments[0]).currents += x;
    };
    expect_derivative(result.coils[0], differences(change, 3, 1e-3), 1e-7);
}

TEST_P(Sensitivities, ByStiffnesses)
{
    const auto bend = [](Manipulator& m, const VectorXd& x) {
        *m.rod.bending_stiffness += x.head<2>();
        *m.rod.torsional_stiffness += x[2];
    };
    expect_derivative(result.bending_stiffness, differences(bend, 3, 1e-3), 1e-7);
    const auto stretch = [](Manipulator& m, const VectorXd& x) {
        *m.rod.shear_stiffness += x.head<2>();
        *m.rod.axial_stiffness += x[2];
    };
    expect_derivative(result.stretch_stiffness, differences(stretch, 3, 1.0), 1e-5);
}

TEST_P(Sensitivities, ByRestCurvatureAndWeight)
{
    const auto curve = [](Manipulator& m, const VectorXd& x) {
        for (RestPiece& piece : m.rod.rest_shape) {
            piece.curvature += x.head<2>();
            piece.twist += x[2];
        }
    };
    expect_derivative(result.rest_curvature, differences(curve, 3, 1e-3), 1e-7);
    // Weight per length is mass per length times gravity; nothing else has mass here.
    const auto weigh = [](Manipulator& m, const VectorXd& x) {
        m.environment.gravity += x / *m.rod.mass_per_length;
    };
    expect_derivative(result.weight_per_length, differences(weigh, 3, 1e-3), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(FreeAndHeld, Sensitivities, testing::Bool());

TEST(Compliance, OfAConservativeProblemIsReciprocal)
{
    // Energy alone makes the compliance symmetric; the tip carries no moment, so body and world agree on it.
    Manipulator m = rod_along_x(1.0, 1.0);
    m.loads = {dead_load(0.5, Vector3d(0.4, 1.0, -0.7)), dead_load(1.0, Vector3d(-0.5, 0.6, 0.9))};
    Solver solver(m);
    Equilibrium eq;
    solve(solver, eq);
    Sensitivity result;
    sensitivity(solver, result);
    const Matrix3d R = eq.tip().rotation();
    Matrix6d world = result.tip_compliance;
    world.topRows<3>() = R * result.tip_compliance.topRows<3>();
    world.bottomRows<3>() = R * result.tip_compliance.bottomRows<3>();
    EXPECT_LT((world - world.transpose()).norm(), 1e-8 * world.norm());
}

}  // namespace test_sensitivity
}  // namespace supple::cosserat
