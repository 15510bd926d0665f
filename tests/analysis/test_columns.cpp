// Columns below and above their buckling load: what solve, its eigenvalue and the vibrations say must agree.

#include <supple/supple.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

/// What must not change the verdict on a straight column: 0 nothing, 1 a wall that it does not touch, 2 one
/// with friction.
std::string beside(int kind)
{
    if (kind == 0) return {};
    return std::string("{plane: {name: W, point: 20 0 0 mm, normal: -1 0 0") +
           (kind == 1 ? "}}" : ", friction: 0.3}}");
}

// Loads within 1 % of a critical one, the weaker or the stronger direction's, are left out: there the models
// differ by their own error.
bool marginal(double load, const Column& column)
{
    for (int k = 0; k < 4; ++k) {
        const double critical = (2 * k + 1) * (2 * k + 1);
        for (const double times : {1.0, column.round ? 1.0 : 4.0}) {
            if (std::abs(load / (critical * times) - 1.0) < 0.01) return true;
        }
    }
    return false;
}

TEST(Columns, BuckleForEveryVerdictAtTheSameLoad)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> below(0.3, 0.9), above(1.15, 12.0), tiny(1e-4, 1e-2);
    for (const std::string& model : models()) {
        for (int i = 0; i < 24; ++i) {
            Column column;
            column.round = i % 2 == 0;
            column.moment = i % 3 == 0 ? 0.0 : tiny(random);
            const bool holds = i % 4 < 2;
            do {
                column.load = holds ? below(random) : above(random);
            } while (marginal(column.load, column));
            // The variational rod takes no walls.
            if (model.find("variational") == std::string::npos) column.constraints = beside(i % 5 % 3);
            expect_verdict(column, model, holds);
        }
    }
}

// Four times Euler's load is where the half of the rod beyond its middle buckles for itself.
TEST(Columns, BuckleAtEveryMultipleOfEulersLoad)
{
    for (const std::string model : {"spherical-prb, joints: 8", "variational, elements: 12", "cosserat"}) {
        for (const double load : {0.5, 0.75, 1.5, 2.0, 2.25, 3.9, 4.0, 4.1, 5.0, 6.25, 8.0, 12.0}) {
            for (const double moment : {0.0, 1e-3}) {
                Column column;
                column.load = load;
                column.moment = moment;
                expect_verdict(column, model, load < 1.0);
            }
        }
    }
}

TEST(Columns, TwistedBeyondGreenhillsMomentAreUnstableInEveryModel)
{
    // Tip held across and in its tangent: the moment over EI/L is twice the first root of tan x = x.
    for (const std::string model :
         {"spherical-prb, joints: 8", "spherical-prb, joints: 50", "variational, elements: 50", "cosserat"}) {
        for (const double factor : {0.5, 0.9, 1.1, 1.2, 1.5}) {
            SCOPED_TRACE(fmt::format("{} at {}", model, factor));
            const double EI = 1e6 * pi * std::pow(0.02, 4) / 64.0;
            const double moment = factor * 2.0 * 4.493409458 * EI;
            const Equilibrium eq = solve(parse_model(fmt::format(
                "supple: 1\n"
                "rod: {{length: 1 m, section: {{circle: {{diameter: 20 mm}}}}, material: {{youngs_modulus: 1 "
                "MPa, shear_modulus: 0.34 MPa, density: 1000 kg/m^3}}}}\n"
                "base: {{tangent: x, normal: y}}\n"
                "model: {{type: {}}}\n"
                "loads: [{{at: tip, moment: {} 0 0 N m}}]\n"
                "constraints: [{{fixture: {{name: T, at: tip, hold: {{y: 0 m, z: 0 m, tangent: x}}}}}}]\n",
                model, moment)));
            const bool straight = eq.status != Status::not_converged && eq.tip().position().x() > 0.9999;
            if (factor < 1.0) {
                EXPECT_EQ(eq.status, Status::converged) << eq.message;
                EXPECT_TRUE(straight);
            } else {
                EXPECT_FALSE(straight && eq.status == Status::converged) << eq.tip().position().transpose();
            }
        }
    }
}

