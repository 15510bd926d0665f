#include "support/nodal_rods.hpp"

#include <supple/dynamics/variational_explicit.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple::test {
namespace test_variational_modes {

using namespace supple::variational;

NodalModes modes_of(const Manipulator& m)
{
    const NodalRod rod = nodal(m);
    return natural_modes(rod, rest_state(rod).frames);
}

double f1(int number, int elements, StrainPlace strain = StrainPlace::midpoint)
{
    const NodalRod rod = nodal(experiment(number, elements, strain, false));
    return first_frequency(rod, rest_state(rod).frames);
}

TEST(VariationalModes, FrequenciesOfTheAluminiumRodAreTheReferences)
{
    // Bending comes in pairs: a round section has no preferred plane.
    const auto f = modes_of(experiment(1, 15, StrainPlace::midpoint, false)).frequencies;
    EXPECT_NEAR(f[0] / 36.8893, 1.0, 1e-5);
    EXPECT_NEAR(f[1] / f[0], 1.0, 1e-6);
    EXPECT_NEAR(f[2] / 231.136, 1.0, 1e-5);
    EXPECT_NEAR(f[4] / 649.411, 1.0, 1e-5);
    EXPECT_NEAR(f1(1, 15, StrainPlace::nodal) / 303.045, 1.0, 1e-5);
}

TEST(VariationalModes, FrequenciesConvergeToTimoshenkos)
{
    const std::pair<int, double> exact[] = {{1, 36.932806}, {2, 18.467139}, {3, 3.4664086}};
    for (const auto& [number, f] : exact) {
        const double coarse = f1(number, 30);
        const double fine = f1(number, 60);
        EXPECT_NEAR(std::log2((f - coarse) / (f - fine)), 2.0, 0.01);
        EXPECT_NEAR((4.0 * fine - coarse) / 3.0 / f, 1.0, 1e-7) << "experiment " << number;
    }
}

TEST(VariationalModes, RigidMotionsAreNotTheFirstFrequency)
{
    // Free at both ends: (4.73004/1.87510)² times the cantilever's; rotary inertia and shear lower it a
    // little.
    Manipulator m = experiment(1, 40, StrainPlace::midpoint, false);
    m.base.free = true;
    const NodalRod free = nodal(m);
    const double f = first_frequency(free, rest_state(free).frames);
    EXPECT_NEAR(f / (36.9328 * 6.3633), 1.0, 2e-3);
    EXPECT_NEAR(natural_modes(free, rest_state(free).frames).frequencies[6] / f, 1.0, 1e-6);

    // A ball joint in the middle leaves three rotations.
    Fixture joint;
    joint.name = "joint";
    joint.at = 0.1;
    joint.hold = {0.1, 0.0, 0.0};
    m.constraints = {joint};
    const NodalRod hung = nodal(m);
    const double pinned = first_frequency(hung, rest_state(hung).frames);
    EXPECT_NEAR(natural_modes(hung, rest_state(hung).frames).frequencies[3] / pinned, 1.0, 1e-6);
    EXPECT_GT(pinned, 100.0);
}

TEST(VariationalModes, TheLargestFrequencyOfShortAndLongRodsIsThatOfAllModes)
{
    // In a short rod the ends are a large part of all that vibrates.
    for (const bool free : {false, true}) {
        for (const int elements : {1, 2, 3, 4, 9}) {
            Manipulator m = experiment(3, elements, StrainPlace::midpoint, false);
            m.base.free = free;
            const NodalRod rod = nodal(m);
            const auto frames = rest_state(rod).frames;
            const double all = natural_modes(rod, frames).frequencies.back();
            EXPECT_NEAR(largest_frequency(rod, frames) / (2.0 * std::numbers::pi * all), 1.0, 1e-6)
                << elements << (free ? " elements, free" : " elements, clamped");
        }
    }
}

TEST(VariationalModes, TheNodalStrainLocks)
{
    // s4 Sec. 8, the study's Sec. 5 rod: 0.5 m, square 5 cm, E = 50 MPa; the exact frequency is 7.17319 Hz.
    Manipulator m = experiment(1, 5, StrainPlace::nodal, false);
    m.rod.length = 0.5;
    m.rod.section = CrossSection{Rectangle{0.05, 0.05}, 2.0 * std::pow(0.05, 4) / 12.0, 1.0};
    m.rod.material = {5e7, std::nullopt, 0.35, 1000.0};
    const std::pair<int, double> published[] = {{5, 16.203}, {10, 10.336}, {20, 8.092}, {40, 7.414}};
    for (const auto& [elements, f] : published) {
        std::get<VariationalModel>(m.model).elements = elements;
        EXPECT_NEAR(modes_of(m).frequencies[0] / f, 1.0, 1e-4);
    }
}

TEST(VariationalModes, TheCorrectionMakesTheFirstFrequencyRightAndOnlyThat)
{
    struct Row {
        int experiment;
        int elements;
        double factor;  ///< of E, s4 Sec. 3
        double second;  ///< f2 over the true one
    };
    for (const Row& row :
         {Row{1, 15, 0.014853, 0.985}, Row{2, 15, 0.0037547, 0.985}, Row{3, 10, 0.34443, 0.969},
          Row{4, 10, 0.24984, 0.976}, Row{6, 10, 0.052555, 0.982}}) {
        const Manipulator m = experiment(row.experiment, row.elements, StrainPlace::nodal, false);
        NodalRod rod = nodal(m);
        EXPECT_NEAR(correct_frequency(m, rod) / row.factor, 1.0, 5e-4) << row.experiment;
        const auto f = natural_modes(rod, rest_state(rod).frames).frequencies;
        const auto truth = modes_of(experiment(row.experiment, 50, StrainPlace::midpoint, false)).frequencies;
        EXPECT_NEAR(f[0] / truth[0], 1.0, 2e-3) << row.experiment;
        EXPECT_NEAR(f[2] / truth[2], row.second, 2e-3) << row.experiment;
    }
}

TEST(VariationalModes, ViscousDampingShiftsEveryModeByHalfItsRate)
{
    Manipulator m = experiment(3, 8, StrainPlace::midpoint, false);
    const auto f = modes_of(m).frequencies;
    m.rod.damping.viscous_rate = 3.0;
    const NodalRod rod = nodal(m);
    const DampedModes damped = damped_modes(rod, rest_state(rod).frames);
    EXPECT_TRUE(damped.symmetric);
    ASSERT_EQ(damped.eigenvalues.size(), f.size());
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_NEAR(damped.eigenvalues[i].real(), -1.5, 1e-6) << i;
        EXPECT_NEAR(std::abs(damped.eigenvalues[i]) / (2.0 * 3.141592653589793 * f[i]), 1.0, 1e-7) << i;
    }
}

