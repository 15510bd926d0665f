#include "support/golden.hpp"
#include "support/random.hpp"

#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/impl.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace supple::cosserat {
namespace test_honesty {

using namespace supple::test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Manipulator plain()
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.loads = {dead_load(1.0, Vector3d(0.1, 0.5, -0.3), Vector3d(0.2, 0.1, 0.3))};
    Magnet magnet;
    magnet.at = 0.5;
    magnet.dipole = Vector3d(0, 0, 1);
    m.attachments = {magnet};
    m.environment.magnetic_field.uniform = Vector3d(0, 0.2, 0);
    Fixture fixture;
    fixture.at = 0.3;
    fixture.hold = {std::nullopt, 0.01, std::nullopt};
    m.constraints = {fixture};
    m.rod.rest_shape = {{1.0, Vector2d(0.1, 0.0), 0.0}};
    m.rod.mass_per_length = 0.1;
    m.environment.gravity = Vector3d(0, 0, -1);
    return m;
}

TEST(CosseratHonesty, WhatIsNotANumberIsInvalid)
{
    ASSERT_EQ(solve(plain()).status, Status::converged);
    using Spoil = void (*)(Manipulator&, double);
    // An infinite place is the tip, which is right; beyond the other end there is nothing.
    const Spoil spoils[] = {
        [](Manipulator& m, double x) { m.rod.length = x; },
        [](Manipulator& m, double x) { (*m.rod.bending_stiffness)[0] = x; },
        [](Manipulator& m, double x) { m.rod.mass_per_length = x; },
        [](Manipulator& m, double x) { m.rod.rest_shape[0].twist = x; },
        [](Manipulator& m, double x) { m.environment.gravity.y() = x; },
        [](Manipulator& m, double x) { m.environment.magnetic_field.uniform.z() = x; },
        [](Manipulator& m, double x) { m.loads[0].force.x() = x; },
        [](Manipulator& m, double x) { m.loads[0].moment.z() = x; },
        [](Manipulator& m, double x) { m.loads[0].at = x == at_tip ? -x : x; },
        [](Manipulator& m, double x) { std::get<Magnet>(m.attachments[0]).dipole.x() = x; },
        [](Manipulator& m, double x) { std::get<Magnet>(m.attachments[0]).at = x == at_tip ? -x : x; },
        [](Manipulator& m, double x) { std::get<Fixture>(m.constraints[0]).hold[1] = x; },
        [](Manipulator& m, double x) { m.base.X_WB = SE3(Matrix3d::Identity(), Vector3d(x, 0, 0)); },
    };
    for (std::size_t i = 0; i < std::size(spoils); ++i) {
        for (const double x : {nan, infinity, -infinity}) {
            SCOPED_TRACE(fmt::format("value {} of the list, {}", i, x));
            Manipulator m = plain();
            spoils[i](m, x);
            const Equilibrium eq = solve(m);
            EXPECT_EQ(eq.status, Status::invalid);
            EXPECT_FALSE(eq.message.empty());
        }
    }
}

TEST(CosseratHonesty, ImpossibleDescriptionsAreInvalidWithAReason)
{
    const auto refused = [](auto change) {
        Manipulator m = plain();
        change(m);
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::invalid);
        EXPECT_FALSE(eq.message.empty());
    };
    refused([](Manipulator& m) { m.rod.length = 0.0; });
    refused([](Manipulator& m) { m.rod.length = -1.0; });
    refused([](Manipulator& m) { m.rod.bending_stiffness.reset(); });
    refused([](Manipulator& m) { m.rod.bending_stiffness = Vector2d(-1.0, 1.0); });
    refused([](Manipulator& m) { m.loads[0].at = 1.1; });
    refused([](Manipulator& m) { m.loads[0].at = -0.1; });
    refused([](Manipulator& m) { m.base.free = true; });
    refused([](Manipulator& m) { m.constraints.push_back(m.constraints[0]); });
    refused([](Manipulator& m) { std::get<Fixture>(m.constraints[0]).at = 0.0; });
    refused([](Manipulator& m) { m.constraints.emplace_back(Conduit{}); });
    refused([](Manipulator& m) { m.attachments.emplace_back(DrivenRods{}); });
    refused([](Manipulator& m) {
        FieldMap map;  // far from the rod, where the field is not defined then
        map.origin = Vector3d(10, 10, 10);
        map.spacing = Vector3d(1, 1, 1);
        map.count = {2, 2, 2};
        map.values.assign(8, Vector3d(0, 0, 1));
        m.environment.magnetic_field.map = std::make_shared<FieldMap>(map);
    });
}

