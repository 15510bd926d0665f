#include "support/nodal_rods.hpp"

#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace supple::test {
namespace test_variational {

using testing::HasSubstr;

Simulation simulation(double duration, double output_every, InitialState initial)
{
    Simulation s;
    s.duration = duration;
    s.output_every = output_every;
    s.initial = initial;
    return s;
}

/// Experiment 1 bent by 0.1 N at the tip and let go at t = 0.
Manipulator released_rod(double duration, double output_every)
{
    Manipulator m = experiment(1, 15, StrainPlace::midpoint, false);
    PointLoad hold = dead_load(0.2, Vector3d(0, 0.1, 0));
    hold.timing.until = 0.0;
    m.loads = {hold};
    m.simulation = simulation(duration, output_every, InitialState::equilibrium);
    return m;
}

/// Largest distance of the tips of two runs with the same output times.
double tip_distance(const Trajectory& a, const Trajectory& b)
{
    EXPECT_EQ(a.time.size(), b.time.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < std::min(a.frames.size(), b.frames.size()); ++i)
        largest = std::max(largest, (a.frames[i].back().position() - b.frames[i].back().position()).norm());
    return largest;
}

TEST(Variational, TheImplicitMotionIsTheExplicitOne)
{
    Manipulator soft = experiment(3, 10);
    soft.rod.damping.viscous_rate = 2.0 * 0.05 * 2.0 * 3.14159265 * 3.4664;  // a twentieth of critical
    soft.simulation = simulation(0.5, 0.01, InitialState::straight);
    soft.simulation->step = 2e-5;
    soft.simulation->integrator = Integrator::explicit_;
    const Trajectory exact = simulate_variational(soft);
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    // The swing of s4 Sec. 7, experiment 3, midpoint strain: 43.2 mm.
    double lowest = 0.0;
    for (const auto& frames : exact.frames)
        lowest = std::min(lowest, frames.back().position().z());
    EXPECT_NEAR(lowest, -43.2e-3, 0.3e-3);

    soft.simulation->integrator = Integrator::implicit;
    std::vector<double> errors;
    for (const double step : {2e-3, 1e-3, 5e-4}) {
        soft.simulation->step = step;
        const Trajectory run = simulate_variational(soft);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        errors.push_back(tip_distance(run, exact));
    }
    // s4 Sec. 4: 0.16, 0.062, 0.024 mm with spectral radius 1 over an unknown time.
    EXPECT_LT(errors[0], 0.5e-3);
    EXPECT_LT(errors[1], 0.5 * errors[0]);
    EXPECT_LT(errors[2], 0.5 * errors[1]);
}

TEST(Variational, MetalRodsGoByTheImplicitIntegratorAndSoftOnesByTheExplicit)
{
    const Trajectory metal = simulate_variational(released_rod(2e-3, 1e-3));
    EXPECT_THAT(metal.integration.integrator, HasSubstr("implicit"));
    EXPECT_GT(metal.integration.step, 2e-5);
    Manipulator soft = experiment(3, 10);
    soft.simulation = simulation(2e-3, 1e-3, InitialState::straight);
    const Trajectory run = simulate_variational(soft);
    EXPECT_THAT(run.integration.integrator, HasSubstr("explicit"));
    EXPECT_LT(run.integration.step, variational::stability_limit(nodal(soft)));
    EXPECT_EQ(run.integration.steps, std::lround(2e-3 / run.integration.step));
}

TEST(Variational, TheAluminiumRodSwingsAsItsConvergedMotion)
{
    // The default step against a quarter of it, at the times of the outputs; 0.1 mm of a swing of 9 mm.
    Manipulator m = released_rod(0.15, 1e-3);
    const Trajectory run = simulate_variational(m);
    m.simulation->step = run.integration.step / 4.0;
    const Trajectory converged = simulate_variational(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    EXPECT_LT(tip_distance(run, converged), 0.02e-3);
    // It does swing: from one side to the other in half a period of 1/36.9 s.
    EXPECT_NEAR(run.frames[0].back().position().y(), 4.52e-3, 0.01e-3);
    EXPECT_LT(run.frames[14].back().position().y(), -4.0e-3);
    // What the generalised-α method takes.
    EXPECT_NEAR(run.motion.back().total_energy / run.motion.front().total_energy, 1.0, 0.02);
}

TEST(Variational, OutputsComeAtTheirTimes)
{
    const Trajectory run = simulate_variational(released_rod(5e-3, 1e-3));
    ASSERT_EQ(run.time.size(), 6u);
    for (std::size_t i = 0; i < run.time.size(); ++i)
        EXPECT_DOUBLE_EQ(run.time[i], 1e-3 * static_cast<double>(i));
    EXPECT_EQ(run.frames.size(), 6u);
    EXPECT_EQ(run.motion.size(), 6u);
    EXPECT_EQ(run.coordinates[0].size(), 6 * 16);
    EXPECT_EQ(run.arclength.size(), 16u);
    EXPECT_EQ(run.model, "variational");
}

TEST(Variational, AStepAboveTheLimitIsRefusedWithTheLimit)
{
    Manipulator m = released_rod(1e-3, 1e-4);
    m.simulation->integrator = Integrator::explicit_;
    m.simulation->step = 1e-6;  // the study's
    const Trajectory run = simulate_variational(m);
    EXPECT_EQ(run.status, Status::invalid);
    EXPECT_THAT(run.message, HasSubstr("3.09"));
    EXPECT_THAT(run.message, HasSubstr("e-07 s"));
    EXPECT_THAT(run.message, HasSubstr("allow_unstable_step: true"));
    EXPECT_TRUE(run.frames.empty());
}

TEST(Variational, AnUnstableRunIsStoppedAndKeepsWhatWasDone)
{
    Manipulator m = released_rod(1e-3, 3.4e-6);
    m.simulation->integrator = Integrator::explicit_;
    m.simulation->allow_unstable_step = true;
    m.simulation->step = 3.4e-7;  // 1.1 times the limit
    const Trajectory run = simulate_variational(m);
    EXPECT_EQ(run.status, Status::not_converged);
    EXPECT_THAT(run.message, HasSubstr("blew up at t = "));
    EXPECT_GE(run.frames.size(), 1u);
    EXPECT_LT(run.time.back(), 1e-3);
    // By position nobody would have seen it.
    for (const SE3& frame : run.frames.back())
        EXPECT_LT(frame.position().norm(), 0.25);
}

TEST(Variational, AnEquilibriumStaysWhereItIs)
{
    for (const Integrator integrator : {Integrator::explicit_, Integrator::implicit}) {
        Manipulator m = experiment(4, 10);
        m.environment.magnetic_field.uniform = Vector3d(0.005, 0.002, 0.004);
        m.environment.magnetic_field.gradient << 0.1, 0, 0, 0, -0.05, 0.02, 0, 0.02, -0.05;
        m.simulation = simulation(0.05, 0.01, InitialState::equilibrium);
        m.simulation->integrator = integrator;
        const Trajectory run = simulate_variational(m);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        EXPECT_GT((run.frames[0].back().position() - Vector3d(m.rod.length, 0, 0)).norm(), 0.01);
        for (const auto& frames : run.frames)
            EXPECT_LT((frames.back().position() - run.frames[0].back().position()).norm(), 1e-9);
    }
}

TEST(Variational, ATipHeldUntilZeroIsReleasedThen)
{
    Manipulator m = experiment(1, 15, StrainPlace::midpoint, false);
    Fixture finger;
    finger.name = "finger";
    finger.at = 0.2;
    finger.hold = {std::nullopt, 8e-3, -10e-3};
    finger.until = 0.0;
    m.constraints = {finger};
    m.simulation = simulation(0.03, 1e-3, InitialState::equilibrium);
    const Trajectory run = simulate_variational(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    EXPECT_NEAR(run.frames[0].back().position().y(), 8e-3, 1e-9);
    EXPECT_NEAR(run.frames[0].back().position().z(), -10e-3, 1e-9);
    EXPECT_LT(run.frames[14].back().position().y(), -7e-3);
    EXPECT_GT(run.frames[14].back().position().z(), 8.5e-3);
}

TEST(Variational, ASlopeHeldUntilZeroIsReleasedThenAndNotHeldLonger)
{
    Manipulator m = experiment(1, 15, StrainPlace::midpoint, false);
    const double theta = 3.69 * 3.14159265358979 / 180.0;
    Fixture slope;
    slope.name = "slope";
    slope.at = m.rod.length;
    slope.tangent = Vector3d(std::cos(theta), std::sin(theta), 0);
    slope.until = 0.0;
    m.constraints = {slope};
    m.simulation = simulation(0.03, 1e-3, InitialState::equilibrium);
    const Trajectory run = simulate_variational(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    EXPECT_LT((run.frames[0].back().rotation().col(2) - *slope.tangent).norm(), 1e-12);
    EXPECT_NEAR(run.frames[0].back().position().y(), 0.5 * theta * m.rod.length, 1e-3 * theta * m.rod.length);
    // Let go, it swings to the other side: 36.9 Hz.
    double lowest = 0.0;
    for (const auto& frames : run.frames)
        lowest = std::min(lowest, frames.back().position().y());
    EXPECT_LT(lowest, -0.3 * theta * m.rod.length);

    slope.until = 1.0;
    m.constraints = {slope};
    const Trajectory held = simulate_variational(m);
    EXPECT_EQ(held.status, Status::invalid);
    EXPECT_THAT(held.message, HasSubstr("'slope' holds a tangent alone"));
}

TEST(Variational, ATipHeldLongerIsReleasedLater)
{
    for (const Integrator integrator : {Integrator::explicit_, Integrator::implicit}) {
        Manipulator m = experiment(3, 10);
        Fixture finger;
        finger.name = "finger";
        finger.at = m.rod.length;
        finger.hold = {std::nullopt, std::nullopt, 0.0};
        finger.until = 0.02;
        m.constraints = {finger};
        m.simulation = simulation(0.06, 0.01, InitialState::equilibrium);
        m.simulation->integrator = integrator;
        const Trajectory run = simulate_variational(m);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        EXPECT_NEAR(run.frames[1].back().position().z(), 0.0, 1e-12);
        EXPECT_LT(run.frames[6].back().position().z(), -5e-3);
    }
}

TEST(Variational, GivenVelocitiesStartTheMotion)
{
    Manipulator m = experiment(3, 4, StrainPlace::midpoint, false);
    m.base.free = true;
    const variational::NodalRod rod = nodal(m);
    variational::NodalState state = variational::rest_state(rod);
    for (Vector3d& v : state.v)
        v = Vector3d(0.1, 0.2, 0.3);
    const VectorXd q = variational::coordinates(state), u = variational::velocities(state);
    m.simulation = simulation(0.1, 0.05, InitialState::given);
    m.simulation->coordinates.assign(q.begin(), q.end());
    m.simulation->velocities.assign(u.begin(), u.end());
    const Trajectory run = simulate_variational(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    EXPECT_LT((run.frames[2].back().position() - Vector3d(m.rod.length + 0.01, 0.02, 0.03)).norm(), 1e-12);
    m.simulation->coordinates.pop_back();
    EXPECT_THAT(simulate_variational(m).message, HasSubstr("29 values given"));
}

TEST(Variational, TheRunStopsWhenAskedToAndKeepsWhatWasDone)
{
    Manipulator m = experiment(3, 10);
    m.simulation = simulation(0.1, 0.01, InitialState::straight);
    const Trajectory run = simulate_variational(m, [](double time) { return time < 0.025; });
    EXPECT_TRUE(run.interrupted);
    EXPECT_EQ(run.status, Status::not_converged);
    EXPECT_GE(run.time.size(), 3u);
    EXPECT_LE(run.time.size(), 5u);
}

TEST(Variational, KelvinVoigtDampingTakesTheSameEnergyInBothIntegrators)
{
    std::vector<double> left;
    for (const Integrator integrator : {Integrator::explicit_, Integrator::implicit}) {
        Manipulator m = experiment(3, 10);
        m.rod.damping.retardation_time = 3e-3;
        m.simulation = simulation(0.2, 0.2, InitialState::straight);
        m.simulation->integrator = integrator;
        m.simulation->step = integrator == Integrator::implicit ? 2e-4 : 1e-5;
        const Trajectory run = simulate_variational(m);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        left.push_back(run.motion.back().total_energy - run.motion.front().total_energy);
    }
    EXPECT_LT(left[0], -1e-5);
    EXPECT_NEAR(left[1] / left[0], 1.0, 5e-3);
}

TEST(Variational, ImplicitStepsKeepTheEnergyOfASoftRodWhileItsTangentGrowsOld)
{
    // A tangent is kept for a hundred steps here. What an iteration leaves must be seen anew as it ages.
    Manipulator m = experiment(3, 10);
    m.simulation = simulation(0.2, 0.01, InitialState::straight);
    m.simulation->integrator = Integrator::implicit;
    m.simulation->step = 2e-4;
    const Trajectory run = simulate_variational(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    double largest = 0.0;
    for (const MotionState& motion : run.motion)
        largest = std::max(largest, motion.kinetic_energy);
    for (const MotionState& motion : run.motion)
        EXPECT_NEAR(motion.total_energy, run.motion[0].total_energy, 1e-5 * largest);
}

TEST(Variational, TheIntegratorIsChosenByItsWork)
{
    // Between soft and metal rods: what is chosen takes less work than the other, as counted in steps.
    for (const double modulus : {1e6, 3e7, 1e8, 1e9, 75e9}) {
        Manipulator m = released_rod(0.02, 1e-3);
        m.rod.material.youngs_modulus = modulus;
        m.loads[0].force *= modulus / 75e9;
        const Trajectory chosen = simulate_variational(m);
        ASSERT_EQ(chosen.status, Status::converged) << chosen.message;
        m.simulation->integrator = Integrator::explicit_;
        const Trajectory fast = simulate_variational(m);
        m.simulation->integrator = Integrator::implicit;
        const Trajectory stiff = simulate_variational(m);
        const bool implicit = chosen.integration.integrator.find("implicit") != std::string::npos;
        const double ratio =
            static_cast<double>(fast.integration.steps) / static_cast<double>(stiff.integration.steps);
        // An implicit step is worth some 5 to 20 explicit ones.
        if (implicit) {
            EXPECT_GT(ratio, 5.0) << modulus;
        } else {
            EXPECT_LT(ratio, 20.0) << modulus;
        }
    }
}

TEST(Variational, AGivenStepIsTakenByTheIntegratorThatCan)
{
    Manipulator m = released_rod(1e-3, 1e-3);
    m.simulation->step = 1e-6;  // above the explicit limit of 0.31 µs
    EXPECT_THAT(simulate_variational(m).integration.integrator, HasSubstr("implicit"));
    m.simulation->step = 2e-7;
    EXPECT_THAT(simulate_variational(m).integration.integrator, HasSubstr("explicit"));
}

TEST(Variational, AMagnetFollowsAFieldThatTurns)
{
    // A field of 20 mT that turns slowly in the plane across the rod drags the tip along.
    Manipulator m = experiment(4, 10, StrainPlace::midpoint, false);
    m.rod.damping.viscous_rate = 40.0;
    MagneticField& field = m.environment.magnetic_field;
    field.uniform = Vector3d(0, 0.02, 0);
    for (int i = 0; i <= 200; ++i)
        field.timing.history.time.push_back(0.01 * i);
    field.timing.history.columns = {{"uniform.y", {}}, {"uniform.z", {}}};
    for (const double t : field.timing.history.time) {
        field.timing.history.columns[0].values.push_back(0.02 * std::cos(3.14159265 * t));
        field.timing.history.columns[1].values.push_back(0.02 * std::sin(3.14159265 * t));
    }
    m.simulation = simulation(2.0, 0.5, InitialState::equilibrium);
    const Trajectory run = simulate_variational(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    const double reach = run.frames[0].back().position().y();
    EXPECT_GT(reach, 5e-3);
    EXPECT_GT(run.frames[1].back().position().z(), 0.8 * reach);
    EXPECT_LT(run.frames[2].back().position().y(), -0.8 * reach);
    EXPECT_LT(run.frames[3].back().position().z(), -0.8 * reach);
    EXPECT_GT(run.frames[4].back().position().y(), 0.8 * reach);
}

TEST(Variational, AMovingBaseCarriesTheRodInBothIntegratorsAlike)
{
    std::vector<Trajectory> runs;
    for (const Integrator integrator : {Integrator::explicit_, Integrator::implicit}) {
        Manipulator m = experiment(3, 8, StrainPlace::midpoint, false);
        m.rod.damping = {30.0, 1e-3};
        m.base.timing.history.time = {0.0, 0.2, 0.4};
        m.base.timing.history.columns = {{"position.y", {0.0, 0.05, 0.05}}, {"rotation.z", {0.0, 0.5, 0.5}}};
        m.simulation = simulation(1.0, 0.02, InitialState::straight);
        m.simulation->integrator = integrator;
        m.simulation->step = integrator == Integrator::explicit_ ? 2e-5 : 1e-4;
        runs.push_back(simulate_variational(m));
        ASSERT_EQ(runs.back().status, Status::converged) << runs.back().message;
        EXPECT_NEAR(runs.back().frames[10][0].position().y(), 0.05, 1e-9);
        const Vector3d end(m.rod.length * std::cos(0.5), 0.05 + m.rod.length * std::sin(0.5), 0.0);
        EXPECT_LT((runs.back().frames.back().back().position() - end).norm(), 0.05 * m.rod.length);
    }
    EXPECT_LT(tip_distance(runs[0], runs[1]), 0.02e-3);
}

TEST(Variational, WhatHasNoMassDoesNotMove)
{
    Manipulator m = experiment(3, 8);
    m.rod.material.density.reset();
    m.simulation = simulation(1.0, 0.1, InitialState::straight);
    EXPECT_EQ(simulate_variational(m).status, Status::invalid);
    EXPECT_THAT(simulate_variational(m).message, HasSubstr("no mass"));
}

}  // namespace test_variational
}  // namespace supple::test
