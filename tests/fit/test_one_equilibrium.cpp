// The same file gives the same equilibrium, whatever asks for it: solve, a Solver, compare, a table of cases,
// a sequence or a fit.
#include <supple/compare/compare.hpp>
#include <supple/io/case_solver.hpp>
#include <supple/io/drive_memory.hpp>
#include <supple/io/fit_problem.hpp>
#include <supple/rod/model_traits.hpp>

#include <gmock/gmock.h>

#include <filesystem>

namespace supple::test {
namespace test_one_equilibrium {

/// Every example, and one file by each kind of model.
std::vector<std::pair<std::string, ModelDocument>> documents()
{
    std::vector<std::pair<std::string, ModelDocument>> all;
    for (const auto& entry : std::filesystem::directory_iterator(SUPPLE_EXAMPLES))
        if (entry.path().extension() == ".yaml")
            all.emplace_back(entry.path().stem(), open_model(entry.path()));
    for (const std::string type :
         {"universal-prb", "isotropic-prb", "spherical-prb", "curvature", "variational", "cosserat"}) {
        const std::string text =
            "supple: 1\n"
            "rod: {length: 50 mm, bending_stiffness: 17 N mm^2, torsional_stiffness: 14 N mm^2,\n"
            "      shear_stiffness: 100 N, axial_stiffness: 300 N}\n"
            "model: {type: " +
            type + (type == "curvature" ? ", arcs: 6" : "") +
            "}\n"
            "loads: [{name: tip, at: tip, force: 1 -2 2 mN, moment: 2 -5 0 mN mm}]\n";
        all.emplace_back(type, ModelDocument{parse_document(text, type), {}, false});
    }
    // The exact rod refuses what it cannot carry, in one sentence.
    all.emplace_back("refused",
                     ModelDocument{parse_document("supple: 1\n"
                                                  "rod: {length: 60 mm, bending_stiffness: 2 N m^2}\n"
                                                  "model: {type: cosserat}\n"
                                                  "attachments: [{tendons: {radius: 4 mm, angles: 0 deg,"
                                                  " tensions: 1 N}}]\n",
                                                  "refused"),
                                   {},
                                   false});
    return all;
}

/// The path of a number that every command may set: of a load, else of a drive, else the length.
std::string input_of(Manipulator& m)
{
    if (!m.loads.empty()) return "loads.0.force.x";
    for (const Input& input : inputs(m))
        if (drive_number(m, input.path()).role == DriveNumber::Role::command) return input.path();
    return "rod.length";
}

/// A table with one row that commands what the file says anyway.
CaseTable row_of(Manipulator& m)
{
    CaseTable table{.file_name = "row.csv"};
    table.rows = 1;
    const Input input = input_at(m, input_of(m));
    add_column(table, "time", "s", {0.0});
    add_column(table, input.path(), input.unit(), {input.get()});
    return table;
}

void expect_same_bits(const Equilibrium& a, const Equilibrium& b)
{
    ASSERT_EQ(a.status, b.status) << a.message << " / " << b.message;
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(a.coordinates, b.coordinates);
    ASSERT_EQ(a.shape.frames.size(), b.shape.frames.size());
    for (std::size_t i = 0; i < a.shape.frames.size(); ++i) {
        EXPECT_EQ(a.shape.frames[i].position(), b.shape.frames[i].position()) << i;
        EXPECT_EQ(a.shape.frames[i].rotation(), b.shape.frames[i].rotation()) << i;
    }
}

/// A batch may use other instructions than a single solve, and rounds differently.
void expect_same_shape(const Equilibrium& a, const Equilibrium& b)
{
    ASSERT_EQ(a.status, b.status) << a.message << " / " << b.message;
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(a.warnings, b.warnings);
    ASSERT_EQ(a.coordinates.size(), b.coordinates.size());
    EXPECT_LE((a.coordinates - b.coordinates).norm(), 1e-12 * a.coordinates.norm());
    ASSERT_EQ(a.shape.frames.size(), b.shape.frames.size());
    for (std::size_t i = 0; i < a.shape.frames.size(); ++i) {
        EXPECT_LE((a.shape.frames[i].position() - b.shape.frames[i].position()).norm(),
                  1e-12 * a.shape.arclength.back())
            << i;
        EXPECT_LE((a.shape.frames[i].rotation() - b.shape.frames[i].rotation()).norm(), 1e-12) << i;
    }
}

/// The tip as a fit sees it; nothing where it does not take the model.
std::optional<Vector3d> tip_in_a_fit(const Manipulator& m, CaseTable table)
{
    for (const char* axis : {"x", "y", "z"})
        add_column(table, std::string("tip.position.") + axis, "mm", {0.0});
    FitSetup setup;
    setup.parameters = {{"base.position.x", {}, {}, {}}};
    FitOptions score;
    score.evaluate_only = true;
    try {
        // What is shown less nothing observed is what is shown.
        const FitReport report = fit(fit_problem(m, table, setup), score);
        EXPECT_EQ(report.status, Status::converged) << report.message;
        return report.residuals.at(0).values.at(0);
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("fit does not take the model"));
        return std::nullopt;
    }
}

TEST(OneEquilibrium, IsFoundByEveryCommand)
{
    int fitted = 0, compared = 0;
    for (const auto& [name, document] : documents()) {
        SCOPED_TRACE(name);
        Manipulator m = read_model(document);
        const Equilibrium once = solve(m);
        expect_same_bits(once, Solver(m).solve());

        const CaseTable row = row_of(m);
        const CaseInputs inputs(document, row);
        const auto deliver = [](const CaseBlock&, std::size_t) {};
        const CaseSink rows{[&once = once](const CaseBlock&, std::size_t, const Equilibrium& eq) {
                                expect_same_shape(once, eq);
                            },
                            deliver};
        EXPECT_EQ(solve_cases(inputs, *cases_in(row), {}, rows), 1u);
        const CaseSink sink{[&once = once](const CaseBlock&, std::size_t, const Equilibrium& eq) {
                                expect_same_bits(once, eq);
                            },
                            deliver};
        const bool walls_rebuilt = input_of(m) == "rod.length" && !m.constraints.empty();
        if (!walls_rebuilt) {
            EXPECT_EQ(solve_sequence(inputs, *cases_in(row), {}, sink), 1u);
        }
        if (name == "refused") {
            EXPECT_THAT(once.message, testing::HasSubstr("does not take driven rods or tendons"));
        }
        if (once.status != Status::converged) continue;

        if (!is_exact(m.model)) {
            const Comparison comparison = compare(m, {{m.model, true}}, {.repetitions = 1});
            ASSERT_EQ(comparison.models.size(), 1u);
            const Judged& judged = comparison.models[0];
            EXPECT_EQ(judged.status, once.status) << judged.message;
            EXPECT_EQ(judged.warnings, once.warnings);
            if (comparison.exact.status == Status::converged) {
                EXPECT_EQ(judged.error.position, deviation(once, comparison.exact).position);
                ++compared;
            }
        }
        if (const auto tip = tip_in_a_fit(m, row_of(m))) {
            EXPECT_LT((*tip - once.tip().position()).norm(), 1e-12 * std::max(1.0, m.rod.length));
            ++fitted;
        }
    }
    EXPECT_GT(fitted, 10);
    EXPECT_GT(compared, 10);
}

}  // namespace test_one_equilibrium
}  // namespace supple::test
