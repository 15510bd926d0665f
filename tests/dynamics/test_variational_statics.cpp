#include "support/nodal_rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace supple::test {
namespace test_variational_statics {

using namespace supple::variational;

constexpr double mm = 1e-3;

Vector3d tip(const Equilibrium& eq)
{
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT(eq.balance, 1e-9);
    return eq.tip().position();
}

/// Experiment 3 or 4 in the field and with the force of the golden case.
Manipulator golden_manipulator(const nlohmann::json& given, int elements, StrainPlace strain)
{
    const bool third = given.at("name") == "exp3_gravity";
    Manipulator m = experiment(third ? 3 : 4, elements, strain);
    if (!third) m.environment.magnetic_field.uniform = vector3(given.at("B"));
    const Vector3d force = vector3(given.at("tip_force"));
    if (!force.isZero(0.0)) m.loads.push_back(dead_load(m.rod.length, force));
    return m;
}

TEST(VariationalStatics, AnUnloadedRodIsBalanced)
{
    for (const int number : {1, 2, 3}) {
        const Equilibrium eq = solve_statics(experiment(number, 20, StrainPlace::midpoint, false));
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.balance, 0.0);
    }
}

TEST(VariationalStatics, NodesAreTheReferenceImplementations)
{
    const auto reference = golden("s4_statics.json");
    for (const auto& given : reference.at("cases")) {
        for (const char* letter : {"T", "M"}) {
            SCOPED_TRACE(given.at("name").get<std::string>() + letter);
            const auto& expected = given.at(letter);
            const Manipulator m = golden_manipulator(
                given, expected.at("N"), *letter == 'T' ? StrainPlace::nodal : StrainPlace::midpoint);
            const Equilibrium eq = solve_statics(m);
            tip(eq);
            ASSERT_EQ(eq.shape.frames.size(), expected.at("p").size());
            // Masses and moduli of the file are rounded to some digits in the table of s4.
            for (std::size_t a = 0; a < eq.shape.frames.size(); ++a)
                EXPECT_LT((eq.shape.frames[a].position() - vector3(expected.at("p").at(a))).norm(), 1e-8);
            EXPECT_LT((eq.tip().rotation() - rotation_from_x(expected.at("Lambda_tip"))).norm(), 1e-6);
        }
    }
}

TEST(VariationalStatics, TheSaggingRodConvergesToTheBoundaryValueProblemAtSecondOrder)
{
    const Vector3d exact = mm * Vector3d(53.3237, 0, -26.7425);
    const std::pair<int, double> published[] = {{10, 0.121}, {20, 0.031}, {40, 0.0078}};
    for (const auto& [elements, error] : published) {
        const Vector3d p = tip(solve_statics(experiment(3, elements)));
        EXPECT_NEAR((p - exact).norm() / mm / error, 1.0, 0.05) << elements;
    }
}

TEST(VariationalStatics, TheBoundaryValueProblemsAreMetByExtrapolation)
{
    const auto extrapolated = [](Manipulator m) {
        std::get<VariationalModel>(m.model).elements = 40;
        const Vector3d coarse = tip(solve_statics(m));
        std::get<VariationalModel>(m.model).elements = 80;
        const Vector3d fine = tip(solve_statics(m));
        return Vector3d((4.0 * fine - coarse) / 3.0);
    };
    EXPECT_LT((extrapolated(experiment(3, 40)) - mm * Vector3d(53.3237, 0, -26.7425)).norm(), 1e-3 * mm);
    EXPECT_LT((extrapolated(experiment(4, 40)) - mm * Vector3d(42.8449, 0, -39.6381)).norm(), 1e-3 * mm);
    Manipulator in_field = experiment(5, 40);
    in_field.environment.magnetic_field.uniform = Vector3d(0, 10e-3, 7.75e-3);
    EXPECT_LT((extrapolated(in_field) - mm * Vector3d(45.6170, 26.7418, -21.7853)).norm(), 1e-3 * mm);

    Manipulator pulled = experiment(1, 15, StrainPlace::midpoint, false);
    pulled.loads = {dead_load(0.2, Vector3d(0, 0.1, 0))};
    EXPECT_NEAR(tip(solve_statics(pulled)).y(), 4.51987 * mm, 1e-4 * mm);
    EXPECT_NEAR(extrapolated(pulled).y(), 4.52491 * mm, 1e-4 * mm);
}