// What has no magnetic field is told nothing of one.
TEST(CosseratHonesty, LoadsBeyondTheNumbersAreSaidToBe)
{
    for (const double size : {3e197, 1e300}) {
        for (const bool moment : {false, true}) {
            Manipulator m = rod_along_x(0.1, 2e-5);
            m.loads = {moment ? dead_load(0.1, Vector3d::Zero(), Vector3d(0, 0, size))
                              : dead_load(0.1, Vector3d(0, size, 0))};
            const Equilibrium eq = solve(m);
            SCOPED_TRACE(fmt::format("{} {}", size, eq.message));
            EXPECT_NE(eq.status, Status::converged);
            EXPECT_EQ(eq.message.find("field"), std::string::npos);
            EXPECT_NE(eq.message.find(eq.status == Status::invalid ? "stiffness" : "load"),
                      std::string::npos);
        }
    }
    Manipulator soft = rod_along_x(0.1, 1e-200);
    soft.loads = {dead_load(0.1, Vector3d(0, 1, 0))};
    EXPECT_EQ(solve(soft).message.find("field"), std::string::npos);
}

// Fixtures far from where loads bring the rod: many have no shape that is found. The work is counted over all
// the ways of one search.
TEST(CosseratHonesty, EverySearchEndsInBoundedWorkAndSaysThatItWasUsedUp)
{
    std::mt19937 engine(7);
    int used_up = 0;
    for (int i = 0; i < 10; ++i) {
        Manipulator m = rod_along_x(1.0, 1.0);
        Fixture tip, inner;
        tip.at = 1.0;
        inner.at = 0.85;
        if (i == 0) {
            tip.hold = {std::nullopt, 0.95, 0.1};
            inner.hold = {0.3, std::nullopt, std::nullopt};
        } else {
            const Vector3d a = 0.55 * random_vector(3, engine), b = 0.55 * random_vector(3, engine);
            tip.hold = {a.x(), a.y(), i % 2 ? std::optional(a.z()) : std::nullopt};
            inner.hold = {std::nullopt, b.y(), b.z()};
        }
        m.constraints = {tip, inner};
        Solver solver(m);
        Equilibrium eq;
        solve(solver, eq);
        SCOPED_TRACE(fmt::format("{}: {}", i, eq.message));
        // One evaluation of the mesh may go beyond it.
        EXPECT_LT(solver.impl().work.effort, 120'000);
        if (eq.message.find("the work that a solve may take") != std::string::npos) ++used_up;
        EXPECT_LT(solver.impl().work.iterations, 5 * Options{}.max_iterations);
    }
    EXPECT_GT(used_up, 0);
}

TEST(CosseratHonesty, UnloadedRodRestsInItsRestShape)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.rod.rest_shape = {{1.0, Vector2d(0.0, 2.0), 0.0}};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged);
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_NEAR(eq.energy.elastic, 0.0, 1e-20);
    EXPECT_LT(eq.base_reaction.force.norm() + eq.base_reaction.moment.norm(), 1e-15);
    // A curvature of 2 about d2 = z of the world bends from x towards y.
    EXPECT_LT((eq.tip().position() - Vector3d(std::sin(2.0) / 2, (1 - std::cos(2.0)) / 2, 0)).norm(), 1e-9);
}

TEST(CosseratHonesty, ConvergedMeansBalancedWhateverTheLoad)
{
    std::mt19937 engine(11);
    int converged = 0;
    for (int i = 0; i < 120; ++i) {
        SCOPED_TRACE(i);
        const double size = std::pow(10.0, -6.0 + 9.0 * (i % 30) / 29.0);  // up to a thousand times EI/L²
        Manipulator m = rod_along_x(1.0, 1.0);
        m.loads = {dead_load(0.6, size * random_vector(3, engine)),
                   follower(1.0, size * random_vector(3, engine), 0.1 * size * random_vector(3, engine))};
        m.rod.mass_per_length = size;
        m.environment.gravity = random_vector(3, engine);
        const Equilibrium eq = solve(m);
        ASSERT_FALSE(eq.shape.frames.empty());
        EXPECT_TRUE(eq.tip().position().allFinite());
        if (eq.status == Status::converged || eq.status == Status::unstable) {
            ++converged;
            EXPECT_LT(eq.balance, 1e-8);
            EXPECT_LT(eq.solver.residual, 1e-9);
        } else {
            EXPECT_EQ(eq.status, Status::not_converged);
            EXPECT_FALSE(eq.message.empty());
        }
    }
    EXPECT_GT(converged, 95);
}

