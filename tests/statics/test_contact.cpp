// Walls with friction: against an independent program (s2 Sec. 9), and against what must hold of any wall.
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/model/parameter.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_contact {

Plane wall(const Vector3d& normal, const Vector3d& point, double friction, double at = 101.35 * mm)
{
    Plane plane;
    plane.name = "wall";
    plane.at = at;
    plane.normal = normal.normalized();
    plane.point = point;
    plane.friction = friction;
    return plane;
}

void expect_lawful(const Equilibrium& eq)
{
    ASSERT_EQ(eq.status, Status::converged) << eq.message;
    EXPECT_LT(eq.solver.residual, 1e-10);
    for (const Contact& contact : eq.contacts)
        EXPECT_LT(violation(contact, 0.1, 0.01), 1e-7) << contact.name;
}

struct Case {
    std::string model;
    Vector3d u;
    Manipulator manipulator;
    nlohmann::json expected;
    bool indicative;  ///< statuses alternate: equilibria with friction need not be unique
};

std::vector<Case> cases()
{
    std::vector<Case> list;
    const nlohmann::json file = golden("s2_contact.json");
    for (const auto& one : file.at("cases")) {
        Case c{one.at("model").get<std::string>(), vector3(one.at("u")), {}, one, false};
        c.manipulator = mri_catheter(spherical_by_tag(c.model), c.u);
        const Vector3d n = vector3(one.at("normal"));
        const double mu = one.at("mu").get<double>();
        c.manipulator.constraints = {wall(n, mm * one.at("d").get<double>() * n, mu)};
        c.indicative = mu > 0.0 && c.model != "3R*";
        list.push_back(c);
    }
    return list;
}

TEST(Contact, EndsWhereTheReferenceDoes)
{
    ASSERT_EQ(cases().size(), 6u);
    for (const Case& c : cases()) {
        SCOPED_TRACE(fmt::format("{} mu {}", c.model, c.expected.at("mu").get<double>()));
        const Equilibrium eq = solve(c.manipulator);
        expect_lawful(eq);
        ASSERT_EQ(eq.contacts.size(), 1u);
        // With friction these have several lawful ends, and rounding decides between them.
        if (c.indicative) continue;
        EXPECT_NEAR(eq.contacts[0].normal_force, c.expected.at("normal_force_N").get<double>(), 1e-8);
        EXPECT_NEAR(eq.contacts[0].friction_force.norm(), c.expected.at("tangential_force_N").get<double>(),
                    1e-8);
        EXPECT_LT((eq.tip().position() / mm - vector3(c.expected.at("tip"))).norm(), 1e-6);
        ASSERT_EQ(eq.reactions.size(), 1u);
        EXPECT_EQ(eq.reactions[0].name, "wall");
        EXPECT_LT((eq.reactions[0].force - vector3(c.expected.at("contact_force_N"))).norm(), 1e-8);
    }
}

// The increments of the reference, one warm solve each.
TEST(Contact, PassesTheIncrementsOfTheReference)
{
    for (const Case& c : cases()) {
        SCOPED_TRACE(fmt::format("{} mu {}", c.model, c.expected.at("mu").get<double>()));
        const auto system = discretize(c.manipulator);
        const auto currents = actuations(*system);
        const auto set = [&](double s) {
            for (int k = 0; k < 3; ++k)
                assign(*system, currents[static_cast<std::size_t>(k)], s * c.u[k]);
        };
        StaticSolver solver(*system);
        Equilibrium eq;
        set(c.expected.at("first_touch_s").get<double>() - 1e-9);
        solver.solve({}, eq);
        ASSERT_EQ(eq.status, Status::converged) << eq.message;
        EXPECT_EQ(eq.contacts[0].state, ContactState::open);
        EXPECT_LT(eq.contacts[0].gap / mm, 1e-5);
        for (const auto& step : c.expected.at("history")) {
            SCOPED_TRACE(step.at("s").get<double>());
            set(step.at("s").get<double>());
            solver.solve({.warm_start = true}, eq);
            expect_lawful(eq);
            if (c.indicative) continue;
            const bool sticks = step.at("status") == "stick";
            EXPECT_EQ(eq.contacts[0].state, sticks ? ContactState::stick : ContactState::slip);
            EXPECT_NEAR(eq.contacts[0].normal_force, step.at("lam").get<double>(), 1e-8);
            EXPECT_LT((eq.tip().position() / mm - vector3(step.at("x"))).norm(), 1e-5);
        }
    }
}

/// A rod bent sideways by a force, with a wall on its way.
Manipulator pressed(const ModelChoice& model, double friction, double at = 50 * mm)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = model;
    m.loads = {dead_load(50 * mm, mN * Vector3d(1, 8, 3))};
    m.constraints = {wall({0, -1, 0}, {0, 0.2 * at, 0}, friction, at)};
    return m;
}

