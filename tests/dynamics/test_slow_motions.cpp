#include "support/block_matrices.hpp"
#include "support/nodal_rods.hpp"
#include "support/rods.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/dynamics/slow_motions.hpp>
#include <supple/dynamics/variational_modes.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/dynamics/zero_count.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_slow_motions {

using namespace supple::variational;
using testing::HasSubstr;

/// The aluminium rod of experiment 1 in 40 elements.
Manipulator rod_with(double viscous, double retardation, double follower_load = 0.0)
{
    Manipulator m = experiment(1, 40, StrainPlace::midpoint, false);
    m.rod.damping = {viscous, retardation};
    const double unit = rod_properties(m.rod).bending_stiffness.x() / (m.rod.length * m.rod.length);
    if (follower_load > 0.0) m.loads = {follower(m.rod.length, Vector3d(0, 0, -follower_load * unit))};
    return m;
}

/// The slowest motions are those of the dense problem, to what rounding does to λ².
void expect_the_dense_ones(const Manipulator& m, int count)
{
    const NodalRod rod = nodal(m);
    const std::vector<SE3> frames =
        rod.holds.empty() ? rest_state(rod).frames : solve_statics(rod).shape.frames;
    const LinearRod linear(rod, frames, statics_time);
    const auto slow = slow_motions(linear, count);
    ASSERT_TRUE(slow);
    const DampedModes all = damped_modes(rod, frames, statics_time);
    ASSERT_TRUE(all.motions);
    EXPECT_EQ(slow->motions.symmetric, all.symmetric);
    ASSERT_EQ(slow->motions.values.size(), static_cast<std::size_t>(count));
    const double noise = rounding_of_squares(linear.bound(), linear.free());
    for (std::size_t i = 0; i < slow->motions.values.size(); ++i) {
        // Those of one size may come in another order.
        const std::complex<double> l = slow->motions.values[i];
        double off = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < slow->motions.values.size() + 4; ++j)
            off = std::min(off, std::abs(l * l - all.eigenvalues[j] * all.eigenvalues[j]));
        EXPECT_LT(off, noise + 1e-7 * std::norm(l)) << i << ": " << l;
        EXPECT_NEAR(std::abs(l), std::abs(all.eigenvalues[i]), noise / std::abs(l) + 1e-7 * std::abs(l));
    }
    if (slow->all_judged) {
        EXPECT_EQ(slow->motions.diverges, all.motions->diverges);
        EXPECT_EQ(slow->motions.flutters, all.motions->flutters);
    }
    // Shapes solve the equation.
    const Eigen::MatrixXcd& y = slow->motions.vectors;
    const MatrixXd re = y.real(), im = y.imag();
    const std::complex<double> i1(0.0, 1.0);
    Eigen::MatrixXcd K = linear.stiffness_times(re) + i1 * linear.stiffness_times(im), D = linear.rate() * y;
    if (!linear.evenly_damped()) D += linear.damping_times(re) + i1 * linear.damping_times(im);
    for (Eigen::Index i = 0; i < y.cols(); ++i) {
        const std::complex<double> l = slow->motions.values[static_cast<std::size_t>(i)];
        EXPECT_LT((l * l * y.col(i) + l * D.col(i) + K.col(i)).norm(),
                  (noise + 1e-8 * std::norm(l)) * y.col(i).norm());
        EXPECT_GT(y.col(i).norm(), 0.0);
    }
}

TEST(LinearRod, IsTheDenseProblemInBlocksAndCountsItsEigenvalues)
{
    Manipulator m = rod_with(2.0, 1e-5, 5.0);
    std::get<VariationalModel>(m.model).elements = 6;
    const NodalRod rod = nodal(m);
    const LinearRod linear(rod, solve_statics(rod).shape.frames, statics_time);
    ASSERT_EQ(linear.free(), 36);  // the base is held
    const MatrixXd K = linear.dense_stiffness(), D = linear.dense_damping();
    const MatrixXd unit = linear.expanded(Eigen::MatrixXcd::Identity(36, 36)).real();
    EXPECT_LT((unit.transpose() * linear.stiffness_times(unit) - K).norm(), 1e-15 * K.norm());
    const MatrixXd damping = unit.transpose() * linear.damping_times(unit) + 2.0 * MatrixXd::Identity(36, 36);
    EXPECT_LT((damping - D).norm(), 1e-15 * D.norm());
    const double sigma = 300.0;
    const MatrixXd P = sigma * sigma * MatrixXd::Identity(36, 36) + sigma * D + K;
    EXPECT_LT((unit.transpose() * dense(linear.at(sigma)) * unit - P).norm(), 1e-13 * P.norm());
    const VectorXd squares = symmetric_eigenvalues(0.5 * (K + K.transpose()));
    int tried = 0;
    for (Eigen::Index i = 0; i + 1 < 36; ++i) {
        if (squares[i + 1] < 1.01 * squares[i]) continue;  // the same in both planes
        EXPECT_EQ(linear.count_below(0.5 * (squares[i] + squares[i + 1])), i + 1);
        ++tried;
    }
    EXPECT_GT(tried, 10);
    EXPECT_NEAR(linear.eigenvalue(3) / squares[2], 1.0, 1e-6);
    EXPECT_GE(linear.bound(), squares.maxCoeff());
}