TEST(VariationalStatics, InSpaceItConvergesToTheCosseratReference)
{
    // Weight, a magnet in a field across it, a curved and twisted rest shape, loads between the nodes.
    Manipulator m = experiment(4, 40);
    m.environment.magnetic_field.uniform = Vector3d(0.004, 0.008, 0.006);
    m.environment.magnetic_field.gradient << 0.1, 0, 0, 0, -0.05, 0.02, 0, 0.02, -0.05;
    m.rod.rest_shape = {{0.02, Vector2d(5.0, -8.0), 10.0}, {0.02, Vector2d(0.0, 6.0), -5.0}};
    m.loads = {dead_load(0.5 * m.rod.length, Vector3d(0, 1e-3, 0), Vector3d(2e-5, 0, 1e-5)),
               follower(m.rod.length, Vector3d(5e-4, 0, 0))};
    cosserat::Options options;
    options.shear = options.extension = true;
    const Equilibrium exact = cosserat::solve(m, options);
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    const auto error = [&](int elements) {
        std::get<VariationalModel>(m.model).elements = elements;
        const Equilibrium eq = solve_statics(m);
        EXPECT_LT((eq.base_reaction.force - exact.base_reaction.force).norm(),
                  1e-2 * exact.base_reaction.force.norm());
        return (tip(eq) - exact.tip().position()).norm() / m.rod.length;
    };
    // Even numbers of elements, so that a node carries the force in the middle.
    EXPECT_LT(error(40), 1e-3);
    EXPECT_NEAR(std::log2(error(60) / error(120)), 2.0, 0.2);
}

TEST(VariationalStatics, ARodAtItsRestShapeFeelsNothing)
{
    Manipulator m = experiment(3, 12, StrainPlace::midpoint, false);
    m.rod.rest_shape = {{0.02, Vector2d(15.0, -8.0), 30.0}, {0.03, Vector2d(0.0, 16.0), -5.0}};
    const NodalRod rod = nodal(m);
    std::vector<Vector6d> g;
    const auto frames = rest_state(rod).frames;
    gradient(rod, frames, {}, {0.0, 1.0}, g);
    for (const Vector6d& entry : g)
        EXPECT_LT(entry.norm(), 1e-13);
    EXPECT_GT(frames.back().rotation()(2, 2), -1.0);
    EXPECT_LT(frames.back().position().x(), 0.99 * m.rod.length);
}

TEST(VariationalStatics, AHeldTipReactsWithTheForceThatWouldBringItThere)
{
    Manipulator pulled = experiment(1, 15, StrainPlace::midpoint, false);
    pulled.loads = {dead_load(0.2, Vector3d(0, 0.1, 0.05))};
    const Equilibrium free = solve_statics(pulled);
    Fixture fixture;
    fixture.name = "finger";
    fixture.at = 0.2;
    fixture.hold = {std::nullopt, tip(free).y(), tip(free).z()};
    fixture.until = 0.0;
    Manipulator held = pulled;
    held.loads.clear();
    held.constraints = {fixture};
    const Equilibrium eq = solve_statics(held);
    EXPECT_LT((tip(eq) - tip(free)).norm(), 1e-9);
    ASSERT_EQ(eq.reactions.size(), 1u);
    EXPECT_EQ(eq.reactions[0].name, "finger");
    EXPECT_LT((eq.reactions[0].force - Vector3d(0, 0.1, 0.05)).norm(), 1e-6);
    EXPECT_LT((eq.base_reaction.force + Vector3d(0, 0.1, 0.05)).norm(), 1e-6);
}

