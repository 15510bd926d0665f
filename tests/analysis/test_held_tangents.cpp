// A tangent that is held: the exact rod takes it wherever chains do, and finds the same shape and reactions.

#include <supple/analysis/solve.hpp>
#include <supple/io/model_file.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple {
namespace test_held_tangents {

struct Case {
    std::string name, constraints;
};

void PrintTo(const Case& c, std::ostream* out)
{
    *out << c.constraints;
}

class HeldTangent : public testing::TestWithParam<Case> {
 protected:
    static Equilibrium solved(const std::string& model)
    {
        return solve(parse_model(fmt::format(
            "supple: 1\nrod: {{length: 100 mm, bending_stiffness: 20000 mN mm^2}}\nbase: {{tangent: x, "
            "normal: "
            "y}}\nmodel: {{type: {}}}\nloads: [{{at: tip, force: 0 3 1 mN}}]\nconstraints: [{}]\n",
            model, GetParam().constraints)));
    }
};

INSTANTIATE_TEST_SUITE_P(
    Kinds, HeldTangent,
    testing::Values(Case{"AloneAtTheTip", "{fixture: {at: tip, hold: {tangent: 1 0.3 -0.2}}}"},
                    Case{"AloneInTheMiddle", "{fixture: {at: 50 mm, hold: {tangent: 1 0.3 -0.2}}}"},
                    Case{"BesideAPlaceAtTheTip",
                         "{fixture: {at: tip, hold: {x: 90 mm, y: 20 mm, z: 5 mm, tangent: 1 0.3 -0.2}}}"},
                    Case{"BesideAPlaceInTheMiddle",
                         "{fixture: {at: 50 mm, hold: {x: 47 mm, y: 8 mm, z: -3 mm, tangent: 1 0.3 -0.2}}}"},
                    Case{"BesideOneCoordinate",
                         "{fixture: {at: tip, hold: {y: 15 mm, tangent: 1 -0.3 0.1}}}"},
                    Case{"AcrossTheBase", "{fixture: {at: tip, hold: {tangent: 0 1 0.2}}}"},
                    Case{"BackwardsAtTheTip", "{fixture: {at: tip, hold: {tangent: -1 0.2 0.1}}}"},
                    Case{"BackwardsInTheMiddle", "{fixture: {at: 60 mm, hold: {tangent: -1 0.3 0.1}}}"},
                    Case{"BackwardsBesideAPlace",
                         "{fixture: {at: tip, hold: {x: 20 mm, y: 45 mm, z: 5 mm, tangent: -1 0.1 0.1}}}"},
                    Case{"InTwoPlaces",
                         "{fixture: {at: 50 mm, hold: {tangent: 1 0.3 0}}}, {fixture: {at: tip, hold: "
                         "{tangent: 1 0 0.4}}}"},
                    Case{"BesideAHeldPoint",
                         "{fixture: {at: 50 mm, hold: {y: 5 mm, z: 2 mm}}}, {fixture: {at: tip, hold: "
                         "{tangent: 1 0 0.4}}}"}),
    [](const auto& model) { return model.param.name; });

TEST_P(HeldTangent, IsTheSameOnTheExactRodAndOnAChain)
{
    const Equilibrium exact = solved("cosserat"), chain = solved("spherical-prb, joints: 64");
    ASSERT_EQ(chain.status, Status::converged) << chain.message;
    ASSERT_EQ(exact.status, Status::converged) << exact.message;
    EXPECT_LT((exact.tip().position() - chain.tip().position()).norm(), 2e-3 * 0.1);
    ASSERT_EQ(exact.reactions.size(), chain.reactions.size());
    for (std::size_t i = 0; i < exact.reactions.size(); ++i) {
        const Reaction &a = exact.reactions[i], &b = chain.reactions[i];
        const double size = 3e-3 + a.force.norm() + a.moment.norm() / 0.1;
        EXPECT_LT((a.force - b.force).norm(), 0.01 * size);
        EXPECT_LT((a.moment - b.moment).norm() / 0.1, 0.01 * size);
    }
}

}  // namespace test_held_tangents
}  // namespace supple
