#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace supple::cosserat {
namespace {

using namespace supple::test;
using std::numbers::pi;

Manipulator column(double force, const Vector2d& stiffness = Vector2d::Ones())
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.rod.bending_stiffness = stiffness;
    m.loads = {dead_load(1.0, Vector3d(-force, 0, 0))};
    return m;
}

/// The value at which the verdict changes between two at which it differs.
double critical(double stable, double unstable, const std::function<Manipulator(double)>& at)
{
    EXPECT_EQ(solve(at(stable)).stability.stable, true);
    EXPECT_EQ(solve(at(unstable)).stability.stable, false);
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (stable + unstable);
        (solve(at(middle)).stability.stable.value() ? stable : unstable) = middle;
    }
    return 0.5 * (stable + unstable);
}

TEST(CosseratStability, StraightColumnIsUnstableBeyondEulersLoadAndSaysSo)
{
    const double euler = pi * pi / 4;
    EXPECT_NEAR(critical(1.0, 4.0, [](double F) { return column(F); }), euler, 1e-5 * euler);

    const Equilibrium below = solve(column(0.999 * euler));
    EXPECT_EQ(below.status, Status::converged);
    EXPECT_EQ(below.stability.kind, StabilityKind::energy);
    for (const double factor : {1.001, 2.0, 4.0, 9.1, 30.0, 1000.0}) {
        SCOPED_TRACE(factor);
        const Equilibrium above = solve(column(factor * euler));
        EXPECT_EQ(above.status, Status::unstable);
        EXPECT_EQ(above.message, "the equilibrium is unstable");
        EXPECT_NEAR(above.tip().position().x(), 1.0, 1e-12);
    }
}

TEST(CosseratStability, WeakerDirectionOfTheSectionBucklesFirst)
{
    const double F = critical(1.0, 4.0, [](double f) { return column(f, Vector2d(3.0, 0.8)); });
    EXPECT_NEAR(F, 0.8 * pi * pi / 4, 1e-5);
}

TEST(CosseratStability, TallRodBucklesUnderItsOwnWeight)
{
    // Greenhill: w L³/EI = 7.8373474, from the first zero of the Bessel function J of order −1/3.
    const auto standing = [](double w) {
        Manipulator m = rod_along_x(1.0, 1.0);
        m.rod.mass_per_length = 1.0;
        m.environment.gravity = Vector3d(-w, 0, 0);
        return m;
    };
    EXPECT_NEAR(critical(6.0, 9.0, standing), 7.8373474, 1e-4);
}

TEST(CosseratStability, OpposingCurrentTwistsTheCatheterFirstAndBendsItNext)
{
    const auto current = [](double u) { return catheter(Vector3d(0, u, 0)); };
    EXPECT_NEAR(critical(-0.045, -0.055, current), -50.63194e-3, 1e-7);
    const auto rigid_in_torsion = [](double u) {
        Manipulator m = catheter(Vector3d(0, u, 0));
        m.rod.torsional_stiffness = 1.0;
        return m;
    };
    EXPECT_NEAR(critical(-0.055, -0.075, rigid_in_torsion), -68.36666e-3, 1e-7);
}

TEST(CosseratStability, SupportedColumnBucklesAtItsOwnLoad)
{
    // Clamped and laterally held at the tip: tan k = k, k² = 20.1907.
    const auto held = [](double force) {
        Manipulator m = column(force);
        Fixture fixture;
        fixture.at = 1.0;
        fixture.hold = {std::nullopt, 0.0, 0.0};
        m.constraints = {fixture};
        return m;
    };
    const Equilibrium below = solve(held(20.18));
    EXPECT_EQ(below.status, Status::converged);
    EXPECT_FALSE(below.snapped);
    EXPECT_EQ(below.stability.stable, true);
    EXPECT_NEAR(below.tip().position().x(), 1.0, 1e-12);
    // Beyond it the rod is led on to the shape it buckles into, and says that it jumped.
    const Equilibrium above = solve(held(20.3));
    EXPECT_EQ(above.status, Status::converged) << above.message;
    EXPECT_TRUE(above.snapped);
    EXPECT_EQ(above.stability.stable, true);
    EXPECT_LT(above.tip().position().x(), 0.999);
}

TEST(CosseratStability, LoadsWithoutAPotentialAreNotCalledStable)
{
    // Beck's column: a follower force has no divergence at all, only flutter.
    Manipulator beck = rod_along_x(1.0, 1.0);
    beck.loads = {follower(1.0, Vector3d(0, 0, -30.0))};
    const Equilibrium eq = solve(beck);
    EXPECT_EQ(eq.status, Status::converged);
    EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
    EXPECT_FALSE(eq.stability.stable.has_value());

    Manipulator couple = rod_along_x(1.0, 1.0);
    couple.loads = {dead_load(1.0, Vector3d(0, 0.3, 0), Vector3d(0, 0, 0.4))};
    EXPECT_EQ(solve(couple).stability.kind, StabilityKind::divergence_only);
}

TEST(CosseratStability, BuckledShapeHasLessEnergyThanTheStraightOneAtTheSameLoad)
{
    const double F = 1.3 * pi * pi / 4;
    const Vector2d stiffness(2.0, 1.0);
    const Equilibrium straight = solve(column(F, stiffness));
    Solver solver(column(F, stiffness));
    Equilibrium eq;
    solver.set_load(0, Vector3d(-F, 0.2, 0), Vector3d::Zero());
    solve(solver, eq);
    solver.options().warm = true;
    solver.set_load(0, Vector3d(-F, 0, 0), Vector3d::Zero());
    solve(solver, eq);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_GT(eq.tip().position().y(), 0.1);
    EXPECT_LT(eq.energy.total, straight.energy.total - 1e-3);
}

TEST(CosseratStability, BuckledColumnSnapsWhenItIsPushedBackAndSaysSo)
{
    const double F = 1.5 * pi * pi / 4;
    const Vector2d stiffness(2.0, 1.0);
    Solver solver(column(F, stiffness));
    Equilibrium eq;
    solver.set_load(0, Vector3d(-F, 3.0, 0), Vector3d::Zero());
    solve(solver, eq);
    EXPECT_FALSE(eq.snapped);
    const Vector3d before = eq.tip().position();
    EXPECT_GT(before.y(), 0.3);

    solver.options().warm = true;
    solver.set_load(0, Vector3d(-F, -0.02, 0), Vector3d::Zero());
    solve(solver, eq);
    EXPECT_EQ(eq.status, Status::converged);
    EXPECT_FALSE(eq.snapped);
    EXPECT_GT(eq.tip().position().y(), 0.3);

    solver.set_load(0, Vector3d(-F, -3.0, 0), Vector3d::Zero());
    solve(solver, eq);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_TRUE(eq.snapped);
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_LT((eq.tip().position() - Vector3d(before.x(), -before.y(), 0)).norm(), 1e-8);
}

}  // namespace
}  // namespace supple::cosserat
