// The verb `solve` and its warm object, on every example.

#include "support/memory_requests.hpp"

#include <supple/supple.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace supple::test {
namespace test_solver {

std::vector<std::string> examples()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(SUPPLE_EXAMPLES)) {
        if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Manipulator example(const std::string& name)
{
    return load(std::string(SUPPLE_EXAMPLES) + "/" + name + ".yaml");
}

void expect_identical(const Equilibrium& a, const Equilibrium& b)
{
    EXPECT_EQ(a.status, b.status) << a.message << " / " << b.message;
    EXPECT_EQ(a.coordinates, b.coordinates);
    ASSERT_EQ(a.shape.frames.size(), b.shape.frames.size());
    for (std::size_t i = 0; i < a.shape.frames.size(); ++i) {
        EXPECT_EQ(a.shape.frames[i].position(), b.shape.frames[i].position()) << i;
        EXPECT_EQ(a.shape.frames[i].rotation(), b.shape.frames[i].rotation()) << i;
    }
    ASSERT_EQ(a.reactions.size(), b.reactions.size());
    for (std::size_t i = 0; i < a.reactions.size(); ++i)
        EXPECT_EQ(a.reactions[i].force, b.reactions[i].force);
    EXPECT_EQ(a.energy.total, b.energy.total);
    EXPECT_EQ(a.warnings, b.warnings);
}

class EachExample : public testing::TestWithParam<std::string> {};

TEST_P(EachExample, IsSolvedToTheSameBitsByEitherForm)
{
    const Manipulator m = example(GetParam());
    const Equilibrium once = solve(m);
    Solver solver(m);
    expect_identical(once, solver.solve());
    expect_identical(once, solver.solve_cold());
}

TEST_P(EachExample, IsSolvedToTheSameBitsAfterOtherLoads)
{
    const Manipulator m = example(GetParam());
    const bool loaded = !m.loads.empty();
    Solver solver(m);
    const Equilibrium before = solver.solve();
    const Solver::Input f = solver.input(loaded ? "loads.0.force.y" : "environment.gravity.y");
    ASSERT_EQ(solver.mistake(), "");
    const double given = solver.get(f);
    solver.set(f, given + (loaded ? 1e-4 : 0.1));
    const Equilibrium moved = solver.solve_cold();
    solver.set(f, given);
    expect_identical(before, solver.solve_cold());
    const bool acts = loaded && m.loads[0].timing.from < 0.0 && m.loads[0].timing.until > -1e-9;
    if (before.status == Status::converged && moved.status == Status::converged && acts) {
        EXPECT_NE(before.tip().position(), moved.tip().position());
    }
}

INSTANTIATE_TEST_SUITE_P(Analysis, EachExample, testing::ValuesIn(examples()),
                         [](const auto& each) { return each.param; });

/// A catheter with a fixture, by any model.
Manipulator held(const std::string& model)
{
    return parse_model(
        "supple: 1\n"
        "rod: {length: 50 mm, bending_stiffness: 17.185 N mm^2, torsional_stiffness: 14 N mm^2,\n"
        "      shear_stiffness: 100 N, axial_stiffness: 300 N}\n"
        "base: {tangent: x, normal: y}\n"
        "model: {type: " +
        model +
        "}\n"
        "stations: {middle: 25 mm}\n"
        "loads: [{name: tip, at: tip, force: 1 -2 2 mN, moment: 20 -50 -30 mN mm}]\n"
        "constraints: [{fixture: {name: P, at: 25 mm, hold: {y: -0.5 mm}}}]\n");
}

class EachModel : public testing::TestWithParam<const char*> {};

TEST_P(EachModel, SettingAnInputEqualsEditingTheFile)
{
    for (const auto& [path, value, text] : std::vector<std::tuple<std::string, double, std::string>>{
             {"loads.tip.force.z", 3e-3, "3 mN"},
             {"rod.length", 0.055, "55 mm"},
             {"rod.bending_stiffness", 20e-6, "20 N mm^2"},
             {"constraints.P.hold.y", -1e-3, "-1 mm"}}) {
        SCOPED_TRACE(path);
        Solver solver(held(GetParam()));
        solver.solve();
        const Solver::Input input = solver.input(path);
        ASSERT_EQ(solver.mistake(), "");
        solver.set(input, value);
        EXPECT_EQ(solver.get(input), value);
        const Equilibrium edited = solve(parse_model(to_yaml(held(GetParam())), "held", {{path, text}}));
        ASSERT_EQ(edited.status, Status::converged) << edited.message;
        expect_identical(edited, solver.solve_cold());
    }
}

TEST_P(EachModel, JacobianIsTheDifferenceOfSolvedEquilibria)
{
    Solver solver(held(GetParam()));
    ASSERT_EQ(solver.solve().status, Status::converged) << solver.equilibrium().message;
    std::vector<Output> outputs;
    for (const char* path :
         {"tip.position.x", "tip.position.y", "tip.position.z", "tip.quaternion.w", "tip.quaternion.y",
          "stations.middle.position.z", "reactions.P.force.y", "energy.elastic"})
        outputs.push_back(solver.output(path));
    const std::vector<std::pair<const char*, double>> steps = {
        {"loads.tip.force.y", 1e-6},     {"loads.tip.moment.x", 1e-8},      {"loads.tip.moment.z", 1e-8},
        {"rod.bending_stiffness", 1e-9}, {"rod.torsional_stiffness", 1e-9}, {"constraints.P.hold.y", 1e-7}};
    std::vector<Solver::Input> inputs;
    for (const auto& [path, step] : steps)
        inputs.push_back(solver.input(path));
    ASSERT_EQ(solver.mistake(), "");
    MatrixXd J;
    EXPECT_NE(solver.jacobian(outputs, inputs, J), Derivatives::none);
    ASSERT_EQ(J.rows(), static_cast<Eigen::Index>(outputs.size()));
    for (std::size_t j = 0; j < inputs.size(); ++j) {
        const double given = solver.get(inputs[j]), h = steps[j].second;
        VectorXd sides[2];
        for (const int side : {0, 1}) {
            solver.set(inputs[j], given + (side == 0 ? -h : h));
            ASSERT_EQ(solver.solve().status, Status::converged);
            sides[side].resize(J.rows());
            for (Eigen::Index i = 0; i < J.rows(); ++i)
                sides[side][i] = value(outputs[static_cast<std::size_t>(i)], solver.equilibrium());
        }
        solver.set(inputs[j], given);
        solver.solve();
        const VectorXd difference = (sides[1] - sides[0]) / (2.0 * h);
        for (Eigen::Index i = 0; i < J.rows(); ++i) {
            const double size = std::max(std::abs(difference[i]), 1e-3 * difference.cwiseAbs().maxCoeff());
            EXPECT_NEAR(J(i, static_cast<Eigen::Index>(j)), difference[i], 2e-4 * size)
                << outputs[static_cast<std::size_t>(i)].path << " by " << steps[j].first;
        }
        EXPECT_GT(difference.head(3).norm(), 0.0) << steps[j].first;
    }
}

TEST_P(EachModel, ComplianceIsThatOfAnAddedLoad)
{
    const Manipulator m = held(GetParam());
    Solver solver(m);
    ASSERT_EQ(solver.solve().status, Status::converged);
    const auto tip = [](const Equilibrium& eq) { return Vector3d(eq.tip().position()); };
    const auto middle = [](const Equilibrium& eq) { return Vector3d(eq.stations[0].X_WS.position()); };
    const auto expect_that_of = [&](const std::string& pose, double at, const auto& place) {
        SCOPED_TRACE(pose);
        Matrix6d C;
        EXPECT_NE(solver.compliance(solver.output(pose), C), Derivatives::none);
        const double size = C.topLeftCorner(3, 3).norm();
        EXPECT_GT(size, 0.0);
        for (int j = 0; j < 3; ++j) {
            Manipulator pushed = m;
            PointLoad& push = pushed.loads.emplace_back();
            push.at = at;
            push.force[j] = 1e-6;
            const Vector3d moved = place(solve(pushed)) - place(solver.equilibrium());
            EXPECT_LT((C.col(j).head<3>() - moved / push.force[j]).norm(), 2e-3 * size) << j;
        }
    };
    expect_that_of("tip.position.x", 0.05, tip);
    expect_that_of("stations.middle", 0.025, middle);
}

/// The catheter in a field, with a magnet at its tip.
Manipulator magnetic(const std::string& model, const std::string& magnet)
{
    Manipulator m = held(model);
    m.environment.magnetic_field.uniform = Vector3d(0.0, 5e-3, 2e-3);
    m.environment.gravity = Vector3d(0.0, 0.0, -9.81);
    m.attachments = parse_model(
                        "supple: 1\nrod: {length: 50 mm, bending_stiffness: 17.185 N mm^2}\n"
                        "attachments: [{magnet: {at: tip, " +
                        magnet + "}}]\n")
                        .attachments;
    return m;
}

// 2 mm by 4 mm are 4 pi mm^3, and mu0 is 4e-7 pi to ten digits.
TEST_P(EachModel, AMagnetByRemanenceIsThatOfItsDipoleAndMass)
{
    const Equilibrium dipole =
        solve(magnetic(GetParam(), "dipole: 0 0 0.012 A m^2, mass: 0.09424777960769379 g"));
    ASSERT_EQ(dipole.status, Status::converged) << dipole.message;
    Solver solver(magnetic(GetParam(),
                           "cylinder: {diameter: 2 mm, length: 4 mm}, remanence: 1 T, density: 7000 kg/m^3"));
    EXPECT_GT((solver.solve().tip().position() - dipole.tip().position()).norm(), 1e-4);
    const Solver::Input remanence = solver.input("attachments.0.remanence");
    const Solver::Input density = solver.input("attachments.0.magnet.density");
    ASSERT_EQ(solver.mistake(), "");
    solver.set(remanence, 1.2);
    solver.set(density, 7500.0);
    EXPECT_LT((solver.solve().tip().position() - dipole.tip().position()).norm(), 1e-9 * 0.05);
    // Half as thick and four times as long.
    for (const auto& [path, value] : {std::pair("diameter", 1e-3), std::pair("length", 16e-3)})
        solver.set(solver.input(std::string("attachments.0.cylinder.") + path), value);
    EXPECT_LT((solver.solve().tip().position() - dipole.tip().position()).norm(), 1e-9 * 0.05);
    ASSERT_EQ(solver.equilibrium().status, Status::converged);
    EXPECT_EQ(solver.input("attachments.0.dipole.x").index, -1);
}

// A current in the first coil alone, whose axis is the first column: d2.
TEST_P(EachModel, TheAxesOfCoilsAreTheColumnsOfTheirOrientation)
{
    const auto with = [](const std::string& attachment) {
        Manipulator m = held(GetParam());
        m.environment.magnetic_field.uniform = Vector3d(20e-3, 5e-3, 2e-3);
        m.attachments = parse_model(
                            "supple: 1\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}\n"
                            "attachments: [" +
                            attachment + "]\n")
                            .attachments;
        return solve(m);
    };
    const std::string coils =
        "{coil_set: {at: 40 mm, turns: 100 1 1, areas: 100 1 1 mm^2, currents: 100 0 0 mA";
    const Equilibrium magnet = with("{magnet: {at: 40 mm, dipole: 0 0.001 0 A m^2}}");
    const Equilibrium turned = with(coils + ", orientation: 0 0 1  1 0 0  0 1 0}}");
    const Equilibrium by_rows = with(coils + ", orientation: 0 1 0  0 0 1  1 0 0}}");
    ASSERT_EQ(turned.status, Status::converged) << turned.message;
    EXPECT_LT((turned.tip().position() - magnet.tip().position()).norm(), 1e-11);
    EXPECT_GT((by_rows.tip().position() - magnet.tip().position()).norm(), 1e-5);
}

// Where the magnet is, as the model itself says by a station there.
TEST_P(EachModel, TellsTheFieldAtMagnetsAndCoilsWhereTheyAre)
{
    Manipulator m = magnetic(GetParam(), "dipole: 0 0.003 0.012 A m^2, name: tip");
    CoilSet coils;
    coils.at = 0.033;
    coils.name = "coils";
    m.attachments.emplace_back(coils);
    m.stations = {{"tip", 0.05}, {"coils", 0.033}};
    MagneticField& field = m.environment.magnetic_field;
    field.gradient << 0.1, 0.2, -0.1, 0.2, -0.3, 0.05, -0.1, 0.05, 0.2;
    Solver solver(m);
    const Solver::Input along = solver.input("environment.magnetic_field.uniform.x");
    for (const double tesla : {1e-3, -2e-3}) {
        solver.set(along, tesla);
        const Equilibrium& eq = solver.solve();
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        ASSERT_EQ(eq.fields.size(), 2u);
        field.uniform.x() = tesla;
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector3d B = field.uniform + field.gradient * eq.stations[i].X_WS.position();
            EXPECT_LT((eq.fields[i].field - B).norm(), 1e-12 * B.norm()) << i;
            EXPECT_EQ(eq.fields[i].name, eq.stations[i].name);
            EXPECT_DOUBLE_EQ(eq.fields[i].at, m.stations[i].at);
        }
        EXPECT_GT((eq.fields[0].field - eq.fields[1].field).norm(), 1e-5);
    }
    const Output x = solver.output("fields.coils.field.x");
    ASSERT_EQ(solver.mistake(), "");
    EXPECT_EQ(value(x, solver.equilibrium()), solver.equilibrium().fields[1].field.x());
}

