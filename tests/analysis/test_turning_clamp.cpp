// A clamp that turns in time.

#include <supple/analysis/simulate.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/io/model_file.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

namespace supple {
namespace test_turning_clamp {

using testing::HasSubstr;

constexpr double L = 0.1, G = 0.4e6;
constexpr double GJ = G * std::numbers::pi * 16e-12 / 2.0;

/// A soft rod whose tip is clamped where it lies, and turned by an angle from 0.05 s to 0.25 s.
Manipulator turned(const std::string& model, double angle)
{
    Manipulator m = parse_model(fmt::format(
        "supple: 1\nrod: {{length: 100 mm, section: {{circle: {{diameter: 4 mm}}}}, material: "
        "{{youngs_modulus: 1 "
        "MPa, shear_modulus: 0.4 MPa, density: 1000 kg/m^3}}, damping: {{viscous_rate: 40 1/s}}}}\n"
        "base: {{tangent: x}}\nmodel: {{type: {}}}\n"
        "constraints: [{{clamp: {{name: P, at: tip, position: 100 0 0 mm, tangent: x, normal: y}}}}]\n"
        "simulation: {{duration: 0.6 s, output_every: 10 ms, initial: straight, integrator: implicit, step: "
        "0.5 "
        "ms}}\n",
        model));
    std::get<Clamp>(m.constraints[0]).history = {{0.05, 0.25}, {{"rotation.x", {0.0, angle}}}, {}};
    return m;
}

TEST(TurningClamp, TwistsTheVariationalRodByMoreThanATurn)
{
    const double angle = 2.5 * std::numbers::pi;
    const Trajectory motion = simulate(turned("variational, elements: 40", angle));
    ASSERT_EQ(motion.status, Status::converged) << motion.message;
    // Before it turns nothing happens; in the end the rod is twisted evenly, 2 tan instead of the angle.
    EXPECT_LT(motion.motion[5].total_energy, 1e-15);
    const double end = 0.5 * GJ * angle * angle / L;
    EXPECT_NEAR(motion.motion.back().elastic_energy, end, 0.015 * end);
    EXPECT_LT(motion.motion.back().kinetic_energy, 1e-3 * end);
    const Matrix3d expected = so3::exp(Vector3d(angle, 0, 0)) * motion.frames.front().back().rotation();
    EXPECT_LT((motion.frames.back().back().rotation() - expected).norm(), 1e-9);
    EXPECT_LT((motion.frames.back().back().position() - Vector3d(L, 0, 0)).norm(), 1e-12);
    // On the way it is where the history says.
    const Matrix3d half = so3::exp(Vector3d(0.5 * angle, 0, 0)) * motion.frames.front().back().rotation();
    EXPECT_LT((motion.frames[15].back().rotation() - half).norm(), 1e-9);
}

TEST(TurningClamp, ExplicitStepsAgreeWithImplicitOnes)
{
    Manipulator m = turned("variational, elements: 10", 2.0);
    m.simulation->duration = 0.2;
    const Trajectory implicit = simulate(m);
    m.simulation->integrator = Integrator::explicit_;
    m.simulation->step.reset();
    const Trajectory stepped = simulate(m);
    ASSERT_EQ(implicit.status, Status::converged) << implicit.message;
    ASSERT_EQ(stepped.status, Status::converged) << stepped.message;
    const double energy = implicit.motion.back().elastic_energy;
    EXPECT_GT(energy, 1e-6);
    EXPECT_NEAR(stepped.motion.back().elastic_energy, energy, 0.01 * energy);
}

TEST(TurningClamp, StandsInAnEquilibriumWhereItsHistoryBegins)
{
    for (const char* model : {"cosserat", "variational, elements: 20", "spherical-prb, joints: 8"}) {
        Manipulator m = turned(model, 3.0);
        std::get<Clamp>(m.constraints[0]).history.columns[0].values = {0.6, 3.0};
        const Equilibrium eq = solve(m);
        ASSERT_EQ(eq.status, Status::converged) << model << ": " << eq.message;
        EXPECT_NEAR(std::abs(eq.reactions[0].moment.x()), 0.6 * GJ / L, 1e-3 * GJ / L) << model;
    }
}

TEST(TurningClamp, IsRefusedByAChainInMotion)
{
    const Trajectory motion = simulate(turned("spherical-prb, joints: 8", 1.0));
    EXPECT_EQ(motion.status, Status::invalid);
    EXPECT_THAT(motion.message, HasSubstr("constraints.P holds the rod while it moves"));
}

}  // namespace test_turning_clamp
}  // namespace supple
