// The exact rod in tubes and among obstacles: against an independent program that solves the continuum (s5
// part A), and what must hold of any contact.
#include "support/golden.hpp"
#include "support/tubes.hpp"

#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/sensitivity.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/surfaces.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace supple::test {
namespace test_touches {

/// What must hold of every result that claims a balance; the gap is looked at all along the rod.
void expect_lawful(const Manipulator& m, double between = 1e-9)
{
    cosserat::Options options;
    options.shape_points = 999;
    const Equilibrium eq = cosserat::solve(m, options);
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    ASSERT_TRUE(eq.contact_check.has_value());
    EXPECT_LT(eq.contact_check->complementarity, 1e-9);
    EXPECT_LT(eq.solver.residual, 1e-9);
    EXPECT_LT(eq.balance, 1e-9);
    for (const Contact& contact : eq.contacts)
        EXPECT_GT(contact.normal_force, 0.0);
    const Complete whole(m);
    const TubeGap tube = tube_of(std::get<Conduit>(whole->constraints[0]), m.rod);
    double u = 0.0;
    for (const SE3& X : eq.shape.frames)
        EXPECT_GT(tube.distance(X.position(), u), -between * m.rod.length);
}

struct Expected {
    double s;
    Vector3d force;
};

void expect_contacts(const Manipulator& m, const std::vector<Expected>& contacts, const Vector3d& tip)
{
    expect_lawful(m);
    const Equilibrium eq = cosserat::solve(m);
    ASSERT_EQ(eq.contacts.size(), contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        EXPECT_NEAR(eq.contacts[i].at, contacts[i].s, 2e-6);
        EXPECT_LT((eq.contacts[i].force - contacts[i].force).norm(), 2e-6);
    }
    EXPECT_LT((eq.tip().position() - tip).norm(), 2e-7);
    EXPECT_EQ(eq.stability.stable, true);
}

Manipulator exact_rod()
{
    Manipulator m = unit_rod(1);
    m.model = CosseratModel{};
    return m;
}

// Table of s5, rows 1 and 2: only the tip touches, and no tangency is asked of it.
TEST(TheExactRodInATube, PressesOnAStraightWallWithItsTip)
{
    for (const auto& [room, force, x] :
         {std::tuple{0.05, 9.8496132, 0.9984987}, {0.2, 9.3741077, 0.9756621}}) {
        Manipulator m = exact_rod();
        m.loads = {tip_force({0.0, 10.0, 0.0})};
        m.constraints = {Conduit{.name = "tube", .clearance = {room}, .pieces = {LinePiece{2.0}}}};
        const Equilibrium eq = cosserat::solve(m);
        ASSERT_EQ(eq.contacts.size(), 1u);
        EXPECT_NEAR(eq.contacts[0].normal_force, force, 1e-6);
        EXPECT_NEAR(eq.tip().position().x(), x, 1e-7);
        EXPECT_EQ(eq.contacts[0].at, 1.0);
    }
}

// Rows 3 to 6: places and forces that nothing but tangency fixes.
TEST(TheExactRodInATube, TouchesABendWhereTheContinuumDoes)
{
    Manipulator m = exact_rod();
    m.constraints = {tube_with_a_bend()};
    expect_contacts(m,
                    {{0.494237, {0.935594, -1.697259, 0.0}},
                     {0.612394, {2.330900, -2.725519, 0.0}},
                     {1.0, {-4.779027, 1.030269, 0.0}}},
                    {0.8060762, 0.4693413, 0.0});
    m.loads = {tip_force({0.0, 0.0, 3.0})};
    expect_contacts(m,
                    {{0.492744, {0.959407, -1.751112, -0.001467}},
                     {0.632704, {2.478520, -2.700809, -0.278891}},
                     {1.0, {-4.950424, 1.059928, -2.883913}}},
                    {0.8036958, 0.4707436, 0.0098994});
}

TEST(TheExactRodInATube, TouchesAHelixAndAnSWhereTheContinuumDoes)
{
    Manipulator m = exact_rod();
    m.constraints = {Conduit{
        .name = "tube", .clearance = {0.03}, .pieces = {HelixPiece{0.35, 0.8, 3.0, Vector3d::UnitY()}}}};
    expect_contacts(m,
                    {{0.693684, {0.173947, 0.970201, -2.104435}}, {1.0, {-4.562163, -5.882458, -0.769680}}},
                    {0.2868143, 0.6835128, 0.2655806});
    m.constraints = {Conduit{.name = "tube",
                             .clearance = {0.03},
                             .pieces = {LinePiece{0.1}, ArcPiece{0.5, 0.9, Vector3d::UnitY()},
                                        ArcPiece{0.5, 2.0, Vector3d(std::sin(0.9), -std::cos(0.9), 0.0)}}}};
    expect_contacts(m,
                    {{0.320007, {0.582541, -1.184681, 0.0}},
                     {0.721523, {-3.343006, 5.858142, 0.0}},
                     {1.0, {-0.095783, -2.901742, 0.0}}},
                    {0.9008120, 0.4081015, 0.0});
}

// Acceptance of s5 for the continuum: forces 1e-4, places 1e-4 L, tip 1e-6 L.
TEST(TheExactRodInATube, SolvesTheStoredCases)
{
    const nlohmann::json all = golden("s5_conduit.json");
    constexpr double mm = 1e-3, mN = 1e-3;
    for (const auto& one : all["cases"]) {
        SCOPED_TRACE(one["id"].dump());
        Manipulator m = stored_tube(all, one, 1);
        m.model = CosseratModel{};
        expect_lawful(m);
        const Equilibrium eq = cosserat::solve(m);
        const Vector3d tip = mm * vector_of(one["answer"]["tip_mm"]);
        EXPECT_LT((eq.tip().position() - tip).norm(), 1e-6 * m.rod.length);
        const auto& contacts = one["answer"]["contacts"];
        ASSERT_EQ(eq.contacts.size(), contacts.size());
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            const Vector3d force = mN * vector_of(contacts[i]["force_mN"]);
            EXPECT_LT((eq.contacts[i].force - force).norm(), 1e-4 * force.norm());
            EXPECT_NEAR(eq.contacts[i].at, contacts[i]["s_mm"].get<double>() * mm, 1e-4 * m.rod.length);
        }
        EXPECT_EQ(eq.stability.stable, true);
    }
}