TEST(SlowMotions, AreTheSlowestOfTheDenseProblem)
{
    for (const double viscous : {0.0, 3.0, 2000.0}) {
        for (const int count : {1, 2, 5, 12})
            expect_the_dense_ones(rod_with(viscous, 0.0), count);
    }
    for (const int count : {2, 6})
        expect_the_dense_ones(rod_with(1.0, 1e-5), count);
    for (const double load : {10.0, 20.6}) {
        expect_the_dense_ones(rod_with(0.0, 0.0, load), 6);
        expect_the_dense_ones(rod_with(1.0, 1e-5, load), 4);
    }
}

TEST(SlowMotions, OfAFreeRodBeginWithItsSixRigidOnes)
{
    Manipulator m = rod_with(0.0, 0.0);
    m.base.free = true;
    const NodalRod rod = nodal(m);
    const LinearRod linear(rod, rest_state(rod).frames, 0.0);
    const auto slow = slow_motions(linear, 8);
    ASSERT_TRUE(slow);
    EXPECT_FALSE(slow->motions.diverges);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_LT(std::abs(slow->motions.values[i]), 1.0);
    const double first = first_frequency(rod, rest_state(rod).frames);
    EXPECT_NEAR(slow->motions.values[6].imag() / (2.0 * 3.141592653589793 * first), 1.0, 1e-6);
    EXPECT_NEAR(std::abs(slow->motions.values[7] / slow->motions.values[6]), 1.0, 1e-6);
}

TEST(SlowMotions, OfARodFarBeyondEulersLoadDiverge)
{
    Manipulator m = rod_with(0.0, 0.0);
    const double unit = rod_properties(m.rod).bending_stiffness.x() / (m.rod.length * m.rod.length);
    for (const double load : {2.0, 3.0, 30.0}) {  // Euler: π²/4
        m.loads = {dead_load(m.rod.length, Vector3d(-load * unit, 0, 0))};
        const NodalRod rod = nodal(m);
        const Equilibrium eq = solve_statics(rod);
        const auto slow = slow_motions(LinearRod(rod, eq.shape.frames, statics_time), 4);
        ASSERT_TRUE(slow) << load;
        EXPECT_EQ(slow->motions.diverges, load > 2.4674) << load;
        EXPECT_TRUE(slow->all_judged);
    }
}

TEST(SlowMotions, ThatGrowAreFlutterAndOthersLeaveItOpen)
{
    // Beck's column, 20.05.
    for (const double load : {19.5, 21.0}) {
        const NodalRod rod = nodal(rod_with(0.0, 0.0, load));
        const Equilibrium eq = solve_statics(rod);
        const auto slow = slow_motions(LinearRod(rod, eq.shape.frames, statics_time), 4);
        ASSERT_TRUE(slow) << load;
        EXPECT_FALSE(slow->motions.symmetric);
        EXPECT_EQ(slow->motions.flutters, load > 20.05);
        EXPECT_EQ(slow->all_judged, load > 20.05);
    }
}

TEST(SlowMotions, AreCountedInACircleWithoutBeingFound)
{
    for (const double retardation : {0.0, 1e-5, 1e-3}) {
        const NodalRod rod = nodal(rod_with(5.0, retardation));
        const std::vector<SE3> frames = rest_state(rod).frames;
        const DampedModes all = damped_modes(rod, frames, 0.0);
        const LinearRod linear(rod, frames, 0.0);
        for (const double radius : {100.0, 700.0, 2500.0, 6000.0}) {
            int inside = 0;
            for (const auto& l : all.eigenvalues) {
                if (std::abs(l) < radius) inside += l.imag() == 0.0 ? 1 : 2;
            }
            const auto counted = zeros_within(linear, 0.0, radius);
            if (retardation == 1e-3 && radius > 900.0) continue;  // very many at −1/T
            ASSERT_TRUE(counted) << radius;
            EXPECT_EQ(*counted, inside) << radius;
        }
        const auto first = zeros_within(linear, all.eigenvalues[0], 20.0);
        ASSERT_TRUE(first);
        EXPECT_EQ(*first, 2);  // a round rod bends alike in both planes
    }
}

TEST(SlowMotions, OfALongRodAreFoundByTheVerb)
{
    Manipulator m = experiment(1, 400, StrainPlace::midpoint, false);
    const Modes modes = find_modes(m, {.count = 3});
    ASSERT_EQ(modes.status, Status::converged) << modes.message;
    ASSERT_EQ(modes.modes.size(), 3u);
    EXPECT_TRUE(modes.all_judged);
    EXPECT_TRUE(modes.warnings.empty());
    EXPECT_NEAR(modes.modes[0].frequency / 36.932806, 1.0, 1e-5);  // Timoshenko's
    EXPECT_NEAR(modes.modes[1].frequency / 36.932806, 1.0, 1e-5);
    EXPECT_EQ(modes.modes[0].displacement.size(), 401u);
    m.loads = {follower(m.rod.length, Vector3d(0, 0, -1e-3))};
    const Modes open = find_modes(m, {.count = 3});
    ASSERT_EQ(open.status, Status::converged) << open.message;
    EXPECT_FALSE(open.all_judged);
    EXPECT_THAT(open.warnings, testing::Contains(HasSubstr("is not decided")));
}

TEST(SlowMotions, AmongVeryManyAlikeAreNotGuessed)
{
    const NodalRod rod = nodal(rod_with(0.0, 1e-3));
    const LinearRod linear(rod, rest_state(rod).frames, 0.0);
    const auto slow = slow_motions(linear, 6);
    if (!slow) return;
    EXPECT_LT(slow->motions.values.size(), 6u);
    EXPECT_NEAR(slow->motions.values[0].real(), -26.914, 1e-2);
}

}  // namespace test_slow_motions
}  // namespace supple::test
