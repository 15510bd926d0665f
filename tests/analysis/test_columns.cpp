// Columns below and above their buckling load: what solve, its eigenvalue and the vibrations say must agree.

#include <supple/supple.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace supple::test {
namespace test_columns {

constexpr double pi = std::numbers::pi;

/// 100 mm long, clamped below, pressed down at the tip.
struct Column {
    bool round = true;
    double load = 1.0;        ///< over Euler's load of the weaker direction
    double moment = 0.0;      ///< about the axis, fixed in space [mN mm]
    std::string constraints;  ///< in the file's words
};

std::string text(const Column& column, const std::string& model)
{
    const double EI = column.round ? 1e3 * pi / 64.0 : 1e3 * 2.0 / 12.0;  // [N mm²]
    const double P = column.load * pi * pi * EI / (4.0 * 100.0 * 100.0);  // [N]
    const std::string_view section =
        column.round ? "circle: {diameter: 1 mm}" : "rectangle: {width: 2 mm, height: 1 mm}";
    return fmt::format(
        "supple: 1\n"
        "rod: {{length: 100 mm, section: {{{}}}, material: {{youngs_modulus: 1 GPa, density: 1000 "
        "kg/m^3}}}}\n"
        "model: {{type: {}}}\n"
        "loads: [{{at: tip, force: 0 0 {} N, moment: 0 0 {} mN mm}}]\n"
        "constraints: [{}]\n",
        section, model, -P, column.moment, column.constraints);
}

const std::vector<std::string>& models()
{
    static const std::vector<std::string> all{"universal-prb",
                                              "isotropic-prb",
                                              "isotropic-prb, segments: 3, twist: true",
                                              "spherical-prb, joints: 8",
                                              "curvature, arcs: 6",
                                              "variational, elements: 12",
                                              "cosserat"};
    return all;
}

void expect_verdict(const Column& column, const std::string& model, bool holds)
{
    const Manipulator m = parse_model(text(column, model));
    SCOPED_TRACE(text(column, model));
    const Equilibrium eq = solve(m);
    if (eq.snapped) {
        // It left the straight shape for one that holds, and says so.
        EXPECT_FALSE(holds);
        EXPECT_LT(eq.tip().position().z(), 0.09);
        return;
    }
    EXPECT_EQ(eq.status, holds ? Status::converged : Status::unstable) << eq.message;
    SolveOptions options;
    options.eigenvalue = true;
    const Equilibrium with = solve(m, options);
    EXPECT_EQ(with.status, eq.status);
    if (with.stability.smallest_eigenvalue) {
        EXPECT_EQ(*with.stability.smallest_eigenvalue > 0.0, holds);
    }
    if (!column.constraints.empty() || model == "cosserat") return;
    const Modes modes = find_modes(m);
    EXPECT_EQ(modes.divergence, !holds) << modes.message;
    // Without damping the smallest moment makes a round rod flutter.
    if (column.moment == 0.0) {
        EXPECT_FALSE(modes.flutter);
    }
}

TEST(Columns, BuckleForEveryVerdictAtTheSameLoad)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> below(0.2, 0.85), above(1.2, 9.0), tiny(1e-4, 1e-2);
    for (const std::string& model : models()) {
        for (int i = 0; i < 12; ++i) {
            Column column;
            column.round = i % 2 == 0;
            column.moment = i % 3 == 0 ? 0.0 : tiny(random);
            const bool holds = i % 4 < 2;
            column.load = holds ? below(random) : above(random);
            expect_verdict(column, model, holds);
        }
    }
}

TEST(Columns, InAGuideOrBesideAWallBuckleToo)
{
    const std::string guide = "guide: {point: 0 0 50 mm, near: 50 mm}",
                      wall = "plane: {name: W, point: 20 0 0 mm, normal: -1 0 0, friction: 0.3}";
    for (const std::string& model : models()) {
        for (const std::string& constraint : {guide, wall}) {
            // The variational rod takes neither, and not every chain takes guides.
            if (!solve(parse_model(text({true, 0.3, 0.0, "{" + constraint + "}"}, model)))
                     .shape.frames.size())
                continue;
            for (const double load : {0.3, 40.0}) {
                Column column;
                column.load = load;
                column.constraints = "{" + constraint + "}";
                expect_verdict(column, model, load < 1.0);
                column.moment = 1e-3;
                expect_verdict(column, model, load < 1.0);
            }
        }
    }
}

// A round rod between two pins spins about itself for nothing: neither stable nor unstable.
TEST(Columns, ARoundCableBetweenPinsIsNeutralHoweverFineItIs)
{
    for (const int elements : {25, 50, 100}) {
        const Equilibrium eq = solve(parse_model(fmt::format(
            "supple: 1\n"
            "rod: {{length: 1 m, section: {{circle: {{diameter: 5 mm}}}}, material: {{youngs_modulus: 1 MPa, "
            "density: 1000 kg/m^3}}}}\n"
            "base: {{tangent: x, normal: y, free: true}}\n"
            "environment: {{gravity: 0 0 -9.81 m/s^2}}\n"
            "model: {{type: variational, elements: {}}}\n"
            "constraints: [{{fixture: {{name: A, at: 0 m, hold: {{x: 0 m, y: 0 m, z: 0 m}}}}}}, {{fixture: "
            "{{name: "
            "B, at: tip, hold: {{x: 0.8 m, y: 0 m, z: 0 m}}}}}}]\n",
            elements)));
        EXPECT_EQ(eq.status, Status::converged) << elements << ": " << eq.message;
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_FALSE(eq.stability.stable.has_value()) << elements;
    }
}

// With hardly any load the residual is small beside the stiffness at once, and not beside the load.
TEST(Columns, ALightLoadIsBalancedToo)
{
    for (const double P : {1e-9, 1e-12, 1e-15}) {
        Column column;
        column.load = 0.0;
        Manipulator m = parse_model(text(column, "spherical-prb, joints: 8"));
        m.loads[0].force = {P, 0.0, 0.0};
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_LT(eq.balance, 1e-6) << P;
    }
}

}  // namespace test_columns
}  // namespace supple::test
