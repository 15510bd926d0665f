// Laws of the motion in time, by whole manipulators.
#include "support/golden.hpp"
#include "support/rods.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/simulate.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace supple::test {
namespace test_simulate {

/// A soft steel wire along x, 0.2 m; f1 = 5.6 Hz.
Manipulator wire(const ModelChoice& model)
{
    Manipulator m = rod_along_x(0.2, 1.0);
    m.rod.bending_stiffness.reset();
    m.rod.section = CrossSection{Circle{2e-3}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 1e9;
    m.rod.material.poisson_ratio = 0.3;
    m.rod.material.density = 1000;
    m.model = model;
    Simulation simulation;
    simulation.duration = 0.2;
    simulation.output_every = 0.01;
    simulation.tolerance = 1e-9;
    m.simulation = simulation;
    return m;
}

ModelChoice joints(int n)
{
    SphericalModel model;
    model.joints = n;
    return model;
}

ModelChoice arcs(int n)
{
    CurvatureModel model;
    model.arcs = n;
    return model;
}

PointLoad tip_force(const Vector3d& force)
{
    return dead_load(0.2, force);
}

double tip_distance(const Trajectory& a, const Trajectory& b, std::size_t i)
{
    return (a.frames.at(i).back().position() - b.frames.at(i).back().position()).norm();
}

TEST(Simulate, ExplicitAndImplicitStepsAgree)
{
    Manipulator m = wire(arcs(3));
    m.environment.gravity = {0.0, -9.81, 0.0};
    m.loads = {tip_force({0.0, 0.0, 0.02})};
    m.loads[0].timing.until = 0.0;
    m.simulation->tolerance = 1e-8;
    m.simulation->integrator = Integrator::explicit_;
    const Trajectory one = simulate(m);
    m.simulation->integrator = Integrator::implicit;
    const Trajectory other = simulate(m);
    ASSERT_EQ(one.status, Status::converged) << one.message;
    ASSERT_EQ(other.status, Status::converged) << other.message;
    ASSERT_EQ(one.time.size(), 21u);
    EXPECT_NE(one.integration.integrator, other.integration.integrator);
    EXPECT_GT((one.frames[5].back().position() - one.frames[0].back().position()).norm(), 1e-3);
    for (std::size_t i = 0; i < one.time.size(); ++i)
        EXPECT_LT(tip_distance(one, other, i), 2e-7) << one.time[i];
}

TEST(Simulate, AHeldEquilibriumStaysWhereItIs)
{
    for (const ModelChoice& model :
         {joints(4), arcs(3), ModelChoice(isotropic(1)), ModelChoice(gauss_3(1))}) {
        Manipulator m = wire(model);
        m.environment.gravity = {0.0, -9.81, 0.0};
        m.loads = {tip_force({0.0, 0.01, 0.02})};
        m.simulation->duration = 0.05;
        const Trajectory run = simulate(m);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        EXPECT_LT(tip_distance(run, run, 0) +
                      (run.frames.back().back().position() - run.frames.front().back().position()).norm(),
                  1e-9)
            << run.model;
    }
}

TEST(Simulate, APulseGivesItsMomentumHoweverShortItIsBesideTheRun)
{
    // 100 uN s in 1 us, and in a part of the run that is as small as numbers tell apart.
    double energy = 0.0;
    for (const double length : {1e-6, 1e-10, 1e-13}) {
        Manipulator m = wire(arcs(3));
        m.simulation->duration = 0.2;
        m.simulation->output_every = 0.05;
        m.loads = {tip_force({0.0, 1e-4 / length, 0.0})};
        m.loads[0].timing.from = 0.05;
        m.loads[0].timing.until = 0.05 + length;
        const Trajectory pushed = simulate(m);
        ASSERT_EQ(pushed.status, Status::converged) << pushed.message;
        const double now = pushed.motion.back().total_energy;
        if (energy == 0.0) energy = now;
        EXPECT_GT(now, 0.0);
        EXPECT_NEAR(now, energy, 2e-3 * energy) << length;  // an end of 50 ms is rounded by 7e-18 s
    }
}

TEST(Simulate, WhatActsUntilATimeHasNoEffectAfterIt)
{
    // A push for 30 ms, cut off between two outputs, and the same by starting anew from the state then.
    Manipulator m = wire(arcs(3));
    m.loads = {tip_force({0.0, 0.05, 0.0})};
    m.loads[0].timing.from = 0.0;
    m.loads[0].timing.until = 0.035;
    const Trajectory pushed = simulate(m);
    ASSERT_EQ(pushed.status, Status::converged) << pushed.message;

    Manipulator short_run = m;
    short_run.loads[0].timing.until = 10.0;
    short_run.simulation->duration = 0.035;
    short_run.simulation->output_every = 0.035;
    const Trajectory first = simulate(short_run);
    Manipulator freed = m;
    freed.loads.clear();
    freed.simulation->initial = InitialState::given;
    freed.simulation->coordinates.assign(first.coordinates.back().begin(), first.coordinates.back().end());
    freed.simulation->velocities.assign(first.velocities.back().begin(), first.velocities.back().end());
    freed.simulation->duration = 0.165;
    freed.simulation->output_every = 0.165;
    const Trajectory rest = simulate(freed);
    EXPECT_LT((pushed.frames.back().back().position() - rest.frames.back().back().position()).norm(), 1e-9);

    // The energy it has is the work of the force, and stays.
    const double work =
        0.05 * (first.frames.back().back().position() - first.frames[0].back().position()).y();
    EXPECT_GT(work, 1e-6);
    EXPECT_NEAR(pushed.motion.back().total_energy, work, 1e-7 * work);
}

TEST(Simulate, AHistoryIsFollowed)
{
    // A force that grows with time, against its work on the way by quadrature of outputs.
    Manipulator m = wire(arcs(3));
    m.loads = {tip_force({0.0, 0.0, 0.0})};
    m.loads[0].timing.history.time = {0.0, 0.1, 0.2};
    m.loads[0].timing.history.columns = {{"force.y", {0.0, 0.04, 0.0}}};
    m.simulation->output_every = 2.5e-4;
    const Trajectory run = simulate(m);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    double work = 0.0;
    for (std::size_t k = 1; k < run.time.size(); ++k) {
        const double t = 0.5 * (run.time[k] + run.time[k - 1]);
        const double force = t < 0.1 ? 0.4 * t : 0.4 * (0.2 - t);
        work += force * (run.frames[k].back().position() - run.frames[k - 1].back().position()).y();
    }
    EXPECT_GT(work, 1e-6);
    const MotionState& last = run.motion.back();
    EXPECT_NEAR(last.kinetic_energy + last.elastic_energy, work, 1e-3 * work);
}

TEST(Simulate, AMovingBaseActsAsInertialForces)
{
    // All mass at the tip. The base moves by d (3s² − 2s³): seen from it the mass feels −m a(t), linear in
    // time.
    Manipulator m = wire(arcs(3));
    m.rod.material.density.reset();
    PointMass mass;
    mass.at = 0.2;
    mass.inertia = {1e-3, 1e-7, 1e-7};
    m.attachments = {mass};
    m.simulation->initial = InitialState::straight;
    const double d = 0.03, T = 0.2;
    Manipulator pushed = m;
    m.base.timing.history.time = {0.0, T};
    m.base.timing.history.columns = {{"position.y", {0.0, d}}};
    pushed.loads = {tip_force({0.0, 0.0, 0.0})};
    pushed.loads[0].timing.history.time = {0.0, T};
    pushed.loads[0].timing.history.columns = {{"force.y", {-6e-3 * d / (T * T), 6e-3 * d / (T * T)}}};
    const Trajectory moved = simulate(m), forced = simulate(pushed);
    ASSERT_EQ(moved.status, Status::converged) << moved.message;
    ASSERT_EQ(forced.status, Status::converged) << forced.message;
    EXPECT_NEAR(moved.frames.back().front().position().y(), d, 1e-12);
    double most = 0.0;
    for (std::size_t k = 0; k < moved.time.size(); ++k) {
        const Vector3d seen = moved.frames[k].back().position() - moved.frames[k].front().position();
        EXPECT_LT((seen - forced.frames[k].back().position()).norm(), 1e-8) << moved.time[k];
        most = std::max(most, std::abs(seen.y()));
    }
    EXPECT_GT(most, 1e-3);
}

TEST(Simulate, DampingTakesEnergyAtTheRateOfItsLaw)
{
    // One stiff-free freedom: a single isotropic joint swings in a plane, so the decay is that of an
    // oscillator.
    for (const bool viscous : {true, false}) {
        Manipulator m = wire(arcs(1));
        if (viscous) {
            m.rod.damping.viscous_rate = 3.0;
        } else {
            m.rod.damping.retardation_time = 5e-3;
        }
        m.loads = {tip_force({0.0, 1e-4, 0.0})};
        m.loads[0].timing.until = 0.0;
        m.simulation->duration = 1.0;
        const Modes modes = find_modes(m);
        ASSERT_EQ(modes.status, Status::converged) << modes.message;
        const double rate = -modes.modes[0].eigenvalue.real();
        // The load that holds it changes the stiffness by 1e-6.
        const double omega = std::abs(modes.modes[0].eigenvalue);
        EXPECT_NEAR(rate, viscous ? 1.5 : 0.5 * 5e-3 * omega * omega, 1e-5 * rate);
        const Trajectory run = simulate(m);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        EXPECT_NEAR(std::log(run.motion.front().total_energy / run.motion.back().total_energy) / 1.0,
                    2.0 * rate, 0.2 * rate);
        for (std::size_t k = 1; k < run.motion.size(); ++k)
            EXPECT_LE(run.motion[k].total_energy, run.motion[k - 1].total_energy * (1.0 + 1e-9));
    }
}

TEST(Simulate, OutputTimesDoNotChangeTheMotion)
{
    Manipulator m = wire(arcs(3));
    m.environment.gravity = {0.0, -9.81, 0.0};
    m.simulation->initial = InitialState::straight;
    const Trajectory coarse = simulate(m);
    m.simulation->output_every = 0.002;
    const Trajectory fine = simulate(m);
    EXPECT_EQ(coarse.integration.steps, fine.integration.steps);
    for (std::size_t i = 0; i < coarse.time.size(); ++i)
        EXPECT_LT((coarse.coordinates[i] - fine.coordinates[5 * i]).norm(), 1e-9);
}

TEST(Simulate, KeepsWhatIsDoneWhenInterrupted)
{
    Manipulator m = wire(arcs(2));
    m.environment.gravity = {0.0, -9.81, 0.0};
    m.simulation->initial = InitialState::straight;
    const Trajectory run = simulate(m, [](double time) { return time < 0.1; });
    EXPECT_TRUE(run.interrupted);
    EXPECT_EQ(run.status, Status::not_converged);
    EXPECT_GE(run.time.size(), 10u);
    EXPECT_LT(run.time.size(), 15u);
    EXPECT_EQ(run.frames.size(), run.time.size());
}

TEST(Simulate, ShowsWhatIsDoneToWhoWatches)
{
    Manipulator chain = wire(arcs(2));
    chain.environment.gravity = {0.0, -9.81, 0.0};
    Manipulator nodal = chain;
    nodal.rod.section.emplace();
    nodal.rod.section->profile = Circle{1e-3};
    nodal.model = VariationalModel{.elements = 4};
    for (Manipulator* m : {&chain, &nodal}) {
        m->simulation->initial = InitialState::straight;
        std::size_t seen = 0;
        std::vector<SE3> last;
        const Trajectory run = simulate(*m, [&](double, const Trajectory& so_far) {
            EXPECT_GE(so_far.frames.size(), seen);
            seen = so_far.frames.size();
            if (seen > 0) last = so_far.frames.back();
            return true;
        });
        ASSERT_EQ(run.status, Status::converged) << run.message;
        EXPECT_EQ(seen, run.frames.size());
        EXPECT_EQ(last.back().position(), run.frames.back().back().position());
    }
}

TEST(Simulate, SaysWhyItCannot)
{
    Manipulator massless = wire(arcs(2));
    massless.rod.material.density.reset();
    EXPECT_NE(simulate(massless).message.find("has mass"), std::string::npos);

    Manipulator twist = rod_along_x(0.2, 1e-3);
    twist.rod.mass_per_length = 0.01;
    twist.model = joints(4);
    twist.simulation = wire(arcs(1)).simulation;
    const Trajectory none = simulate(twist);
    EXPECT_EQ(none.status, Status::invalid);
    EXPECT_NE(none.message.find("moves no mass"), std::string::npos) << none.message;

    Manipulator held = wire(arcs(2));
    held.constraints = {hold_yz("P", 0.1)};
    EXPECT_NE(simulate(held).message.find("holds the rod while it moves"), std::string::npos);
    std::get<Fixture>(held.constraints[0]).until = 0.0;
    held.model = arcs(2);
    EXPECT_EQ(simulate(held).status, Status::converged) << simulate(held).message;

    Manipulator given = wire(arcs(2));
    given.simulation->initial = InitialState::given;
    given.simulation->coordinates = {1.0, 2.0};
    EXPECT_NE(simulate(given).message.find("4 coordinates"), std::string::npos);

    Manipulator hasty = wire(arcs(2));
    hasty.simulation->integrator = Integrator::explicit_;
    hasty.simulation->step = 0.1;
    EXPECT_NE(simulate(hasty).message.find("without bound"), std::string::npos);
}

TEST(Simulate, ModelsThatShearAndStretchMove)
{
    // Two segments: at their boundary two slides follow each other.
    for (const auto& [shear, extension] : {std::pair{true, false}, {false, true}, {true, true}}) {
        SegmentModel model = isotropic(2);
        model.freedoms = {true, shear, extension};
        Manipulator m = wire(model);
        m.loads = {tip_force({0.05, 0.01, 0.0})};
        m.loads[0].timing.until = 0.0;
        m.simulation->duration = 0.02;
        m.simulation->tolerance = 1e-6;
        const Trajectory run = simulate(m);
        ASSERT_EQ(run.status, Status::converged) << run.message;
        const auto total = [&](std::size_t k) { return run.motion[k].total_energy; };
        EXPECT_NEAR(total(run.motion.size() - 1), total(0), 2e-3 * total(0));
        EXPECT_GT(run.motion.back().kinetic_energy, 0.0);
    }
}

TEST(Simulate, TheMassOfAChainIsThatOfItsRod)
{
    for (const ModelChoice& model :
         {joints(4), arcs(3), ModelChoice(isotropic(2)), ModelChoice(gauss_3(1))}) {
        const Manipulator m = wire(model);
        const auto system = discretize(m);
        double mass = 0.0;
        for (const Body& body : system->bodies)
            mass += body.mass;
        EXPECT_NEAR(mass, 0.2 * rod_properties(m.rod).mass_per_length, 1e-15);
    }
}

TEST(Modes, OfARodAreThoseOfABeam)
{
    // Clamped and free: (βL)² = 3.516, 22.034; rotary inertia and the cut into arcs lower or raise by < 0.5
    // %.
    const Manipulator m = wire(arcs(24));
    const Modes modes = find_modes(m);
    ASSERT_EQ(modes.status, Status::converged) << modes.message;
    const RodProperties p = rod_properties(m.rod);
    const double unit =
        std::sqrt(p.bending_stiffness[0] / p.mass_per_length) / (0.04 * 2.0 * std::numbers::pi);
    EXPECT_NEAR(modes.modes[0].frequency, 3.5160 * unit, 2e-3 * 3.5160 * unit);
    EXPECT_NEAR(modes.modes[2].frequency, 22.0345 * unit, 5e-3 * 22.0345 * unit);
    EXPECT_EQ(modes.modes[0].damping_ratio, 0.0);
    EXPECT_NEAR(modes.modes[0].displacement.back().norm(), 1.0, 1e-12);
}

TEST(Modes, ConvergeToTheBeamAtSecondOrder)
{
    const Manipulator fine = wire(joints(32));
    const double f = find_modes(fine).modes[0].frequency;
    const double e4 = find_modes(wire(joints(4))).modes[0].frequency - f;
    const double e8 = find_modes(wire(joints(8))).modes[0].frequency - f;
    EXPECT_GT(std::log2(std::abs(e4 / e8)), 1.7);
}

TEST(Modes, HeldAtItsTipARodVibratesFaster)
{
    // Clamped and pinned: (βL)² = 15.418.
    Manipulator m = wire(arcs(12));
    m.constraints = {hold_yz("end", 0.2)};
    const Modes modes = find_modes(m);
    ASSERT_EQ(modes.status, Status::converged) << modes.message;
    const RodProperties p = rod_properties(m.rod);
    const double unit =
        std::sqrt(p.bending_stiffness[0] / p.mass_per_length) / (0.04 * 2.0 * std::numbers::pi);
    EXPECT_EQ(modes.modes.size(), 22u);
    EXPECT_NEAR(modes.modes[0].frequency, 15.418 * unit, 1e-2 * 15.418 * unit);
}

TEST(Simulate, GoesOnWithTheIntegratorThatCostsLess)
{
    // A catheter after a step of force: its fast motion is not damped, so that implicit steps must resolve
    // it. With Kelvin-Voigt damping they need not.
    for (const double retardation : {0.0, 1e-3}) {
        Manipulator m = rod_along_z(0.06, 1.0);
        m.rod.bending_stiffness.reset();
        m.rod.section = CrossSection{Circle{2e-3}, std::nullopt, 1.0};
        m.rod.material.youngs_modulus = 3e6;
        m.rod.material.poisson_ratio = 0.45;
        m.rod.material.density = 1100.0;
        m.rod.damping.viscous_rate = 3.0;
        m.rod.damping.retardation_time = retardation;
        m.loads = {dead_load(0.06, Vector3d(0.3e-3, 0, 0))};
        m.model = spherical(12, JointLayout::gauss);
        Simulation simulation;
        simulation.duration = 0.02;
        simulation.output_every = 2e-3;
        simulation.initial = InitialState::straight;
        simulation.tolerance = 1e-8;
        const auto run = [&](Integrator integrator) {
            simulation.integrator = integrator;
            m.simulation = simulation;
            const Trajectory trajectory = simulate(m);
            EXPECT_EQ(trajectory.status, Status::converged) << trajectory.message;
            return trajectory;
        };
        const Trajectory chosen = run(Integrator::automatic), fast = run(Integrator::explicit_),
                         slow = run(Integrator::implicit);
        EXPECT_LT(static_cast<double>(chosen.integration.steps),
                  1.5 * static_cast<double>(std::min(fast.integration.steps, slow.integration.steps)) + 60.0)
            << chosen.integration.integrator;
        EXPECT_LT((chosen.frames.back().back().position() - fast.frames.back().back().position()).norm(),
                  1e-7);
    }
}

TEST(Modes, AreThoseOfTheSameChainThatDoesNotStretch)
{
    // A slender rod hardly stretches: what it may do along itself changes no vibration across, nor where its
    // mass lies.
    for (const int segments : {1, 2, 4}) {
        for (const bool shear : {false, true}) {
            Manipulator m = rod_along_z(0.1, 1.0);
            m.rod.bending_stiffness.reset();
            m.rod.section = CrossSection{Circle{0.2e-3}, std::nullopt, 1.0};
            m.rod.material.youngs_modulus = 1e9;
            m.rod.material.poisson_ratio = 0.3;
            m.rod.material.density = 1000.0;
            SegmentModel model;
            model.segments = segments;
            model.freedoms.twist = true;
            model.freedoms.shear = shear;
            m.model = model;
            const Modes stiff = find_modes(m);
            model.freedoms.extension = true;
            m.model = model;
            const Modes stretching = find_modes(m);
            ASSERT_EQ(stiff.status, Status::converged) << stiff.message;
            ASSERT_EQ(stretching.status, Status::converged) << stretching.message;
            for (std::size_t i = 0; i < 2; ++i)
                EXPECT_NEAR(stretching.modes[i].frequency / stiff.modes[i].frequency, 1.0, 1e-5) << segments;
        }
    }
}

TEST(Modes, AFollowerForceBeyondBecksLoadFlutters)
{
    // Beck's column: flutter at P L²/EI = 20.05, while no equilibrium but the straight one ever exists.
    Manipulator m = wire(arcs(12));
    const double EI = rod_properties(m.rod).bending_stiffness[0];
    for (const double load : {19.0, 21.0}) {
        m.loads = {follower(0.2, {0.0, 0.0, -load * EI / 0.04})};
        const Modes modes = find_modes(m);
        EXPECT_FALSE(modes.symmetric);
        EXPECT_EQ(modes.flutter, load > 20.05) << load;
        EXPECT_EQ(modes.status, load > 20.05 ? Status::unstable : Status::converged) << modes.message;
        EXPECT_FALSE(modes.divergence);
    }
}

TEST(Modes, AColumnBeyondItsEulerLoadDiverges)
{
    Manipulator m = wire(arcs(12));
    const double EI = rod_properties(m.rod).bending_stiffness[0];
    m.loads = {tip_force({-1.1 * std::numbers::pi * std::numbers::pi * EI / 0.16, 0.0, 0.0})};
    const Modes modes = find_modes(m);
    EXPECT_TRUE(modes.divergence);
    EXPECT_FALSE(modes.flutter);
    EXPECT_EQ(modes.status, Status::unstable);
}

}  // namespace test_simulate
}  // namespace supple::test