// A heavy rod along the outer wall of a bend: the force of the line is spread over places, and that is
// said.
TEST(TheExactRodInATube, LiesAlongAWallAndSaysHowFinely)
{
    Manipulator m = exact_rod();
    m.rod.mass_per_length = 1.0;
    m.environment.gravity = {60.0, -60.0, 0.0};
    m.constraints = {tube_with_a_bend()};
    expect_lawful(m, 1e-6);
    const Equilibrium eq = cosserat::solve(m);
    EXPECT_GT(eq.contacts.size(), 20u);
    ASSERT_EQ(eq.warnings.size(), 1u);
    EXPECT_NE(eq.warnings[0].find("lies along 'tube'"), std::string::npos);
    EXPECT_LE(eq.contact_check->penetration, 1e-6);
}

TEST(TheExactRod, StopsAtObstaclesByItsRadius)
{
    const auto apart = [](const Constraint& obstacle, const Vector3d& x) {
        if (std::holds_alternative<Plane>(obstacle)) return 0.2 - x.y();
        if (std::holds_alternative<Sphere>(obstacle)) return 0.6 - (x - Vector3d(0.5, 0.0, 0.0)).norm();
        return (x - Vector3d(0.9, 0.5, x.z())).norm() - 0.2;
    };
    const Constraint obstacles[] = {
        Sphere{.name = "o", .centre = {0.5, 0.0, 0.0}, .radius = 0.6, .inside = true},
        Cylinder{.name = "o", .point = {0.9, 0.5, 0.0}, .axis = Vector3d::UnitZ(), .radius = 0.2},
        Plane{.name = "o", .at = at_rod, .point = {0.0, 0.2, 0.0}, .normal = -Vector3d::UnitY()}};
    for (const Constraint& obstacle : obstacles) {
        SCOPED_TRACE(kind(obstacle));
        Manipulator m = exact_rod();
        m.rod.radius = 0.01;
        m.loads = {tip_force({0.0, 5.0, 0.0})};
        m.constraints = {obstacle};
        const Equilibrium eq = cosserat::solve(m);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        ASSERT_EQ(eq.contacts.size(), 1u);
        EXPECT_NEAR(apart(obstacle, eq.contacts[0].position), 0.01, 1e-9);
        EXPECT_GT(eq.contacts[0].normal_force, 0.5);
        EXPECT_FALSE(eq.push.has_value());
        EXPECT_LT((eq.reactions.back().force - eq.contacts[0].force).norm(), 1e-12);
    }
}