TEST(VariationalModes, KelvinVoigtDampsBendingByHalfItsTimeAndFrequency)
{
    // A slender rod hardly shears: ζ = Tω/2 for its first modes.
    Manipulator m = experiment(1, 15, StrainPlace::midpoint, false);
    m.rod.damping.retardation_time = 1e-5;
    const NodalRod rod = nodal(m);
    const DampedModes damped = damped_modes(rod, rest_state(rod).frames);
    for (const std::size_t i : {0u, 2u, 4u}) {
        const std::complex<double> lambda = damped.eigenvalues[i];
        const double ratio = -lambda.real() / std::abs(lambda);
        EXPECT_NEAR(ratio / (0.5e-5 * std::abs(lambda)), 1.0, 5e-3) << i;
        EXPECT_GT(ratio, 1e-4);
    }
}

TEST(VariationalModes, BecksColumnFluttersAtItsLoad)
{
    Manipulator m = experiment(1, 24, StrainPlace::midpoint, false);
    const double unit = rod_properties(m.rod).bending_stiffness.x() / (m.rod.length * m.rod.length);
    const auto growth = [&](double load) {
        m.loads = {follower(m.rod.length, Vector3d(0, 0, -load * unit))};
        const NodalRod rod = nodal(m);
        const Equilibrium eq = solve_statics(rod);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        const DampedModes modes = damped_modes(rod, eq.shape.frames);
        EXPECT_FALSE(modes.symmetric);
        double largest = 0.0;
        for (const auto& lambda : modes.eigenvalues) {
            if (std::abs(lambda) < 2.0 * 3.14159 * 1000.0) largest = std::max(largest, lambda.real());
        }
        return largest;
    };
    EXPECT_LT(growth(19.5), 1e-3);
    EXPECT_GT(growth(20.6), 30.0);
}

