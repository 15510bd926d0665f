#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace supple::cosserat {
namespace test_stability {

using namespace supple::test;
using std::numbers::pi;

Manipulator column(double force, const Vector2d& stiffness = Vector2d::Ones())
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.rod.bending_stiffness = stiffness;
    m.loads = {dead_load(1.0, Vector3d(-force, 0, 0))};
    return m;
}

/// The value at which the rod ceases to be stable. Within a millionth of it no verdict but neutral is given.
double critical(double stable, double unstable, const std::function<Manipulator(double)>& at)
{
    EXPECT_EQ(solve(at(stable)).stability.stable, true);
    EXPECT_EQ(solve(at(unstable)).stability.stable, false);
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (stable + unstable);
        (solve(at(middle)).stability.stable == true ? stable : unstable) = middle;
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
    // Beyond it the straight rod does not hold, and is told so, as without the fixture and as by the chains.
    const Equilibrium above = solve(held(20.2));
    EXPECT_EQ(above.status, Status::unstable) << above.message;
    EXPECT_EQ(above.stability.stable, false);
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

/// A column along x with what must not change the verdict on it.
std::vector<Manipulator> columns(double force, const Vector2d& stiffness)
{
    std::vector<Manipulator> all(4, column(force, stiffness));
    all[1].loads[0].moment = Vector3d(1e-7, 0, 0);
    all[2].loads[0].moment = Vector3d(0, 1e-9, 2e-9);
    Plane wall;  // far from the rod
    wall.at = 1.0;
    wall.point = Vector3d(0, 3, 0);
    wall.normal = Vector3d(0, -1, 0);
    wall.friction = 0.4;
    all[3].constraints = {wall};
    return all;
}

TEST(CosseratStability, RoundColumnsBuckleInPairsAndAreSeenToWithoutAPotential)
{
    for (const Vector2d& stiffness : {Vector2d(1.0, 1.0), Vector2d(1.0, 4.0)}) {
        for (const double factor : {0.5, 0.9, 0.99}) {
            for (const Manipulator& m : columns(factor * pi * pi / 4, stiffness)) {
                SCOPED_TRACE(fmt::format("{} EI {} {}", factor, stiffness[0], stiffness[1]));
                const Equilibrium eq = solve(m);
                EXPECT_EQ(eq.status, Status::converged) << eq.message;
                EXPECT_NE(eq.stability.stable, false);
                EXPECT_NEAR(eq.tip().position().x(), 1.0, 1e-12);
            }
        }
        for (const double factor : {1.01, 1.1, 2.0, 3.9, 4.0, 4.1, 8.0, 8.9, 9.0, 9.1, 12.0, 16.0, 30.0}) {
            int i = 0;
            for (const Manipulator& m : columns(factor * pi * pi / 4, stiffness)) {
                SCOPED_TRACE(fmt::format("{} EI {} {}, column {}", factor, stiffness[0], stiffness[1], i++));
                const Equilibrium eq = solve(m);
                // A couple across the column bends it a little, so that it may follow the buckled branch.
                const bool straight = eq.tip().position().x() > 0.999;
                EXPECT_EQ(eq.status, straight ? Status::unstable : Status::converged) << eq.message;
                EXPECT_EQ(eq.stability.stable == false, straight);
            }
        }
    }
}

/// First buckling load of a column of length and stiffness 1 that is clamped at 0 and guided at a: w'' of the
/// inner span at the guide is that of the free end beyond it, k θ tan(k b).
double guided_column(double a)
{
    const auto f = [a](double k) {
        const double A = 1 - std::cos(k * a), B = std::sin(k * a) - k * a;
        const double slope = k * (A * (std::cos(k * a) - 1) - B * std::sin(k * a));
        const double bend = -k * k * (A * std::sin(k * a) + B * std::cos(k * a));
        return bend * std::cos(k * (1 - a)) - slope * k * std::sin(k * (1 - a));
    };
    double low = 1.0;
    while (f(low) * f(low + 0.01) > 0.0)
        low += 0.01;
    double high = low + 0.01;
    for (int i = 0; i < 60; ++i)
        (f(low) * f(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
    return low * low;
}

TEST(CosseratStability, GuidedColumnBucklesAtItsOwnLoad)
{
    for (const double a : {0.02, 0.3, 0.6}) {
        const double critical_load = guided_column(a);
        for (const double moment : {0.0, 1e-8}) {
            SCOPED_TRACE(fmt::format("guide at {}, {} N, moment {}", a, critical_load, moment));
            const auto guided = [&](double force) {
                Manipulator m = column(force);
                m.loads[0].moment = Vector3d(moment, 0, 0);
                Guide guide;
                guide.point = Vector3d(a, 0, 0);
                guide.near = a;
                m.constraints = {guide};
                return solve(m);
            };
            const Equilibrium below = guided(0.97 * critical_load);
            EXPECT_EQ(below.status, Status::converged) << below.message;
            EXPECT_NEAR(below.tip().position().x(), 1.0, 1e-9);
            for (const double factor : {1.03, 4.0}) {
                const Equilibrium above = guided(factor * critical_load);
                const bool straight =
                    above.status != Status::not_converged && above.tip().position().x() > 0.999;
                EXPECT_FALSE(straight && above.status == Status::converged) << factor;
            }
        }
    }
}

TEST(CosseratStability, TwistedRodWithItsTangentHeldBucklesAtGreenhillsMoment)
{
    // Both tangents held, the tip free to move: M L/EI = 2π. With the tip held across too: twice the first
    // root of tan x = x.
    for (const bool across : {false, true}) {
        const double greenhill = across ? 2 * 4.493409458 : 2 * pi;
        const auto twisted = [&](double moment) {
            Manipulator m = rod_along_x(1.0, 1.0);
            m.loads = {dead_load(1.0, Vector3d::Zero(), Vector3d(moment, 0, 0))};
            Fixture fixture;
            fixture.at = 1.0;
            if (across) fixture.hold = {std::nullopt, 0.0, 0.0};
            fixture.tangent = Vector3d::UnitX();
            m.constraints = {fixture};
            return solve(m);
        };
        for (const double factor : {0.1, 0.9, 0.99}) {
            SCOPED_TRACE(factor);
            const Equilibrium eq = twisted(factor * greenhill);
            EXPECT_EQ(eq.status, Status::converged) << eq.message;
            EXPECT_NEAR(eq.tip().position().x(), 1.0, 1e-9);
        }
        for (const double factor : {1.01, 1.1, 1.2, 1.5, 2.0, 2.2}) {
            SCOPED_TRACE(factor);
            const Equilibrium eq = twisted(factor * greenhill);
            const bool straight = eq.status != Status::not_converged && eq.tip().position().x() > 0.9999;
            EXPECT_FALSE(straight && eq.status == Status::converged)
                << across << " " << eq.tip().position().transpose() << " snapped " << eq.snapped << " "
                << eq.solver.iterations;
        }
    }
}

// Between two clamps the ends of a straight rod keep their distance, and a force along it is not determined.
// Without one the rod buckles at the moment 8.9868 EI/L (tan(M/2) = M/2).
TEST(CosseratStability, RodTwistedBetweenClampsBucklesAtItsOwnMomentWhateverTheStepsWere)
{
    constexpr double GJ = 0.8;
    for (const double step : {0.3, 0.7, 1.3, 2.25, 3.0}) {
        SCOPED_TRACE(step);
        Manipulator m = rod_along_x(1.0, 1.0);
        m.rod.torsional_stiffness = GJ;
        Clamp clamp;
        clamp.at = 1.0;
        Solver solver(m, {.warm = true});
        Equilibrium eq;
        for (int k = 1; k * step < 12.0; ++k) {
            const double angle = k * step, moment = GJ * angle;
            SCOPED_TRACE(angle);
            clamp.X_WC = SE3(so3::exp(angle * Vector3d::UnitX()) * m.base.X_WB.rotation(), Vector3d(1, 0, 0));
            m.constraints = {clamp};
            solver.update(m);
            solve(solver, eq);
            EXPECT_LT(eq.reactions.at(0).force.norm(), 1e-6);
            EXPECT_NEAR(eq.reactions[0].moment.x(), moment, 1e-9);
            EXPECT_EQ(eq.stability.stable, moment < 8.9868);
            if (moment > 8.9868) break;
            ASSERT_EQ(eq.status, Status::converged) << eq.message;
        }
    }
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

}  // namespace test_stability
}  // namespace supple::cosserat
