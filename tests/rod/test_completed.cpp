#include <supple/fields/writer.hpp>
#include <supple/io/model_file.hpp>
#include <supple/rod/completed.hpp>

#include "support/model_files.hpp"

#include <gmock/gmock.h>

namespace supple {
namespace {

TEST(Completed, AgainChangesNothing)
{
    for (const auto& file : test::good_model_files()) {
        const Manipulator once = completed(load(file));
        EXPECT_TRUE(is_complete(once)) << file;
        EXPECT_EQ(to_yaml(completed(once)), to_yaml(once)) << file;
    }
}

TEST(Completed, FollowsWhatItStandsFor)
{
    Manipulator m = parse_model(
        "supple: 1\n"
        "rod: {length: 80 mm, bending_stiffness: 17 N mm^2, rest_shape: [{length: 30 mm}, {twist: 2 1/m}]}\n"
        "attachments:\n"
        "  - disks: {count: 4, mass: 2 g}\n"
        "  - rods: {radius: 5 mm, end_disks: 2 4, diameter: 1 mm, youngs_modulus: 210 GPa, tensions: 1 0 N}\n"
        "loads: [{at: tip, force: 0 1 0 mN}]\n"
        "constraints: [{guide: {point: 0 0 40 mm}}, {clamp: {position: 0 0 80 mm}}]\n");
    EXPECT_FALSE(is_complete(m));
    m.rod.length = 0.1;
    std::get<DrivenRods>(m.attachments[1]).diameters[0] = 2e-3;
    m.base.written.emplace().tangent = Vector3d(2, 0, 0);
    const Manipulator done = completed(m);
    EXPECT_EQ(done.loads[0].at, 0.1);
    EXPECT_DOUBLE_EQ(done.rod.rest_shape[1].length, 0.07);
    EXPECT_EQ((*done.rod.bending_stiffness)[1], 17e-6);
    const auto& disks = std::get<Disks>(done.attachments[0]);
    EXPECT_THAT(disks.positions, testing::ElementsAre(0.025, 0.05, 0.1 * 3 / 4, 0.1));
    EXPECT_EQ(disks.inertia[3].mass, 2e-3);
    const auto& rods = std::get<DrivenRods>(done.attachments[1]);
    EXPECT_THAT(rods.ends, testing::ElementsAre(0.05, 0.1));
    EXPECT_THAT(rods.radii, testing::ElementsAre(5e-3, 5e-3));
    EXPECT_NEAR(rods.axial_stiffness[1] / (210e9 * 3.14159265358979 * 1e-6), 1.0, 1e-12);
    EXPECT_EQ(std::get<Guide>(done.constraints[0]).near, 0.05);
    EXPECT_EQ(done.base.X_WB.rotation().col(2), Vector3d::UnitX());
    EXPECT_EQ(std::get<Clamp>(done.constraints[1]).X_WC.rotation(), done.base.X_WB.rotation());
}

TEST(Completed, LeavesADescriptionOfNumbersAsItIs)
{
    Manipulator m;
    m.rod.length = 0.1;
    m.rod.bending_stiffness = Vector2d(1e-5, 2e-5);
    m.loads.push_back({});
    m.loads[0].at = 0.03;
    EXPECT_TRUE(is_complete(m));
    EXPECT_EQ(&*Complete(m), &m);
    m.loads[0].at = at_tip;
    EXPECT_FALSE(is_complete(m));
    EXPECT_EQ(Complete(m)->loads[0].at, 0.1);
    EXPECT_EQ(m.loads[0].at, at_tip);
}

}  // namespace
}  // namespace supple