// Greenhill's rod with the force and the moment of the trial, next to where it is lost: whatever is printed
// must be one verdict.
TEST(Columns, TheEigenvalueThatIsPrintedIsTheVerdictAtEverySizeOfModel)
{
    for (const std::string model :
         {"spherical-prb, joints: 8", "spherical-prb, joints: 100",
          "isotropic-prb, segments: 20, twist: true", "curvature, arcs: 30, twist: true",
          "variational, elements: 12", "variational, elements: 50"}) {
        for (const double factor : {0.5, 0.85, 0.89, 0.9, 0.93, 0.95, 0.97, 1.05, 1.5}) {
            SCOPED_TRACE(fmt::format("{} at {}", model, factor));
            const Equilibrium eq =
                solve(parse_model(fmt::format(
                          "supple: 1\n"
                          "rod: {{length: 1 m, section: {{circle: {{diameter: 20 mm}}}}, material: "
                          "{{youngs_modulus: 1 MPa, shear_modulus: 333333 Pa, density: 1000 kg/m^3}}}}\n"
                          "base: {{tangent: x, normal: y}}\n"
                          "model: {{type: {}}}\n"
                          "loads: [{{at: tip, force: {} 0 0 N, moment: {} 0 0 N m}}]\n"
                          "constraints: [{{fixture: {{name: T, at: tip, hold: {{y: 0 m, z: 0 m, tangent: "
                          "x}}}}}}]\n",
                          model, 0.07854 * factor, 0.0901 * factor)),
                      {.eigenvalue = true});
            ASSERT_TRUE(eq.stability.smallest_eigenvalue) << eq.message;
            const double smallest = *eq.stability.smallest_eigenvalue;
            EXPECT_EQ(eq.status, smallest < 0.0 ? Status::unstable : Status::converged);
            EXPECT_LT(std::abs(smallest), 1.0);  // that of the rod without load
        }
    }
}

// Loads at random, close to where the straight column is lost as well: solve, the eigenvalue and the
// vibrations agree with each other, wherever the model itself puts that load.
TEST(Columns, EveryVerdictIsTheSameNextToTheCriticalLoadToo)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> close(0.96, 1.04), beyond(1.0, 10.0), tiny(-4.0, -1.5);
    for (const std::string& model : models()) {
        if (model == "cosserat") continue;  // it has neither eigenvalues nor vibrations
        for (int i = 0; i < 20; ++i) {
            Column column;
            column.round = i % 2 == 0;
            column.moment = i % 3 == 0 ? 0.0 : std::pow(10.0, tiny(random));
            column.load = i % 4 == 0 ? beyond(random) : close(random);
            const Manipulator m = parse_model(text(column, model));
            SCOPED_TRACE(text(column, model));
            const Equilibrium eq = solve(m, {.eigenvalue = true});
            ASSERT_TRUE(eq.stability.smallest_eigenvalue) << eq.message;
            const double smallest = *eq.stability.smallest_eigenvalue;
            if (std::abs(smallest) < 1e-6) continue;
            EXPECT_EQ(eq.status, smallest < 0.0 ? Status::unstable : Status::converged) << smallest;
            EXPECT_EQ(solve(m).status, eq.status);
            EXPECT_EQ(find_modes(m).divergence, smallest < 0.0) << smallest;
        }
    }
}

// A couple that keeps its direction bends a rod into circles, and nothing diverges. Without material damping
// the masses make it flutter.
TEST(Columns, ARodBentIntoThreeTurnsByADeadCoupleDoesNotDiverge)
{
    for (const std::string model : {"spherical-prb, joints: 64", "variational, elements: 60", "cosserat"}) {
        SCOPED_TRACE(model);
        Column column;
        column.load = 0.0;
        Manipulator m = parse_model(text(column, model));
        m.loads[0].moment = Vector3d(0.0, 6.0 * pi * 1e3 * pi / 64.0 * 1e-6 / 0.1, 0.0);
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.stability.kind, StabilityKind::divergence_only);
        EXPECT_FALSE(eq.stability.stable.has_value());
        if (model == "cosserat") continue;
        const Modes modes = find_modes(m);
        EXPECT_FALSE(modes.divergence);
        EXPECT_TRUE(modes.flutter);
    }
}

