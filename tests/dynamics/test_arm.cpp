// The un-actuated arm of s3 Sec. 5 in motion: s3 Sec. 7, rows without tension.
#include "support/arm.hpp"
#include "support/golden.hpp"
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/simulate.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace supple::test {
namespace test_arm {

Simulation run_of(double duration, double every, double tolerance)
{
    Simulation simulation;
    simulation.duration = duration;
    simulation.output_every = every;
    simulation.tolerance = tolerance;
    return simulation;
}

/// From rest with β = 0.001 1/m in every arc, as the study.
Trajectory zero_actuation(double duration, double every, double tolerance)
{
    return simulate([](double) { return unactuated_arm(true); }, run_of(duration, every, tolerance),
                    {bent_up(VectorXd::Constant(8, 0.001)), VectorXd::Zero(16), {}, {}});
}

struct Range {
    double middle, width;
};

Range tip_range(const Trajectory& run, double until)
{
    double low = 1e9, high = -1e9;
    for (std::size_t i = 0; i < run.time.size() && run.time[i] <= until + 1e-9; ++i) {
        low = std::min(low, run.frames[i].back().position().x());
        high = std::max(high, run.frames[i].back().position().x());
    }
    return {(low + high) / 2.0, high - low};
}

TEST(UnactuatedArm, SagsAsTheReferenceDoes)
{
    auto system = unactuated_arm(true);
    const Equilibrium eq = solve_statics(*system);
    ASSERT_EQ(eq.status, Status::converged);
    EXPECT_NEAR(eq.tip().position().x(), -4.66834e-3, 1e-7);
}

TEST(UnactuatedArm, SwingsAsTheReferenceDoes)
{
    const auto reference = golden("s3_zero_actuation.json")["zero_actuation"];
    const auto times = reference["t"].get<std::vector<double>>();
    const double every = times[1] - times[0];
    const Trajectory run = zero_actuation(times.back(), every, 1e-10);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    EXPECT_NE(run.integration.integrator.find("explicit"), std::string::npos);
    ASSERT_EQ(run.time.size(), times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        ASSERT_NEAR(run.time[i], times[i], 1e-12);
        const Vector3d tip = run.frames[i].back().position();
        ASSERT_NEAR(tip.x(), reference["tip_xz"][i][0].get<double>(), 1e-7) << run.time[i];
        ASSERT_NEAR(tip.z(), reference["tip_xz"][i][1].get<double>(), 1e-7) << run.time[i];
        ASSERT_LT((beta_of(run.coordinates[i]) - vector(reference["beta"][i])).norm(), 1e-5) << run.time[i];
        ASSERT_LT((beta_of(run.velocities[i]) - vector(reference["betadot"][i])).norm(), 2e-3) << run.time[i];
    }
}

TEST(UnactuatedArm, OscillatesWithTheWidthsOfTheReference)
{
    const Trajectory run = zero_actuation(2.0, 1e-3, 1e-8);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    const double mm_ = 1e-3;
    const Range first = tip_range(run, 0.25), second = tip_range(run, 1.0), third = tip_range(run, 2.0);
    EXPECT_NEAR(first.middle, -4.743 * mm_, 0.005 * mm_);
    EXPECT_NEAR(first.width, 9.551 * mm_, 0.005 * mm_);
    EXPECT_NEAR(second.middle, -4.700 * mm_, 0.005 * mm_);
    EXPECT_NEAR(second.width, 9.638 * mm_, 0.005 * mm_);
    EXPECT_NEAR(third.middle, -4.668 * mm_, 0.005 * mm_);
    EXPECT_NEAR(third.width, 9.702 * mm_, 0.005 * mm_);
    RecordProperty("steps", static_cast<int>(run.integration.steps));
}

TEST(UnactuatedArm, KeepsItsEnergyFor4Seconds)
{
    const Trajectory run = zero_actuation(4.1, 0.01, 1e-10);
    ASSERT_EQ(run.status, Status::converged);
    double drift = 0.0, swing = 0.0;
    for (const MotionState& state : run.motion) {
        drift = std::max(drift, std::abs(state.total_energy - run.motion[0].total_energy));
        swing = std::max(swing, state.kinetic_energy);
    }
    EXPECT_GT(swing, 1e-6);
    EXPECT_LT(drift, 1e-12);
}

TEST(UnactuatedArm, KeepsItsEnergyInSpace)
{
    std::mt19937 engine(3);
    const VectorXd q = 2.0 * random_vector(16, engine), v = 40.0 * random_vector(16, engine);
    const Trajectory run =
        simulate([](double) { return unactuated_arm(true); }, run_of(0.3, 1e-3, 1e-12), {q, v, {}, {}});
    ASSERT_EQ(run.status, Status::converged);
    double drift = 0.0, peak = 0.0, sideways = 0.0;
    for (const MotionState& state : run.motion) {
        drift = std::max(drift, std::abs(state.total_energy - run.motion[0].total_energy));
        peak = std::max(peak, state.kinetic_energy);
        sideways = std::max(sideways, std::abs(state.linear_momentum.y()));
    }
    EXPECT_GT(sideways, 1e-4);
    EXPECT_LT(drift, 1e-9 * peak);
}

TEST(UnactuatedArm, VibratesWithTheFrequenciesOfTheReference)
{
    const auto reference = golden("s3_modal.json");
    for (const bool table : {true, false}) {
        auto system = unactuated_arm(table);
        const Modes found = find_modes(*system, solve_statics(*system));
        ASSERT_EQ(found.status, Status::converged) << found.message;
        ASSERT_EQ(found.modes.size(), 16u);
        EXPECT_TRUE(found.symmetric);
        // Those that move the tip up and down are the vertical ones.
        std::vector<double> vertical;
        for (const Mode& mode : found.modes) {
            const auto tip = mode.displacement.back();
            if (std::abs(tip.x()) > std::abs(tip.y())) vertical.push_back(mode.frequency);
        }
        ASSERT_EQ(vertical.size(), 8u);
        const auto theirs = reference[table ? "table1_Ixx" : "physical_Ixx"]["vertical_plane_Hz"];
        for (std::size_t i = 0; i < 8; ++i)
            EXPECT_NEAR(vertical[i], theirs[i].get<double>(), 1e-5 * vertical[i]);
    }
}

}  // namespace test_arm
}  // namespace supple::test