struct Limit {
    int experiment;
    int elements;
    StrainPlace strain;
    double step;  ///< [s], s4 Sec. 2
};

class EachLimit : public testing::TestWithParam<Limit> {};

/// Whether a rod with some initial velocity keeps its shape bounded, judged by rotation and energy.
bool stays_bounded(const NodalRod& rod, double step, int steps)
{
    NodalState state = rest_state(rod);
    for (std::size_t a = 1; a < state.v.size(); ++a) {
        state.v[a] = 1e-3 * Vector3d(0.3, std::sin(3.0 * double(a)), std::cos(5.0 * double(a)));
        state.omega[a] = Vector3d(0.1, std::sin(2.0 * double(a)), 0.2);
    }
    const double start = motion_of(rod, state, 0.0).total_energy;
    ExplicitIntegrator integrator(rod, state, step);
    for (int i = 0; i < steps; ++i) {
        if (!integrator.step() || !(integrator.least_half_cosine() > 0.7)) return false;
    }
    integrator.observe(state);
    return motion_of(rod, state, 0.0).total_energy < 100.0 * start;
}

TEST_P(EachLimit, IsSharpAndThePublishedOne)
{
    const Limit c = GetParam();
    const NodalRod rod = nodal(experiment(c.experiment, c.elements, c.strain, false));
    const double limit = stability_limit(rod);
    EXPECT_NEAR(limit / c.step, 1.0, 1e-3);
    EXPECT_TRUE(stays_bounded(rod, 0.97 * limit, 3000));
    EXPECT_FALSE(stays_bounded(rod, 1.03 * limit, 3000));
}

INSTANTIATE_TEST_SUITE_P(
    VariationalModes, EachLimit,
    testing::Values(Limit{1, 15, StrainPlace::nodal, 3.066e-7}, Limit{1, 15, StrainPlace::midpoint, 3.092e-7},
                    Limit{2, 15, StrainPlace::nodal, 1.542e-7}, Limit{2, 15, StrainPlace::midpoint, 1.546e-7},
                    Limit{3, 10, StrainPlace::nodal, 1.935e-4}, Limit{3, 10, StrainPlace::midpoint, 2.332e-4},
                    Limit{4, 10, StrainPlace::nodal, 1.655e-4}, Limit{4, 10, StrainPlace::midpoint, 1.915e-4},
                    Limit{6, 10, StrainPlace::nodal, 1.071e-4},
                    Limit{6, 10, StrainPlace::midpoint, 1.147e-4}));

TEST(VariationalModes, TheCorrectedRodOfTheStudyMayTakeItsSteps)
{
    // s4 Sec. 2, "limit T, E corrected": that of the axial wave.
    const std::tuple<int, int, double> published[] = {
        {1, 15, 2.516e-6}, {2, 15, 2.516e-6}, {3, 10, 3.297e-4}, {4, 10, 3.310e-4}, {6, 10, 4.672e-4}};
    for (const auto& [number, elements, step] : published) {
        const Manipulator m = experiment(number, elements, StrainPlace::nodal, false);
        NodalRod rod = nodal(m);
        correct_frequency(m, rod);
        EXPECT_NEAR(stability_limit(rod) / step, 1.0, 1e-3) << number;
    }
}

TEST(VariationalModes, KelvinVoigtDampingLowersTheStepLimitSharplyEnough)
{
    Manipulator m = experiment(3, 10, StrainPlace::midpoint, false);
    const double undamped = stability_limit(nodal(m));
    m.rod.damping.retardation_time = 3e-3;
    const NodalRod rod = nodal(m);
    const double limit = stability_limit(rod);
    EXPECT_LT(limit, 0.5 * undamped);
    EXPECT_TRUE(stays_bounded(rod, 0.97 * limit, 3000));
    EXPECT_FALSE(stays_bounded(rod, 1.3 * limit, 3000));  // the limit is a bound, not exact
}

}  // namespace test_variational_modes
}  // namespace supple::test
