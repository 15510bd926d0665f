// The rod-driven arm of s3: static shapes and contact forces of the independent reference, s3 Sec. 7.
#include "support/differences.hpp"
#include "support/driven_arm.hpp"
#include "support/golden.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/assembly/model_parameters.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_driven_arm {

constexpr ContactLaw least_squares = ContactLaw::least_squares;

struct Tips {
    std::string name;
    std::vector<double> T;                             ///< 11 12 13 21 22 23 [N]
    Vector3d friction, frictionless, tendon, capstan;  ///< tip [mm]
};

void PrintTo(const Tips& tips, std::ostream* out)
{
    *out << tips.name;
}

class EachTension : public testing::TestWithParam<Tips> {};

Equilibrium solve_arm(ContactLaw law, double friction, const std::vector<double>& T)
{
    Equilibrium eq = solve(paper_arm(law, friction, T));
    EXPECT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_FALSE(eq.snapped);
    return eq;
}

/// Largest distance of a coordinate of the tip [mm]; the table has four decimals.
double apart(const Equilibrium& eq, const Vector3d& tip)
{
    return (eq.tip().position() / mm - tip).cwiseAbs().maxCoeff();
}

TEST_P(EachTension, TipsAreThoseOfTheReferenceUnderAllFourLaws)
{
    const Tips& tips = GetParam();
    constexpr double tolerance = 1e-4;  // [mm]
    EXPECT_LT(apart(solve_arm(least_squares, 0.3, tips.T), tips.friction), tolerance);
    EXPECT_LT(apart(solve_arm(least_squares, 0.0, tips.T), tips.frictionless), tolerance);
    EXPECT_LT(apart(solve_arm(ContactLaw::tendon, 0.3, tips.T), tips.tendon), tolerance);
    EXPECT_LT(apart(solve_arm(ContactLaw::capstan, 0.3, tips.T), tips.capstan), tolerance);
}

INSTANTIATE_TEST_SUITE_P(Table, EachTension,
                         testing::Values(Tips{"T11_10",
                                              {10, 0, 0, 0, 0, 0},
                                              {25.8131, 0, 238.3484},
                                              {26.4185, 0, 238.2646},
                                              {27.2592, 0, 238.1497},
                                              {26.8070, 0, 238.2151}},
                                         Tips{"T11_20",
                                              {20, 0, 0, 0, 0, 0},
                                              {52.4160, 0, 233.1347},
                                              {54.7762, 0, 232.4507},
                                              {58.5434, 0, 231.3321},
                                              {56.6785, 0, 231.9267}},
                                         Tips{"T11_30",
                                              {30, 0, 0, 0, 0, 0},
                                              {75.2648, 0, 225.6099},
                                              {79.9507, 0, 223.5658},
                                              {88.3224, 0, 219.6663},
                                              {84.3713, 0, 221.6781}},
                                         Tips{"T22_5",
                                              {0, 0, 0, 0, 5, 0},
                                              {-28.4269, 0, 237.6575},
                                              {-29.1123, 0, 237.5225},
                                              {-29.7690, 0, 237.4038},
                                              {-29.2113, 0, 237.5192}},
                                         Tips{"T22_10",
                                              {0, 0, 0, 0, 10, 0},
                                              {-49.8881, 0, 232.5780},
                                              {-52.2224, 0, 231.7263},
                                              {-54.0165, 0, 231.1065},
                                              {-52.1625, 0, 231.8430}},
                                         Tips{"T22_15",
                                              {0, 0, 0, 0, 15, 0},
                                              {-68.7734, 0, 225.5625},
                                              {-73.4194, 0, 223.0727},
                                              {-76.7661, 0, 221.3008},
                                              {-73.1967, 0, 223.4783}},
                                         Tips{"T11_25_T22_5",
                                              {25, 0, 0, 0, 5, 0},
                                              {41.3436, 0, 235.7794},
                                              {44.5022, 0, 235.0874},
                                              {49.5405, 0, 233.8949},
                                              {47.1824, 0, 234.4977}},
                                         Tips{"T11_25_T22_10",
                                              {25, 0, 0, 0, 10, 0},
                                              {20.8891, 0, 238.4022},
                                              {21.2285, 0, 238.2741},
                                              {24.5694, 0, 237.8960},
                                              {25.1154, 0, 237.9649}},
                                         Tips{"T11_25_T22_15",
                                              {25, 0, 0, 0, 15, 0},
                                              {-0.7723, 0, 238.3499},
                                              {-1.5451, 0, 238.1405},
                                              {-0.5354, 0, 238.0306},
                                              {0.9886, 0, 238.3545}},
                                         Tips{"T12_10",
                                              {0, 10, 0, 0, 0, 0},
                                              {-19.4369, 25.9932, 237.3904},
                                              {-20.0560, 27.1121, 237.1658},
                                              {-20.5177, 27.5330, 237.0716},
                                              {-20.2330, 27.0364, 237.1753}},
                                         Tips{"T21_8",
                                              {0, 0, 0, 8, 0, 0},
                                              {17.0700, 35.8606, 235.0377},
                                              {19.3818, 39.6142, 233.6703},
                                              {15.4658, 34.7040, 235.4916},
                                              {14.9270, 33.7846, 235.7904}}),
                         [](const auto& tips) { return tips.param.name; });

