// Verdicts on equilibria, and paths through limit points.
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

namespace supple::test {
namespace test_stability {

constexpr double pi = std::numbers::pi;
constexpr double L = 0.1, EI = 2e-5;

/// A straight column along z, pressed at the tip.
Manipulator column(const ModelChoice& model, double press)
{
    Manipulator m = rod_along_z(L, EI);
    m.model = model;
    m.loads = {dead_load(L, {0, 0, -press})};
    return m;
}

void expect_critical(Manipulator m, double critical, double margin)
{
    m.loads[0].force.z() = -(1.0 - margin) * critical;
    const Equilibrium below = solve(m);
    EXPECT_EQ(below.status, Status::converged) << below.message;
    EXPECT_EQ(below.stability.stable, true);
    m.loads[0].force.z() = -(1.0 + margin) * critical;
    const Equilibrium above = solve(m);
    EXPECT_EQ(above.status, Status::unstable);
    EXPECT_EQ(above.stability.stable, false);
    EXPECT_EQ(above.stability.kind, StabilityKind::energy);
    EXPECT_FALSE(above.message.empty());
    EXPECT_LT((above.tip().position() - Vector3d(0, 0, L)).norm(), 1e-9) << "it stands straight";
}

TEST(Stability, AOneJointColumnBucklesWhereItsSpringGivesWay)
{
    // Joint in the middle, K = EI/L, lever L/2.
    expect_critical(column(spherical(1, JointLayout::half_links), 0.0), 2.0 * EI / (L * L), 1e-6);
    expect_critical(column(spherical(1, JointLayout::base_joint), 0.0), EI / (L * L), 1e-6);
}

TEST(Stability, LongChainsBuckleAtEulersLoad)
{
    const double euler = pi * pi * EI / (4.0 * L * L);
    expect_critical(column(spherical(40, JointLayout::gauss), 0.0), euler, 1e-3);
    expect_critical(column(spherical(60, JointLayout::half_links), 0.0), euler, 1e-3);
    expect_critical(column(isotropic(10), 0.0), euler, 1e-3);
    expect_critical(column(gauss_3(10), 0.0), euler, 1e-3);
    CurvatureModel arcs;
    arcs.arcs = 30;
    expect_critical(column(arcs, 0.0), euler, 1e-3);
}

TEST(Stability, AHeldTipRaisesTheLoadToThatOfAProppedColumn)
{
    Fixture guide;
    guide.name = "tip";
    guide.at = L;
    guide.hold = {0.0, 0.0, std::nullopt};
    Manipulator m = column(spherical(40, JointLayout::gauss), 0.0);
    m.constraints = {guide};
    expect_critical(m, 20.190728556 * EI / (L * L), 2e-3);

    // Held half way as well: the column is clamped, pinned in the middle, pinned at its end.
    Manipulator middle = m;
    guide.name = "middle";
    guide.at = L / 2;
    middle.constraints.push_back(guide);
    middle.loads[0].force.z() = -1.01 * 20.190728556 * EI / (L * L);
    EXPECT_EQ(solve(middle).stability.stable, true);
}

TEST(Stability, AFollowerLoadGetsNoCompleteVerdict)
{
    Manipulator m = column(spherical(20, JointLayout::half_links), 0.0);
    m.loads = {follower(L, {0, 0, -5.0 * EI / (L * L)})};  // twice Euler's load, below Beck's
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
    EXPECT_NE(eq.stability.stable, true);
}

TEST(Stability, ADeadMomentGetsNoCompleteVerdict)
{
    Manipulator m = column(spherical(8, JointLayout::gauss), 0.0);
    m.loads = {dead_load(L, Vector3d::Zero(), {0.3 * EI / L, 0, 0})};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged);
    EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
    EXPECT_FALSE(eq.stability.stable.has_value());
}

/// A shallow arch of rest curvature, clamped at both ends, pushed down in the middle.
Manipulator arch(double push)
{
    const double angle = 1.0;  // between its ends [rad]
    Manipulator m = rod_along_z(L, EI);
    CurvatureModel model;
    model.arcs = 12;
    m.model = model;
    m.rod.rest_shape = {{L, {angle / L, 0.0}, 0.0}};
    Clamp clamp;
    clamp.name = "end";
    clamp.at = L;
    const SE3 rest = solve(m).tip();
    clamp.X_WC = rest;
    m.constraints = {clamp};
    // Towards the chord and beyond: the arch bends from +z towards −y.
    const Vector3d chord = rest.position().normalized();
    const Vector3d inward = Vector3d::UnitX().cross(chord);
    Fixture plane;
    plane.name = "plane";
    plane.at = L / 2;
    plane.hold = {0.0, std::nullopt, std::nullopt};
    m.constraints.push_back(plane);
    m.loads = {dead_load(L / 2, push * EI / (L * L) * inward)};
    return m;
}

double middle_height(const Equilibrium& eq)
{
    return eq.shape.frames[6].position().dot(Vector3d::UnitX().cross(eq.tip().position().normalized())) / L;
}

TEST(Stability, AnArchSnapsThroughAndSaysSo)
{
    const double start = middle_height(solve(arch(1e-6)));
    const Equilibrium light = solve(arch(20.0));
    EXPECT_EQ(light.status, Status::converged);
    EXPECT_FALSE(light.snapped);
    const Equilibrium heavy = solve(arch(400.0));
    EXPECT_EQ(heavy.status, Status::converged) << heavy.message;
    EXPECT_TRUE(heavy.snapped);
    EXPECT_LT(heavy.solver.residual, 1e-10);
    EXPECT_EQ(heavy.stability.stable, true);
    EXPECT_LT(middle_height(heavy) * start, 0.0) << "the middle is on the other side";
}

TEST(Stability, ArcLengthAgreesWithTheLoadPathWhereNothingSnaps)
{
    StaticsOptions along;
    along.arc_length = true;
    for (const double push : {5.0, 20.0}) {
        const Manipulator m = arch(push);
        const Equilibrium a = solve_statics(*discretize(m), along), b = solve(m);
        ASSERT_EQ(a.status, Status::converged) << a.message;
        EXPECT_LT((a.coordinates - b.coordinates).cwiseAbs().maxCoeff() * L, 1e-9);
    }
}

TEST(Stability, ArcLengthPassesLimitPointsToAnEquilibriumAtFullLoad)
{
    StaticsOptions along;
    along.arc_length = true;
    const Equilibrium eq = solve_statics(*discretize(arch(400.0)), along);
    EXPECT_TRUE(eq.status == Status::converged || eq.status == Status::unstable) << eq.message;
    EXPECT_LT(eq.solver.residual, 1e-10);
    EXPECT_FALSE(eq.snapped);
}

// Newton from the last shape would end on the other side, at an equilibrium that does not hold.
TEST(Stability, AColumnPushedPastItsLoadInOneStepGoesToTheSideItLeansTo)
{
    const double euler = pi * pi * EI / (4.0 * L * L);
    for (const ModelChoice& model :
         {ModelChoice(isotropic(4)), ModelChoice(spherical(12, JointLayout::gauss))}) {
        for (const double factor : {1.2, 1.6, 3.0}) {
            SCOPED_TRACE(fmt::format("{} {}", type_name(model), factor));
            Manipulator m = column(model, 0.4 * euler);
            m.loads[0].force.x() = 4e-3 * euler;
            Solver solver(m);
            const Solver::Input press = solver.input("loads.0.force.z");
            ASSERT_EQ(solver.solve().status, Status::converged);
            solver.set(press, -factor * euler);
            const Equilibrium past = solver.solve();
            ASSERT_EQ(past.status, Status::converged) << past.message;
            EXPECT_GT(past.tip().position().x(), 0.2 * L);
            m.loads[0].force.z() = -factor * euler;
            EXPECT_LT((past.tip().position() - solve(m).tip().position()).norm(), 1e-9 * L);
            // And back.
            solver.set(press, -0.4 * euler);
            const Equilibrium back = solver.solve();
            ASSERT_EQ(back.status, Status::converged) << back.message;
            EXPECT_LT(back.tip().position().x(), 0.02 * L);
        }
    }
}

}  // namespace test_stability
}  // namespace supple::test