INSTANTIATE_TEST_SUITE_P(Analysis, EachModel,
                         testing::Values("isotropic-prb, segments: 3, twist: true",
                                         "universal-prb, segments: 2, twist: true",
                                         "spherical-prb, joints: 8", "curvature, arcs: 8, twist: true",
                                         "variational, elements: 12", "cosserat"));

TEST(Solver, SaysWhatSettingCosts)
{
    Solver chain(held("spherical-prb, joints: 8"));
    EXPECT_EQ(chain.input("loads.tip.force.x").cost, InputCost::store);
    EXPECT_EQ(chain.input("rod.length").cost, InputCost::rebuild);
    Solver exact(held("cosserat"));
    EXPECT_EQ(exact.input("rod.length").cost, InputCost::reshape);
}

TEST(Solver, SaysWhetherItsDerivativesAreExact)
{
    for (const char* model : {"isotropic-prb, segments: 3", "universal-prb, segments: 2",
                              "spherical-prb, joints: 8", "curvature, arcs: 8", "cosserat"}) {
        SCOPED_TRACE(model);
        Solver solver(held(model));
        const std::vector<Output> tip = {solver.output("tip.position.x")},
                                  energy = {solver.output("energy.elastic")};
        const std::vector<Solver::Input> force = {solver.input("loads.tip.force.y")};
        ASSERT_EQ(solver.mistake(), "");
        MatrixXd J;
        ASSERT_EQ(solver.solve().status, Status::converged);
        EXPECT_EQ(solver.jacobian(tip, force, J), Derivatives::exact);
        EXPECT_EQ(solver.jacobian(energy, force, J), Derivatives::differences);
        solver.set(solver.input("rod.length"), -1.0);
        ASSERT_EQ(solver.solve().status, Status::invalid);
        EXPECT_EQ(solver.jacobian(tip, force, J), Derivatives::none) << "there is no equilibrium";
        EXPECT_TRUE(J.hasNaN());
    }
}

