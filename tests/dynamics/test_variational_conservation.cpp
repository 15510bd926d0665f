#include "support/nodal_rods.hpp"
#include "support/sanitized.hpp"

#include <supple/dynamics/nodal_problem.hpp>
#include <supple/dynamics/variational_explicit.hpp>
#include <supple/lie/so3.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace supple::test {
namespace test_variational_conservation {

using namespace supple::variational;

constexpr int shorter = sanitized ? 20 : 1;

/// Total energy of a run, sampled, over the largest kinetic energy.
struct EnergyCourse {
    double deviation = 0.0;  ///< largest, from the start
    double drift = 0.0;      ///< of the mean, first to last tenth
};

EnergyCourse energy_course(const NodalRod& rod, NodalState state, double step, long steps)
{
    ExplicitIntegrator integrator(rod, state, step);
    std::vector<double> H;
    double kinetic = 0.0;
    while (integrator.steps() < steps) {
        integrator.observe(state);
        const MotionState motion = motion_of(rod, state, integrator.time());
        H.push_back(motion.total_energy);
        kinetic = std::max(kinetic, motion.kinetic_energy);
        for (int i = 0; i < 20; ++i)
            EXPECT_TRUE(integrator.step());
    }
    EnergyCourse course;
    for (const double h : H)
        course.deviation = std::max(course.deviation, std::abs(h - H[0]) / kinetic);
    const auto tenth = H.size() / 10;
    double first = 0.0, last = 0.0;
    for (std::size_t i = 0; i < tenth; ++i) {
        first += H[i] / static_cast<double>(tenth);
        last += H[H.size() - 1 - i] / static_cast<double>(tenth);
    }
    course.drift = std::abs(last - first) / kinetic;
    return course;
}

class EachStrainInMotion : public testing::TestWithParam<StrainPlace> {};

TEST_P(EachStrainInMotion, AReleasedRodKeepsItsEnergyForThreeHundredThousandSteps)
{
    const NodalRod rod = nodal(experiment(3, 10, GetParam()));
    const EnergyCourse course = energy_course(rod, rest_state(rod), 8e-5, 300000 / shorter);
    const double published = GetParam() == StrainPlace::nodal ? 3.4e-6 : 1.4e-6;
    EXPECT_LT(course.deviation, 2.0 * published);
    EXPECT_GT(course.deviation, 0.5 * published);
    EXPECT_LT(course.drift, 1e-8 * shorter);  // the mean over a short tenth still swings
}

/// Bent, twisted, tumbling through space without weight.
NodalState tumbling(const NodalRod& rod)
{
    NodalState state = rest_state(rod);
    for (std::size_t a = 0; a < state.v.size(); ++a) {
        const double s = rod.arclength[a] / rod.length();
        state.v[a] = Vector3d(0.1, 0.3 * std::sin(3.0 * s), 0.2 * std::cos(4.0 * s));
        state.omega[a] = Vector3d(5.0 * s, -3.0, 20.0 * (1.0 - s));
    }
    return state;
}

TEST_P(EachStrainInMotion, AFreeRodKeepsItsMomentaForTwoHundredThousandSteps)
{
    Manipulator m = experiment(3, 10, GetParam(), false);
    m.base.free = true;
    const NodalRod rod = nodal(m);
    NodalState state = tumbling(rod);
    const MotionState start = motion_of(rod, state, 0.0);
    ExplicitIntegrator integrator(rod, state, 8e-5);
    double linear = 0.0, angular = 0.0;
    while (integrator.steps() < 200000 / shorter) {
        for (int i = 0; i < 1000; ++i)
            ASSERT_TRUE(integrator.step());
        integrator.observe(state);
        const MotionState now = motion_of(rod, state, integrator.time());
        linear = std::max(linear, (now.linear_momentum - start.linear_momentum).norm());
        angular = std::max(angular, (now.angular_momentum - start.angular_momentum).norm());
    }
    EXPECT_LT(linear, 1e-10 * start.linear_momentum.norm());
    EXPECT_LT(angular, 1e-10 * start.angular_momentum.norm());
    // It did move: many times its length, and it bent.
    EXPECT_GT(state.frames[0].position().norm(), 0.5 / shorter);
    EXPECT_GT(motion_of(rod, state, 0.0).elastic_energy, 1e-3 * start.kinetic_energy);
}

/// The largest distance of nodes, or angle, of a run to the same with an eighth of the step.
double error_of_step(StrainPlace strain, double step, double duration, bool rotations)
{
    const NodalRod rod = nodal(experiment(3, 10, strain));
    const auto end = [&](double dt) {
        NodalState state = rest_state(rod);
        ExplicitIntegrator integrator(rod, state, dt);
        const long steps = std::lround(duration / dt);
        while (integrator.steps() < steps)
            EXPECT_TRUE(integrator.step());
        integrator.observe(state);
        return state.frames;
    };
    const auto coarse = end(step), fine = end(step / 8.0);
    double largest = 0.0;
    for (std::size_t a = 0; a < coarse.size(); ++a) {
        largest = std::max(largest,
                           rotations ? so3::log(fine[a].rotation().transpose() * coarse[a].rotation()).norm()
                                     : (fine[a].position() - coarse[a].position()).norm());
    }
    return largest;
}

TEST_P(EachStrainInMotion, PositionsAndRotationsConvergeAtSecondOrder)
{
    const double p1 = error_of_step(GetParam(), 3.2e-5, 0.0512, false);
    const double p2 = error_of_step(GetParam(), 1.6e-5, 0.0512, false);
    EXPECT_NEAR(std::log2(p1 / p2), 2.0, 0.15);
    const double r1 = error_of_step(GetParam(), 1e-5, 3.2e-3, true);
    const double r2 = error_of_step(GetParam(), 5e-6, 3.2e-3, true);
    EXPECT_NEAR(std::log2(r1 / r2), 2.0, 0.1);
}

TEST_P(EachStrainInMotion, OneStepMeetsTheDiscreteEulerLagrangeEquations)
{
    // From the discrete action: m (p₂ − 2p₁ + p₀)/dt² = −gp, and for rotations with F = ΛᵀΛ⁺,
    // (F Jd − Jd Fᵀ)ᵛ − (Jd F₀ − F₀ᵀ Jd)ᵛ = −dt² gr, Jd = tr(J)/2 I − J.
    const NodalRod rod = nodal(experiment(4, 6, GetParam()));
    const double dt = 5e-5;
    NodalState s[3];
    ExplicitIntegrator integrator(rod, tumbling(rod), dt);
    for (int i = 0; i < 40; ++i)
        integrator.step();
    for (NodalState& state : s) {
        integrator.observe(state);
        integrator.step();
    }
    std::vector<Vector6d> g;
    gradient(rod, s[1].frames, {}, {0.0, 1.0}, g);
    for (std::size_t a = 1; a < g.size(); ++a) {
        const Vector3d second =
            s[2].frames[a].position() - 2.0 * s[1].frames[a].position() + s[0].frames[a].position();
        EXPECT_LT((rod.mass[a] * second / (dt * dt) + g[a].head<3>()).norm(), 1e-8 * g[a].head<3>().norm());
        const Matrix3d F = s[1].frames[a].rotation().transpose() * s[2].frames[a].rotation();
        const Matrix3d F0 = s[0].frames[a].rotation().transpose() * s[1].frames[a].rotation();
        const Vector3d J = rod.inertia[a];
        const Matrix3d Jd = Vector3d(Vector3d::Constant(0.5 * J.sum()) - J).asDiagonal();
        const auto vee = [](const Matrix3d& M) { return Vector3d(M(2, 1), M(0, 2), M(1, 0)); };
        const Vector3d change = vee(F * Jd - Jd * F.transpose()) - vee(Jd * F0 - F0.transpose() * Jd);
        EXPECT_LT((change / (dt * dt) + g[a].tail<3>()).norm(), 1e-8 * g[a].tail<3>().norm());
        EXPECT_GT(g[a].norm(), 1e-6);
    }
}

TEST(VariationalConservation, AFreeTumblingRodKeepsItsEnergyWithinBounds)
{
    Manipulator m = experiment(3, 10, StrainPlace::midpoint, false);
    m.base.free = true;
    const NodalRod rod = nodal(m);
    const EnergyCourse course = energy_course(rod, tumbling(rod), 8e-5, 100000 / shorter);
    EXPECT_LT(course.deviation, 1e-3);
    EXPECT_LT(course.drift, 3e-6 * shorter);
}

TEST(VariationalConservation, ViscousDampingTakesAwayTheMomentumOfAFreeRodAtItsRate)
{
    Manipulator m = experiment(3, 6, StrainPlace::midpoint, false);
    m.base.free = true;
    m.rod.damping.viscous_rate = 2.0;
    const NodalRod rod = nodal(m);
    NodalState state = tumbling(rod);
    const MotionState start = motion_of(rod, state, 0.0);
    ExplicitIntegrator integrator(rod, state, 5e-5);
    for (int i = 0; i < 10000; ++i)
        integrator.step();
    integrator.observe(state);
    const MotionState end = motion_of(rod, state, 0.5);
    EXPECT_LT((end.linear_momentum - std::exp(-1.0) * start.linear_momentum).norm(),
              1e-8 * start.linear_momentum.norm());
    EXPECT_LT((end.angular_momentum - std::exp(-1.0) * start.angular_momentum).norm(),
              1e-3 * start.angular_momentum.norm());
}

INSTANTIATE_TEST_SUITE_P(VariationalConservation, EachStrainInMotion,
                         testing::Values(StrainPlace::midpoint, StrainPlace::nodal));

}  // namespace test_variational_conservation
}  // namespace supple::test
