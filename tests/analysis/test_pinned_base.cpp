// A base that is pinned: held in its place, free to turn. In every model, by closed forms and by the exact
// rod.

#include "support/differences.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/io/model_file.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

namespace supple {
namespace test_pinned_base {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr double L = 0.2;                                                     // m
constexpr double EI = 1e9 * std::numbers::pi * 1e-12 / 4.0;                   // N m²
constexpr double euler = std::numbers::pi * std::numbers::pi * EI / (L * L);  // N

struct Case {
    std::string name, model;
    double coarse;  ///< error of the model, relative
    bool stretches = false;
};

void PrintTo(const Case& c, std::ostream* out)
{
    *out << c.model;
}

std::string file(const std::string& model, const std::string& more, const std::string& base = "tangent: x")
{
    return fmt::format(
        "supple: 1\nrod: {{length: 200 mm, section: {{circle: {{diameter: 2 mm}}}}, material: "
        "{{youngs_modulus: 1 GPa, shear_modulus: 0.4 GPa, density: 1000 kg/m^3}}}}\n"
        "base: {{{}, pinned: true}}\nmodel: {{type: {}}}\n{}",
        base, model, more);
}

Equilibrium solved(const std::string& model, const std::string& more, const std::string& base = "tangent: x")
{
    return solve(parse_model(file(model, more, base)));
}

class PinnedBase : public testing::TestWithParam<Case> {
 protected:
    void expect_sound(const Equilibrium& eq) const
    {
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.base_reaction.moment.norm(), 0.0);
        EXPECT_LT(eq.balance, GetParam().stretches ? 1e-4 : 1e-8);  // a stiff stretch rounds
        EXPECT_FALSE(eq.snapped);
        EXPECT_THAT(eq.warnings, IsEmpty());
    }
};

INSTANTIATE_TEST_SUITE_P(Models, PinnedBase,
                         testing::Values(Case{"cosserat", "cosserat", 1e-6},
                                         Case{"variational", "variational, elements: 40", 2e-3, true},
                                         Case{"universal", "universal-prb, segments: 4", 1e-3},
                                         Case{"isotropic", "isotropic-prb, segments: 4", 1e-3},
                                         Case{"spherical", "spherical-prb, joints: 16", 1e-3},
                                         Case{"curvature", "curvature, arcs: 16", 5e-3}),
                         [](const auto& model) { return model.param.name; });

TEST_P(PinnedBase, HangsAsAPendulumFromWhereverItIsDrawn)
{
    for (const char* drawn :
         {"tangent: x", "tangent: -z, normal: x", "tangent: 1 2 1", "tangent: 0.3 0.1 0.9"}) {
        SCOPED_TRACE(drawn);
        const Equilibrium eq = solved(GetParam().model, "environment: {gravity: 0 0 -9.81 m/s^2}\n", drawn);
        expect_sound(eq);
        // Straight down; a rod that stretches gets longer by wL/2EA of its length.
        const double stretch = GetParam().stretches ? 1000.0 * 9.81 * L * L / (2.0 * 1e9) : 0.0;
        EXPECT_LT((eq.tip().position() - Vector3d(0, 0, -L - stretch)).norm(), 1e-9);
        EXPECT_LT((eq.shape.frames.front().rotation().col(2) + Vector3d::UnitZ()).norm(), 1e-7);
        const double weight = 1000.0 * std::numbers::pi * 1e-6 * L * 9.81;
        EXPECT_LT((eq.base_reaction.force - Vector3d(0, 0, weight)).norm(), 1e-8);
        // A round rod may turn about itself.
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_FALSE(eq.stability.stable.has_value());
    }
}

TEST_P(PinnedBase, PointsWhereAForceOnItsTipPoints)
{
    for (const double size : {1e-7, 1e-3, 1.0}) {
        const Vector3d f = size * Vector3d(-0.4, 0.8, 0.2);
        SCOPED_TRACE(size);
        const Equilibrium eq = solved(
            GetParam().model, fmt::format("loads: [{{at: tip, force: {} {} {} N}}]\n", f.x(), f.y(), f.z()));
        expect_sound(eq);
        const double stretch = GetParam().stretches ? f.norm() * L / (1e9 * std::numbers::pi * 1e-6) : 0.0;
        EXPECT_LT((eq.tip().position() - (L + stretch) * f.normalized()).norm(),
                  GetParam().stretches ? 1e-5 * L : 1e-8);
        EXPECT_LT((eq.base_reaction.force + f).norm(), 1e-9 * f.norm() + 5e-12);  // rounding of the stretch
    }
}

// Whether the wall is touched or not, a round rod may turn about itself.
TEST_P(PinnedBase, IsNeutralBesideAWall)
{
    if (GetParam().name == "variational") return;  // it takes no walls
    const std::string wall = "constraints: [{plane: {at: tip, point: 100 0 0 mm, normal: -1 0 0}}]\n";
    for (const double pull : {0.02, 0.1}) {
        SCOPED_TRACE(pull);
        const Equilibrium eq =
            solved(GetParam().model, fmt::format("loads: [{{at: tip, force: {} 0 -0.1 N}}]\n", pull) + wall,
                   "tangent: -z, normal: x");
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const bool touches = pull == 0.1;
        EXPECT_EQ(eq.contacts.at(0).state == ContactState::open, !touches);
        EXPECT_NEAR(eq.tip().position().x(), touches ? 0.1 : L * pull / std::hypot(pull, 0.1), 1e-6);
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_FALSE(eq.stability.stable.has_value());
    }
}

TEST_P(PinnedBase, BendsBetweenItsSupportsAsABeam)
{
    // F L³/48 EI in the middle, F/2 at either end; F L²/EI is 5e-3.
    const double F = 5e-3 * EI / (L * L);
    const Equilibrium eq =
        solved(GetParam().model,
               fmt::format("loads: [{{at: 100 mm, force: 0 0 {} N}}]\nstations: {{middle: 100 mm}}\n"
                           "constraints: [{{fixture: {{at: tip, hold: {{y: 0 mm, z: 0 mm}}}}}}]\n",
                           F));
    expect_sound(eq);
    const double bow = F * L * L * L / (48.0 * EI);
    EXPECT_NEAR(eq.stations[0].X_WS.position().z(), bow, (1e-4 + GetParam().coarse) * bow);
    EXPECT_NEAR(eq.base_reaction.force.z(), -F / 2, 1e-4 * F);
    EXPECT_NEAR(eq.reactions[0].force.z(), -F / 2, 1e-4 * F);
    // The slope at the base is F L²/16 EI.
    const double slope = F * L * L / (16.0 * EI);
    if (GetParam().name == "cosserat") {
        EXPECT_NEAR(eq.shape.frames.front().rotation()(2, 2), slope, 1e-3 * slope);
    }
    EXPECT_FALSE(eq.stability.stable.has_value());  // it may turn about itself
}

TEST_P(PinnedBase, BucklesAtTheLoadsOfEuler)
{
    // Pinned at both ends π², pinned and held in its direction 2.0457 π².
    const std::string pinned = "constraints: [{fixture: {at: tip, hold: {y: 0 mm, z: 0 mm}}}]\n";
    const std::string directed =
        "constraints: [{fixture: {at: tip, hold: {y: 0 mm, z: 0 mm, tangent: x}}}]\n";
    for (const auto& [held, load] : {std::pair{pinned, euler}, std::pair{directed, 2.04575 * euler}}) {
        for (const double share : {0.5, 0.985, 1.015, 1.5}) {
            SCOPED_TRACE(fmt::format("{} of {} N", share, load));
            const Equilibrium eq =
                solved(GetParam().model,
                       fmt::format("loads: [{{at: tip, force: {} 0 0 N}}]\n{}", -share * load, held));
            EXPECT_EQ(eq.status, share < 1.0 ? Status::converged : Status::unstable) << eq.message;
            EXPECT_EQ(eq.base_reaction.moment.norm(), 0.0);
        }
    }
}

TEST_P(PinnedBase, BucklesAtGreenhillsTwist)
{
    // Equal and opposite moments along the rod: (M/2EI)² + P/EI = (π/L)².
    const double alone = 2.0 * std::numbers::pi * EI / L;
    if (GetParam().name == "universal" || GetParam().name == "isotropic" || GetParam().name == "curvature")
        return;
    for (const double pressed : {0.0, 0.5}) {
        for (const double share : {0.9, 1.1}) {
            SCOPED_TRACE(fmt::format("pressed {}, {}", pressed, share));
            const double M = share * alone * std::sqrt(1.0 - pressed), P = pressed * euler;
            const Equilibrium eq = solved(
                GetParam().model,
                fmt::format(
                    "loads: [{{at: 0 mm, moment: {} 0 0 N m}}, {{at: tip, force: {} 0 0 N, moment: {} 0 "
                    "0 N m}}]\nconstraints: [{{fixture: {{at: tip, hold: {{y: 0 mm, z: 0 mm}}}}}}]\n",
                    -M, -P, M));
            EXPECT_EQ(eq.status, share < 1.0 ? Status::converged : Status::unstable) << eq.message;
            EXPECT_NEAR(eq.shape.moment.back().x(), M, 1e-6 * M);
        }
    }
}

TEST_P(PinnedBase, IsBentAsTheExactRodIs)
{
    const std::string more =
        "loads: [{at: 80 mm, force: 30 -60 20 mN}, {at: tip, force: -10 5 25 mN}]\n"
        "constraints: [{fixture: {name: P, at: 150 mm, hold: {y: 30 mm, z: -10 mm}}}]\n";
    const Equilibrium eq = solved(GetParam().model, more), truth = solved("cosserat", more);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    ASSERT_EQ(truth.status, Status::converged) << truth.message;
    EXPECT_LT((eq.tip().position() - truth.tip().position()).norm(), 3.0 * GetParam().coarse * L);
    EXPECT_LT((eq.reactions[0].force - truth.reactions[0].force).norm(),
              0.02 * truth.reactions[0].force.norm());
    EXPECT_EQ(eq.base_reaction.moment.norm(), 0.0);
}

TEST_P(PinnedBase, WithoutLoadIsNeutral)
{
    const Equilibrium eq = solved(GetParam().model, "");
    expect_sound(eq);
    EXPECT_FALSE(eq.stability.stable.has_value());
    EXPECT_LT((eq.tip().position() - Vector3d(L, 0, 0)).norm(), 1e-12);
}

TEST_P(PinnedBase, StandingOnItsPinIsUnstableOrFalls)
{
    const Equilibrium eq =
        solved(GetParam().model, "environment: {gravity: 0 0 -9.81 m/s^2}\n", "tangent: z, normal: x");
    if (eq.status == Status::unstable) {
        EXPECT_EQ(eq.stability.stable, false);
    } else {
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_LT((eq.tip().position() - Vector3d(0, 0, -L)).norm(), 1e-6);
    }
}

TEST_P(PinnedBase, ThatNothingKeepsFromTurningHasNoEquilibrium)
{
    // A moment along the rod, which nothing carries.
    const Equilibrium eq =
        solved(GetParam().model, "loads: [{at: tip, force: 10 0 0 mN, moment: 1 0 0 N mm}]\n");
    EXPECT_EQ(eq.status, Status::not_converged) << eq.message;
}

TEST_P(PinnedBase, DerivativesAreThoseByDifferences)
{
    const std::string more =
        "loads: [{name: f, at: 80 mm, force: 30 -60 20 mN}, {name: g, at: tip, force: -10 5 25 mN}]\n"
        "constraints: [{fixture: {name: P, at: 150 mm, hold: {y: 30 mm, z: -10 mm}}}]\n";
    Solver solver(parse_model(file(GetParam().model, more)));
    ASSERT_EQ(solver.solve().status, Status::converged) << solver.equilibrium().message;
    const std::vector<Output> outputs = {solver.output("tip.position")};
    const double step = 1e-4;
    for (const char* path : {"loads.f.force.y", "loads.f.force.z", "loads.g.force.x"}) {
        SCOPED_TRACE(path);
        const std::vector<Solver::Input> inputs = {solver.input(path)};
        MatrixXd J;
        const Derivatives how = solver.jacobian(outputs, inputs, J);
        EXPECT_EQ(how, GetParam().name == "variational" ? Derivatives::differences : Derivatives::exact);
        const double value = solver.get(inputs[0]);
        const auto tip_at = [&](double x) {
            EXPECT_TRUE(solver.set(inputs[0], x));
            return Vector3d(solver.solve().tip().position());
        };
        const Vector3d difference = (tip_at(value + step) - tip_at(value - step)) / (2.0 * step);
        solver.set(inputs[0], value);
        solver.solve();
        EXPECT_GT(difference.norm(), 0.0);
        EXPECT_LT((J - difference).norm(), 1e-4 * difference.norm());
    }
}

/// A stiff rod swings as a rigid bar, ω² = 3 g/2 L.
TEST_P(PinnedBase, SwingsAsAPendulum)
{
    if (GetParam().name == "cosserat") return;  // it has no motion
    const std::string text = fmt::format(
        "supple: 1\nrod: {{length: 200 mm, section: {{circle: {{diameter: 2 mm}}}}, material: "
        "{{youngs_modulus: "
        "200 GPa, shear_modulus: 80 GPa, density: 1000 kg/m^3}}}}\nbase: {{tangent: -z, normal: x, pinned: "
        "true}}\nmodel: {{type: {}}}\nenvironment: {{gravity: 0 0 -9.81 m/s^2}}\n",
        GetParam().model);
    const Modes modes = find_modes(parse_model(text), {.count = 3});
    ASSERT_EQ(modes.status, Status::converged) << modes.message;
    const double swing = std::sqrt(1.5 * 9.81 / L) / (2.0 * std::numbers::pi);
    std::vector<double> found;
    for (const auto& mode : modes.modes)
        found.push_back(mode.frequency);
    EXPECT_THAT(found, testing::Contains(testing::DoubleNear(swing, 2e-3 * swing))) << swing;
    // Turning about itself it neither swings nor grows.
    EXPECT_LT(modes.modes[0].frequency, 1e-2 * swing);
}

// Held in its place at both ends, nearly as far apart as it is long: it may turn about the line between them
// at no cost, and what rounding leaves of the forces turned the exact rod for ever.
TEST(PinnedBaseOfTheExactRod, ComesToRestWhereItMayTurn)
{
    const auto shape = [](const std::string& model) {
        return solve(parse_model(
            "supple: 1\nrod: {length: 71.0638 mm, section: {circle: {diameter: 1.41481 mm}}, material: "
            "{youngs_modulus: 600235 Pa, shear_modulus: 230860 Pa}}\nbase: {pinned: true}\nmodel: {type: " +
            model +
            "}\nloads: [{at: tip, force: 0.088168 -0.656301 -0.0586553 mN}]\nconstraints: [{fixture: {name: "
            "P, at: tip, hold: {x: 1.8213715 mm, y: 6.7766232 mm, z: 70.6456 mm}}}]\n"));
    };
    const Equilibrium exact = shape("cosserat"), chain = shape("spherical-prb, joints: 64");
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    ASSERT_EQ(chain.status, Status::converged) << chain.message;
    EXPECT_NEAR(exact.energy.elastic, chain.energy.elastic, 0.01 * chain.energy.elastic);
    EXPECT_FALSE(exact.stability.stable.has_value());
}

TEST(PinnedBaseRefusals, AreSentences)
{
    try {
        parse_model(file("cosserat", "", "tangent: x, free: true"));
        ADD_FAILURE() << "a base that is free and pinned was read";
    } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), HasSubstr("base.pinned"));
        EXPECT_THAT(error.what(), HasSubstr("expected one of the two"));
    }
}

}  // namespace test_pinned_base
}  // namespace supple
