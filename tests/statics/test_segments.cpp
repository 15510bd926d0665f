// The segment model against figures of an independent program (tests/data) and of the published study.
#include "support/rods.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_segments {

double largest_difference(const VectorXd& a, const VectorXd& b)
{
    return a.size() == b.size() ? (a - b).cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
}

Manipulator with_tip_load(Manipulator m, const SegmentModel& model, const Vector3d& force_mN,
                          const Vector3d& moment_mN_mm)
{
    m.model = model;
    m.loads = {dead_load(m.rod.length, mN * force_mN, mN_mm * moment_mN_mm)};
    return m;
}

struct Figure {
    const char* name;
    Vector3d force, moment;  // [mN], [mN mm]
    Vector3d tip;            // [mm]
};

TEST(Segments, TipsOfFigure3)
{
    const Figure figures[] = {
        {"a", {4, -2.5, 2.5}, {0, -250, -150}, {43.319754, -12.117489, 17.455881}},
        {"b", {-4, -4, -4}, {0, 0, 0}, {46.724628, -11.252236, -11.277052}},
        {"c", {0, 1, 2}, {0, 0, 150}, {47.497534, 12.738191, 4.511699}},
        {"d", {-3, 1, 0}, {0, 200, -100}, {45.451091, -5.298002, -16.961617}},
    };
    for (const Figure& figure : figures) {
        SCOPED_TRACE(figure.name);
        const Equilibrium eq = solve(
            with_tip_load(rod_along_x(50 * mm, 17185 * mN_mm2), table_1(), figure.force, figure.moment));
        EXPECT_EQ(eq.status, Status::converged);
        EXPECT_LT((eq.tip().position() / mm - figure.tip).norm(), 1e-6 * std::sqrt(3.0));
    }
}

TEST(Segments, TipsOfFigure4)
{
    Manipulator a = rod_along_x(110 * mm, 17185 * mN_mm2);
    a.model = table_1(3);
    a.loads = {dead_load(110 * mm / 3, mN * Vector3d(0, 5.15, 0)),
               dead_load(2 * 110 * mm / 3, mN * Vector3d(0, 0, 4.91)),
               dead_load(110 * mm, mN * Vector3d(0, 0, -1), mN_mm * Vector3d(0, 100, -100))};
    Manipulator b = a;
    b.loads[0].force = mN * Vector3d(0, 2.69, -2.66);
    b.loads[1].force = mN * Vector3d(0, 0, -15.0);
    Manipulator c = a;
    c.model = table_1(2);
    c.loads.erase(c.loads.begin() + 1);
    c.loads[0].at = 55 * mm;
    const auto tip = [](const Manipulator& m) -> Vector3d { return solve(m).tip().position() / mm; };
    EXPECT_LT((tip(a) - Vector3d(106.729566, -14.887989, 4.728406)).norm(), 1e-6 * std::sqrt(3.0));
    EXPECT_LT((tip(b) - Vector3d(39.592843, -2.512835, -92.013807)).norm(), 1e-6 * std::sqrt(3.0));
    EXPECT_LT((tip(c) - Vector3d(92.778355, 9.394162, -50.372812)).norm(), 1e-6 * std::sqrt(3.0));
}