TEST(DrivenArm, SagsUnderItsWeight)
{
    const Equilibrium eq = solve_arm(least_squares, 0.3, {0, 0, 0, 0, 0, 0});
    EXPECT_NEAR(eq.tip().position().x(), -4.66834 * mm, 1e-4 * mm);
}

TEST(DrivenArm, ContactForcesAreThoseOfTheReference)
{
    // The reference's forces are those of friction iterated to its end, in statics too; for rod 2-2 six
    // rounds leave 5e-6 of the force, for rod 1-1 nothing that can be seen.
    const auto check = [](const std::vector<double>& T, std::size_t rod, const std::vector<double>& forces,
                          double end_tension, double tolerance, int rounds) {
        DrivenRods rods = paper_rods(least_squares, 0.3, T);
        rods.friction_rounds = rounds;
        const Equilibrium eq = solve(paper_arm(rods));
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const DriveState& drive = eq.drives.at(0);
        EXPECT_EQ(drive.friction, FrictionUsed::sharp);
        ASSERT_EQ(drive.contacts[rod].size(), forces.size());
        for (std::size_t i = 0; i < forces.size(); ++i)
            EXPECT_NEAR(drive.contacts[rod][i], forces[i], tolerance) << "disk " << i + 1;
        EXPECT_NEAR(drive.end_tensions[rod], end_tension, tolerance);
        EXPECT_EQ(drive.tensions, T);
    };
    const double last_digit = 5.1e-6;  // half of it [N]
    for (const int rounds : {6, 30})
        check({30, 0, 0, 0, 0, 0}, 0, {4.68307, 3.85699, 3.49377}, 26.38985, last_digit, rounds);
    const std::vector<double> rod_22 = {4.63321, 4.14914, 3.33584, 2.53540, 3.79909, 4.53896, 4.81229};
    check({0, 0, 0, 0, 30, 0}, 4, rod_22, 21.65882, last_digit, 30);
    check({0, 0, 0, 0, 30, 0}, 4, rod_22, 21.65882, 3e-5, 6);
}

