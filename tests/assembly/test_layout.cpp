// Where the joints of every layout stand, and what their springs add up to.
#include "support/rods.hpp"

#include <supple/assembly/layout.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_layout {

using testing::HasSubstr;

constexpr double L = 0.1, EI = 2e-5, GJ = 1.5e-5;

Manipulator rod(const ModelChoice& model)
{
    Manipulator m = rod_along_z(L, EI);
    m.rod.torsional_stiffness = GJ;
    m.model = model;
    return m;
}

/// Arc length of each joint over the rod's.
std::vector<double> joints(const ChainLayout& layout)
{
    std::vector<double> at;
    double start = 0.0;
    for (const auto& link : layout.links) {
        const double l = length(link.element);
        if (l > 0.0) at.push_back((start + joint_fraction(link.element) * l) / L);
        start += l;
    }
    EXPECT_NEAR(start, L, 1e-15) << "the links add up to the rod";
    return at;
}

/// Sum of EI/(K L): the rod's whole compliance is 1.
double compliance(const ChainLayout& layout, int coordinate, double stiffness)
{
    double sum = 0.0;
    for (const auto& link : layout.links)
        sum += stiffness / (link.law.stiffness[coordinate] * L);
    return sum;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

TEST(Layout, JointsOfEachSphericalLayout)
{
    const double g = 0.5 - 0.5 / std::sqrt(3.0);
    const auto at = [](JointLayout layout, int n, std::vector<double> marks = {}) {
        return joints(lay_out_chain(rod(spherical(n, layout)), std::move(marks)));
    };
    expect_near(at(JointLayout::equal_links, 3), {0.25, 0.5, 0.75});
    expect_near(at(JointLayout::equal_links_exact, 3), {0.25, 0.5, 0.75});
    expect_near(at(JointLayout::half_links, 2), {0.25, 0.75});
    expect_near(at(JointLayout::base_joint, 4), {0.0, 0.25, 0.5, 0.75});
    expect_near(at(JointLayout::gauss, 4), {0.5 * g, 0.5 * (1 - g), 0.5 + 0.5 * g, 1 - 0.5 * g});
    // One cut at 0.7: round(3 · 0.7) = 2 joints before it.
    expect_near(at(JointLayout::split, 3, {0.7 * L}), {0.175, 0.525, 0.85});
}

TEST(Layout, CompliancesAddUpToTheRods)
{
    struct Sum {
        JointLayout layout;
        double total;
    };
    for (const int n : {4, 6, 10}) {
        const Sum sums[] = {{JointLayout::gauss, 1.0},
                            {JointLayout::split, 1.0},
                            {JointLayout::equal_links, double(n) / (n + 1)},
                            {JointLayout::equal_links_exact, 1.0},
                            {JointLayout::half_links, 1.0},
                            {JointLayout::base_joint, 1.0}};
        for (const Sum& sum : sums) {
            SCOPED_TRACE(fmt::format("layout {} with {} joints", static_cast<int>(sum.layout), n));
            const ChainLayout layout = lay_out_chain(rod(spherical(n, sum.layout)), {0.4 * L});
            EXPECT_EQ(layout.error, "");
            EXPECT_EQ(layout.links.size(), static_cast<std::size_t>(n));
            EXPECT_NEAR(compliance(layout, 0, EI), sum.total, 1e-12);
            EXPECT_NEAR(compliance(layout, 1, EI), sum.total, 1e-12);
            EXPECT_NEAR(compliance(layout, 2, GJ), sum.total, 1e-12);
        }
    }
}

TEST(Layout, GaussPanelsEndAtMarksAndShareTheirPairsByLength)
{
    const ChainLayout layout = lay_out_chain(rod(spherical(10, JointLayout::gauss)), {0.2 * L, L});
    const std::vector<double> at = joints(layout);
    ASSERT_EQ(at.size(), 10u);
    // One pair in the first fifth, four in the rest, each 0.2 long.
    for (std::size_t i = 0; i < 10; i += 2) {
        const double centre = 0.2 * static_cast<double>(i / 2) + 0.1;
        EXPECT_NEAR(at[i] + at[i + 1], 2 * centre, 1e-12);
        EXPECT_NEAR(at[i + 1] - at[i], 0.2 / std::sqrt(3.0), 1e-12);
        EXPECT_NEAR(layout.links[i].law.stiffness[0], EI / (0.1 * L), 1e-12);
    }
}

TEST(Layout, GaussRefusesOddAndTooFewJoints)
{
    EXPECT_THAT(lay_out_chain(rod(spherical(7, JointLayout::gauss)), {}).error, HasSubstr("even"));
    EXPECT_THAT(lay_out_chain(rod(spherical(2, JointLayout::gauss)), {0.3 * L}).error, HasSubstr("too few"));
    EXPECT_THAT(lay_out_chain(rod(spherical(1, JointLayout::split)), {0.3 * L}).error, HasSubstr("too few"));
}

TEST(Layout, SegmentsEndAtMarks)
{
    SegmentModel model = table_1(2);
    const ChainLayout layout = lay_out_chain(rod(model), {0.25 * L, 0.5 * L, L});
    ASSERT_EQ(layout.links.size(), 9u);  // segments of L/4, L/4, L/2
    const double lengths[] = {0.25, 0.25, 0.5};
    for (std::size_t k = 0; k < 3; ++k) {
        double sum = 0.0;
        for (std::size_t j = 0; j < 3; ++j)
            sum += length(layout.links[3 * k + j].element);
        EXPECT_NEAR(sum, lengths[k] * L, 1e-15);
        EXPECT_NEAR(layout.links[3 * k].law.stiffness[0], 2.5064 * EI / (lengths[k] * L), 1e-15);
        EXPECT_NEAR(layout.links[3 * k].law.stiffness[1], 2.4914 * EI / (lengths[k] * L), 1e-15);
        EXPECT_NEAR(layout.links[3 * k + 1].law.stiffness[0], 4.8339 * EI / (lengths[k] * L), 1e-15);
    }
    model.lengths = {0.3 * L, 0.7 * L};
    EXPECT_EQ(lay_out_chain(rod(model), {}).links.size(), 6u);
}

TEST(Layout, UnequalBendingStiffnessGoesToItsOwnAxis)
{
    for (const ModelChoice& model :
         {ModelChoice(gauss_3()), ModelChoice(isotropic()), ModelChoice(spherical(4, JointLayout::gauss))}) {
        Manipulator m = rod(model);
        m.rod.bending_stiffness = Vector2d(EI, 3.0 * EI);
        const ChainLayout layout = lay_out_chain(m, {});
        EXPECT_NEAR(layout.links[0].law.stiffness[1] / layout.links[0].law.stiffness[0], 3.0, 1e-12)
            << type_name(model);
    }
}

TEST(Layout, WhatARodDoesNotKnowIsRefusedWithARemedy)
{
    SegmentModel model = gauss_3();
    model.freedoms.shear = true;
    EXPECT_THAT(lay_out_chain(rod(model), {}).error, HasSubstr("shear_stiffness"));
    Manipulator twisted = rod(gauss_3());
    twisted.rod.rest_shape = {{L, {0, 0}, 3.0}};
    EXPECT_THAT(lay_out_chain(twisted, {}).error, HasSubstr("twist: true"));
    EXPECT_THAT(lay_out_chain(rod(VariationalModel{}), {}).error, HasSubstr("not a chain"));
}

TEST(Layout, SegmentsAndPanelsEndWhereTheRestShapeChanges)
{
    const double k1 = 2.0 / L, k2 = -3.0 / L, end = 0.35 * L;
    for (const ModelChoice& model : {ModelChoice(isotropic()), ModelChoice(spherical(12, JointLayout::gauss)),
                                     ModelChoice(spherical(20, JointLayout::split))}) {
        Manipulator m = rod(model);
        m.rod.rest_shape = {{end, {0.0, k1}, 0.0}, {L - end, {0.0, k2}, 0.0}};
        const ChainLayout layout = lay_out_chain(m, {});
        ASSERT_EQ(layout.error, "");
        // All that bends one way comes first.
        double before = 0.0, after = 0.0;
        for (const Chain::Link& link : layout.links) {
            const double angle = link.law.rest[1];
            EXPECT_TRUE(angle > 0.0 ? after == 0.0 : true);
            (angle > 0.0 ? before : after) += angle;
        }
        EXPECT_NEAR(before, k1 * end, 1e-14) << type_name(model);
        EXPECT_NEAR(after, k2 * (L - end), 1e-14) << type_name(model);
        // Pieces that are alike set no boundary.
        m.rod.rest_shape[1].curvature = m.rod.rest_shape[0].curvature;
        const std::size_t with = layout.links.size(), without = lay_out_chain(m, {}).links.size();
        EXPECT_EQ(with > without, std::holds_alternative<SegmentModel>(model));
    }
    // Too few joints for all pieces bend with the mean of their own.
    Manipulator coarse = rod(spherical(2, JointLayout::gauss));
    coarse.rod.rest_shape = {{end, {0.0, k1}, 0.0}, {L - end, {0.0, k2}, 0.0}};
    EXPECT_EQ(lay_out_chain(coarse, {}).error, "");
}

TEST(Layout, ArcsEndAtDisks)
{
    Manipulator m = rod(CurvatureModel{});
    Disks disks;
    disks.positions = {0.3 * L, 0.7 * L, L};
    m.attachments = {disks};
    const ChainLayout layout = lay_out_chain(m, {});
    ASSERT_EQ(layout.links.size(), 3u);
    EXPECT_NEAR(length(layout.links[1].element), 0.4 * L, 1e-15);
    EXPECT_NEAR(layout.links[1].law.stiffness[0], EI * 0.4 * L, 1e-18);
}

}  // namespace test_layout
}  // namespace supple::test