TEST(Solver, CoordinatesMeanTheSameHoweverTheyWereFound)
{
    for (const char* model : {"isotropic-prb, segments: 3", "universal-prb, segments: 2",
                              "spherical-prb, joints: 8", "curvature, arcs: 8", "cosserat"}) {
        SCOPED_TRACE(model);
        const Manipulator m = held(model);
        const Equilibrium plain = solve(m);
        ASSERT_EQ(plain.status, Status::converged) << plain.message;
        for (const SolveOptions& options :
             {SolveOptions{.eigenvalue = true}, SolveOptions{.arc_length = true}}) {
            const Equilibrium other = solve(m, options);
            if (other.status == Status::invalid) continue;  // says in a sentence that it cannot
            ASSERT_EQ(other.coordinates.size(), plain.coordinates.size());
            EXPECT_LT((other.coordinates - plain.coordinates).norm(),
                      1e-8 * (1.0 + plain.coordinates.norm()));
        }
    }
}

TEST(Solver, AWrongPathCannotBeOverlooked)
{
    Solver solver(held("spherical-prb, joints: 8"));
    EXPECT_EQ(solver.input("loads.tip.forse.x").index, -1);
    EXPECT_THAT(solver.mistake(), testing::HasSubstr("force"));
    EXPECT_EQ(solver.solve().status, Status::invalid);
    EXPECT_EQ(solver.equilibrium().message, solver.mistake());
}

