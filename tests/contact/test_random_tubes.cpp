// No answer lies: rods at random in tubes of four families, bent at rest, under forces, weight, moments and
// twists, each answer judged by what must hold of any contact. SUPPLE_RANDOM_CASES sets how many.
#include "support/tubes.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/contact/obstacle.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_random_tubes {

class RandomTubes : public testing::TestWithParam<TubeFamily> {};

TEST_P(RandomTubes, HoldTheRodOrTheSolverSaysThatItFailed)
{
    std::mt19937 engine(1717u + static_cast<unsigned>(GetParam()));
    const int n = random_tubes(10);
    int failures = 0, touching = 0;
    long iterations = 0;
    for (int i = 0; i < n; ++i) {
        SCOPED_TRACE(i);
        const Manipulator m = random_tube(GetParam(), engine);
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
                         testing::Values(TubeFamily::straight, TubeFamily::arc, TubeFamily::both_ways,
                                         TubeFamily::helix));

}  // namespace test_random_tubes
}  // namespace supple::test