// Two supports at thirds, a tip load so small that the rod is a linear beam: reactions are ratios of it.
TEST(Segments, ReactionsOfALinearBeamOnTwoSupports)
{
    struct Ratios {
        const char* name;
        SegmentModel model;
        double F1_M, F2_M, F1_F, F2_F;
    };
    const Ratios expected[] = {
        {"Table 1", table_1(3), 1.67717, -1.27281, 1.67717, -2.27281},
        {"Table 3", table_3(3), 1.43148, -1.18393, 1.43148, -2.18393},
        {"Gauss", gauss_3(3), 12.0 / 7, -9.0 / 7, 12.0 / 7, -16.0 / 7},
    };
    const double L = 82 * mm, third = L / 3, EI = 2.05e5 * mN_mm2;
    for (const Ratios& e : expected) {
        SCOPED_TRACE(e.name);
        Manipulator m = rod_along_x(L, EI);
        m.model = e.model;
        m.constraints = {hold_yz("P1", third), hold_yz("P2", 2 * third)};
        const double M = 1e-6 * EI / L, F = 1e-6 * EI / (L * L);
        m.loads = {dead_load(L, Vector3d::Zero(), {0, 0, M})};
        const Equilibrium moment = solve(m);
        EXPECT_NEAR(moment.reactions[0].force.y() * third / M, e.F1_M, 1e-5);
        EXPECT_NEAR(moment.reactions[1].force.y() * third / M, e.F2_M, 1e-5);
        m.loads = {dead_load(L, {0, F, 0})};
        const Equilibrium force = solve(m);
        EXPECT_NEAR(force.reactions[0].force.y() / F, e.F1_F, 1e-5);
        EXPECT_NEAR(force.reactions[1].force.y() / F, e.F2_F, 1e-5);
    }
}

TEST(Segments, ReactionsAndTipOfTheConstrainedCatheter)
{
    struct Row {
        SegmentModel model;
        std::array<double, 4> reactions;  // F1y, F1z, F2y, F2z [mN]
        Vector3d tip;                     // [mm]
    };
    const Row rows[] = {
        {table_1(3), {149.61172, -73.31825, -140.79885, 40.25008}, {80.757251, 6.681589, -3.469919}},
        {table_3(3), {125.85420, -61.68633, -131.35103, 36.10985}, {80.061334, 8.514011, -4.421126}},
    };
    for (const Row& row : rows) {
        Manipulator m =
            with_tip_load(rod_along_x(82 * mm, 2.05e5 * mN_mm2), row.model, {9, 27, 15}, {300, 1600, 1800});
        m.constraints = {hold_yz("P1", 82 * mm / 3), hold_yz("P2", 2 * 82 * mm / 3)};
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(eq.reactions[i / 2].force[1 + static_cast<int>(i % 2)] / mN, row.reactions[i], 1e-4);
        EXPECT_EQ(eq.reactions[0].force.x(), 0.0);
        EXPECT_LT((eq.tip().position() / mm - row.tip).norm(), 1e-6 * std::sqrt(3.0));
    }
}

TEST(Segments, AnglesOfTheReferenceEquilibria)
{
    for (const char* table : {"table1", "table3"}) {
        const nlohmann::json set = golden("s1_prb_equilibria.json").at(table);
        const Manipulator rod =
            rod_along_x(set.at("L").get<double>() * mm, set.at("EI").get<double>() * mN_mm2);
        for (const auto& example : set.at("cases")) {
            SCOPED_TRACE(fmt::format("{} case {}", table, example.at("id").get<int>()));
            const Equilibrium eq =
                solve(with_tip_load(rod, std::string(table) == "table1" ? table_1() : table_3(),
                                    vector3(example.at("F")), vector3(example.at("M"))));
            EXPECT_EQ(eq.status, Status::converged) << eq.message;
            EXPECT_LT(largest_difference(eq.coordinates, vector(example.at("q"))), 1e-9);
            EXPECT_LT((eq.tip().position() / mm - vector3(example.at("tip"))).norm(), 1e-6);
        }
    }
}

TEST(Segments, ReactionsOfTheReferenceFixtures)
{
    const nlohmann::json file = golden("s1_fixtures.json");
    for (const auto& example : file.at("cases")) {
        for (const char* table : {"prb_table1", "prb_table3"}) {
            SCOPED_TRACE(fmt::format("case {} {}", example.at("id").get<int>(), table));
            const VectorXd lengths = mm * vector(example.at("segment_lengths"));
            SegmentModel model = std::string(table) == "prb_table1" ? table_1() : table_3();
            model.lengths.assign(lengths.begin(), lengths.end());
            Manipulator m = with_tip_load(rod_along_x(lengths.sum(), example.at("EI").get<double>() * mN_mm2),
                                          model, vector3(example.at("F_tip")), vector3(example.at("M_tip")));
            double at = 0.0;
            for (std::size_t i = 0; i < 2; ++i) {
                at += lengths[static_cast<int>(i)];
                const VectorXd held = mm * vector(example.at("constraint_yz").at(i));
                m.constraints.push_back(hold_yz(fmt::format("P{}", i + 1), at, held[0], held[1]));
            }
            const Equilibrium eq = solve(m);
            EXPECT_EQ(eq.status, Status::converged) << eq.message;
            const auto& expected = example.at(table);
            EXPECT_LT(largest_difference(eq.coordinates, vector(expected.at("q"))), 1e-9);
            for (std::size_t i = 0; i < 2; ++i) {
                const VectorXd yz = vector(expected.at("reactions_yz").at(i));
                EXPECT_LT(largest_difference(eq.reactions[i].force.tail<2>() / mN, yz), 1e-5);
            }
        }
    }
}

