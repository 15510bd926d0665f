// Ball joints between links that stretch.

#include <supple/analysis/simulate.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/io/model_file.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

namespace supple {
namespace test_stretching_joints {

constexpr double L = 0.2, A = std::numbers::pi * 4e-6, E = 1e6, rho = 1000.0;  // a soft rod of 4 mm
constexpr double EA = E * A;

std::string file(const std::string& model, const std::string& more)
{
    return fmt::format(
        "supple: 1\nrod: {{length: 200 mm, section: {{circle: {{diameter: 4 mm}}}}, material: "
        "{{youngs_modulus: 1 "
        "MPa, shear_modulus: 0.4 MPa, density: 1000 kg/m^3}}}}\nbase: {{tangent: x}}\nmodel: {{type: "
        "{}}}\n{}",
        model, more);
}

const char* const layouts[] = {"spherical-prb, joints: 8, extension: true",
                               "spherical-prb, joints: 6, layout: split, extension: true",
                               "spherical-prb, joints: 5, layout: equal-links, extension: true",
                               "spherical-prb, joints: 5, layout: half-links, extension: true",
                               "spherical-prb, joints: 5, layout: base-joint, extension: true",
                               ("spherical-prb, links: 30 90 80 mm, bending: 0.1 0.1 N mm/rad, "
                                "twisting: 0.1 0.1 N mm/rad, extension: true")};

TEST(StretchingJoints, StretchByForceTimesLengthOverStiffness)
{
    for (const char* model : layouts) {
        SCOPED_TRACE(model);
        const double F = 0.02 * EA;
        const Equilibrium tip =
            solve(parse_model(file(model, fmt::format("loads: [{{at: tip, force: {} 0 0 N}}]\n", F))));
        ASSERT_EQ(tip.status, Status::converged) << tip.message;
        EXPECT_NEAR(tip.tip().position().x(), 1.02 * L, 1e-10);
        // What lies behind a load is carried along and not stretched, wherever the load is.
        for (const double at : {30.0, 71.3, 100.0, 150.0}) {
            SCOPED_TRACE(at);
            const Equilibrium inside = solve(parse_model(file(
                model, fmt::format("loads: [{{at: {} mm, force: {} 0 0 N}}]\nstations: {{there: {} mm}}\n",
                                   at, F, at))));
            ASSERT_EQ(inside.status, Status::converged) << inside.message;
            EXPECT_NEAR(inside.stations[0].X_WS.position().x(), 1.02 * at * 1e-3, 1e-10);
            EXPECT_NEAR(inside.tip().position().x(), L + 0.02 * at * 1e-3, 1e-10);
        }
    }
}

TEST(StretchingJoints, HangUnderTheirWeightAsABarDoes)
{
    // w L²/2 EA, by the mass of the links at their centres.
    const double w = rho * A * 50.0;
    for (const char* model : {layouts[0], layouts[3]}) {
        const Equilibrium eq = solve(parse_model(file(model, "environment: {gravity: 50 0 0 m/s^2}\n")));
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const double stretch = w * L * L / (2.0 * EA);
        EXPECT_NEAR(eq.tip().position().x() - L, stretch, 0.01 * stretch) << model;
    }
}

TEST(StretchingJoints, ConvergeToTheExactRodThatStretches)
{
    const std::string loads = "loads: [{at: tip, force: 60 40 -30 mN}, {at: 70 mm, force: 300 0 0 mN}]\n";
    const auto tip = [&](const std::string& model) {
        const Equilibrium eq = solve(parse_model(file(model, loads)));
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        return Vector3d(eq.tip().position());
    };
    const Vector3d truth = tip("cosserat, extension: true"), stiff = tip("cosserat");
    const double coarse = (tip("spherical-prb, joints: 12, extension: true") - truth).norm();
    const double fine = (tip("spherical-prb, joints: 24, extension: true") - truth).norm();
    EXPECT_GT((stiff - truth).norm(), 1e-3);
    EXPECT_LT(fine, 5e-4);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.5);
}

TEST(StretchingJoints, VibrateAlongAsABarDoes)
{
    // f_k = (2k − 1)/4L √(E/ρ). Bending is slower; twist is as fast as √(G/ρ) says.
    const double first = std::sqrt(E / rho) / (4.0 * L);
    double last = 0.0;
    for (const int joints : {4, 8, 16}) {
        const Modes modes = find_modes(
            parse_model(file(fmt::format("spherical-prb, joints: {}, extension: true", joints), "")));
        ASSERT_EQ(modes.status, Status::converged) << modes.message;
        double nearest = 0.0;
        for (const Mode& mode : modes.modes) {
            const bool along = std::abs(mode.displacement.back().x()) > 0.9;
            if (along && (nearest == 0.0 || mode.frequency < nearest)) nearest = mode.frequency;
        }
        const double error = std::abs(nearest / first - 1.0);
        EXPECT_LT(error, 0.1 / joints) << joints;
        if (last > 0.0) {
            EXPECT_GT(std::log2(last / error), 1.5) << joints;  // second order
        }
        last = error;
    }
}

}  // namespace test_stretching_joints
}  // namespace supple
