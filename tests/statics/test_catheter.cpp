// Ball-joint chains of the MRI-steered catheter against an independent program (tests/data).
#include "support/rods.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_catheter {

/// Reading H with the coil's place as the only cut, given outright: other loads cut nothing there.
SphericalModel cut_at_the_coil_only(int n)
{
    const double L = 101.35 * mm, coil = 72.9 * mm;
    const double EI = 21.5395467360421 * N_mm2, GJ = 15.952060355009401 * N_mm2;
    const int before = static_cast<int>(std::lround(n * coil / L));
    SphericalModel model = spherical(n, JointLayout::given);
    double last = 0.0;
    for (int i = 0; i < n; ++i) {
        const bool proximal = i < before;
        const double h = proximal ? coil / before : (L - coil) / (n - before);
        const double at = proximal ? (i + 0.5) * h : coil + (i - before + 0.5) * h;
        model.links.push_back(at - last);
        model.bending.push_back(EI / h);
        model.twisting.push_back(GJ / h);
        last = at;
    }
    model.links.push_back(L - last);
    return model;
}

TEST(Catheter, AnglesAndTipsUnderCoilCurrents)
{
    const nlohmann::json file = golden("s2_forward.json");
    for (std::size_t i = 0; i < file.at("cases").size(); ++i) {
        const auto& example = file.at("cases").at(i);
        for (const auto& [tag, expected] : example.at("models").items()) {
            SCOPED_TRACE(fmt::format("case {}, {}", i, tag));
            const Equilibrium eq = solve(mri_catheter(spherical_by_tag(tag), vector3(example.at("u"))));
            EXPECT_EQ(eq.status, Status::converged) << eq.message;
            EXPECT_EQ(eq.stability.stable, true);
            ASSERT_EQ(static_cast<std::size_t>(eq.coordinates.size()), expected.at("theta").size());
            EXPECT_LT((eq.coordinates - vector(expected.at("theta"))).cwiseAbs().maxCoeff(), 1e-9);
            EXPECT_LT((eq.tip().position() / mm - vector3(expected.at("tip"))).norm(), 1e-7);
            EXPECT_NEAR(eq.energy.total / N_mm, expected.at("energy").get<double>(), 1e-12);
        }
    }
}

TEST(Catheter, AnglesUnderForcesAndMoments)
{
    const nlohmann::json file = golden("s2_wrench.json");
    for (std::size_t i = 0; i < file.at("cases").size(); ++i) {
        const auto& example = file.at("cases").at(i);
        for (const auto& [tag, expected] : example.at("models").items()) {
            SCOPED_TRACE(fmt::format("case {}, {}", i, tag));
            Manipulator m =
                mri_catheter(tag.back() == 'H' ? cut_at_the_coil_only(std::stoi(tag)) : spherical_by_tag(tag),
                             vector3(example.at("u")));
            for (const auto& load : example.at("point_forces"))
                m.loads.push_back(dead_load(load.at("s").get<double>() * mm, vector3(load.at("force_N"))));
            for (const auto& load : example.at("moments")) {
                PointLoad moment = dead_load(load.at("s").get<double>() * mm, Vector3d::Zero(),
                                             N_mm * vector3(load.at("moment_Nmm")));
                if (load.at("frame") == "body") moment.frame = LoadFrame::body;
                m.loads.push_back(moment);
            }
            const Equilibrium eq = solve(m);
            EXPECT_EQ(eq.status, Status::converged) << eq.message;
            ASSERT_EQ(static_cast<std::size_t>(eq.coordinates.size()), expected.at("theta").size());
            EXPECT_LT((eq.coordinates - vector(expected.at("theta"))).cwiseAbs().maxCoeff(), 1e-9);
            EXPECT_LT((eq.tip().position() / mm - vector3(expected.at("tip"))).norm(), 1e-7);
        }
    }
}

// A current that turns the coil's moment against the field makes the straight pose twist away (s2 Sec. 4).
TEST(Catheter, AnOpposedCurrentDestabilisesTheStraightPose)
{
    const std::pair<const char*, double> critical[] = {{"3R-A", -54.629e-3},
                                                       {"6R-A", -43.703e-3},
                                                       {"9R-A", -46.824e-3},
                                                       {"3R-B", -72.838e-3},
                                                       {"3R*", -54.535e-3}};
    for (const auto& [tag, current] : critical) {
        SCOPED_TRACE(tag);
        const Equilibrium below = solve(mri_catheter(spherical_by_tag(tag), {0, 0.9999 * current, 0}));
        EXPECT_EQ(below.status, Status::converged);
        EXPECT_EQ(below.stability.stable, true);
        const Equilibrium above = solve(mri_catheter(spherical_by_tag(tag), {0, 1.0001 * current, 0}));
        EXPECT_EQ(above.status, Status::unstable);
        EXPECT_EQ(above.stability.stable, false);
        EXPECT_FALSE(above.message.empty());
    }
}

}  // namespace test_catheter
}  // namespace supple::test
