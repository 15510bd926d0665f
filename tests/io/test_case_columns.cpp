#include <supple/io/case_answers.hpp>
#include <supple/io/case_columns.hpp>

#include <gmock/gmock.h>

namespace supple::test_case_columns {
namespace {

using testing::HasSubstr;

const std::string examples = SUPPLE_EXAMPLES;

CaseTable forces(const Manipulator& m)
{
    CaseTable table{.file_name = "cases"};
    table.header_line = 1;
    table.columns.push_back(memory_column("loads.0.force.x", {0.0, 4e-3, -4e-3, 0.4}, m));
    table.columns.push_back(memory_column("loads.0.force.y [mN]", {1.0, 2.0, -3.0, 0.0}, m));
    table.rows = 4;
    return table;
}

TEST(CaseColumns, AreTheNumbersOfASolveOfEachRow)
{
    const Manipulator m = load(examples + "/catheter.yaml");
    const CaseInputs inputs(m, examples, forces(m));
    CaseColumns answers(inputs, {"tip.position", "energy.elastic"});
    ASSERT_EQ(answers.width(), 4U);
    EXPECT_EQ(solve_cases(inputs, *cases_in(inputs.table()), {}, answers.sink()), 4U);
    for (std::size_t row = 0; row < 4; ++row) {
        Manipulator one = m;
        one.loads[0].force.x() = inputs.table().columns[0].values[row];
        one.loads[0].force.y() = inputs.table().columns[1].values[row];
        const Equilibrium eq = solve(one);
        EXPECT_EQ(answers.statuses[row], eq.status);
        const double* found = answers.values.data() + 4 * row;
        // A table may be solved by other instructions than one solve.
        EXPECT_LT((Vector3d(found[0], found[1], found[2]) - eq.tip().position()).norm(),
                  1e-12 * m.rod.length);
        EXPECT_NEAR(found[3], eq.energy.elastic, 1e-12 * eq.energy.elastic);
    }
}

TEST(CaseColumns, WithoutPathsAreAllNumbersThatATableShows)
{
    const Manipulator m = load(examples + "/held_catheter.yaml");
    const CaseInputs inputs(m, examples, forces(m));
    CaseColumns answers(inputs);
    solve_cases(inputs, *cases_in(inputs.table()), {}, answers.sink());
    std::size_t numbers = 0;
    for (const Output& output : table_outputs(solve(m)))
        numbers += output.is_text ? 0 : 1;
    EXPECT_EQ(answers.outputs().size(), numbers);
    for (std::size_t k = 0; k < answers.outputs().size(); ++k) {
        Manipulator one = m;
        one.loads[0].force.x() = 4e-3;
        one.loads[0].force.y() = 2e-3;
        if (answers.outputs()[k].clock) continue;
        EXPECT_THAT(answers.values[answers.width() + k],
                    testing::NanSensitiveDoubleEq(value(answers.outputs()[k], solve(one))))
            << answers.outputs()[k].path;
    }
}

TEST(CaseColumns, APathThatIsNoNumberIsRefused)
{
    const Manipulator m = load(examples + "/catheter.yaml");
    const CaseInputs inputs(m, examples, forces(m));
    EXPECT_THROW(CaseColumns(inputs, {"tip.postion.x"}), InputError);
    EXPECT_THROW(CaseColumns(inputs, {"stability.kind"}), InputError);
}

TEST(MemoryColumn, TakesSiOrTheUnitInItsBrackets)
{
    const Manipulator m = load(examples + "/catheter.yaml");
    const CaseColumn si = memory_column("loads.0.force.x", {4e-3}, m);
    const CaseColumn milli = memory_column("loads.0.force.x [mN]", {4.0}, m);
    EXPECT_EQ(si.values, milli.values);
    EXPECT_EQ(si.dimension, dimension::force);
    EXPECT_EQ(parse_unit(si.unit).dimension, dimension::force);
    for (const auto& [path, expected] : {std::pair{"tip.position.x", dimension::length},
                                         {"reactions.P1.force.z", dimension::force},
                                         {"stations.coil.position.y", dimension::length},
                                         {"base_reaction.moment.x", dimension::moment},
                                         {"tip.quaternion.w", dimension::none},
                                         {"time", dimension::time}})
        EXPECT_EQ(memory_column(path, {0.04}, m).dimension, expected) << path;
    EXPECT_THROW(memory_column("loads.0.force.x [mNN]", {4.0}, m), InputError);
    EXPECT_THROW(memory_column("", {4.0}, m), InputError);
}

}  // namespace
}  // namespace supple::test_case_columns