TEST(Solver, AValueOutOfRangeIsRefusedUntilItIsMended)
{
    Solver solver(held("spherical-prb, joints: 8"));
    const Solver::Input length = solver.input("rod.length");
    solver.set(length, -0.05);
    EXPECT_EQ(solver.solve().status, Status::invalid);
    EXPECT_THAT(solver.equilibrium().message, testing::HasSubstr("greater than 0"));
    solver.set(length, 0.05);
    EXPECT_EQ(solver.solve().status, Status::converged) << solver.equilibrium().message;
    const Solver::Input force = solver.input("loads.tip.force.x");
    solver.set(force, std::nan(""));
    EXPECT_EQ(solver.solve().status, Status::invalid);
}

TEST(Solver, StoresAndWarmSolvesAskForNoMemory)
{
    for (const char* model :
         {"isotropic-prb, segments: 3", "spherical-prb, joints: 8", "curvature, arcs: 6"}) {
        Solver solver(held(model));
        const Solver::Input f = solver.input("loads.tip.force.y");
        const Output tip = solver.output("tip.position.x");
        solver.solve();
        solver.set(f, -2.05e-3);
        solver.solve();
        const std::size_t before = memory_requests();
        double sum = 0.0;
        for (int i = 0; i < 10; ++i) {
            solver.set(f, -2e-3 - 1e-5 * i);
            sum += value(tip, solver.solve());
        }
        EXPECT_EQ(memory_requests() - before, 0u) << model;
        EXPECT_GT(sum, 0.0);
    }
}

TEST(Solver, CoordinatesOfTheNodalRodAreItsNodesWhateverFoundThem)
{
    const Manipulator m = example("variational_5_levelled_by_a_field");
    Solver plain(m);
    Solver judged(m, {.eigenvalue = true});  // solved in strains
    const VectorXd a = plain.solve().coordinates, b = judged.solve().coordinates;
    ASSERT_EQ(a.size(), b.size());
    EXPECT_LT((a - b).norm(), 1e-6 * a.norm());
    Target target;
    target.position[2] = plain.equilibrium().tip().position().z();
    const Steering steered = steer(m, target);
    EXPECT_EQ(steered.equilibrium.coordinates.size(), a.size());
}

}  // namespace test_solver
}  // namespace supple::test
