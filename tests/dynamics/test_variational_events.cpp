// Steps end exactly where something switches: a pulse gives the momentum it has, however short it is.
#include "support/nodal_rods.hpp"
#include "support/rods.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/dynamics/variational.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_variational_events {

constexpr Integrator each_integrator[] = {Integrator::explicit_, Integrator::implicit};

Simulation simulation(double duration, double output_every, Integrator integrator)
{
    Simulation s;
    s.duration = duration;
    s.output_every = output_every;
    s.initial = InitialState::straight;
    s.integrator = integrator;
    return s;
}

PointLoad pulse(double at, const Vector3d& force, double from, double until)
{
    PointLoad load = dead_load(at, force);
    load.timing.from = from;
    load.timing.until = until;
    return load;
}

/// A soft rod that floats.
Manipulator floating_rod(Integrator integrator, double duration = 8e-3, double output_every = 1e-3)
{
    Manipulator m = experiment(3, 8, StrainPlace::midpoint, false);
    m.base.free = true;
    m.simulation = simulation(duration, output_every, integrator);
    return m;
}

Vector3d momentum_after(const Manipulator& m)
{
    const Trajectory run = simulate(m);
    EXPECT_EQ(run.status, Status::converged) << run.message;
    return run.motion.empty() ? Vector3d::Zero() : run.motion.back().linear_momentum;
}

TEST(VariationalEvents, APulseGivesItsMomentumHoweverItLiesToTheSteps)
{
    const Vector3d force(1e-3, 2e-3, -1e-3);
    // Between two steps, across outputs, from an output on, to an output, and far shorter than any step.
    const double spans[][2] = {{2.0011e-3, 2.0013e-3}, {1.7e-3, 4.3e-3},        {3e-3, 3.37e-3},
                               {2.22e-3, 4e-3},        {5.1e-3, 5.1e-3 + 1e-9}, {0.0, 1e-4}};
    for (const Integrator integrator : each_integrator) {
        for (const auto& [from, until] : spans) {
            SCOPED_TRACE(from);
            Manipulator m = floating_rod(integrator);
            m.loads = {pulse(m.rod.length, force, from, until)};
            const Vector3d expected = force * (until - from);
            EXPECT_LT((momentum_after(m) - expected).norm(), 1e-9 * expected.norm());
        }
    }
}

TEST(VariationalEvents, ATriangleInAHistoryGivesItsArea)
{
    for (const Integrator integrator : each_integrator) {
        Manipulator m = floating_rod(integrator);
        PointLoad load = dead_load(m.rod.length, Vector3d::Zero());
        load.timing.history.time = {1.23e-3, 1.31e-3, 1.77e-3};
        load.timing.history.columns = {{"force.y", {0.0, 2e-3, 0.0}}};
        m.loads = {load};
        const double area = 0.5 * 2e-3 * (1.77e-3 - 1.23e-3);
        EXPECT_NEAR(momentum_after(m).y(), area, 1e-9 * area);
    }
}

TEST(VariationalEvents, AClampedRodIsStruckAsByShorterSteps)
{
    // The stiff rod of a trial: half a millisecond of 1 N between two outputs moves the tip by centimetres.
    Manipulator m = experiment(1, 10, StrainPlace::midpoint, false);
    m.simulation = simulation(0.06, 2e-3, Integrator::implicit);
    m.loads = {pulse(m.rod.length, Vector3d(0, 1, 0), 50.11e-3, 50.61e-3)};
    const auto tips = [&](double step) {
        m.simulation->step = step;
        const Trajectory run = simulate(m);
        EXPECT_EQ(run.status, Status::converged) << run.message;
        return run.frames.back().back().position();
    };
    const Vector3d coarse = tips(4e-4), fine = tips(1e-4), finest = tips(2.5e-5);
    EXPECT_GT(std::abs(finest.y()), 1e-3);
    EXPECT_LT((coarse - finest).norm(), 0.1 * std::abs(finest.y()));
    EXPECT_LT((fine - finest).norm(), 0.25 * (coarse - finest).norm());
    // A chain answers the same.
    m.model = spherical(10, JointLayout::gauss);
    m.simulation->integrator = Integrator::automatic;
    m.simulation->step.reset();
    const Trajectory chain = simulate(m);
    ASSERT_EQ(chain.status, Status::converged) << chain.message;
    EXPECT_LT((chain.frames.back().back().position() - finest).norm(), 0.05 * std::abs(finest.y()));
}

TEST(VariationalEvents, AHoldLetsGoExactlyAtItsTime)
{
    // Under a steady force at its middle, a rod that is held there gains no momentum; free, it gains F t.
    for (const Integrator integrator : each_integrator) {
        Manipulator m = floating_rod(integrator, 5e-3);
        const double until = 2.357e-3;
        Clamp clamp;
        clamp.name = "clamp";
        clamp.at = m.rod.length;
        clamp.X_WC = variational::rest_state(nodal(m)).frames.back();
        clamp.until = until;
        m.constraints = {clamp};
        m.loads = {dead_load(m.rod.length, Vector3d(0, 1e-3, 0))};
        EXPECT_NEAR(momentum_after(m).y(), 1e-3 * (5e-3 - until), 1e-9 * 5e-6);
    }
}