TEST(Segments, AnglesUnderSeveralLoads)
{
    const nlohmann::json file = golden("s1_multi_load.json");
    for (const auto& example : file.at("cases")) {
        SCOPED_TRACE(fmt::format("case {}", example.at("id").get<int>()));
        const VectorXd lengths = mm * vector(example.at("segment_lengths"));
        SegmentModel model = table_1();
        model.lengths.assign(lengths.begin(), lengths.end());
        Manipulator m = rod_along_x(lengths.sum(), example.at("EI").get<double>() * mN_mm2);
        m.model = model;
        double at = 0.0;
        for (std::size_t i = 0; i < example.at("F").size(); ++i) {
            at += lengths[static_cast<int>(i)];
            m.loads.push_back(
                dead_load(at, mN * vector3(example.at("F").at(i)), mN_mm * vector3(example.at("M").at(i))));
        }
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_LT(largest_difference(eq.coordinates, vector(example.at("prb_table1").at("q"))), 1e-9);
    }
}

TEST(Segments, AnglesOfATipMagnetInAField)
{
    const nlohmann::json file = golden("s1_tip_dipole.json");
    for (const auto& example : file.at("cases")) {
        SCOPED_TRACE(fmt::format("case {}", example.at("id").get<int>()));
        Manipulator m = with_tip_load(
            rod_along_x(example.at("L").get<double>() * mm, example.at("EI").get<double>() * mN_mm2),
            table_1(), vector3(example.at("F")), Vector3d::Zero());
        Magnet magnet;
        magnet.at = m.rod.length;
        magnet.dipole = {0, 0, example.at("dipole_A_m2").get<double>()};
        m.attachments = {magnet};
        m.environment.magnetic_field.uniform = 1e-3 * vector3(example.at("B_mT"));
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_LT(largest_difference(eq.coordinates, vector(example.at("prb_table1").at("q"))), 1e-9);
    }
}

// A force along the rod stretches what lies before it by F s/EA, and nothing beyond.
TEST(Segments, AForceOnTheWayStretchesOnlyWhatIsBeforeIt)
{
    constexpr double EA = 2.0, F = 0.1;
    for (const int count : {1, 3, 4}) {
        Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
        m.rod.axial_stiffness = EA;
        SegmentModel model = isotropic(count);
        model.freedoms.extension = true;
        m.model = model;
        m.stations = {{"middle", 20 * mm}, {"end", 50 * mm}};
        m.loads = {dead_load(20 * mm, Vector3d(F, 0, 0))};
        const Equilibrium eq = solve(m);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const double stretch = F * 20 * mm / EA;
        EXPECT_NEAR(eq.tip().position().x(), 50 * mm + stretch, 1e-12) << count;
        EXPECT_NEAR(eq.stations[0].X_WS.position().x(), 20 * mm + stretch, 1e-12) << count;
        for (std::size_t i = 0; i < eq.shape.frames.size(); ++i) {
            const double s = eq.shape.arclength[i];
            if (std::abs(s - 20 * mm) > 1e-9) continue;
            EXPECT_NEAR(eq.shape.frames[i].position().x(), s + stretch, 1e-12) << count;
        }
    }
}

}  // namespace test_segments
}  // namespace supple::test