TEST(CosseratHonesty, RodThatIsTurnedForEverByADeadCoupleIsNotCalledConverged)
{
    // Past a limit point the overdamped rod runs round and round: loads without a potential may have no
    // equilibrium to offer.
    Manipulator m = rod_along_x(1.0, 1.0);
    m.loads = {
        dead_load(1.0, Vector3d(-4.354799, -3.630826, 1.011320), Vector3d(-1.311252, -1.243790, 1.380092))};
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::not_converged);
    EXPECT_NE(eq.message.find("not conservative"), std::string::npos);
}

TEST(CosseratHonesty, InternalForcesJumpByTheLoadsAndEndAtTheTipLoad)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    const Vector3d F1(0.3, -0.2, 0.5), F2(-0.1, 0.4, 0.2), M2(0.1, 0.2, -0.3);
    m.loads = {dead_load(0.5, F1), dead_load(1.0, F2, M2)};
    const Equilibrium eq = solve(m, {.shape_points = 20});
    ASSERT_EQ(eq.status, Status::converged);
    EXPECT_GE(eq.shape.arclength.size(), 20u);
    for (std::size_t i = 0; i < eq.shape.arclength.size(); ++i) {
        SCOPED_TRACE(eq.shape.arclength[i]);
        if (i > 0) {
            EXPECT_GT(eq.shape.arclength[i], eq.shape.arclength[i - 1]);
        }
        // At a load the values are those just before it, as those of chains are.
        const Vector3d expected = eq.shape.arclength[i] <= 0.5 ? Vector3d(F1 + F2) : F2;
        EXPECT_LT((eq.shape.force[i] - expected).norm(), 1e-10);
        const Vector3d m_body = eq.shape.frames[i].rotation().transpose() * eq.shape.moment[i];
        EXPECT_LT((eq.shape.curvature[i] - Vector3d(m_body.x(), m_body.y(), 1.3 * m_body.z())).norm(), 1e-12);
    }
    EXPECT_LT((eq.shape.moment.back() - M2).norm(), 1e-10);
    EXPECT_EQ(eq.shape.arclength.front(), 0.0);
    EXPECT_EQ(eq.shape.arclength.back(), 1.0);
}

TEST(CosseratHonesty, HeavyLoadsAreEnteredInStepsAsShortAsTheyAreHeavy)
{
    // No step turns the rod by more than 0.3 rad: both together take 105 iterations.
    int iterations = 0;
    for (const double f : {10.0, 20.0}) {
        Manipulator m = rod_along_x(1.0, 1.0);
        m.loads = {dead_load(1.0, Vector3d(0, f, -f / 2)), dead_load(0.6, Vector3d(f / 3, 0, f))};
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        iterations += eq.solver.iterations;
    }
    EXPECT_LT(iterations, 125);
}

TEST(CosseratHonesty, TighterToleranceGivesSmallerErrors)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.loads = {dead_load(1.0, Vector3d(3, 8, -5), Vector3d(1, 2, 3))};
    const Vector3d exact = solve(m, {.tolerance = 1e-13}).tip().position();
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        EXPECT_LT((solve(m, {.tolerance = tolerance}).tip().position() - exact).norm(), tolerance);
    }
}

TEST(CosseratHonesty, TurningBaseAndLoadsTurnsTheShape)
{
    const Matrix3d Q = Eigen::AngleAxisd(1.1, Vector3d(0.2, -0.5, 0.8).normalized()).toRotationMatrix();
    const Vector3d shift(3, -2, 5);
    Manipulator m = rod_along_x(1.0, 1.0);
    m.rod.bending_stiffness = Vector2d(1.0, 2.0);
    m.rod.mass_per_length = 1.0;
    m.environment.gravity = Vector3d(1, 2, -3);
    m.loads = {dead_load(1.0, Vector3d(0.5, 1.0, -0.3), Vector3d(0.2, 0.1, 0.3))};
    const Equilibrium first = solve(m);
    m.base.X_WB = SE3(Q, shift) * m.base.X_WB;
    m.environment.gravity = Q * m.environment.gravity;
    m.loads[0].force = Q * m.loads[0].force;
    m.loads[0].moment = Q * m.loads[0].moment;
    const Equilibrium second = solve(m);
    EXPECT_LT((second.tip().position() - (Q * first.tip().position() + shift)).norm(), 1e-9);
    EXPECT_LT((second.tip().rotation() - Q * first.tip().rotation()).norm(), 1e-9);
}

}  // namespace test_honesty
}  // namespace supple::cosserat
