#include <supple/fields/input.hpp>
#include <supple/fields/writer.hpp>
#include <supple/io/model_document.hpp>
#include <supple/io/side_files.hpp>

#include "support/model_files.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace supple {
namespace {

/// The model of a text that may name files of the folder.
Manipulator read(const std::string& text, const std::filesystem::path& folder)
{
    return read_model({parse_document(text, "written.yaml"), folder});
}

TEST(Writer, WhatItWritesIsReadAsTheSameDescription)
{
    int files = 0;
    for (const auto& file : test::good_model_files()) {
        const Manipulator m = load(file);
        const std::string text = to_yaml(m);
        SCOPED_TRACE(file.string() + "\n" + text);
        const Manipulator again = read(text, file.parent_path());
        EXPECT_TRUE(same_description(m, again)) << to_yaml(again);
        EXPECT_EQ(to_yaml(again), text);
        ++files;
    }
    EXPECT_GT(files, 30);
}

/// Every plain value of a file with its path.
void collect(const Node& node, const std::string& path,
             std::vector<std::pair<std::string, std::string>>& values)
{
    const auto below = [&](const std::string& step) { return path.empty() ? step : path + "." + step; };
    if (node.kind == Node::Kind::scalar) values.emplace_back(path, node.text);
    for (std::size_t i = 0; i < node.items.size(); ++i)
        collect(node.items[i], below(std::to_string(i)), values);
    for (const Node::Entry& entry : node.entries)
        collect(entry.value, below(entry.key), values);
}

/// The same value, whatever its unit; words by their letters.
bool same_value(const std::string& a, const std::string& b)
{
    const Quantity x = parse_quantity(a), y = parse_quantity(b);
    if (!x || !y) return a == b;
    return x.values == y.values && x.dimension == y.dimension;
}

// Not through the description: a field that is read and forgotten would be missed by comparing descriptions.
TEST(Writer, LosesNoValueOfAFile)
{
    int compared = 0;
    for (const auto& file : test::good_model_files()) {
        const Node document = open_model(file).root;
        const Node written = to_tree(load(file));
        std::vector<std::pair<std::string, std::string>> before, after;
        collect(document, "", before);
        collect(written, "", after);
        for (const auto& [path, text] : before) {
            const auto found = std::find_if(after.begin(), after.end(),
                                            [&key = path](const auto& v) { return v.first == key; });
            ++compared;
            if (found != after.end()) {
                // An axis by its number and by its letter are the same direction.
                const bool axis = found->second.size() <= 2;
                EXPECT_TRUE(axis || same_value(text, found->second))
                    << file << ": " << path << ": " << text << " became " << found->second;
                continue;
            }
            // What is left out is what holds without it: leaving it out of the file changes nothing.
            Manipulator m = load(file);
            const FoundInputs there = find_inputs(m, path);
            const Quantity quantity = parse_quantity(text);
            if (!there || !quantity) continue;
            for (std::size_t i = 0; i < there.inputs.size(); ++i)
                EXPECT_EQ(there.inputs[i].get(), quantity.values[i]) << file << ": " << path;
        }
    }
    EXPECT_GT(compared, 500);
}

TEST(Writer, WritesWhatWasWrittenAndNotWhatFollowsFromIt)
{
    const std::string text =
        "supple: 1\n"
        "rod:\n"
        "  length: 80 mm\n"
        "  bending_stiffness: 17 N mm^2\n"
        "  rest_shape: [{length: 30 mm, curvature: 0 20 1/m}, {twist: 2 1/m}]\n"
        "base: {tangent: x, normal: y}\n"
        "model: {type: universal-prb, parameters: {gamma: 0.17, k_eta: 2.5 4.8}}\n"
        "attachments:\n"
        "  - disks: {count: 4, mass: 2 g}\n"
        "  - rods: {radius: 5 mm, end_disks: 2 2 4 4, diameter: 1 mm, youngs_modulus: 210 GPa, tensions: 1 0 "
        "0 0 N}\n"
        "loads:\n"
        "  - {at: tip, force: 0 4 0 mN}\n"
        "constraints:\n"
        "  - guide: {name: G, point: 1 2 3 mm}\n";
    EXPECT_EQ(to_yaml(parse_model(text)), text);
}

TEST(Writer, QuotesATitleThatYamlWouldMisread)
{
    for (const char* title :
         {"a: b", "it's # 7", "\"quoted\" \\ [x]", "null", "- a", "{}", " blank ", "µ-rod"}) {
        Manipulator m = parse_model("supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\n");
        m.name = title;
        EXPECT_EQ(parse_model(to_yaml(m)).name, title) << to_yaml(m);
    }
}

TEST(Writer, WritesADescriptionMadeByHand)
{
    Manipulator m;
    m.rod.length = 0.1;
    m.rod.bending_stiffness = Vector2d(1e-5, 2e-5);
    Matrix3d R;
    R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    m.base.X_WB = SE3(R, Vector3d(0.01, 0, 0));
    PointLoad load;
    load.at = 0.05;
    load.force = Vector3d(0, 1e-3, 0);
    m.loads.push_back(load);
    const Manipulator again = parse_model(to_yaml(m));
    EXPECT_EQ(again.base.X_WB.rotation(), R);
    EXPECT_EQ(again.base.X_WB.position(), m.base.X_WB.position());
    EXPECT_EQ(again.loads[0].at, 0.05);
    EXPECT_EQ(again.rod.bending_stiffness, m.rod.bending_stiffness);
}

TEST(Writer, EachPartOfAFieldIsWrittenAlsoWhereItIsTheOnlyOne)
{
    for (const std::string part :
         {"gradient: 0.1 0.2 0.3 0.2 -0.3 0.5 0.3 0.5 0.2 T/m", "uniform_limits: -30 30 mT", "from: 1 s",
          "until: 3 s", "coils: [{position: 0 0 0 m, axis: z, radius: 1 m, current: 1 A}]",
          "helmholtz_pairs: [{position: 0 0 0 m, axis: z, radius: 1 m, current: 1 A}]",
          "dipoles: [{position: 0 0 1 m, moment: 0 0 1 A m^2}]"}) {
        const Manipulator m = parse_model(
            "supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\n"
            "environment: {magnetic_field: {" +
            part + "}}\n");
        const std::string text = to_yaml(m);
        EXPECT_THAT(text, testing::HasSubstr(part.substr(0, part.find(':') + 1)));
        EXPECT_TRUE(same_description(m, parse_model(text))) << text;
    }
}

RC_GTEST_PROP(Writer, KeepsEveryDouble, (double force, double length, double current))
{
    RC_PRE(std::isfinite(force) && std::isfinite(current) && std::isfinite(length));
    RC_PRE(length > 1e-280 && length < 1e280 && std::abs(force) < 1e280 && std::abs(current) < 1e280);
    RC_PRE((force == 0.0 || std::abs(force) > 1e-280) && (current == 0.0 || std::abs(current) > 1e-280));
    Manipulator m = parse_model(
        "supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\n"
        "environment: {magnetic_field: {coils: [{position: 0 0 0 m, axis: z, radius: 1 m, current: 1 A}]}}\n"
        "loads: [{at: tip, force: 0 0 0 N}]\n");
    m.rod.length = length;
    m.loads[0].force.y() = force;
    m.environment.magnetic_field.coils[0].current = current;
    const Manipulator again = parse_model(to_yaml(m));
    RC_ASSERT(again.rod.length == length);
    RC_ASSERT(again.loads[0].force.y() == force);
    RC_ASSERT(again.environment.magnetic_field.coils[0].current == current);
}

}  // namespace
}  // namespace supple
