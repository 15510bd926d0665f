// Reactions that the shape of a chain leaves open.
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace supple::test {
namespace test_determinacy {

/// The sentences about what is not determined.
std::vector<std::string> open_reactions(const Manipulator& m)
{
    const Equilibrium eq = solve(m);
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    std::vector<std::string> found;
    std::copy_if(eq.warnings.begin(), eq.warnings.end(), std::back_inserter(found),
                 [](const std::string& text) { return text.find("is not determined") != std::string::npos; });
    return found;
}

Manipulator straight(const ModelChoice& model)
{
    Manipulator m = rod_along_x(100 * mm, 20000 * mN_mm2);
    m.model = model;
    m.loads = {dead_load(100 * mm, mN * Vector3d(0, 3, 1))};
    return m;
}

Clamp clamp_at(const Manipulator& m, double x)
{
    Clamp clamp;
    clamp.name = "P";
    clamp.at = 100 * mm;
    clamp.X_WC = SE3(m.base.X_WB.rotation(), Vector3d(x, 0, 0));
    return clamp;
}

SegmentModel twisting()
{
    SegmentModel model = isotropic(2);
    model.freedoms.twist = true;
    return model;
}

TEST(Determinacy, ChainsNameTheForceAlongAStraightRodAsTheExactRodDoes)
{
    // Many joints too: their tangent is factored in another way.
    for (const bool clamped : {true, false}) {
        Manipulator exact = straight(CosseratModel{});
        const auto hold = [&](Manipulator& m) {
            if (clamped)
                m.constraints = {clamp_at(m, 100 * mm)};
            else
                m.constraints = {Fixture{"P", 100 * mm, {100 * mm, 0.0, 0.0}}};
        };
        hold(exact);
        const std::vector<std::string> said = open_reactions(exact);
        ASSERT_EQ(said.size(), 1u);
        for (const ModelChoice& model :
             {ModelChoice(twisting()), ModelChoice(spherical(8, JointLayout::gauss)),
              ModelChoice(spherical(24, JointLayout::gauss)), ModelChoice(CurvatureModel{8, true}),
              ModelChoice(CurvatureModel{30, true})}) {
            Manipulator chain = straight(model);
            hold(chain);
            EXPECT_EQ(open_reactions(chain), said) << type_name(model);
        }
    }
}

TEST(Determinacy, AMomentAboutAStraightRodThatDoesNotTwistIsOpenToo)
{
    Manipulator m = straight(isotropic(2));
    m.constraints = {clamp_at(m, 100 * mm)};
    const std::vector<std::string> said = open_reactions(m);
    ASSERT_EQ(said.size(), 2u);
    EXPECT_NE(said[1].find("the moment of 'P' about 1 0 0 is not determined"), std::string::npos) << said[1];
}

// Every hold along the rod is open, the one in its middle too; a guide lets the rod slip.
TEST(Determinacy, EachOfTwoHoldsAlongTheRodIsOpenAndAGuideIsNot)
{
    Manipulator m = straight(spherical(8, JointLayout::gauss));
    m.constraints = {Fixture{"Q", 50 * mm, {50 * mm, 0.0, 0.0}},
                     Fixture{"P", 100 * mm, {100 * mm, 0.0, 0.0}}};
    EXPECT_EQ(open_reactions(m).size(), 2u);
    m = straight(twisting());
    Guide guide;
    guide.name = "G";
    guide.point = Vector3d(50 * mm, 0, 0);
    guide.near = 50 * mm;
    m.constraints = {guide};
    EXPECT_TRUE(open_reactions(m).empty());
}

TEST(Determinacy, WhatIsBentOrStretchesOrIsFreeAlongTheRodIsDetermined)
{
    Manipulator m = straight(spherical(8, JointLayout::gauss));
    m.constraints = {Fixture{"P", 100 * mm, {95 * mm, 0.0, 0.0}}};
    EXPECT_TRUE(open_reactions(m).empty());
    m.constraints = {Fixture{"P", 100 * mm, {std::nullopt, 0.0, 0.0}}};
    EXPECT_TRUE(open_reactions(m).empty());
    SegmentModel model = twisting();
    model.freedoms.extension = true;
    m = straight(model);
    m.rod.axial_stiffness = 10.0;
    m.constraints = {clamp_at(m, 100 * mm)};
    EXPECT_TRUE(open_reactions(m).empty());
}

TEST(Determinacy, OfTwoConstraintsThatHoldTheSameEachNamesTheOther)
{
    Manipulator m = straight(spherical(8, JointLayout::gauss));
    const Fixture fixture{"P", 100 * mm, {std::nullopt, 20 * mm, std::nullopt}};
    m.constraints = {fixture, fixture};
    std::get<Fixture>(m.constraints[1]).name = "Q";
    const std::vector<std::string> said = open_reactions(m);
    ASSERT_EQ(said.size(), 2u);
    EXPECT_NE(said[0].find("'P' along 0 1 0 is not determined: 'Q' holds the same"), std::string::npos)
        << said[0];
}

}  // namespace test_determinacy
}  // namespace supple::test
