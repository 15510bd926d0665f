#include <supple/fields/input.hpp>
#include <supple/fields/writer.hpp>
#include <supple/io/model_document.hpp>

#include "support/model_files.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace supple {
namespace {

using testing::HasSubstr;

const std::string arm = R"(supple: 1
rod: {length: 50 mm, bending_stiffness: 17 19 N mm^2, section: {circle: {diameter: 2 mm}}}
model: {type: universal-prb, segments: 20 30 mm, parameters: {gamma: 0.17}}
environment: {magnetic_field: 0 0 20 mT}
attachments:
  - coil_set: {name: coils, at: tip, turns: 30 30 100, areas: 48 48 15 mm^2, currents: 0.1 0 0.05 A}
  - rods: {name: rods, radius: 5 mm, angles: 0 120 240 deg, tensions: 1 2 3 N}
loads:
  - {name: push, at: 20 mm, force: 4 -2.5 0.1 mN}
constraints:
  - plane: {name: wall, point: 0 30 0 mm, normal: 0 -2 0}
stations: {middle: 25 mm}
)";

/// What editing the text says of a value: the description, or the first message.
std::string edited(const ModelDocument& document, const std::string& path, const std::string& value)
{
    try {
        ModelDocument changed = document;
        set_value(changed, {path, value}, "edit");
        return to_yaml(read_model(changed));
    } catch (const InputError&) {
        return "refused";
    }
}

std::string stored(const Manipulator& base, const std::string& path, double value)
{
    Manipulator m = base;
    const FoundInput found = find_input(m, path);
    if (!found) return found.error;
    if (!found.input.allows(value)) return "refused";
    found.input.set(value);
    return found.input.verify().empty() ? to_yaml(m) : "refused";
}

TEST(Input, SettingItEqualsEditingTheText)
{
    int set = 0, refused = 0;
    for (const auto& file : test::good_model_files()) {
        const ModelDocument document = open_model(file);
        Manipulator m = read_model(document);
        for (const Input& input : inputs(m)) {
            // The table has numbers where the file may have a word or nothing: those are not edited as text.
            const double own = input.get();
            if (edited(document, input.path(), input.text(own)) != to_yaml(m)) continue;
            for (const double value : {own * 1.25 + (input.whole() ? std::ceil(-0.25 * own) + 1.0 : 0.0),
                                       -own, own * 100.0, 0.0}) {
                SCOPED_TRACE(file.filename().string() + ": " + input.path() + " = " + input.text(value));
                const std::string by_text = edited(document, input.path(), input.text(value));
                EXPECT_EQ(stored(m, input.path(), value), by_text);
                ++set;
                refused += by_text == "refused" ? 1 : 0;
            }
        }
    }
    EXPECT_GT(set, 1000);
    EXPECT_GT(refused, 100);
}

/// Every quantity of a file with its path, but for texts that happen to start with a number.
void collect_numbers(const Node& node, const std::string& path, std::set<std::string>& paths)
{
    const auto below = [&](const std::string& step) { return path.empty() ? step : path + "." + step; };
    if (path == "supple" || path == "fit" || path == "uncertain" || path == "name" || path.ends_with(".name"))
        return;
    if (node.kind == Node::Kind::scalar && parse_quantity(node.text)) paths.insert(path);
    for (std::size_t i = 0; i < node.items.size(); ++i)
        collect_numbers(node.items[i], below(std::to_string(i)), paths);
    for (const Node::Entry& entry : node.entries)
        collect_numbers(entry.value, below(entry.key), paths);
}

TEST(Input, EveryNumberOfAFileIsListed)
{
    int numbers = 0;
    for (const auto& file : test::good_model_files()) {
        const ModelDocument document = open_model(file);
        Manipulator m = read_model(document);
        std::set<std::string> paths;
        collect_numbers(document.root, "", paths);
        const std::vector<Input> listed = inputs(m);
        for (const std::string& path : paths) {
            const FoundInputs found = find_inputs(m, path);
            ASSERT_TRUE(found) << file << ": " << path << ": " << found.error;
            for (const Input& input : found.inputs) {
                ++numbers;
                EXPECT_NE(std::find(listed.begin(), listed.end(), input), listed.end())
                    << file << ": " << path;
            }
        }
    }
    EXPECT_GT(numbers, 500);
}