std::vector<ModelChoice> chains()
{
    CurvatureModel arcs;
    arcs.arcs = 6;
    return {table_1(2), isotropic(3), spherical(8, JointLayout::gauss), arcs};
}

TEST(Contact, OfEveryChainObeysItsLawsAtTheTipAndAlongTheRod)
{
    for (const ModelChoice& model : chains()) {
        for (const double at : {50 * mm, 30 * mm}) {
            for (const double friction : {0.0, 0.1, 0.5, 3.0}) {
                SCOPED_TRACE(fmt::format("{} at {} friction {}", type_name(model), at, friction));
                const Equilibrium eq = solve(pressed(model, friction, at));
                expect_lawful(eq);
                ASSERT_EQ(eq.contacts.size(), 1u);
                EXPECT_GT(eq.contacts[0].normal_force, 1 * mN);
                EXPECT_LT(std::abs(eq.contacts[0].gap), 1e-12);
                EXPECT_LT(eq.balance, 1e-9);
            }
        }
    }
}

TEST(Contact, ForceAsADeadLoadGivesTheSameShape)
{
    for (const ModelChoice& model : chains()) {
        for (const double friction : {0.0, 0.2}) {
            Manipulator m = pressed(model, friction);
            const Equilibrium held = solve(m);
            expect_lawful(held);
            m.constraints.clear();
            m.loads.push_back(dead_load(50 * mm, held.reactions[0].force));
            const Equilibrium free = solve(m);
            EXPECT_LT((held.tip().position() - free.tip().position()).norm(), 1e-10) << type_name(model);
            EXPECT_EQ(held.stability.kind,
                      friction > 0.0 ? StabilityKind::divergence_only : StabilityKind::energy);
        }
    }
}

// Newton's method cycles between held and rubbing on the way. All iterations were spent there.
TEST(Contact, IsFollowedWhereTheLawOfFrictionCycles)
{
    Manipulator m = rod_along_x(1.0, 1.0);
    m.model = gauss_3(4);
    m.loads = {dead_load(1.0, Vector3d(6.166700334084417, -3.4607902698860094, -2.5010498357525695))};
    m.constraints = {wall({0.7359754881047172, 0.18207235167852037, 0.6520657479604923},
                          {0.9325608852414333, -0.016683705391914862, -0.05975027364033809}, 1.0, 1.0)};
    const Equilibrium eq = solve(m);
    expect_lawful(eq);
    EXPECT_LT(eq.solver.iterations, 1000);
}

TEST(Contact, WithAWallOutOfReachChangesNothing)
{
    for (const ModelChoice& model : chains()) {
        Manipulator m = pressed(model, 0.3);
        std::get<Plane>(m.constraints[0]).point.y() = 45 * mm;
        const Equilibrium eq = solve(m);
        expect_lawful(eq);
        EXPECT_EQ(eq.contacts[0].state, ContactState::open);
        EXPECT_GT(eq.contacts[0].gap, 1 * mm);
        EXPECT_EQ(eq.reactions[0].force.norm(), 0.0);
        EXPECT_EQ(eq.stability.stable, true);
        m.constraints.clear();
        EXPECT_LT((eq.tip().position() - solve(m).tip().position()).norm(), 1e-11);
    }
}

TEST(Contact, IsLeftWhenTheLoadIsTurnedBackAndSticksOnTheWay)
{
    const auto system = discretize(pressed(isotropic(3), 0.4));
    Load& force = *system->loads[0];
    ASSERT_EQ(force.parameter_path(1), "force.y");
    StaticSolver solver(*system);
    Equilibrium eq;
    solver.solve({}, eq);
    expect_lawful(eq);
    EXPECT_EQ(eq.contacts[0].state, ContactState::stick);
    const Vector3d tip = eq.tip().position(), push = eq.reactions[0].force;

    // A little more: the point is held where it is, by another force.
    force.parameter(1) = 8.01 * mN;
    solver.solve({.warm_start = true}, eq);
    expect_lawful(eq);
    EXPECT_EQ(eq.contacts[0].state, ContactState::stick);
    EXPECT_LT((eq.tip().position() - tip).norm(), 1e-12);
    EXPECT_GT((eq.reactions[0].force - push).norm(), 1e-7);

    // Less: it slips on the wall, back.
    force.parameter(1) = 7 * mN;
    solver.solve({.warm_start = true}, eq);
    expect_lawful(eq);
    EXPECT_EQ(eq.contacts[0].state, ContactState::slip);
    EXPECT_LT(eq.contacts[0].slip.dot(eq.contacts[0].friction_force), 0.0);

    // The other way: off the wall, with the shape of a rod that never touched it.
    force.parameter(1) = -2 * mN;
    solver.solve({.warm_start = true}, eq);
    expect_lawful(eq);
    EXPECT_EQ(eq.contacts[0].state, ContactState::open);
    Manipulator free = pressed(isotropic(3), 0.4);
    free.loads = {dead_load(50 * mm, mN * Vector3d(1, -2, 3))};
    free.constraints.clear();
    EXPECT_LT((eq.tip().position() - solve(free).tip().position()).norm(), 1e-11);

    // And back: what was forgotten is forgotten.
    force.parameter(1) = 8 * mN;
    solver.solve({.warm_start = true}, eq);
    expect_lawful(eq);
    EXPECT_NE(eq.contacts[0].state, ContactState::open);
}

