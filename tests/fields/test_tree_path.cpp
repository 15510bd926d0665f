#include <supple/fields/input.hpp>
#include <supple/io/model_file.hpp>
#include <supple/rod/completed.hpp>

#include <gmock/gmock.h>

namespace supple {
namespace test_path {

using testing::ElementsAre;
using testing::StartsWith;

constexpr const char* text = R"(supple: 1
rod: {length: 50 mm, bending_stiffness: 17 19 N mm^2}
model: {type: universal-prb, segments: 20 30 mm, parameters: {gamma: 0.17}}
loads:
  - {name: push, at: 20 mm, force: 4 -2.5 0.1 mN}
  - {at: tip, moment: 0 0 3.18 mN mm}
attachments:
  - coil_set: {name: coils, at: tip, turns: 30 30 100, areas: 48 48 15 mm^2, currents: 0.1 0 0.05 A}
  - mass: {name: weight, at: 10 mm, mass: 2 g}
  - rods: {name: rods, radius: 5 mm, angles: 0 120 240 deg, tensions: 1 2 3 N}
constraints:
  - fixture: {name: P1, at: 20 mm, hold: {y: 1 mm}}
stations: {middle: 25 mm}
)";

std::vector<double> at(const std::string& path)
{
    Manipulator m = parse_model(text);
    std::vector<double> values;
    for (const Input& input : find_inputs(m, path).inputs)
        values.push_back(input.get());
    return values;
}

/// What is said of a path that is only looked up.
std::string lookup_error(const std::string& path)
{
    Manipulator m = parse_model(text);
    return find_inputs(m, path).error;
}

/// The model with one value set anew.
Manipulator with(const std::string& path, const std::string& value)
{
    return completed(parse_model(text, "file.yaml", {{path, value}}));
}

std::string setting_error(const std::string& path, const std::string& value)
{
    try {
        with(path, value);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Path, LeadsThroughMapsToAQuantityInSi)
{
    EXPECT_THAT(at("rod.length"), ElementsAre(0.05));
    EXPECT_THAT(at("rod.bending_stiffness"), ElementsAre(17e-6, 19e-6));
    EXPECT_THAT(at("model.parameters.gamma"), ElementsAre(0.17));
    EXPECT_THAT(at("stations.middle"), ElementsAre(0.025));
    Manipulator m = parse_model(text);
    EXPECT_EQ(find_input(m, "rod.length").input.dimension(), dimension::length);
}

TEST(Path, NamesAnItemByIndexOrByName)
{
    EXPECT_THAT(at("loads.0.force"), ElementsAre(0.004, -0.0025, 0.0001));
    EXPECT_THAT(at("loads.push.force"), ElementsAre(0.004, -0.0025, 0.0001));
    EXPECT_THAT(at("loads.1.moment"), ElementsAre(0, 0, 3.18e-6));
}

TEST(Path, LeavesOutTheKindOfAnItemOrNamesIt)
{
    for (const char* path : {"attachments.0.currents", "attachments.coils.currents",
                             "attachments.0.coil_set.currents", "attachments.coils.coil_set.currents"}) {
        EXPECT_THAT(at(path), ElementsAre(0.1, 0, 0.05)) << path;
    }
    // A mass has a mass: the key below the kind comes first.
    EXPECT_THAT(at("attachments.weight.mass"), ElementsAre(0.002));
    EXPECT_THAT(at("constraints.P1.hold.y"), ElementsAre(0.001));
}

TEST(Path, NamesAComponentByLetterOrIndex)
{
    EXPECT_THAT(at("loads.0.force.x"), ElementsAre(0.004));
    EXPECT_THAT(at("loads.0.force.y"), ElementsAre(-0.0025));
    EXPECT_THAT(at("loads.0.force.z"), ElementsAre(0.0001));
    EXPECT_THAT(at("loads.0.force.2"), ElementsAre(0.0001));
    EXPECT_THAT(at("rod.bending_stiffness.1"), ElementsAre(19e-6));
    EXPECT_THAT(at("model.segments.0"), ElementsAre(0.02));
}

TEST(Path, ThatLeadsNowhereSaysWhereItEnds)
{
    EXPECT_EQ(lookup_error("rod.lenght"),
              "there is no \"lenght\" in rod (did you mean \"rod.length\"?); expected the path of a value "
              "that stands there");
    EXPECT_EQ(lookup_error("rood"),
              "there is no \"rood\" in the file (did you mean \"rod\"?); expected the path of a value that "
              "stands there");
    EXPECT_EQ(lookup_error(""),
              "there is no \"\" in the file; expected the path of a value that stands there");
    EXPECT_EQ(lookup_error("loads.2.force"), "loads has no item 2; expected an index below 2");
    EXPECT_EQ(lookup_error("loads.pull.force"),
              "there is no \"pull\" in loads; expected the path of a value that stands there");
    EXPECT_EQ(lookup_error("rod.length.unit"),
              "rod.length has nothing below it; expected a path that ends there");
    EXPECT_EQ(lookup_error("rod"), "rod is a map of keys; expected a path to a number");
    EXPECT_EQ(lookup_error("loads"), "loads is a list; expected a path to a number");
    EXPECT_EQ(lookup_error("model.type"),
              "\"universal-prb\" does not start with a number; expected a number at model.type");
}

TEST(Path, RefusesAComponentThatIsNotThere)
{
    EXPECT_EQ(lookup_error("loads.0.force.3"),
              "loads.0.force has 3 values; expected loads.0.force.0 to loads.0.force.2");
    EXPECT_EQ(lookup_error("rod.length.x"), "rod.length is one number; expected the path rod.length");
    EXPECT_EQ(lookup_error("rod.bending_stiffness.x"),
              "rod.bending_stiffness has 2 values; expected rod.bending_stiffness.0 "
              "to rod.bending_stiffness.1");
}

TEST(Setting, ReplacesAValue)
{
    EXPECT_EQ(with("rod.bending_stiffness", "5 N mm^2").rod.bending_stiffness, Vector2d(5e-6, 5e-6));
    EXPECT_EQ(with("loads.push.force", "0 1 0 N").loads[0].force, Vector3d(0, 1, 0));
    EXPECT_EQ(with("loads.1.at", "30 mm").loads[1].at, 0.03);
    EXPECT_EQ(with("name", "another").name, "another");
    EXPECT_EQ(std::get<PointMass>(with("attachments.1.mass", "5 g").attachments[1]).inertia.mass, 0.005);
}

TEST(Setting, OfAComponentLeavesTheOthersBitForBit)
{
    EXPECT_EQ(with("loads.0.force.y", "1 N").loads[0].force, Vector3d(0.004, 1, 0.0001));
    EXPECT_EQ(with("loads.0.force.2", "7 uN").loads[0].force, Vector3d(0.004, -0.0025, 7e-6));
    const auto before = std::get<DrivenRods>(parse_model(text).attachments[2]).angles;
    const auto after =
        std::get<DrivenRods>(with("attachments.rods.angles.1", "90 deg").attachments[2]).angles;
    EXPECT_THAT(after, ElementsAre(before[0], 1.5707963267948966, before[2]));
    EXPECT_EQ(std::get<CoilSet>(with("attachments.0.turns.y", "50").attachments[0]).turns,
              Vector3d(30, 50, 100));
}

TEST(Setting, AddsAKeyThatIsMissing)
{
    EXPECT_EQ(with("rod.axial_stiffness", "24 N").rod.axial_stiffness, 24.0);
    EXPECT_EQ(with("environment.gravity", "0 0 -9.81 m/s^2").environment.gravity, Vector3d(0, 0, -9.81));
    EXPECT_EQ(with("constraints.P1.hold.z", "2 mm").constraints.size(), 1U);
    EXPECT_EQ(std::get<Fixture>(with("constraints.P1.hold.z", "2 mm").constraints[0]).hold[2], 0.002);
    // A vector that is not there yet starts as zero.
    EXPECT_EQ(with("environment.magnetic_field.y", "3 T").environment.magnetic_field.uniform,
              Vector3d(0, 3, 0));
    EXPECT_EQ(with("loads.1.force.z", "3 mN").loads[1].force, Vector3d(0, 0, 0.003));
    EXPECT_EQ(with("base.tangent.y", "-2").base.X_WB.rotation().col(2), Vector3d(0, -1, 0));
}

TEST(Setting, SeveralActInOrder)
{
    const Manipulator m = parse_model(
        text, "f", {{"loads.0.name", "pull"}, {"loads.pull.force.x", "1 N"}, {"name", "a"}, {"name", "b"}});
    EXPECT_EQ(m.loads[0].force.x(), 1.0);
    EXPECT_EQ(m.name, "b");
}

TEST(Setting, ThatIsWrongIsNamedAsThePlace)
{
    EXPECT_EQ(setting_error("rod.length", "60"),
              "--set rod.length: rod.length: \"60\" has no unit; expected a length greater than 0 such as "
              "\"50 mm\"");
    EXPECT_THAT(setting_error("rod.lenght", "60 mm"),
                StartsWith("--set rod.lenght: there is no \"lenght\" in rod (did you mean \"rod.length\"?)"));
    EXPECT_EQ(setting_error("rod", "60 mm"),
              "--set rod: rod is a map of keys; expected a path to a single value");
    EXPECT_EQ(setting_error("loads", "60 mm"),
              "--set loads: loads is a list; expected a path to a single value, or a list in brackets");
    EXPECT_EQ(setting_error("loads.0.force.x", "1 2 N"),
              "--set loads.0.force.x: \"1 2 N\" has 2 values; expected one, for one component");
    EXPECT_EQ(setting_error("loads.0.force.x", "1 mm"),
              "--set loads.0.force.x: \"1 mm\" is a length; expected a force");
    EXPECT_EQ(setting_error("loads.0.force.x", "much"),
              "--set loads.0.force.x: \"much\" does not start with a number");
    EXPECT_EQ(
        setting_error("loads.0.force.3", "1 N"),
        "--set loads.0.force.3: loads.0.force has 3 values; expected loads.0.force.0 to loads.0.force.2");
    EXPECT_THAT(setting_error("rod..length", "1 mm"),
                StartsWith("--set rod..length: there is no \"\" in rod"));
    EXPECT_THAT(setting_error("", "1 mm"), StartsWith("--set : there is no \"\" in the file"));
}

TEST(Setting, OfAFileThatIsNoMapIsRefused)
{
    try {
        parse_model("- 1\n", "f", {{"rod.length", "1 mm"}});
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "--set rod.length: found a list in the file; expected a map of keys");
    }
}

}  // namespace test_path
}  // namespace supple