TEST(VariationalEvents, TheEventsOfADampedMotionKeepItsSecondOrder)
{
    for (const Integrator integrator : each_integrator) {
        Manipulator m = experiment(3, 6, StrainPlace::midpoint, false);
        m.rod.damping.viscous_rate = 20.0;
        m.simulation = simulation(0.05, 0.01, integrator);
        for (int i = 0; i < 10; ++i) {
            const double from = 4.1e-3 * i + 1.3e-4;
            m.loads.push_back(pulse(m.rod.length, Vector3d(0, 1e-3, 0), from, from + 1.7e-3));
        }
        const auto tip = [&](double step) {
            m.simulation->step = step;
            const Trajectory run = simulate(m);
            EXPECT_EQ(run.status, Status::converged) << run.message;
            return run.frames.back().back().position();
        };
        const double h = integrator == Integrator::implicit ? 5e-4 : 8e-5;
        const Vector3d a = tip(h), b = tip(h / 2), c = tip(h / 4);
        EXPECT_GT((a - b).norm() / (b - c).norm(), 3.0);
    }
}

TEST(VariationalEvents, ShortStepsBetweenLongOnesGiveAStiffRodNoEnergy)
{
    // Pulses of a microsecond in a metal rod, far shorter than its steps: each leaves fast motion behind.
    Manipulator m = experiment(1, 10, StrainPlace::midpoint, false);
    m.simulation = simulation(0.06, 2e-3, Integrator::implicit);
    m.simulation->step = 5e-4;
    for (int i = 0; i < 40; ++i) {
        const double from = 1e-3 * i + 1.3e-4;
        m.loads.push_back(pulse(m.rod.length, Vector3d(2, 1, 0), from, from + 1e-6));
    }
    const Trajectory run = simulate(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    // All pulses together, each on the node it meets: (F t)²/2m.
    const double given = 40.0 * 40.0 * 5e-12 / (2.0 * nodal(m).mass.back());
    for (const MotionState& motion : run.motion)
        EXPECT_LT(motion.kinetic_energy + motion.elastic_energy, given);
}

TEST(VariationalEvents, WhatStepsCannotResolveIsSaid)
{
    Manipulator m = experiment(1, 10, StrainPlace::midpoint, false);
    m.loads = {dead_load(m.rod.length, Vector3d(0, 0.1, 0))};
    m.loads[0].timing.until = 0.0;
    m.simulation = simulation(2.0, 1.0, Integrator::implicit);
    m.simulation->initial = InitialState::equilibrium;
    const auto warnings = [&](double step) {
        m.simulation->step = step;
        m.simulation->output_every = std::max(step, 0.01);
        m.simulation->duration = 4 * m.simulation->output_every;
        const Trajectory run = simulate(m);
        EXPECT_EQ(run.status, Status::converged) << run.message;
        return run.warnings;
    };
    using testing::HasSubstr;
    const auto resolve = testing::ElementsAre(
        testing::AllOf(HasSubstr("steps of 1"), HasSubstr("damped by the steps"), HasSubstr("36.")));
    EXPECT_THAT(warnings(1.0), resolve);
    EXPECT_THAT(warnings(0.01), testing::SizeIs(1));
    EXPECT_THAT(warnings(1e-4), testing::IsEmpty());
    m.model = spherical(6, JointLayout::gauss);
    EXPECT_THAT(warnings(1.0), resolve);
    EXPECT_THAT(warnings(1e-4), testing::IsEmpty());
}

TEST(VariationalEvents, ARodAtRestStaysAtRestAndDoesNotBlowUp)
{
    for (const Integrator integrator : each_integrator) {
        for (const double diameter : {0.5e-3, 5e-3}) {
            Manipulator m = experiment(3, 12, StrainPlace::midpoint, false);
            m.rod.section->profile = Circle{diameter};
            m.simulation = simulation(0.1, 0.02, integrator);
            if (integrator == Integrator::implicit) m.simulation->step = 1e-3;
            const Trajectory run = simulate(m);
            EXPECT_EQ(run.status, Status::converged) << run.message;
        }
    }
}

TEST(VariationalEvents, AShortStrongPulseIsNoBlowUp)
{
    // It gives a thousand times the energy of the steady load, between two of the times that are looked at.
    Manipulator m = experiment(3, 8, StrainPlace::midpoint, false);
    m.simulation = simulation(0.02, 5e-3, Integrator::explicit_);
    m.loads = {pulse(m.rod.length, Vector3d(0, 2, 0), 3.33e-3, 3.34e-3)};
    const Trajectory run = simulate(m);
    EXPECT_EQ(run.status, Status::converged) << run.message;
}

}  // namespace test_variational_events
}  // namespace supple::test