TEST(DrivenArm, FrictionMovesTheDisksAsMuchAsInTheReference)
{
    // Distance between equilibria with and without friction, % of the position.
    const auto moved = [](const std::vector<double>& T, std::size_t disk) {
        const Vector3d p = solve_arm(least_squares, 0.3, T).shape.frames[disk].position();
        const Vector3d p0 = solve_arm(least_squares, 0.0, T).shape.frames[disk].position();
        return 100.0 * (p - p0).norm() / p.norm();
    };
    EXPECT_NEAR(moved({10, 0, 0, 0, 0, 0}, 8), 0.2549, 1e-3);
    const double reference[] = {0.0001, 0.027, 0.092, 0.192, 0.341, 0.538, 0.769, 1.045};
    for (std::size_t disk = 1; disk <= 8; ++disk)
        EXPECT_NEAR(moved({0, 0, 0, 0, 10, 0}, disk), reference[disk - 1], 1e-3) << "disk " << disk;
}

TEST(DrivenArm, TheResultSaysWhichFrictionWasUsed)
{
    const auto used = [](ContactLaw law, double friction, const std::vector<double>& T) {
        return solve_arm(law, friction, T).drives.at(0).friction;
    };
    EXPECT_EQ(used(least_squares, 0.3, {10, 0, 0, 0, 0, 0}), FrictionUsed::sharp);
    EXPECT_EQ(used(least_squares, 0.0, {10, 0, 0, 0, 0, 0}), FrictionUsed::none);
    EXPECT_EQ(used(ContactLaw::tendon, 0.3, {10, 0, 0, 0, 0, 0}), FrictionUsed::none);
    EXPECT_EQ(used(ContactLaw::capstan, 0.3, {10, 0, 0, 0, 0, 0}), FrictionUsed::smoothed);
    EXPECT_EQ(used(least_squares, 0.3, {18.47, 8.96, 0, 0, 0, 0}), FrictionUsed::smoothed);
}

TEST(DrivenArm, RodsThatPullAgainstEachOtherAreBalanced)
{
    // Opposite rods: arcs are nearly straight and the contacts' directions turn abruptly (s3 Sec. 6, 10, 11).
    const Equilibrium eq = solve_arm(least_squares, 0.3, {0, 0, 20, 10, 0, 0});
    EXPECT_LT(eq.solver.residual, 1e-11);
}

TEST(DrivenArm, AWarmSolveFindsTheSameShape)
{
    for (const ContactLaw law : {least_squares, ContactLaw::capstan}) {
        const auto system = discretize(paper_arm(law, 0.3, {12, 0, 0, 0, 4, 0}));
        StaticSolver solver(*system);
        Equilibrium eq;
        solver.solve({}, eq);
        const auto first = system->coupled[0];
        first->parameter(0) = 14.0;
        solver.solve({.warm_start = true}, eq);
        ASSERT_EQ(eq.status, Status::converged);
        const Equilibrium cold = solve_arm(law, 0.3, {14, 0, 0, 0, 4, 0});
        EXPECT_LT((eq.coordinates - cold.coordinates).norm(), 1e-9 * cold.coordinates.norm());
        EXPECT_LT(eq.solver.iterations, cold.solver.iterations + 4);
    }
}

TEST(DrivenArm, TheCoreBearsThePullOfTheRods)
{
    // Of a tendon as of contact forces: the clamp holds against the pull at the base.
    for (const ContactLaw law : {least_squares, ContactLaw::tendon, ContactLaw::capstan}) {
        const Equilibrium eq = solve_arm(law, 0.0, {9, 0, 0, 0, 0, 0});
        EXPECT_NEAR(eq.base_reaction.force.z(), 9.0, 0.02);
        EXPECT_NEAR(eq.shape.force[4].dot(eq.shape.frames[4].rotation().col(2)), -9.0, 0.03);
        EXPECT_NEAR(eq.shape.force[5].norm(), 0.0, 0.1);  // beyond the rod's end: weight alone
    }
}

