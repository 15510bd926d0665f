#include "support/golden.hpp"

#include <supple/cosserat/cosserat.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::cosserat {
namespace test_golden {

using namespace supple::test;

constexpr double mm = 1e-3, mN = 1e-3, mN_mm = 1e-6, mN_mm2 = 1e-9, N_mm = 1e-3;

/// What every answer owes, whatever the case.
void expect_sound(const Equilibrium& eq)
{
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_FALSE(eq.snapped);
    EXPECT_LT(eq.solver.residual, 1e-10);
    EXPECT_LT(eq.balance, 1e-10);
}

void expect_tip(const Equilibrium& eq, const Vector3d& position, const Matrix3d& rotation)
{
    EXPECT_LT((eq.tip().position() - position).norm(), 1e-6 * mm);
    EXPECT_LT((eq.tip().rotation() - rotation).norm(), 1e-8);
}

TEST(CosseratGolden, RodTipsUnderTipLoadsUpTo270DegreesOfTurn)
{
    const auto file = golden("s1_rod_tip_loads.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(fmt::format("case {}, turn {} deg", c["id"].dump(), c["total_turn_deg"].dump()));
        const double L = c["L"].get<double>() * mm;
        Manipulator m = rod_along_x(L, c["EI"].get<double>() * mN_mm2);
        m.loads = {dead_load(L, vector3(c["F"]) * mN, vector3(c["M"]) * mN_mm)};
        m.stations = {{"middle", L / 2}};
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        expect_tip(eq, vector3(c["tip"]) * mm, rotation_from_x(c["R_tip"]));
        EXPECT_LT((eq.stations[0].X_WS.position() - vector3(c["mid_point"]) * mm).norm(), 1e-6 * mm);
        EXPECT_LT((eq.base_reaction.moment + vector3(c["base_moment"]) * mN_mm).norm(), 1e-5 * mN_mm);
    }
}

TEST(CosseratGolden, ChainsOfSeveralLoads)
{
    const auto file = golden("s1_multi_load.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(fmt::format("case {}", c["id"].dump()));
        double L = 0.0;
        Manipulator m = rod_along_x(1.0, c["EI"].get<double>() * mN_mm2);
        for (std::size_t i = 0; i < c["F"].size(); ++i) {
            L += c["segment_lengths"][i].get<double>() * mm;
            m.loads.push_back(dead_load(L, vector3(c["F"][i]) * mN, vector3(c["M"][i]) * mN_mm));
            m.stations.push_back({fmt::format("P{}", i), L});
        }
        m.rod.length = L;
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        for (std::size_t i = 0; i < m.stations.size(); ++i) {
            EXPECT_LT((eq.stations[i].X_WS.position() - vector3(c["load_points"][i]) * mm).norm(), 1e-6 * mm);
        }
        expect_tip(eq, vector3(c["load_points"].back()) * mm, rotation_from_x(c["R_tip"]));
    }
}

TEST(CosseratGolden, TipDipolesInAUniformField)
{
    const auto file = golden("s1_tip_dipole.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(fmt::format("case {}", c["id"].dump()));
        const double L = c["L"].get<double>() * mm;
        Manipulator m = rod_along_x(L, c["EI"].get<double>() * mN_mm2);
        m.loads = {dead_load(L, vector3(c["F"]) * mN)};
        Magnet magnet;
        magnet.at = L;
        magnet.dipole = Vector3d(0, 0, c["dipole_A_m2"].get<double>());
        m.attachments = {magnet};
        m.environment.magnetic_field.uniform = vector3(c["B_mT"]) * 1e-3;
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_EQ(eq.stability.stable, true);
        expect_tip(eq, vector3(c["tip"]) * mm, rotation_from_x(c["R_tip"]));
    }
}

TEST(CosseratGolden, FixturesAndTheirReactions)
{
    const auto file = golden("s1_fixtures.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(fmt::format("case {}", c["id"].dump()));
        Manipulator m = rod_along_x(1.0, c["EI"].get<double>() * mN_mm2);
        double L = 0.0;
        for (int i = 0; i < 3; ++i) {
            L += c["segment_lengths"][i].get<double>() * mm;
            if (i == 2) break;
            Fixture fixture;
            fixture.at = L;
            fixture.hold = {std::nullopt, c["constraint_yz"][i][0].get<double>() * mm,
                            c["constraint_yz"][i][1].get<double>() * mm};
            m.constraints.emplace_back(fixture);
        }
        m.rod.length = L;
        m.loads = {dead_load(L, vector3(c["F_tip"]) * mN, vector3(c["M_tip"]) * mN_mm)};
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        expect_tip(eq, vector3(c["cosserat"]["points"][3]) * mm, rotation_from_x(c["cosserat"]["R_tip"]));
        for (int i = 0; i < 2; ++i) {
            const auto& F = c["cosserat"]["reactions_yz"][i];
            const Vector3d expected(0.0, F[0].get<double>() * mN, F[1].get<double>() * mN);
            EXPECT_LT((eq.reactions[i].force - expected).norm(), 1e-5 * mN);
            EXPECT_EQ(eq.reactions[i].moment.norm(), 0.0);
        }
    }
}

TEST(CosseratGolden, CoilsOfTheMriCatheter)
{
    const auto file = golden("s2_forward.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(c["u"].dump());
        const Equilibrium eq = solve(catheter(vector3(c["u"])));
        expect_sound(eq);
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_LT((eq.tip().position() - vector3(c["rod"]["tip"]) * mm).norm(), 1e-7 * mm);
        EXPECT_LT((eq.tip().rotation() - rotation_wxyz(c["rod"]["tip_quat_wxyz"])).norm(), 1e-8);
    }
}

TEST(CosseratGolden, ForcesAndMomentsOfBothKindsOnTheMriCatheter)
{
    const auto file = golden("s2_wrench.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(c["kind"].dump());
        Manipulator m = catheter(vector3(c["u"]));
        for (const auto& f : c["point_forces"])
            m.loads.push_back(dead_load(f["s"].get<double>() * mm, vector3(f["force_N"])));
        for (const auto& f : c["moments"]) {
            const Vector3d moment = vector3(f["moment_Nmm"]) * N_mm;
            const double at = f["s"].get<double>() * mm;
            m.loads.push_back(f["frame"] == "body" ? follower(at, Vector3d::Zero(), moment)
                                                   : dead_load(at, Vector3d::Zero(), moment));
        }
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        EXPECT_LT((eq.tip().position() - vector3(c["rod"]["tip"]) * mm).norm(), 1e-7 * mm);
        EXPECT_LT((eq.tip().rotation() - rotation_wxyz(c["rod"]["tip_quat_wxyz"])).norm(), 1e-8);
        EXPECT_LT((eq.base_reaction.moment + vector3(c["rod"]["base_moment"]) * N_mm).norm(), 1e-9 * N_mm);
    }
}

TEST(CosseratGolden, SoftRodsUnderGravityWithShearAndExtension)
{
    const auto file = golden("s4_statics.json");
    for (const auto& c : file["cases"]) {
        SCOPED_TRACE(c["name"].dump());
        const double L = c["L"].get<double>();
        const Vector3d C1 = vector3(c["C1"]), C2 = vector3(c["C2"]);
        Manipulator m = rod_along_x(L, C2[1]);
        m.rod.torsional_stiffness = C2[0];
        m.rod.axial_stiffness = C1[0];
        m.rod.shear_stiffness = Vector2d(C1[1], C1[2]);
        m.rod.mass_per_length = -c["weight_per_m"][2].get<double>() / 9.81;
        m.environment.gravity = Vector3d(0, 0, -9.81);
        Magnet magnet;
        magnet.at = L;
        magnet.inertia.mass = c["tip_mass"].get<double>();
        magnet.dipole = Vector3d(0, 0, c["tip_dipole"][0].get<double>());
        m.attachments = {magnet};
        m.environment.magnetic_field.uniform = vector3(c["B"]);
        m.model = CosseratModel{true, true, 1e-9};
        const Equilibrium eq = solve(m);
        expect_sound(eq);
        EXPECT_EQ(eq.stability.stable, true);
        expect_tip(eq, vector3(c["bvp"]["p_tip"]), rotation_from_x(c["bvp"]["R_tip"]));
        EXPECT_LT((eq.base_reaction.force + vector3(c["bvp"]["base_force"])).norm(), 1e-12);
        EXPECT_LT((eq.base_reaction.moment + vector3(c["bvp"]["base_moment"])).norm(), 1e-12);
    }
}

}  // namespace test_golden
}  // namespace supple::cosserat
