// No answer lies: rods at random in tubes of four families, bent at rest, under forces, weight, moments and
// twists, each answer judged by what must hold of any contact. SUPPLE_RANDOM_CASES sets how many.
#include "support/random.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/contact/obstacle.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace supple::test {
namespace test_random_tubes {

enum class Family { straight, arc, both_ways, helix };

/// A rod of length and stiffness 1 along x, in scaled units.
Manipulator random_problem(Family family, std::mt19937& engine)
{
    const VectorXd u = random_vector(16, engine);
    const auto between = [&](int i, double low, double high) {
        return low + 0.5 * (high - low) * (u[i] + 1.0);
    };
    Manipulator m;
    m.rod.length = 1.0;
    m.rod.bending_stiffness = Vector2d(1.0, 1.0);
    m.rod.torsional_stiffness = between(0, 0.6, 1.0);
    m.rod.rest_shape = {RestPiece{1.0, 1.5 * Vector2d(u[1], u[2]), 0.0}};
    m.base.written = PoseAsWritten{Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()};
    m.model = SphericalModel{40, JointLayout::half_links, {}, {}, {}};
    PointLoad tip;
    tip.at = at_tip;
    tip.force = 5.0 * Vector3d(u[3], u[4], u[5]);
    tip.moment = Vector3d(1.0 * u[6], 0.5 * u[7], 0.5 * u[8]);
    PointLoad middle;
    middle.at = between(9, 0.3, 0.7);
    middle.force = 3.0 * Vector3d(u[10], u[11], u[12]);
    m.loads = {tip, middle};
    Conduit tube{.name = "tube", .clearance = {between(13, 0.02, 0.06)}};
    const double bend = between(14, 0.5, 1.2), lead = between(15, 0.05, 0.3);
    switch (family) {
        case Family::straight:
            tube.pieces = {LinePiece{3.0}};
            break;
        case Family::arc:
            tube.pieces = {LinePiece{lead}, ArcPiece{bend, 2.0, Vector3d::UnitY()}};
            break;
        case Family::both_ways:
            tube.pieces = {LinePiece{lead}, ArcPiece{bend, 0.5 / bend, Vector3d::UnitY()},
                           ArcPiece{bend, 1.0 / bend, -Vector3d::UnitY()}};
            break;
        case Family::helix:
            tube.pieces = {HelixPiece{0.5 * bend, 0.9, 3.0, Vector3d::UnitY()}};
            break;
    }
    m.constraints = {tube};
    return m;
}

/// Without SUPPLE_RANDOM_CASES ten of each family.
int cases()
{
    const char* text = std::getenv("SUPPLE_RANDOM_CASES");
    return text ? std::atoi(text) / 4 : 10;
}

class RandomTubes : public testing::TestWithParam<Family> {};

TEST_P(RandomTubes, HoldTheRodOrTheSolverSaysThatItFailed)
{
    std::mt19937 engine(1717u + static_cast<unsigned>(GetParam()));
    const int n = cases();
    int failures = 0, touching = 0;
    long iterations = 0;
    for (int i = 0; i < n; ++i) {
        SCOPED_TRACE(i);
        const Manipulator m = random_problem(GetParam(), engine);
        const auto system = discretize(m);
        ASSERT_EQ(system->unsupported, "");
        const Equilibrium eq = solve_statics(*system);
        iterations += eq.solver.iterations;
        ASSERT_NE(eq.status, Status::invalid) << eq.message;
        ASSERT_TRUE(eq.coordinates.allFinite());
        // A saddle is balanced, and said to be one.
        if (eq.status != Status::converged && eq.status != Status::unstable) {
            EXPECT_FALSE(eq.message.empty());
            ++failures;
            continue;
        }
        touching += eq.contacts.empty() ? 0 : 1;
        EXPECT_LT(eq.contact_check->complementarity, 1e-8);
        EXPECT_LT(eq.solver.residual, 1e-8);
        EXPECT_LT(eq.balance, 1e-8);
        const double room = std::get<Conduit>(m.constraints[0]).clearance[0];
        EXPECT_LE(eq.contact_check->penetration, 0.1 * room);
        // The whole is in balance: what the base and the tube give, and what pulls.
        const Vector3d left =
            eq.base_reaction.force + eq.reactions[0].force + m.loads[0].force + m.loads[1].force;
        EXPECT_LT(left.norm(), 1e-8);
        for (const Contact& contact : eq.contacts) {
            EXPECT_GT(contact.normal_force, 0.0);
            EXPECT_NEAR(contact.gap, 0.0, 1e-9);
        }
    }
    RecordProperty("failures", failures);
    RecordProperty("iterations", static_cast<int>(iterations / n));
    EXPECT_LE(failures, n / 200);
    EXPECT_GT(touching, n / 2);
}

INSTANTIATE_TEST_SUITE_P(OfEachFamily, RandomTubes,
                         testing::Values(Family::straight, Family::arc, Family::both_ways, Family::helix));

}  // namespace test_random_tubes
}  // namespace supple::test