TEST(Contact, WithTwoWallsHoldsACornerAndRefusesARodBeyondIt)
{
    Manipulator m = pressed(isotropic(3), 0.2);
    Plane side = wall({0, 0, -1}, {0, 0, 2 * mm}, 0.2, 50 * mm);
    side.name = "side";
    m.constraints.push_back(side);
    const Equilibrium eq = solve(m);
    expect_lawful(eq);
    ASSERT_EQ(eq.contacts.size(), 2u);
    EXPECT_GT(eq.contacts[0].normal_force, 0.0);
    EXPECT_GT(eq.contacts[1].normal_force, 0.0);
    EXPECT_EQ(eq.reactions[1].name, "side");

    std::get<Plane>(m.constraints[1]).point.z() = -100 * mm;
    const Equilibrium beyond = solve(m);
    EXPECT_EQ(beyond.status, Status::infeasible);
    EXPECT_EQ(beyond.message, "the rod stands beyond a wall, without load and with it");
}

TEST(Contact, OfOnePointWithTwoRoughWallsObeysTheLawsOfBoth)
{
    // Where both hold the tip against slip their forces are not unique; the shape is.
    int both_stick = 0;
    for (const double first : {0.1, 0.3, 3.0}) {
        for (const double second : {0.3, 3.0}) {
            for (const double depth : {2.0, 3.0, 4.0, 4.5}) {
                SCOPED_TRACE(fmt::format("friction {} and {}, side at {} mm", first, second, depth));
                Manipulator m = pressed(isotropic(3), first);
                m.constraints.push_back(wall({0, 0, -1}, {0, 0, depth * mm}, second, 50 * mm));
                const Equilibrium eq = solve(m);
                expect_lawful(eq);
                both_stick +=
                    eq.contacts[0].state == ContactState::stick && eq.contacts[1].state == ContactState::stick
                        ? 1
                        : 0;
            }
        }
    }
    EXPECT_GT(both_stick, 0);
}

TEST(Contact, ViolationSeesEveryBrokenLaw)
{
    Contact good;
    good.friction = 0.5;
    EXPECT_EQ(violation(good, 1.0, 1.0), 0.0);
    good.state = ContactState::slip;
    good.normal_force = 2.0;
    good.slip = {0.1, 0.0, 0.0};
    good.friction_force = {-1.0, 0.0, 0.0};
    EXPECT_EQ(violation(good, 1.0, 1.0), 0.0);
    const auto broken = [&](auto change) {
        Contact bad = good;
        change(bad);
        return violation(bad, 1.0, 1.0);
    };
    EXPECT_NEAR(broken([](Contact& c) { c.gap = -0.1; }), 0.1, 1e-15);
    EXPECT_NEAR(broken([](Contact& c) { c.gap = 0.1; }), 0.1, 1e-15);
    EXPECT_GT(broken([](Contact& c) { c.normal_force = -1.0; }), 0.9);
    EXPECT_NEAR(broken([](Contact& c) { c.friction_force *= 1.2; }), 0.2, 1e-15);
    EXPECT_NEAR(broken([](Contact& c) { c.friction_force *= -1.0; }), 2.0, 1e-15);
    EXPECT_NEAR(broken([](Contact& c) { c.state = ContactState::stick; }), 0.1, 1e-15);
    EXPECT_NEAR(broken([](Contact& c) { c.state = ContactState::open; }), 2.0, 1e-15);
    EXPECT_TRUE(std::isnan(broken([](Contact& c) { c.gap = std::nan(""); })));
}

}  // namespace test_contact
}  // namespace supple::test
