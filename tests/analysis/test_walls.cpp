// A wall that is touched at the very end of the load's way.

#include <supple/supple.hpp>

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace supple::test {
namespace test_walls {

bool touches(const Equilibrium& eq)
{
    return eq.contacts.at(0).state != ContactState::open;
}

TEST(Walls, ALightTouchIsSolved)
{
    Manipulator m = load(std::string(SUPPLE_EXAMPLES) + "/wall_contact.yaml");
    Solver solver(m);
    const std::array<std::pair<Solver::Input, double>, 3> currents{
        {{solver.input("attachments.coils.currents.x"), 10e-3},
         {solver.input("attachments.coils.currents.y"), 15e-3},
         {solver.input("attachments.coils.currents.z"), 40e-3}}};
    const auto at = [&](double factor) -> const Equilibrium& {
        for (const auto& [input, value] : currents)
            solver.set(input, factor * value);
        return solver.solve_cold();
    };
    double apart = 0.5, touching = 1.2;
    ASSERT_TRUE(touches(at(touching)));
    ASSERT_FALSE(touches(at(apart)));
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (apart + touching);
        (touches(at(middle)) ? touching : apart) = middle;
    }
    for (const double beyond : {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4}) {
        const Equilibrium& eq = at(touching * (1.0 + beyond));
        EXPECT_EQ(eq.status, Status::converged) << beyond << ": " << eq.message;
        EXPECT_TRUE(touches(eq)) << beyond;
    }
}

TEST(Walls, AContactSaysWhereAndHowItPushes)
{
    for (const ModelChoice& model : {ModelChoice(SphericalModel{}), ModelChoice(CosseratModel{})}) {
        Manipulator m = load(std::string(SUPPLE_EXAMPLES) + "/wall_contact.yaml");
        m.model = model;
        const Equilibrium eq = solve(m);
        const auto& wall = std::get<Plane>(m.constraints.at(0));
        ASSERT_TRUE(touches(eq));
        const Contact& contact = eq.contacts[0];
        EXPECT_DOUBLE_EQ(contact.at, m.rod.length);
        EXPECT_EQ(contact.position, eq.tip().position());
        EXPECT_LT((contact.normal - wall.normal.normalized()).norm(), 1e-15);
        EXPECT_GT(contact.friction_force.norm(), 1e-6);
        EXPECT_LT((contact.force - contact.normal_force * contact.normal - contact.friction_force).norm(),
                  1e-15);
        EXPECT_LT((contact.force - eq.reactions.at(0).force).norm(), 1e-15);
    }
}

// A step that lands on another branch would make the answer depend on rounding.
TEST(Walls, ALoadChangedByRoundingMovesTheTipByRounding)
{
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    const auto vector = [&] { return Vector3d(normal(random), normal(random), normal(random)); };
    int touched = 0;
    for (int i = 0; i < 40; ++i) {
        Manipulator m = parse_model(
            "supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\n"
            "model: {type: isotropic-prb, segments: 3, twist: true}\n"
            "loads: [{at: tip, force: 1 -6.4 -4.3 N}]\n"
            "constraints: [{plane: {name: W, point: -0.05 -0.07 1.06 m, normal: 0.5 0.7 -0.6, friction: "
            "0.2}}]\n");
        if (i > 0) {
            m.loads[0].force = 3.0 * vector();
            auto& plane = std::get<Plane>(m.constraints[0]);
            plane.normal = (vector() - Vector3d(0, 0, 1)).normalized();
            plane.point = Vector3d(0, 0, 1) - 0.1 * plane.normal;
        }
        const Equilibrium eq = solve(m);
        m.loads[0].force.x() += 1e-13;
        const Equilibrium near = solve(m);
        EXPECT_EQ(near.status, eq.status) << i;
        if (eq.status != Status::converged || near.status != Status::converged) continue;
        touched += touches(eq) ? 1 : 0;
        if (!eq.snapped && !near.snapped) {
            EXPECT_LT((near.tip().position() - eq.tip().position()).norm(), 1e-6) << i;
        }
    }
    EXPECT_GT(touched, 5);
}

// The exact rod judges chains: it must find what they find. A chain's own error is below 1 % here.
TEST(Walls, TheExactRodSolvesTheWallsThatChainsSolve)
{
    std::mt19937 random(23);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> force(-12.0, 12.0), distance(0.02, 0.5);
    const auto model = [](const std::string& type) {
        return parse_model(
            "supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\nmodel: {type: " + type +
            "}\nloads: [{at: tip, force: 0 0 1 N}]\n"
            "constraints: [{plane: {name: W, point: 0 0 2 m, normal: 0 0 -1, friction: 0}}]\n");
    };
    Manipulator chain = model("spherical-prb, joints: 24"), exact = model("cosserat");
    int touched = 0, solved = 0;
    for (int i = 0; i < 100; ++i) {
        const Vector3d f(force(random), force(random), force(random));
        const Vector3d n = Vector3d(normal(random), normal(random), normal(random)).normalized();
        const double away = distance(random);
        for (Manipulator* m : {&chain, &exact}) {
            m->loads[0].force = f;
            Plane& wall = std::get<Plane>(m->constraints[0]);
            wall.normal = n;
            wall.point = Vector3d(0, 0, 1) - away * n;
            wall.friction = std::array{0.0, 0.2, 0.5}[static_cast<std::size_t>(i % 3)];
        }
        const Equilibrium a = solve(chain), b = solve(exact);
        if (a.status != Status::converged || a.snapped) continue;
        ++solved;
        touched += touches(a) ? 1 : 0;
        EXPECT_EQ(b.status, Status::converged) << i << ": " << b.message;
        if (b.snapped) continue;
        EXPECT_LT((a.tip().position() - b.tip().position()).norm(), 0.01) << i;
    }
    EXPECT_GT(solved, 90);
    EXPECT_GT(touched, 25);
}

}  // namespace test_walls
}  // namespace supple::test