TEST(VariationalStatics, AClampHoldsTheSlopeOfTheTip)
{
    Manipulator m = experiment(1, 15, StrainPlace::midpoint, false);
    Clamp clamp;
    clamp.name = "jaw";
    clamp.at = 0.2;
    const double angle = 0.05;
    Matrix3d R;  // the base turned about world z
    R << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1;
    clamp.X_WC = SE3(R * m.base.X_WB.rotation(), Vector3d(0.1999, 0.004, 0));
    m.constraints = {clamp};
    const Equilibrium eq = solve_statics(m);
    EXPECT_LT((tip(eq) - clamp.X_WC.position()).norm(), 1e-12);
    EXPECT_LT((eq.tip().rotation() - clamp.X_WC.rotation()).norm(), 1e-12);
    EXPECT_GT(eq.reactions[0].moment.norm(), 1e-3);
}

// A tangent held alone bends an unloaded rod into an arc: ψ = 2 tan(θ/2N) in every element, all by one
// moment, the derivative of C2 ψ²/2l by the angle of an element.
TEST(VariationalStatics, ATangentIsHeldByAMomentAloneAndThePositionIsFree)
{
    const int N = 15;
    const double theta = 1.2;
    Manipulator m = experiment(1, N, StrainPlace::midpoint, false);
    Fixture slope;
    slope.name = "slope";
    slope.at = m.rod.length;
    slope.tangent = Vector3d(std::cos(theta), std::sin(theta), 0);
    slope.until = 0.0;
    m.constraints = {slope};
    const NodalRod rod = nodal(m);
    const double psi = 2.0 * std::tan(theta / (2.0 * N));
    const double moment = rod.C2[1] * psi * (1.0 + psi * psi / 4.0) / rod.lengths[0];
    const auto expect_arc = [&](const Equilibrium& eq) {
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_LT((eq.tip().rotation().col(2) - *slope.tangent).norm(), 1e-12);
        ASSERT_EQ(eq.reactions.size(), 1U);
        // Positions carry rounding that the stiff strains turn into forces.
        EXPECT_LT(eq.reactions[0].force.norm() * m.rod.length, 1e-9 * moment);
        EXPECT_LT((eq.reactions[0].moment - Vector3d(0, 0, moment)).norm(), 1e-8 * moment);
        // Chords of a regular polygon, each turned by θ/N from the one before, the first by half of that.
        Vector3d p = Vector3d::Zero();
        for (int k = 0; k < N; ++k) {
            const double along = theta * (k + 0.5) / N;
            p += m.rod.length / N * Vector3d(std::cos(along), std::sin(along), 0);
        }
        EXPECT_LT((eq.tip().position() - p).norm(), 1e-9 * m.rod.length);
    };
    expect_arc(solve_statics(m));
    expect_arc(supple::solve_statics(*discretize(m)));

    // In space and under weight too, beside a held coordinate; the node may turn about its tangent.
    m.environment.gravity = Vector3d(0, 3, -400);
    slope.tangent = Vector3d(0.8, 0.36, 0.48);
    slope.hold = {std::nullopt, std::nullopt, 0.0};
    m.constraints = {slope};
    const Equilibrium nodes = solve_statics(m), strains = supple::solve_statics(*discretize(m));
    ASSERT_EQ(nodes.status, Status::converged) << nodes.message;
    ASSERT_EQ(strains.status, Status::converged) << strains.message;
    for (const Equilibrium& eq : {nodes, strains}) {
        const Reaction& r = eq.reactions[0];
        EXPECT_LT((eq.tip().rotation().col(2) - *slope.tangent).norm(), 1e-10);
        EXPECT_NEAR(eq.tip().position().z(), 0.0, 1e-10);
        EXPECT_EQ(r.force.head<2>().norm(), 0.0);
        EXPECT_GT(std::abs(r.force.z()), 0.1);
        EXPECT_LT(std::abs(r.moment.dot(*slope.tangent)), 1e-9 * r.moment.norm());
        EXPECT_GT(r.moment.norm(), 0.1 * moment);
    }
    EXPECT_LT((nodes.tip().position() - strains.tip().position()).norm(), 1e-8 * m.rod.length);
    EXPECT_LT((nodes.reactions[0].moment - strains.reactions[0].moment).norm(),
              1e-6 * nodes.reactions[0].moment.norm());
}