// Its cost is linear in its joints, so that there is nothing to warn of.
TEST(Columns, AChainOfManyJointsIsSolvedWithoutAWarning)
{
    Column column;
    column.load = 0.1;
    const Equilibrium eq =
        solve(parse_model(text(column, "spherical-prb, joints: 2000")), {.eigenvalue = true});
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_GT(*eq.stability.smallest_eigenvalue, 0.0);
    EXPECT_TRUE(eq.warnings.empty());
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

// A round rod that buckled because its tip was drawn near may turn about its axis at no cost.
TEST(Columns, ARoundRodWhoseTipIsHeldNearIsNeutralInEveryModel)
{
    for (const std::string hold : {"z: 98 mm", "x: 0 mm, y: 0 mm, z: 98 mm"}) {
        for (const std::string model : {"isotropic-prb, segments: 8", "spherical-prb, joints: 24",
                                        "curvature, arcs: 12", "variational, elements: 12", "cosserat"}) {
            SCOPED_TRACE(model + ", " + hold);
            Column column;
            column.load = 0.0;
            column.constraints = "{fixture: {name: P, at: tip, hold: {" + hold + "}}}";
            Manipulator m = parse_model(text(column, model));
            m.loads.clear();
            const Equilibrium eq = solve(m);
            EXPECT_EQ(eq.status, Status::converged) << eq.message;
            EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
            EXPECT_FALSE(eq.stability.stable.has_value());
            // Buckled, not straight and pressed.
            EXPECT_GT((eq.shape.frames[eq.shape.frames.size() / 2].position().head<2>()).norm(), 4e-3);
        }
    }
}

// A round column that a slight side load has bent out, and that the side load has left, may turn about its
// axis at no cost. The rod goes on from its last shape.
TEST(Columns, ARoundColumnThatBuckledIsNeutralOnceTheSideLoadIsGone)
{
    for (const std::string model :
         {"isotropic-prb, segments: 4", "isotropic-prb, segments: 3, twist: true",
          "spherical-prb, joints: 24", "curvature, arcs: 12", "variational, elements: 12", "cosserat"}) {
        SCOPED_TRACE(model);
        Column column;
        column.load = 1.2;
        Solver solver(parse_model(text(column, model)));
        const Solver::Input side = solver.input("loads.0.force.x");
        solver.set(side, 2e-5);
        const Equilibrium bent = solver.solve();
        ASSERT_EQ(bent.status, Status::converged) << bent.message;
        EXPECT_EQ(bent.stability.stable, true);
        solver.set(side, 0.0);
        const Equilibrium released = solver.solve();
        EXPECT_EQ(released.status, Status::converged) << released.message;
        EXPECT_EQ(released.stability.kind, StabilityKind::energy);
        EXPECT_FALSE(released.stability.stable.has_value());
        EXPECT_GT(released.tip().position().x(), 0.06);
        EXPECT_NEAR(released.tip().position().x(), bent.tip().position().x(), 2e-3);
    }
}

// The way of a column that is slightly crooked turns aside sharply at Euler's load. A long step there leads
// on to the straight shape, which does not hold.
TEST(Columns, AColumnBucklesHoweverSlightTheSideLoad)
{
    for (const std::string model :
         {"universal-prb, segments: 4", "isotropic-prb, segments: 4", "spherical-prb, joints: 24",
          "spherical-prb, joints: 100", "curvature, arcs: 12", "variational, elements: 15", "cosserat"}) {
        for (const double load : {1.2, 2.0, 6.0}) {
            for (const double side : {1e-5, 1e-7}) {
                SCOPED_TRACE(model + ", " + std::to_string(load) + ", " + std::to_string(1e7 * side));
                Column column;
                column.load = load;
                Manipulator m = parse_model(text(column, model));
                m.loads[0].force.x() = -side * m.loads[0].force.z();
                const Equilibrium eq = solve(m);
                EXPECT_EQ(eq.status, Status::converged) << eq.message;
                EXPECT_GT(eq.tip().position().head<2>().norm(), 0.04);
            }
        }
    }
}

// The path of the nodes alone ends where the column turns aside.
TEST(Columns, TheVariationalRodVibratesAboutTheShapeThatIsSolved)
{
    Column column;
    column.load = 2.0;
    Manipulator m = parse_model(text(column, "variational, elements: 15"));
    m.loads[0].force.x() = -1e-5 * m.loads[0].force.z();
    const Equilibrium eq = solve(m);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    const Modes modes = find_modes(m, {.count = 2});
    EXPECT_EQ(modes.status, Status::converged) << modes.message;
    EXPECT_EQ(modes.equilibrium.tip().position(), eq.tip().position());
}

// The slow motions of a stiff rod with strong damping of its own are not found one by one; then all are.
TEST(Columns, AStiffRodWithStrongDampingHasModes)
{
    const Modes modes = find_modes(
        parse_model("supple: 1\n"
                    "rod: {length: 232 mm, section: {circle: {diameter: 8.4 mm}}, material: {youngs_modulus: "
                    "74 GPa, poisson_ratio: 0.3, density: 1200 kg/m^3}, damping: {viscous_rate: 5.8 1/s, "
                    "retardation_time: 0.674 ms}}\n"
                    "model: {type: variational, elements: 25}\n"
                    "loads: [{at: tip, force: 740 0 -130 N}]\n"),
        {.count = 3});
    EXPECT_EQ(modes.status, Status::converged) << modes.message;
    EXPECT_GE(modes.modes.size(), 3u);
}

// The exact rod shares no mechanics with the variational one; a long first step led to another branch.
TEST(Columns, TheVariationalRodFollowsTheBranchOfTheExactRodAtLargeCurrents)
{
    Manipulator m = load(std::string(SUPPLE_EXAMPLES) + "/mri_catheter.yaml");
    m.environment.gravity.setZero();
    m.model = CosseratModel{};
    Solver exact(m);
    m.model = VariationalModel{};
    Solver nodal(m);
    const Vector3d currents(2e-3, -173e-3, 8.5e-3);
    for (Solver* solver : {&exact, &nodal}) {
        const std::string letters = "xyz";
        for (int i = 0; i < 3; ++i)
            solver->set(solver->input(std::string("attachments.coils.currents.") + letters[i]), currents[i]);
    }
    const Equilibrium expected = exact.solve(), found = nodal.solve();
    ASSERT_EQ(expected.status, Status::converged) << expected.message;
    EXPECT_EQ(found.status, Status::converged) << found.message;
    EXPECT_LT((found.tip().position() - expected.tip().position()).norm(), 0.005 * m.rod.length);
}

// Sideways coils disturb the bifurcation of coils against the field hardly at all, so that a long step ends
// on another branch. SUPPLE_RANDOM_CASES sets how many currents are tried.
TEST(Columns, EveryModelFollowsTheSameBranchAtLargeCurrents)
{
    const char* asked = std::getenv("SUPPLE_RANDOM_CASES");
    const int cases = asked ? std::atoi(asked) : 60;
    Manipulator m = load(std::string(SUPPLE_EXAMPLES) + "/mri_catheter.yaml");
    m.environment.gravity.setZero();
    const double L = m.rod.length;
    m.model = CosseratModel{};
    Solver exact(m);
    m.model = VariationalModel{};
    Solver nodal(m);
    SphericalModel joints;
    joints.joints = 16;
    m.model = joints;
    Solver chain(m);
    const auto solved = [](Solver& solver, const Vector3d& currents) {
        const std::string letters = "xyz";
        for (int i = 0; i < 3; ++i)
            solver.set(solver.input(std::string("attachments.coils.currents.") +
                                    letters[static_cast<std::size_t>(i)]),
                       currents[i]);
        return Equilibrium(solver.solve_cold());
    };
    std::mt19937 random(17);
    std::uniform_real_distribution<double> any(-0.2, 0.2), against(-0.2, -0.06);
    std::normal_distribution<double> hardly(0.0, 8e-3);
    // The first ones are those at which the variational rod changed the branch.
    const std::vector<Vector3d> known{{4.2e-5, -0.170459, -1.188e-3},
                                      {-6.5e-5, -0.179896, 1.729e-3},
                                      {-3.71e-4, -0.280515, 0.043344},
                                      {1.22e-4, -0.173368, 0.037925}};
    for (int i = 0; i < cases; ++i) {
        Vector3d currents(i % 2 ? any(random) : hardly(random), i % 2 ? any(random) : against(random),
                          any(random));
        if (i % 4 == 0) currents.x() *= 0.02;
        if (i < static_cast<int>(known.size())) currents = known[static_cast<std::size_t>(i)];
        SCOPED_TRACE(fmt::format("{} {} {} A", currents.x(), currents.y(), currents.z()));
        const Equilibrium truth = solved(exact, currents), nodes = solved(nodal, currents),
                          ball = solved(chain, currents);
        ASSERT_EQ(truth.status, Status::converged) << truth.message;
        EXPECT_EQ(ball.status, Status::converged) << ball.message;
        EXPECT_LT((ball.tip().position() - truth.tip().position()).norm(), 0.02 * L);
        EXPECT_FALSE(judged_elsewhere(m, judge_for(m), ball, truth));
        // Its elements are coarser, and the bifurcation is where they put it.
        EXPECT_EQ(nodes.status, Status::converged) << nodes.message;
        EXPECT_LT((nodes.tip().position() - truth.tip().position()).norm(), 0.05 * L)
            << nodes.tip().position().transpose();
    }
}

// The eigenvalue is found by another solver, in strains: it looks at the shape that the nodes found.
TEST(Columns, AskingForTheEigenvalueChangesNeitherStatusNorShape)
{
    Manipulator m = load(std::string(SUPPLE_EXAMPLES) + "/mri_catheter.yaml");
    m.environment.gravity.setZero();
    m.model = VariationalModel{};
    std::mt19937 random(19);
    std::uniform_real_distribution<double> any(-0.2, 0.2);
    for (int i = 0; i < 24; ++i) {
        Vector3d currents(any(random), any(random), any(random));
        if (i % 2) currents.x() *= 1e-3;
        if (i == 0) currents = {4.2e-5, -0.170459, -1.188e-3};
        SCOPED_TRACE(fmt::format("{} {} {} A", currents.x(), currents.y(), currents.z()));
        std::get<CoilSet>(m.attachments[0]).currents = currents;
        const Equilibrium plain = solve(m), asked = solve(m, {.eigenvalue = true});
        EXPECT_EQ(asked.status, plain.status) << asked.message;
        EXPECT_LT((asked.tip().position() - plain.tip().position()).norm(), 1e-6 * m.rod.length);
        ASSERT_TRUE(asked.stability.smallest_eigenvalue.has_value());
        EXPECT_EQ(*asked.stability.smallest_eigenvalue > 0.0, plain.status == Status::converged);
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