TEST(Input, EveryPathThatIsListedLeadsToItsNumber)
{
    for (const auto& file : test::good_model_files()) {
        Manipulator m = load(file);
        for (const Input& input : inputs(m)) {
            const FoundInput found = find_input(m, input.path());
            ASSERT_TRUE(found) << file << ": " << input.path() << ": " << found.error;
            EXPECT_EQ(found.input, input) << file << ": " << input.path();
            EXPECT_FALSE(input.help().empty()) << input.path();
            EXPECT_TRUE(input.present());
        }
    }
}

TEST(Input, KnowsWhatItIs)
{
    Manipulator m = parse_model(arm);
    const Input force = find_input(m, "loads.0.force.y").input;
    EXPECT_EQ(force.path(), "loads.push.force.y");
    EXPECT_EQ(force.dimension(), dimension::force);
    EXPECT_EQ(force.unit(), "mN");
    EXPECT_EQ(force.get(), -0.0025);
    EXPECT_TRUE(force.free());
    force.set(1.0);
    EXPECT_EQ(m.loads[0].force.y(), 1.0);
    const Input angle = find_input(m, "attachments.rods.angles.1").input;
    EXPECT_EQ(angle.unit(), "deg");
    EXPECT_EQ(angle.text(std::acos(-1.0)), "180 deg");
    EXPECT_EQ(find_input(m, "rod.length").input.range().words, "greater than 0");
    EXPECT_EQ(find_input(m, "environment.magnetic_field.z").input,
              find_input(m, "environment.magnetic_field.uniform.z").input);
    EXPECT_EQ(find_input(m, "attachments.coils.currents.2").input,
              find_input(m, "attachments.0.coil_set.currents.z").input);
    // A number that may be written, but is not.
    const Input torsion = find_input(m, "rod.torsional_stiffness").input;
    EXPECT_FALSE(torsion.present());
    torsion.set(1e-5);
    EXPECT_EQ(m.rod.torsional_stiffness, 1e-5);
}

TEST(Input, ThatIsNotThereGetsTheNearestThatIs)
{
    Manipulator m = parse_model(arm);
    const auto error = [&](const char* path) { return find_input(m, path).error; };
    EXPECT_THAT(error("rod.lenght"), HasSubstr("did you mean \"rod.length\"?"));
    EXPECT_THAT(error("loads.psh.force.x"), HasSubstr("did you mean \"loads.push\"?"));
    EXPECT_THAT(error("attachments.coils.curents.x"),
                HasSubstr("did you mean \"attachments.coils.currents\"?"));
    EXPECT_THAT(error("stations.midle"), HasSubstr("did you mean \"stations.middle\"?"));
    EXPECT_THAT(error("loads.push.force"),
                HasSubstr("has 3 values; expected one, such as loads.push.force.0"));
    EXPECT_THAT(error("rod.section.tube.outer_diameter"), HasSubstr("there is no \"tube\" in rod.section"));
    EXPECT_EQ(error("attachments.coils.at"), "") << "a number may take the place of tip";
}

TEST(Input, IsVerifiedWithWhatDependsOnIt)
{
    Manipulator m = parse_model(arm);
    const auto wrong = [&](const char* path, double value) {
        const Input input = find_input(m, path).input;
        const double before = input.get();
        input.set(value);
        const std::string why = input.verify();
        input.set(before);
        return why;
    };
    EXPECT_EQ(wrong("loads.push.force.x", 1e9), "");
    EXPECT_THAT(wrong("rod.length", -0.05),
                HasSubstr("-50 mm is out of range; expected a length greater than 0"));
    EXPECT_THAT(wrong("rod.length", 0.06),
                HasSubstr("the lengths add up to 50 mm; expected the rod's length"));
    EXPECT_THAT(wrong("loads.push.at", 0.051), HasSubstr("out of range"));
    EXPECT_THAT(wrong("constraints.wall.normal.y", 0.0), HasSubstr("no direction"));
    EXPECT_THAT(wrong("stations.middle", std::nan("")), HasSubstr("not a finite number"));
    EXPECT_EQ(find_input(m, "rod.length").input.verify(), "");
}

}  // namespace
}  // namespace supple
