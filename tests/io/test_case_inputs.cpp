#include <supple/analysis/batch.hpp>
#include <supple/fields/writer.hpp>
#include <supple/io/case_inputs.hpp>
#include <supple/io/case_solver.hpp>

#include <gmock/gmock.h>

#include <filesystem>

namespace supple {
namespace test_case_inputs {

using testing::HasSubstr;

ModelDocument document(std::string_view text)
{
    return {parse_document(text, "m.yaml"), {}, false};
}

ModelDocument magnetic_arm()
{
    return document(
        "supple: 1\n"
        "rod: {length: 80 mm, bending_stiffness: 20 N mm^2}\n"
        "model: {type: isotropic-prb, segments: 2}\n"
        "environment: {gravity: 0 0 -9.81 m/s^2, magnetic_field: 1 2 3 mT}\n"
        "attachments:\n"
        "  - magnet: {name: magnet, at: tip, dipole: 0 0 0.1 A m^2, mass: 1 g}\n"
        "  - coil_set: {name: coils, at: 40 mm, turns: 10 20 30, areas: 4 5 6 mm^2, currents: 0.1 0 0.2 A}\n"
        "loads:\n"
        "  - {name: side, at: 40 mm, force: 1 2 3 mN}\n"
        "  - {at: tip, moment: 0 0 4 mN mm}\n");
}

CaseInputs inputs(std::string_view table)
{
    return {magnetic_arm(), parse_case_table(table, "t.csv")};
}

std::string refusal(std::string_view table)
{
    try {
        inputs(table);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

/// All numbers that a table may set directly.
VectorXd settable(const Manipulator& m)
{
    VectorXd all(24);
    all << m.loads[0].force, m.loads[0].moment, m.loads[1].force, m.loads[1].moment,
        std::get<Magnet>(m.attachments[0]).dipole, std::get<CoilSet>(m.attachments[1]).currents,
        m.environment.gravity, m.environment.magnetic_field.uniform;
    return all;
}

TEST(CaseInputs, SetDirectlyEqualReadAnewBitForBit)
{
    const CaseInputs cases = inputs(
        "loads.0.force.x [mN],loads.side.force.z [N],loads.1.moment.y [mN mm],loads.1.force.1 [uN],"
        "attachments.magnet.dipole.y [A m^2],attachments.1.currents.2 [mA],environment.gravity.x [m/s^2],"
        "environment.magnetic_field.z [mT]\n"
        "0.1,0.3,7.7,1e-3,0.05,31.7,1.1,-20.3\n"
        "-3,,0,12,,1,-9.81,4\n");
    ASSERT_TRUE(cases.direct());
    Manipulator manipulator = cases.base();
    CaseRows rows(cases, manipulator);
    for (const std::size_t row : {0U, 1U, 0U}) {
        rows.set(cases.table(), row);
        EXPECT_EQ(settable(manipulator), settable(cases.read_row(cases.table(), row))) << row;
        EXPECT_NE(settable(manipulator), settable(cases.base())) << row;
    }
}

TEST(CaseInputs, TextsAreReadAnew)
{
    const CaseInputs cases = inputs("rod.length [cm],loads.0.force.x [mN],model.type\n8.1,5,spherical-prb\n");
    EXPECT_FALSE(cases.direct());
    EXPECT_THAT(refusal("rod.length [cm],model.type\n8,1\n"), HasSubstr("accepted"));  // a row's affair
    Manipulator manipulator = cases.base();
    EXPECT_THROW(CaseRows(cases, manipulator).set(cases.table(), 0),
                 InputError);  // segments are none of spherical-prb
}

TEST(CaseInputs, LengthsAndStiffnessesEqualReadAnewBitForBit)
{
    const CaseInputs cases = inputs(
        "rod.length [cm],rod.bending_stiffness [N mm^2],model.segments,attachments.coils.at [mm],"
        "environment.magnetic_field.z [mT]\n"
        "8.1,21,3,41,7\n"
        ",,,,\n"
        "7.7,19.3,1,40.5,-1\n");
    EXPECT_FALSE(cases.direct());
    Manipulator manipulator = cases.base();
    CaseRows rows(cases, manipulator);
    for (const std::size_t row : {0U, 1U, 2U, 0U}) {
        rows.set(cases.table(), row);
        EXPECT_TRUE(same_description(manipulator, cases.read_row(cases.table(), row)))
            << row << "\n"
            << to_yaml(manipulator);
        EXPECT_EQ(same_description(manipulator, cases.base()), row == 1) << row;
    }
}

TEST(CaseInputs, RefuseARowInTheReadersWordsAndGoOnWithTheNext)
{
    const CaseInputs cases = inputs(
        "rod.length [mm],model.segments,attachments.coils.at [mm]\n"
        "-5,2,40\n80,2.5,40\n80,2,90\n30,2,20\n81,2,40\n");
    Manipulator manipulator = cases.base();
    CaseRows rows(cases, manipulator);
    const auto refused = [&](std::size_t row) -> std::string {
        try {
            rows.set(cases.table(), row);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_THAT(refused(0),
                HasSubstr("t.csv:2:1: rod.length: \"-5 mm\" is out of range; expected a length greater "
                          "than 0"));
    EXPECT_THAT(refused(1), HasSubstr("t.csv:3:2: model.segments: \"2.5\" is not whole"));
    EXPECT_THAT(refused(2), HasSubstr("t.csv:4:3: attachments.1.coil_set.at: \"90 mm\" is out of range"));
    EXPECT_THAT(refused(3),
                HasSubstr("loads.0.at: \"40 mm\" is out of range"));  // the file's, beyond the new tip
    EXPECT_EQ(refused(4), "accepted");
    EXPECT_EQ(manipulator.rod.length, 0.081);
}

TEST(CaseInputs, RefuseWhatTheyCannotSet)
{
    EXPECT_THAT(refusal("# note\ncase,lods.0.force.x [mN]\na,1\n"),
                HasSubstr("t.csv:2:2: lods.0.force.x: there is no \"lods\""));
    EXPECT_THAT(refusal("loads.0.force.x [mm]\n1\n"),
                HasSubstr("t.csv:1:1: loads.0.force.x: the column's unit"));
    EXPECT_THAT(refusal("loads.0.force.x\n1\n"), HasSubstr("has no unit; expected a force"));
    EXPECT_THAT(refusal("loads.0.force.x\nlarge\n"), HasSubstr("holds text where the file has a force"));
    EXPECT_THAT(refusal("loads.7.force.x [mN]\n1\n"), HasSubstr("t.csv:1:1: loads.7.force.x"));
    EXPECT_THAT(refusal("loads.0.force.w [mN]\n1\n"), HasSubstr("t.csv:1:1: loads.0.force.w"));
    EXPECT_EQ(refusal("case,tip.position.x [mm],loads.0.force.x [mN]\na,1,1\n"), "accepted");
}

TEST(CaseInputs, TellInputsFromResults)
{
    EXPECT_EQ(column_role("case"), ColumnRole::label);
    for (const char* path : {"rod.length", "stations.coil", "loads.0.force.x", "model.type"})
        EXPECT_EQ(column_role(path), ColumnRole::input) << path;
    for (const char* path : {"tip.position.x", "stations.coil.position.x", "reactions.P1.force.y", "status"})
        EXPECT_EQ(column_role(path), ColumnRole::output) << path;
    EXPECT_EQ(column_role("tips.position.x"), std::nullopt);
}

TEST(SolveCases, DeliverEveryRowOnceAndInOrderOnAnyNumberOfThreads)
{
    std::string table = "loads.0.force.x [mN],rod.length [mm]\n";
    for (int i = 0; i < 500; ++i)
        table += std::to_string(i % 17 - 8) + "," + (i == 333 ? "-1" : std::to_string(60 + i % 5)) + "\n";
    const CaseInputs cases = inputs(table);
    std::vector<VectorXd> first;
    for (const int threads : {1, 3}) {
        std::vector<VectorXd> coordinates(500);
        std::vector<std::size_t> order;
        const auto source = cases_in(cases.table());
        const std::size_t done = solve_cases(
            cases, *source, {.threads = threads},
            {[&](const CaseBlock& block, std::size_t row_in_block, const Equilibrium& eq) {
                 const std::size_t row = block.rows.first + row_in_block;
                 EXPECT_EQ(eq.status, row == 333 ? Status::invalid : Status::converged) << eq.message;
                 coordinates[row] = eq.coordinates;
             },
             [&](const CaseBlock& block, std::size_t solved) {
                 for (std::size_t i = 0; i < solved; ++i)
                     order.push_back(block.rows.first + i);
             }});
        EXPECT_EQ(done, 500U);
        for (std::size_t row = 0; row < order.size(); ++row)
            ASSERT_EQ(order[row], row);
        if (first.empty()) first = coordinates;
        for (std::size_t row = 0; row < 500; ++row)
            ASSERT_EQ(coordinates[row], first[row]) << row;
    }
}

TEST(SolveCases, StopWhereTheyAreAskedToAndPassOnWhatIsThrown)
{
    std::string table = "loads.0.force.x [mN]\n";
    for (int i = 0; i < 5000; ++i)
        table += "1\n";
    const CaseInputs cases = inputs(table);
    std::size_t delivered = 0;
    const auto count = [&](const CaseBlock& block, std::size_t solved) {
        EXPECT_EQ(block.rows.first, delivered);
        delivered += solved;
    };
    for (const int threads : {1, 2}) {
        std::atomic<bool> stop = false;
        delivered = 0;
        const auto stop_at_100 = [&](const CaseBlock& block, std::size_t row, const Equilibrium&) {
            if (block.rows.first + row == 100) stop = true;
        };
        const auto source = cases_in(cases.table());
        const std::size_t done =
            solve_cases(cases, *source, {.threads = threads, .stop = &stop}, {stop_at_100, count});
        EXPECT_EQ(done, delivered);
        EXPECT_GT(done, 0U);
        // Cases that were begun together are finished. What another thread has solved behind them counts too.
        const unsigned at_once = static_cast<unsigned>(BatchSolver(cases.base()).width());
        EXPECT_LE(done, threads == 1 ? 100U + at_once : 1000U);
    }
    delivered = 0;
    const auto throw_at_70 = [](const CaseBlock& block, std::size_t row, const Equilibrium&) {
        if (block.rows.first + row == 70) throw InputError("full");
    };
    const auto again = cases_in(cases.table()), once_more = cases_in(cases.table());
    EXPECT_THROW(solve_cases(cases, *again, {.threads = 2}, {throw_at_70, count}), InputError);
    const auto nothing = [](const CaseBlock&, std::size_t, const Equilibrium&) {};
    const auto refuse = [](const CaseBlock&, std::size_t) { throw InputError("full"); };
    EXPECT_THROW(solve_cases(cases, *once_more, {.threads = 2}, {nothing, refuse}), InputError);
}

}  // namespace test_case_inputs
}  // namespace supple
