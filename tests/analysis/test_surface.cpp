// The library as a program meets it: through supple.hpp and nothing else.

#include <supple/supple.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace supple::test {
namespace test_surface {

namespace fs = std::filesystem;

std::string file(const std::string& name)
{
    return std::string(SUPPLE_EXAMPLES) + "/" + name;
}

/// The first character that is not blank, and the last.
std::pair<char, char> ends(const std::string& text)
{
    const std::size_t last = text.find_last_not_of("\n ");
    return {text[text.find_first_not_of("\n ")], text[last]};
}

TEST(Surface, AFileIsLoadedChangedSolvedAndWritten)
{
    const Setting stiffer{"rod.bending_stiffness", "20 N mm^2"};
    const Manipulator m = load(file("catheter.yaml"), {stiffer});
    SolveOptions options;
    options.eigenvalue = true;
    const Equilibrium eq = solve(m, options);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_TRUE(eq.stability.smallest_eigenvalue.has_value());

    const fs::path folder = fs::temp_directory_path() / "supple_surface";
    fs::create_directories(folder);
    write_result(folder / "eq.json", eq);
    std::ifstream written(folder / "eq.json");
    const std::string text((std::istreambuf_iterator<char>(written)), std::istreambuf_iterator<char>());
    EXPECT_EQ(text, to_json(eq));
    EXPECT_EQ(ends(text), std::pair('{', '}'));
    const std::string line = to_json_line(eq, "solve", 3);
    EXPECT_THAT(line, testing::HasSubstr("\"case\""));
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
    const auto fields = [&](Describer& d) { describe(d, eq); };
    const Description described = fields;
    EXPECT_EQ(json_document(described, "solve"), to_json(eq, "solve"));
    EXPECT_EQ(json_line(described, "solve", 3), line);
    write_described(folder / "again.json", described, "solve", "an equilibrium");
    EXPECT_EQ(fs::file_size(folder / "again.json"), text.size());
    EXPECT_EQ(json_text("a \"b\""), "\"a \\\"b\\\"\"");
    fs::remove_all(folder);
}

TEST(Surface, ADescriptionIsReadWrittenAndReadAgain)
{
    const Manipulator m = load(file("mri_catheter.yaml"));
    const Manipulator again = parse_model(to_yaml(m), "again");
    EXPECT_TRUE(same_description(m, again));
    EXPECT_EQ(to_tree(m).find("rod")->value.find("length")->key, "length");
}

TEST(Surface, NumbersGoByTheirPaths)
{
    Manipulator m = load(file("catheter.yaml"));
    const FoundInput found = find_input(m, "loads.0.force.x");
    ASSERT_TRUE(found) << found.error;
    const Input& fx = found.input;
    EXPECT_EQ(fx.unit(), "mN");
    EXPECT_TRUE(fx.present() && fx.free() && !fx.whole());
    EXPECT_EQ(fx.dimension(), dimension::force);
    EXPECT_FALSE(fx.help().empty());
    EXPECT_TRUE(fx.allows(1e-3) && fx.range().holds(-1.0));
    fx.set(5e-3);
    EXPECT_EQ(m.loads[0].force.x(), 5e-3);
    EXPECT_EQ(fx.verify(), "");
    const FoundInputs force = find_inputs(m, "loads.0.force");
    ASSERT_EQ(force.inputs.size(), 3u) << force.error;
    EXPECT_EQ(force.inputs[0], fx);
    const std::vector<Input> all = inputs(m);
    EXPECT_NE(std::find(all.begin(), all.end(), fx), all.end());
    EXPECT_EQ(steps_of("loads.0").size(), 2u);
    EXPECT_EQ(index_of("12"), 12u);
    EXPECT_EQ(component_of("y"), 1u);
    const FoundInput torsion = find_input(m, "rod.torsional_stiffness");
    ASSERT_TRUE(torsion) << torsion.error;
    torsion.input.set(1e-5);
    torsion.input.clear();
    EXPECT_FALSE(find_input(m, "rod.lenght"));
}

TEST(Surface, ASolverIsSetAndSolvedAgain)
{
    Solver solver(load(file("catheter.yaml")));
    EXPECT_EQ(solver.unsupported(), "");
    EXPECT_EQ(solver.joints(), 3);
    EXPECT_FALSE(solver.twists());
    const Solver::Input fy = solver.input("loads.0.force.y");
    EXPECT_EQ(fy.cost, InputCost::store);
    const Output tip = solver.output("tip.position");
    solver.set(fy, 1e-3);
    const Equilibrium& eq = solver.solve();
    ASSERT_EQ(eq.status, Status::converged) << solver.mistake();
    EXPECT_EQ(solver.manipulator().loads[0].force.y(), 1e-3);
    Eigen::MatrixXd J;
    EXPECT_EQ(solver.jacobian(std::span(&tip, 1), std::span(&fy, 1), J), Derivatives::exact);
    EXPECT_EQ(J.rows(), 3);
    Matrix6d C;
    EXPECT_EQ(solver.compliance(tip, C), Derivatives::exact);
    EXPECT_LT((C.block(0, 1, 3, 1) - J.col(0)).norm(), 1e-9 * J.norm());
}

TEST(Surface, MotionAndModes)
{
    Manipulator m = load(file("free_vibration.yaml"));
    m.simulation->duration = 10 * m.simulation->output_every;
    const Trajectory run = simulate(m);
    EXPECT_EQ(run.status, Status::converged) << run.message;
    EXPECT_EQ(run.time.size(), 11u);
    const Modes modes = find_modes(m);
    ASSERT_FALSE(modes.modes.empty()) << modes.message;
    EXPECT_GT(modes.modes[0].frequency, 0.0);
    Manipulator still = m;
    still.simulation.reset();
    EXPECT_THAT(simulate(still).message, testing::HasSubstr("simulation"));
    still.model = CosseratModel{};
    EXPECT_THAT(find_modes(still).message, testing::HasSubstr("exact rod"));
}

TEST(Surface, Steering)
{
    const Manipulator m = load(file("mri_catheter.yaml"));
    SteerChoice choice;
    choice.actuate = "coils.currents";
    Steerer steerer(m, choice);
    ASSERT_EQ(steerer.mistake(), "");
    EXPECT_EQ(steerer.actuations().size(), 3u);
    Target target;
    target.position = {5e-3, 25e-3, std::nullopt};
    Steering found;
    steerer.steer(target, {}, found);
    ASSERT_EQ(found.status, Status::converged) << found.message;
    EXPECT_LT((steer(m, target, choice).actuation - found.actuation).norm(), 1e-9);
    EXPECT_THAT(Steerer(m, {"coils.curents", ""}).mistake(), testing::HasSubstr("did you mean"));
}

TEST(Surface, ModelsAreCompared)
{
    const Manipulator m = load(file("catheter.yaml"));
    CompareOptions quick;
    quick.repetitions = 1;
    const std::vector<Candidate> tried =
        candidates(m, {.types = {"isotropic-prb"}, .joints = {3, 9}, .as_written = false});
    const Comparison all = compare(m, tried, quick);
    ASSERT_EQ(all.models.size(), 2u);
    const Judged& fine = all.models[1];
    EXPECT_LT(fine.error.position, all.models[0].error.position);
    const Tried known = try_out(m, tried[1]);
    EXPECT_EQ(known.joints, 9);
    const Deviation none = deviation(all.exact, solve(judge_of(m)));
    EXPECT_EQ(none.position, 0.0);
    const Judge judge = judge_for(m);
    EXPECT_EQ(judge.in_words(), "the exact rod");
}

TEST(Surface, AModelSaysHowFarItIsOff)
{
    const Manipulator m = load(file("catheter.yaml"));
    const Equilibrium eq = solve(m);
    const std::optional<ModelError> off = model_error(m, eq);
    ASSERT_TRUE(off);
    EXPECT_NEAR(off->tip, 0.256e-3, 1e-6);
    EXPECT_EQ(std::string(command_of(JudgedEquilibrium{eq, off})), "solve");
    const TextOptions plain;
    EXPECT_THAT(to_text(m, JudgedEquilibrium{eq, off}, plain), testing::HasSubstr("0.256 mm"));
}

TEST(Surface, TablesOfCases)
{
    const CaseTable table = read_case_table(file("catheter_cases.csv"));
    const CaseInputs inputs(open_model(file("catheter.yaml")), table);
    BatchOptions options;
    options.threads = 2;
    std::vector<Equilibrium> cold(table.rows), warm(table.rows);
    const auto nothing = [](const CaseBlock&, std::size_t) {};
    const auto into = [](std::vector<Equilibrium>& list) {
        return [&list](const CaseBlock& block, std::size_t row, const Equilibrium& eq) {
            list[block.rows.first + row] = eq;
        };
    };
    const auto first = cases_in(table), second = cases_in(table),
               third = open_cases(file("catheter_cases.csv"));
    EXPECT_EQ(solve_cases(inputs, *first, options, {into(cold), nothing}), cold.size());
    EXPECT_EQ(solve_sequence(inputs, *second, options, {into(warm), nothing}), warm.size());
    for (std::size_t row = 0; row < cold.size(); ++row) {
        ASSERT_EQ(cold[row].status, Status::converged) << cold[row].message;
        EXPECT_LT((cold[row].tip().position() - warm[row].tip().position()).norm(), 1e-12) << row;
        Manipulator one = inputs.read_row(table, row);
        EXPECT_LT((solve(one).tip().position() - cold[row].tip().position()).norm(), 1e-12 * one.rod.length);
    }
    const CaseAnswers answers(inputs, {.table = true});
    EXPECT_TRUE(answers.tells(cold[0]));
    EXPECT_FALSE(answers.tells(Equilibrium{}));
    EXPECT_EQ(answers.cells_before_message(), table.columns.size() + 1);
    EXPECT_EQ(answers.foreign(), "");
    EXPECT_THAT(answers.header(true), testing::HasSubstr(",status,message,tip.position.x [mm],"));
    EXPECT_THAT(answers.header(false), testing::HasSubstr(",status,tip.position.x [mm],"));
    const fs::path name = fs::path(testing::TempDir()) / "surface_cases.csv";
    CaseFile out(name, answers);
    CaseSink sink;
    sink.keep = [&](CaseBlock& block, std::size_t row, const Equilibrium& eq) {
        answers.keep(block, row, eq);
    };
    sink.deliver = [&](const CaseBlock& block, std::size_t solved) {
        EXPECT_EQ(block.kept.size(), solved);
        for (const KeptRow& row : block.kept)
            EXPECT_EQ(row.status, Status::converged);
        out.add(block);
    };
    solve_cases(inputs, *third, options, sink);
    EXPECT_TRUE(fs::exists(out.part()));
    out.finish();
    EXPECT_EQ(case_label(table, 0), "a");
    const CaseTable told = read_case_table(name);
    ASSERT_EQ(told.rows, cold.size());
    for (std::size_t row = 0; row < cold.size(); ++row)
        EXPECT_EQ(told.find("tip.position.x")->values[row], cold[row].tip().position().x());
    fs::remove(name);
}

TEST(Surface, JsonOfALongMotionComesInPieces)
{
    const Trajectory motion =
        simulate(load(file("free_vibration.yaml"),
                      {{"simulation.duration", "0.2 s"}, {"simulation.output_every", "100 us"}}));
    std::string text;
    std::size_t pieces = 0, longest = 0;
    json_pieces([&](Describer& d) { describe(d, motion); }, "simulate",
                [&](std::string_view piece) {
                    text += piece;
                    longest = std::max(longest, piece.size());
                    ++pieces;
                });
    EXPECT_GT(pieces, 1U);
    EXPECT_LT(longest, text.size());
    EXPECT_EQ(text, to_json(motion));
}

TEST(Surface, TheVersionIsSaid)
{
    EXPECT_NE(std::string(version), "");
}

}  // namespace test_surface
}  // namespace supple::test