TEST(VariationalStatics, AFollowerMomentBendsTheRodIntoAnArcAtSecondOrder)
{
    const auto error = [](int elements) {
        Manipulator m = experiment(3, elements, StrainPlace::midpoint, false);
        const double EI = rod_properties(m.rod).bending_stiffness.x();
        const double angle = 3.0;  // of the tip [rad], about d2 = world z: x turns towards y
        m.loads = {follower(m.rod.length, Vector3d::Zero(), Vector3d(0, EI * angle / m.rod.length, 0))};
        const Equilibrium eq = solve_statics(m);
        EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
        const double r = m.rod.length / angle;
        return (tip(eq) - r * Vector3d(std::sin(angle), 1.0 - std::cos(angle), 0.0)).norm() / m.rod.length;
    };
    EXPECT_LT(error(40), 3e-3);
    EXPECT_NEAR(std::log2(error(40) / error(80)), 2.0, 0.05);
}

TEST(VariationalStatics, AColumnBeyondEulersLoadIsSaidToBeUnstable)
{
    Manipulator m = experiment(1, 30, StrainPlace::midpoint, false);
    const double EI = rod_properties(m.rod).bending_stiffness.x();
    const double euler = EI * std::pow(1.5707963267948966 / m.rod.length, 2);
    m.loads = {dead_load(m.rod.length, Vector3d(-0.98 * euler, 0, 0))};
    EXPECT_EQ(solve_statics(m).status, Status::converged);
    m.loads = {dead_load(m.rod.length, Vector3d(-1.02 * euler, 0, 0))};
    const Equilibrium eq = solve_statics(m);
    EXPECT_EQ(eq.status, Status::unstable);
    EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
    EXPECT_EQ(eq.stability.stable, false);
}

TEST(VariationalStatics, AFlatColumnBucklesInItsWeakPlaneAloneAndItsModesSaySo)
{
    Manipulator m = experiment(1, 12, StrainPlace::midpoint, false);
    m.rod.section = CrossSection{Rectangle{2e-3, 1e-3}, std::nullopt, 1.0};
    const double EI = rod_properties(m.rod).bending_stiffness.minCoeff();
    const double euler = EI * std::pow(1.5707963267948966 / m.rod.length, 2);
    m.loads = {dead_load(m.rod.length, Vector3d(-0.9 * euler, 0, 0))};
    EXPECT_EQ(find_variational_modes(m).status, Status::converged);
    m.loads = {dead_load(m.rod.length, Vector3d(-1.1 * euler, 0, 0))};
    EXPECT_EQ(solve_statics(m).stability.stable, false);
    const Modes modes = find_variational_modes(m);
    EXPECT_EQ(modes.status, Status::unstable);
    EXPECT_TRUE(modes.divergence);
    EXPECT_EQ(std::count_if(modes.modes.begin(), modes.modes.end(),
                            [](const Mode& mode) { return mode.eigenvalue.real() > 0.0; }),
              1);
}

TEST(VariationalStatics, ANumberThatIsNoneIsInvalid)
{
    Manipulator m = experiment(3, 10);
    m.loads = {dead_load(m.rod.length, Vector3d(0, std::nan(""), 0))};
    EXPECT_EQ(solve_statics(m).status, Status::invalid);
}

TEST(VariationalStatics, WhatTheModelDoesNotTakeIsSaid)
{
    Manipulator m = experiment(3, 10);
    m.constraints = {Plane{}};
    EXPECT_EQ(solve_statics(m).message, "the variational model does not take walls");
    EXPECT_EQ(solve_statics(m).status, Status::invalid);
    Manipulator thread = rod_along_x(0.1, 1e-6);
    for (const VariationalModel& model :
         {VariationalModel{}, VariationalModel{10, StrainPlace::nodal, true}}) {
        thread.model = model;
        EXPECT_EQ(solve_statics(thread).message,
                  "the variational rod stretches and shears: give a section and a material, or "
                  "axial_stiffness and shear_stiffness");
    }
}

}  // namespace test_variational_statics
}  // namespace supple::test
