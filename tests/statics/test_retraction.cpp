// Arms driven by length: tensions are found, cables go slack, rods push.
#include "support/differences.hpp"
#include "support/driven_arm.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace supple::test {
namespace test_retraction {

constexpr double rigid = std::numeric_limits<double>::infinity();

struct Law {
    std::string name;
    ContactLaw law;
    double friction;
    double axial_stiffness;
};

void PrintTo(const Law& law, std::ostream* out)
{
    *out << law.name;
}

class EachLaw : public testing::TestWithParam<Law> {};

TEST_P(EachLaw, ForceDrivenAndLengthDrivenAgree)
{
    const auto& [name, law, friction, EA] = GetParam();
    DrivenRods rods = paper_rods(law, friction, {11, 0, 0, 0, 4, 0});
    rods.axial_stiffness.assign(6, EA);
    const Equilibrium pulled = solve(paper_arm(rods));
    ASSERT_EQ(pulled.status, Status::converged) << pulled.message;

    // Rods of which only two are held, and those by the length the tensions have drawn in.
    const DriveState& found = pulled.drives[0];
    DrivenRods held = rods, others = rods;
    const auto keep = [](DrivenRods& set, const std::vector<std::size_t>& which) {
        const auto pick = [&](std::vector<double>& list) {
            std::vector<double> kept;
            for (const std::size_t j : which)
                kept.push_back(list[j]);
            list = kept;
        };
        for (auto* list : {&set.radii, &set.angles, &set.ends, &set.bending_stiffness, &set.axial_stiffness,
                           &set.tensions, &set.pretension})
            pick(*list);
    };
    held.tensions = found.retractions;
    held.name = "held";
    keep(held, {0, 4});
    held.retractions.swap(held.tensions);
    keep(others, {1, 2, 3, 5});
    Manipulator m = paper_arm(held);
    m.attachments.emplace_back(others);
    const Equilibrium drawn = solve(m);
    ASSERT_EQ(drawn.status, Status::converged) << drawn.message;
    EXPECT_LT((drawn.coordinates - pulled.coordinates).norm(), 1e-6 * pulled.coordinates.norm());
    EXPECT_NEAR(drawn.drives[0].tensions[0], 11.0, 1e-5);
    EXPECT_NEAR(drawn.drives[0].tensions[1], 4.0, 1e-5);

    // The same in one set: those that are pulled, then those that are held.
    DrivenRods mixed = rods;
    keep(mixed, {1, 2, 3, 5, 0, 4});
    mixed.tensions.resize(4);
    mixed.retractions = held.retractions;
    const Equilibrium together = solve(paper_arm(mixed));
    ASSERT_EQ(together.status, Status::converged) << together.message;
    EXPECT_LT((together.coordinates - drawn.coordinates).norm(), 1e-9 * drawn.coordinates.norm());
    EXPECT_NEAR(together.drives[0].tensions[4], drawn.drives[0].tensions[0], 1e-7);
    EXPECT_NEAR(together.drives[0].tensions[5], drawn.drives[0].tensions[1], 1e-7);
    EXPECT_NEAR(together.drives[0].retractions[0], drawn.drives[1].retractions[0], 1e-10);
}

TEST_P(EachLaw, TheTipFollowsTheRetractionsAsDifferencesSay)
{
    const auto& [name, law, friction, EA] = GetParam();
    DrivenRods rods = paper_rods(law, friction, {1.5 * mm, 0.2 * mm});
    rods.retractions.swap(rods.tensions);
    for (auto* list : {&rods.radii, &rods.angles, &rods.ends, &rods.bending_stiffness, &rods.pretension})
        list->resize(2);
    rods.ends = {0.12, 0.24};
    rods.axial_stiffness.assign(2, EA);
    const auto system = discretize(paper_arm(rods));
    const Equilibrium eq = solve_statics(*system);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    const auto actuation = actuations(*system);
    ASSERT_EQ(actuation.size(), 2u);
    EXPECT_EQ(actuation[1].path, "attachments.rods.retractions.1");
    const MatrixXd J = actuation_jacobian(*system, eq);
    const MatrixXd by_difference = difference(
        [&](const VectorXd& x) {
            system->coupled[0]->parameter(0) = x[0];
            system->coupled[0]->parameter(1) = x[1];
            return VectorXd(solve_statics(*system).tip().position());
        },
        Vector2d(1.5 * mm, 0.2 * mm), 2e-6);
    EXPECT_GT(J.norm(), 1.0);
    EXPECT_LT(relative_error(J, by_difference), 1e-5);
}

TEST_P(EachLaw, TheTipFollowsTensionsAndRetractionsOfOneSetAsDifferencesSay)
{
    const auto& [name, law, friction, EA] = GetParam();
    DrivenRods rods = paper_rods(law, friction, {8.0});
    rods.retractions = {0.6 * mm};
    for (auto* list : {&rods.radii, &rods.angles, &rods.ends, &rods.bending_stiffness, &rods.pretension})
        list->resize(2);
    rods.ends = {0.12, 0.24};
    rods.axial_stiffness.assign(2, EA);
    const auto system = discretize(paper_arm(rods));
    const Equilibrium eq = solve_statics(*system);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_EQ(eq.drives[0].tensions[0], 8.0);
    const auto actuation = actuations(*system);
    ASSERT_EQ(actuation.size(), 2u);
    EXPECT_EQ(actuation[0].path, "attachments.rods.tensions.0");
    EXPECT_EQ(actuation[1].path, "attachments.rods.retractions.0");
    const MatrixXd J = actuation_jacobian(*system, eq);
    // In units of 1 N and 1 mm, so that one step serves both.
    const MatrixXd by_difference = difference(
        [&](const VectorXd& x) {
            system->coupled[0]->parameter(0) = x[0];
            system->coupled[0]->parameter(1) = x[1] * mm;
            return VectorXd(solve_statics(*system).tip().position());
        },
        Vector2d(8.0, 0.6), 2e-3);
    EXPECT_GT(J.col(0).norm(), 1e-4);
    EXPECT_GT(J.col(1).norm(), 0.1);
    EXPECT_LT(relative_error(J.col(0), by_difference.col(0)), 1e-5);
    EXPECT_LT(relative_error(J.col(1) * mm, by_difference.col(1)), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Laws, EachLaw,
                         testing::Values(Law{"tendon", ContactLaw::tendon, 0.0, 5000.0},
                                         Law{"tendon_rigid", ContactLaw::tendon, 0.0, rigid},
                                         Law{"capstan", ContactLaw::capstan, 0.3, 5000.0},
                                         Law{"capstan_rigid", ContactLaw::capstan, 0.3, rigid},
                                         Law{"least_squares", ContactLaw::least_squares, 0.0, 5000.0},
                                         Law{"least_squares_friction", ContactLaw::least_squares, 0.3,
                                             5000.0}),
                         [](const auto& law) { return law.param.name; });

/// T >= 0, gap >= 0, and one of them zero, with the gap from the result alone.
void expect_complementary(const DrivenRods& rods, const DriveState& drive)
{
    for (std::size_t j = 0; j < rods.retractions.size(); ++j) {
        const double gap = drive.retractions[j] - rods.retractions[j];
        EXPECT_GE(drive.tensions[j], -1e-12);
        EXPECT_GE(gap, -1e-10);
        EXPECT_LT(std::abs(drive.tensions[j] * gap), 1e-9) << "cable " << j;
    }
}

TEST(Cables, NeverPush)
{
    // One cable pulled and all others let out: the situation of a single pull of a real arm.
    for (const double EA : {2000.0, rigid}) {
        const DrivenRods rods = cables({-9 * mm, -9 * mm, -9 * mm, 2 * mm, -9 * mm, -9 * mm}, EA);
        const Equilibrium eq = solve(paper_arm(rods));
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        expect_complementary(rods, eq.drives[0]);
        EXPECT_GT(eq.drives[0].tensions[3], 0.5);
        for (const std::size_t slack : {0u, 1u, 2u, 4u, 5u})
            EXPECT_EQ(eq.drives[0].tensions[slack], 0.0);
        EXPECT_EQ(eq.stability.kind, StabilityKind::energy);
        EXPECT_EQ(eq.stability.stable, true);
    }
}

TEST(Cables, GoSlackOnTheWayWhereTheArmTurnsBack)
{
    // The short ones pull one way and the long ones the other.
    const DrivenRods rods = cables({3 * mm, -3 * mm, -3 * mm, -4 * mm, 4 * mm, -4 * mm}, 3000.0, 2.0);
    const Equilibrium eq = solve(paper_arm(rods));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    expect_complementary(rods, eq.drives[0]);
    int slack = 0;
    for (const double T : eq.drives[0].tensions)
        slack += T == 0.0;
    EXPECT_GT(slack, 0);
    EXPECT_LT(slack, 5);
}

TEST(Cables, ThatPullAgainstEachOtherAreSolved)
{
    // Commands of a real arm, in which the set of taut cables is far from that of the first step.
    for (const auto& lengths : {std::vector<double>{4.6, -2.4, -2.4, 4.2, -4.2, 0.0},
                                std::vector<double>{0.03, 0.03, 0.02, -4.3, 4.2, -0.1},
                                std::vector<double>{-5.0, 8.5, -4.9, 0.03, 0.0, 4.2}}) {
        std::vector<double> retractions;
        for (const double length : lengths)
            retractions.push_back(length * mm);
        Manipulator m = paper_arm(cables(retractions, 900.0));
        m.environment.gravity.setZero();
        const Equilibrium eq = solve(m);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        expect_complementary(std::get<DrivenRods>(m.attachments[1]), eq.drives[0]);
    }
}

TEST(Cables, PretensionStiffensNothingButKeepsThemTaut)
{
    Manipulator m = paper_arm(cables(std::vector<double>(6, 0.0), 3000.0, 5.0));
    m.environment.gravity.setZero();
    const Equilibrium eq = solve(m);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    for (const double T : eq.drives[0].tensions)
        EXPECT_NEAR(T, 5.0, 1e-9);
    EXPECT_LT(eq.coordinates.norm(), 1e-12);
}

TEST(Cables, ElasticTensionIsTheStretchTimesItsStiffness)
{
    const DrivenRods rods = cables({2 * mm, -1 * mm, -1 * mm, 0.0, 0.0, 0.0}, 3000.0, 1.0);
    const Equilibrium eq = solve(paper_arm(rods));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    for (std::size_t j = 0; j < 6; ++j) {
        double shortening = 0.0;
        for (int i = 0; i < (j < 3 ? 4 : 8); ++i) {
            const double gamma = -eq.coordinates[2 * i], beta = eq.coordinates[2 * i + 1];
            shortening +=
                0.03 * 0.0125 * (beta * std::cos(rods.angles[j]) + gamma * std::sin(rods.angles[j]));
        }
        const double k = 3000.0 / rods.ends[j];
        EXPECT_NEAR(eq.drives[0].tensions[j], std::max(0.0, 1.0 + k * (rods.retractions[j] - shortening)),
                    1e-8);
    }
}

TEST(Rods, PushWhereCablesGoSlack)
{
    DrivenRods rods = cables({2 * mm, -1 * mm, -1 * mm, 0.0, 0.0, 0.0}, 3000.0);
    rods.cable = false;
    const Equilibrium eq = solve(paper_arm(rods));
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT(eq.drives[0].tensions[1], -0.1);
    for (std::size_t j = 0; j < 6; ++j)
        EXPECT_NEAR(eq.drives[0].retractions[j], rods.retractions[j], 1e-10);
}

TEST(Rods, ContradictingLengthsAreInfeasible)
{
    DrivenRods rods = cables({1 * mm, 1 * mm, 1 * mm, 0.0, 0.0, 0.0}, rigid);
    rods.cable = false;
    const Equilibrium eq = solve(paper_arm(rods));
    EXPECT_EQ(eq.status, Status::infeasible);
    EXPECT_NE(eq.message.find("stretch"), std::string::npos);
}

TEST(Tensions, TheTipFollowsThemAsDifferencesSay)
{
    for (const ContactLaw law : {ContactLaw::tendon, ContactLaw::capstan, ContactLaw::least_squares}) {
        const auto system = discretize(paper_arm(law, 0.3, {12, 0, 0, 0, 4, 0}));
        const Equilibrium eq = solve_statics(*system);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        const MatrixXd J = actuation_jacobian(*system, eq);
        ASSERT_EQ(J.cols(), 6);
        for (const int k : {0, 4}) {
            const double T = system->coupled[0]->parameter(k);
            const MatrixXd by_difference = difference(
                [&](const VectorXd& x) {
                    system->coupled[0]->parameter(k) = x[0];
                    return VectorXd(solve_statics(*system).tip().position());
                },
                VectorXd::Constant(1, T), 1e-2);
            system->coupled[0]->parameter(k) = T;
            EXPECT_GT(by_difference.norm(), 1e-3);
            EXPECT_LT(relative_error(J.col(k), by_difference), 1e-5) << "rod " << k;
        }
    }
}

}  // namespace test_retraction
}  // namespace supple::test
