#include <supple/result/output.hpp>
#include <supple/result/output_row.hpp>

#include "support/allocations.hpp"
#include "support/results.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace supple {
namespace test_output {

using test::sample_equilibrium;
using test::sample_trajectory;
using testing::HasSubstr;

Equilibrium with_a_wall()
{
    Equilibrium e = sample_equilibrium();
    e.contacts = {{"wall", ContactState::slip, 0.3, 0.0, 0.25, {0.0, 0.05, 0.0}, {0.0, -0.01, 0.0}}};
    e.reactions[1].at = 0.04;
    return e;
}

Output found(const std::string& path, const Equilibrium& e = with_a_wall())
{
    OutputSearch search = find_output(path, e, std::array{1 / 7.0, 5 / 7.0});
    EXPECT_TRUE(search) << path << ": " << search.problem;
    return search ? *search.output : Output{};
}

std::string problem(const std::string& path)
{
    return find_output(path, with_a_wall(), std::array{1 / 7.0, 5 / 7.0}).problem;
}

TEST(Output, ReadsTheNumberThatThePathNames)
{
    const Equilibrium e = with_a_wall();
    const std::vector<std::pair<std::string, double>> numbers = {
        {"tip.position.y", e.tip().position().y()},
        {"tip.quaternion.w", e.tip().quaternion().w()},
        {"reactions.P1.force.z", -1 / 9.0},
        {"reactions.1.force.1", 2 / 3.0},
        {"reactions.P2.at", 0.04},
        {"base_reaction.moment.z", -0.3},
        {"stations.coil.quaternion.z", e.stations[0].X_WS.quaternion().z()},
        {"stations.1.position.x", e.stations[1].X_WS.position().x()},
        {"disks.2.position.x", 5 / 7.0},
        {"shape.3.position.y", 9 / 11.0},
        {"shape.position.3.y", 9 / 11.0},
        {"shape.4.moment.x", 4 / 19.0},
        {"shape.4.arclength", 4 / 7.0},
        {"energy.elastic", 1 / 37.0},
        {"balance", 1e-15},
        {"snapped", 1.0},
        {"drives.rods.tensions.0", 10.0},
        {"fields.magnet.field.z", -1.0 / 7.0},
        {"fields.0.at", 0.2},
        {"drives.0.retractions.0", -1 / 53.0},
        {"drives.rods.contacts.0.largest", 0.5},
        {"contacts.wall.normal_force", 0.25},
        {"contacts.wall.slip.y", -0.01},
        {"coordinates.2", 2 / 31.0},
        {"stability.stable", 1.0},
        {"solver.iterations", 4.0},
        {"warnings.count", 1.0},
    };
    for (const auto& [path, expected] : numbers)
        EXPECT_EQ(value(found(path, e), e), expected) << path;
}

TEST(Output, ThePathIsCanonicalAndIsFoundAgain)
{
    EXPECT_EQ(found("reactions.1.force.1").path, "reactions.P2.force.y");
    EXPECT_EQ(found("shape.position.3.y").path, "shape.3.position.y");
    EXPECT_EQ(found("disks.2.position.x").path, "disks.2.position.x");
    const Equilibrium e = with_a_wall();
    for (const Output& output : table_outputs(e)) {
        const Output again = found(output.path, e);
        EXPECT_EQ(again.path, output.path);
        EXPECT_EQ(again.is_text, output.is_text);
        if (output.is_text) continue;
        EXPECT_EQ(value(again, e), value(output, e)) << output.path;
    }
}

TEST(Output, ATableHasWordsButNoNames)
{
    std::vector<std::string> words;
    std::set<std::string> all;
    for (const Output& output : table_outputs(with_a_wall())) {
        EXPECT_TRUE(all.insert(output.path).second) << output.path << " stands there twice";
        if (output.is_text) words.push_back(output.path);
    }
    EXPECT_THAT(words, testing::IsSupersetOf({"contacts.wall.state", "stability.kind"}));
    EXPECT_THAT(words, testing::Not(testing::Contains(testing::AnyOf("model", testing::EndsWith(".name")))));
}

TEST(Output, SaysWhatADerivativeBelongsTo)
{
    const Output y = found("stations.marker.position.y");
    EXPECT_EQ(y.of, OutputOf::station);
    EXPECT_EQ(y.part, OutputPart::position);
    EXPECT_EQ(y.item, 1);
    EXPECT_EQ(y.component, 1);
    const Output m = found("reactions.P2.moment.x");
    EXPECT_EQ(m.of, OutputOf::reaction);
    EXPECT_EQ(m.part, OutputPart::moment);
    EXPECT_EQ(m.item, 1);
    const Output disk = found("disks.1.quaternion.w");
    EXPECT_EQ(disk.of, OutputOf::frame);
    EXPECT_EQ(disk.item, 1);
    EXPECT_EQ(disk.part, OutputPart::quaternion);
    EXPECT_EQ(found("balance").of, OutputOf::other);
    EXPECT_EQ(found("contacts.wall.gap").part, OutputPart::other);
    EXPECT_STREQ(found("reactions.P2.moment.x").unit.si, "N m");
    EXPECT_STREQ(found("reactions.P2.moment.x").unit.table, "mN mm");
    EXPECT_EQ(found("reactions.P2.moment.x").dimension, dimension::moment);
    EXPECT_EQ(found("tip.quaternion.w").dimension, dimension::none);
    EXPECT_STRNE(found("reactions.P2.moment.x").help, "");
}

TEST(Output, SeveralNumbersComeTogether)
{
    const Equilibrium e = with_a_wall();
    for (const auto& [path, size] : std::vector<std::pair<std::string, int>>{{"tip", 7},
                                                                             {"tip.position", 3},
                                                                             {"stations.coil", 7},
                                                                             {"shape.3", 7},
                                                                             {"shape.3.quaternion", 4},
                                                                             {"base_reaction", 6},
                                                                             {"reactions.P1.force", 3},
                                                                             {"coordinates", 4},
                                                                             {"drives.rods.tensions", 2}}) {
        const Output output = found(path, e);
        ASSERT_EQ(output.size, size) << path;
        std::vector<double> numbers(static_cast<std::size_t>(size));
        values(output, e, numbers.data());
        for (const double number : numbers)
            EXPECT_TRUE(std::isfinite(number)) << path;
        EXPECT_TRUE(std::isnan(value(output, e))) << path << " is not one number";
    }
    std::vector<double> pose(7);
    values(found("shape.3", e), e, pose.data());
    EXPECT_EQ(pose[1], 9 / 11.0);
    EXPECT_EQ(pose[3], e.shape.frames[3].quaternion().w());
}

TEST(Output, AWordIsRead)
{
    const Equilibrium e = with_a_wall();
    const Output state = found("contacts.wall.state", e);
    EXPECT_TRUE(state.is_text);
    EXPECT_EQ(text(state, e), "slip");
    EXPECT_EQ(text(found("stability.kind", e), e), "energy");
    EXPECT_EQ(text(found("status", e), e), "converged");
}

TEST(Output, WhatAResultDoesNotHoldIsNaN)
{
    const Equilibrium e = with_a_wall(), none;
    for (const Output& output : table_outputs(e)) {
        if (output.of == OutputOf::base_reaction || output.is_text) continue;
        const double number = value(output, none);
        EXPECT_TRUE(std::isnan(number) || number == 0.0) << output.path;
    }
    for (const char* path : {"tip.position.x", "stations.coil.position.x", "reactions.P1.force.x",
                             "contacts.wall.gap", "drives.rods.tensions.1", "shape.3.position.x"})
        EXPECT_TRUE(std::isnan(value(found(path, e), none))) << path;
    // Not asked for yet, but a number of every result.
    EXPECT_TRUE(std::isnan(value(found("stability.smallest_eigenvalue", e), e)));
}

TEST(Output, ReadingAllocatesNothing)
{
    const Equilibrium e = with_a_wall();
    const std::vector<Output> all = table_outputs(e);
    ASSERT_GT(all.size(), 50U);
    double sum = 0.0;
    const auto before = test::allocations();
    for (const Output& output : all)
        sum += output.is_text ? static_cast<double>(text(output, e).size()) : value(output, e);
    EXPECT_EQ(test::allocations(), before) << sum;
}

TEST(Output, ARowIsReadInOneWalkAndIsWhatEachOutputSays)
{
    const Equilibrium like = with_a_wall();
    const std::vector<Output> all = table_outputs(like);
    std::vector<double> numbers(all.size());
    std::vector<std::string_view> words(all.size());
    Equilibrium fewer = like;
    fewer.stations.clear();
    fewer.contacts.clear();
    Equilibrium spoilt = like;  // of a list with a NaN the largest is NaN
    spoilt.drives[0].contacts[0][1] = std::nan("");
    EXPECT_TRUE(std::isnan(value(found("drives.rods.contacts.0.largest", spoilt), spoilt)));
    for (const Equilibrium& e : {like, fewer, spoilt, Equilibrium{}}) {
        const auto before = test::allocations();
        read_row(all, e, numbers.data(), words.data());
        EXPECT_EQ(test::allocations(), before);
        for (std::size_t i = 0; i < all.size(); ++i) {
            SCOPED_TRACE(all[i].path);
            if (all[i].is_text) {
                EXPECT_EQ(words[i], text(all[i], e));
                continue;
            }
            const double alone = value(all[i], e);
            EXPECT_TRUE(numbers[i] == alone || (std::isnan(numbers[i]) && std::isnan(alone)))
                << numbers[i] << " and " << alone;
        }
    }
}

TEST(Output, APathThatDoesNotExistGetsTheNearestOneThatDoes)
{
    EXPECT_EQ(
        problem("tip.positon.x"),
        "there is no \"positon\" in tip (did you mean \"tip.position.x\"?); tip has position, quaternion");
    EXPECT_EQ(problem("tipp.positoin.x"),
              "there is no \"tipp\" in the result (did you mean \"tip.position.x\"?); the result has model, "
              "status, message, tip, shape, coordinates, stations, reactions, contacts, contact_summaries, "
              "contact_groups, contact_check, ...");
    EXPECT_EQ(
        problem("reactions.P3.force.y"),
        "there is no \"P3\" in reactions (did you mean \"reactions.P1.force.y\"?); reactions has P1, P2");
    EXPECT_EQ(
        problem("tip.positon"),
        "there is no \"positon\" in tip (did you mean \"tip.position\"?); tip has position, quaternion");
    EXPECT_EQ(problem("tip.position.q"), "there is no \"q\" in tip.position; tip.position has x, y, z");
    EXPECT_EQ(problem("tip.position.x.y"), "there is no \"y\" in tip.position.x");
    EXPECT_THAT(problem("stations"), HasSubstr("is not a number; stations has coil, marker"));
    EXPECT_THAT(problem("shape.99.position.x"), HasSubstr("there is no \"99\" in shape.position"));
    EXPECT_THAT(problem(""), HasSubstr("there is no \"\" in the result"));
    EXPECT_EQ(problem("disks.3.position.x"), "there are disks 1 to 2");
    EXPECT_EQ(find_output("disks.1.position.x", with_a_wall()).problem, "there are no disks");
    EXPECT_EQ(find_output("disks.1.position.x", with_a_wall(), std::array{0.1}).problem,
              "the model places no frame at that disk; name a station there");
    EXPECT_EQ(find_output("contacts.wall.gap", Equilibrium{}).problem,
              "is not in this result: there are no walls, and the whole rod touches nothing");
}

TEST(Output, NamesOfAPathAreJudgedAlsoWhereTheResultLacksWhatTheyName)
{
    const Equilibrium empty;
    for (const Equilibrium& result : {with_a_wall(), empty}) {
        for (const Output& each : table_outputs(with_a_wall()))
            EXPECT_FALSE(find_output(each.path, result).misnamed) << each.path;
        for (const char* path : {"reactions.P9.force.y", "stations.other.position.x", "coordinates.99",
                                 "shape.99.position.x", "tip.position.2", "energy"})
            EXPECT_FALSE(find_output(path, result).misnamed) << path;
        for (const char* path :
             {"tip.positon.x", "tip.position.q", "tip.position.x.y", "reactions.P1.forse.y",
              "reactions.force.y", "stations.other.positon.x", "contacts.wall.gapp", "shape.3.positon.x",
              "energi.total", "coordinates.first", "warnings.cuont"})
            EXPECT_TRUE(find_output(path, result).misnamed) << path;
    }
    EXPECT_THAT(find_output("contacts.wall.gapp", empty).problem,
                HasSubstr("there is no \"gapp\" in contacts.wall (did you mean \"contacts.wall.gap\"?)"));
    EXPECT_THAT(find_output("reactions.P1.forse.y", empty).problem,
                HasSubstr("there is no \"forse\" in reactions.P1 (did you mean \"reactions.P1.force.y\"?)"));
}

TEST(Output, OfATrajectoryIsANumberOfEachTime)
{
    const Trajectory t = sample_trajectory();
    const auto of = [&](const std::string& path) {
        const OutputSearch search = find_output(path, t, std::array{1 / 7.0, 5 / 7.0});
        EXPECT_TRUE(search) << path << ": " << search.problem;
        return search ? series(*search.output, t) : std::vector<double>();
    };
    const std::vector<std::string> paths = {"tip.position.y",     "stations.marker.position.y",
                                            "disks.2.position.y", "shape.3.position.y",
                                            "coordinates.1",      "velocities.0",
                                            "energy.kinetic",     "momentum.angular.y",
                                            "tip.quaternion.w",   "time"};
    for (const std::string& path : paths)
        ASSERT_EQ(of(path).size(), t.time.size()) << path;
    for (std::size_t k = 0; k < t.time.size(); ++k) {
        EXPECT_EQ(of("tip.position.y")[k], t.frames[k].back().position().y());
        EXPECT_EQ(of("stations.marker.position.y")[k], t.stations[k][1].X_WS.position().y());
        EXPECT_EQ(of("disks.2.position.y")[k], t.frames[k][5].position().y());
        EXPECT_EQ(of("shape.3.position.y")[k], t.frames[k][3].position().y());
        EXPECT_EQ(of("coordinates.1")[k], t.coordinates[k][1]);
        EXPECT_EQ(of("velocities.0")[k], t.velocities[k][0]);
        EXPECT_EQ(of("energy.kinetic")[k], t.motion[k].kinetic_energy);
        EXPECT_EQ(of("momentum.angular.y")[k], t.motion[k].angular_momentum.y());
        EXPECT_EQ(of("tip.quaternion.w")[k], t.frames[k].back().quaternion().w());
    }
    EXPECT_EQ(find_output("integration.step", t).problem, "is not a number of each time");
    EXPECT_THAT(find_output("tip.colour.x", t).problem, HasSubstr("tip has position, quaternion"));
}

}  // namespace test_output
}  // namespace supple