// The places slide as the load changes; the derivative knows it.
TEST(TheExactRodInATube, AnswersToLoadsAsDifferencesSay)
{
    Manipulator m = exact_rod();
    m.constraints = {tube_with_a_bend()};
    m.loads = {tip_force({0.0, 0.0, 3.0})};
    cosserat::Solver solver(m, {.tolerance = 1e-12});
    Equilibrium eq;
    cosserat::solve(solver, eq);
    cosserat::Sensitivity sensitivity;
    cosserat::sensitivity(solver, sensitivity);
    const Matrix3d R = eq.tip().rotation();
    for (int axis = 0; axis < 3; ++axis) {
        constexpr double step = 1e-3;
        Vector3d tips[2];
        for (const int side : {0, 1}) {
            m.loads[0].force = Vector3d(0.0, 0.0, 3.0) + (side == 0 ? -step : step) * Vector3d::Unit(axis);
            tips[side] = cosserat::solve(m, {.tolerance = 1e-12}).tip().position();
        }
        const Vector3d expected = (tips[1] - tips[0]) / (2.0 * step);
        EXPECT_LT((R * sensitivity.tip_compliance.col(axis).head<3>() - expected).norm(), 1e-8);
        EXPECT_GT(expected.norm(), 1e-5);
    }
}

TEST(TheExactRodInATube, GoesOnFromWhereItIs)
{
    Manipulator m = exact_rod();
    m.constraints = {tube_with_a_bend()};
    m.loads = {tip_force({0.0, 0.0, 3.0})};
    cosserat::Solver solver(m);
    Equilibrium warm;
    cosserat::solve(solver, warm);
    const int cold = warm.solver.iterations;
    m.loads[0].force.z() = 3.3;
    solver.update(m);
    solver.options().warm = true;
    cosserat::solve(solver, warm);
    const Equilibrium again = cosserat::solve(m);
    EXPECT_LT((warm.tip().position() - again.tip().position()).norm(), 1e-10);
    EXPECT_LT(warm.solver.iterations, cold / 2);
}

TEST(TheExactRodInATube, SaysWhatItDoesNotTake)
{
    const auto message = [](auto change) {
        Manipulator m = exact_rod();
        m.constraints = {tube_with_a_bend()};
        change(m);
        const Equilibrium eq = cosserat::solve(m);
        EXPECT_NE(eq.status, Status::converged);
        return eq.message;
    };
    EXPECT_NE(message([](Manipulator& m) { m.base.pinned = true; }).find("pinned"), std::string::npos);
    EXPECT_NE(message([](Manipulator& m) {
                  m.constraints.emplace_back(Fixture{.name = "f", .at = 0.5, .hold = {0.1, {}, {}}});
              }).find("other constraints"),
              std::string::npos);
    EXPECT_NE(message([](Manipulator& m) { m.base.depth = 1.0; }).find("outside"), std::string::npos);
}

// Judged by what must hold of any contact. SUPPLE_RANDOM_CASES sets how many.
class RandomTubesOfTheExactRod : public testing::TestWithParam<TubeFamily> {};

TEST_P(RandomTubesOfTheExactRod, HoldItOrItSaysThatItFailed)
{
    std::mt19937 engine(1717u + static_cast<unsigned>(GetParam()));
    const int n = random_tubes(4);
    int failures = 0;
    for (int i = 0; i < n; ++i) {
        SCOPED_TRACE(i);
        Manipulator m = random_tube(GetParam(), engine);
        m.model = CosseratModel{};
        const Equilibrium eq = cosserat::solve(m);
        ASSERT_NE(eq.status, Status::invalid) << eq.message;
        if (eq.status != Status::converged && eq.status != Status::unstable) {
            EXPECT_FALSE(eq.message.empty());
            ++failures;
            continue;
        }
        EXPECT_LT(eq.contact_check->complementarity, 1e-9);
        EXPECT_LE(eq.contact_check->penetration, 1e-6);
        EXPECT_LT(eq.balance, 1e-8);
        for (const Contact& contact : eq.contacts)
            EXPECT_GT(contact.normal_force, 0.0);
    }
    RecordProperty("failures", failures);
    EXPECT_LE(failures, n / 200);
}

INSTANTIATE_TEST_SUITE_P(OfEachFamily, RandomTubesOfTheExactRod,
                         testing::Values(TubeFamily::straight, TubeFamily::arc, TubeFamily::both_ways,
                                         TubeFamily::helix));

}  // namespace test_touches
}  // namespace supple::test