TEST(DrivenArm, TendonsBendAnArcLikeAMomentAtItsEnd)
{
    // A frictionless cable at r with tension T is a moment T r on an inextensible arm: κ = T r/EI.
    DrivenRods rods = paper_rods(ContactLaw::tendon, 0.0, {0, 0, 0, 7, 0, 0});
    rods.bending_stiffness.assign(6, 0.0);
    Manipulator m = paper_arm(rods);
    m.environment.gravity.setZero();
    const Equilibrium eq = solve(m);
    ASSERT_EQ(eq.status, Status::converged);
    const double kappa = 7.0 * 0.0125 / m.rod.bending_stiffness->x();
    for (Eigen::Index i = 0; i < 16; i += 2)
        EXPECT_NEAR(eq.coordinates.segment<2>(i).norm(), kappa, 1e-10 * kappa);
    EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
    EXPECT_EQ(eq.stability.stable, true);
    EXPECT_NEAR(eq.drives[0].retractions[3], kappa * 0.24 * 0.0125, 1e-12);
    EXPECT_NEAR(eq.energy.total, -eq.energy.elastic, 1e-12);
    for (const double force : eq.drives[0].contacts[3])
        EXPECT_NEAR(force, 7.0 * kappa * 0.03, 1e-9);
}

TEST(DrivenArm, ManyArcsTendToTheRodWithAMomentAtItsEnd)
{
    // In the limit of many arcs a cable is a moment T r at its end: against the exact rod, in four load
    // cases.
    const double EI = 2500 * N_mm2, L = 180 * mm, r = 5 * mm;
    const auto rod = [&](const Vector3d& force) {
        Manipulator m = rod_along_z(L, EI);
        m.loads = {dead_load(L, force)};
        return m;
    };
    for (const double T : {5.0, 15.0}) {
        for (const Vector3d& force : {Vector3d(0.1, 0, -0.05), Vector3d(-0.2, 0, 0.1)}) {
            Manipulator exact = rod(force);
            exact.model = CosseratModel{};
            exact.loads.push_back(dead_load(L, Vector3d::Zero(), {0, T * r, 0}));
            const Equilibrium reference = cosserat::solve(exact);
            ASSERT_EQ(reference.status, Status::converged) << reference.message;

            const auto tip = [&](int arcs) {
                DrivenRods cable;
                cable.cable = true;
                cable.radii = {r};
                cable.angles = cable.bending_stiffness = cable.pretension = {0.0};
                cable.ends = {L};
                cable.axial_stiffness = {1e9};
                cable.tensions = {T};
                Manipulator m = rod(force);
                CurvatureModel model;
                model.arcs = arcs;
                m.model = model;
                m.attachments = {cable};
                const Equilibrium eq = solve(m);
                EXPECT_EQ(eq.status, Status::converged) << eq.message;
                return Vector3d(eq.tip().position());
            };
            const Vector3d coarse = tip(32), fine = tip(64), end = reference.tip().position();
            EXPECT_LT((fine + (fine - coarse) / 3.0 - end).norm(), 1e-3 * mm);
            EXPECT_NEAR((coarse - end).norm() / (fine - end).norm(), 4.0, 0.1);
        }
    }
}

TEST(DrivenArm, TheTipFollowsTheCoresStiffnessAsDifferencesSay)
{
    const Manipulator m = paper_arm(ContactLaw::capstan, 0.3, {12, 0, 0, 0, 4, 0});
    const auto system = discretize(m);
    const Equilibrium eq = solve_statics(*system);
    const auto parameters = model_parameters(m, *system);
    ASSERT_EQ(parameters[1].path, "rod.bending_stiffness.1");
    const VectorXd found =
        pose_sensitivity(*system, eq, tip_of(*system), std::span(&parameters[1], 1)).topRows<3>();
    const double EI = m.rod.bending_stiffness->y();
    const MatrixXd by_difference = difference(
        [&](const VectorXd& x) {
            Manipulator other = m;
            other.rod.bending_stiffness->y() = x[0];
            return VectorXd(solve(other).tip().position());
        },
        VectorXd::Constant(1, EI), 1e-3 * EI);
    EXPECT_GT(found.norm(), 0.01);
    EXPECT_LT(relative_error(found, by_difference), 1e-6);
}

}  // namespace test_driven_arm
}  // namespace supple::test
