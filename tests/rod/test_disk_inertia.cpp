#include <supple/rod/disk_inertia.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace test_disk_inertia {

/// The arm of s3: steel core and rods of 1.04 mm, disks of 30 mm diameter and 2 mm thickness.
Manipulator arm()
{
    constexpr double steel = 7850.0, d = 1.04e-3, area = std::numbers::pi / 4.0 * d * d;
    Manipulator m;
    m.rod.length = 0.24;
    m.rod.section = CrossSection{Circle{d}, std::nullopt, 1.0};
    m.rod.material.youngs_modulus = 210e9;
    m.rod.material.density = steel;
    Disks disks;
    for (int i = 1; i <= 8; ++i)
        disks.positions.push_back(0.03 * i);
    disks.radius = 0.015;
    disks.thickness = 0.002;
    disks.density = 1038.8;
    DrivenRods rods;
    rods.radii.assign(6, 0.0125);
    rods.ends = {0.12, 0.12, 0.12, 0.24, 0.24, 0.24};
    rods.mass_per_length.assign(6, steel * area);
    rods.diameters.assign(6, d);
    m.attachments = {disks, rods};
    return m;
}

TEST(DiskInertia, LumpedIsTheTableOfTheStudyButForItsRadialInertia)
{
    const auto bodies = disk_inertia(arm());
    ASSERT_EQ(bodies.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) {
        const bool proximal = i < 4;
        // The study does not give the disks' shape; 15 mm and 2 mm are the round numbers that give their
        // mass, and the disk's own inertia is then right to 1e-3. The radial inertia has the distance squared
        // (s3 Sec. 6, erratum 1).
        EXPECT_NEAR(bodies[i].mass, proximal ? 2.869e-3 : 2.269e-3, 5e-7);
        EXPECT_NEAR(bodies[i].radial_inertia, proximal ? 2.820071e-7 : 1.900667e-7, 5e-11);
        EXPECT_NEAR(bodies[i].axial_inertia, proximal ? 3.531e-7 : 2.593e-7, 2.5e-10);
    }
    EXPECT_TRUE(disks_carry_rods(arm()));
}

TEST(DiskInertia, GivenStaysAsGiven)
{
    Manipulator m = arm();
    auto& disks = std::get<Disks>(m.attachments[0]);
    disks.inertia.assign(8, {1.0, 2.0, 3.0});
    EXPECT_FALSE(disks_carry_rods(m));
    EXPECT_EQ(disk_inertia(m)[5].radial_inertia, 2.0);
    m.attachments.clear();
    EXPECT_TRUE(disk_inertia(m).empty());
}

TEST(DiskInertia, LosesNoMassOfTheCore)
{
    Manipulator m = arm();
    std::get<Disks>(m.attachments[0]).density = 1e-12;
    m.attachments.pop_back();
    double sum = 0.0;
    for (const BodyInertia& body : disk_inertia(m))
        sum += body.mass;
    EXPECT_NEAR(sum, rod_properties(m.rod).mass_per_length * m.rod.length, 1e-15);
}

}  // namespace test_disk_inertia
}  // namespace supple
