// No answer lies: tip loads at random, up to ten times what the study looks at, each answer judged by
// equations written a second time. SUPPLE_RANDOM_CASES sets how many (100000 takes a few minutes).
#include "support/random.hpp"
#include "support/rods.hpp"
#include "support/segment_chain.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace supple::test {
namespace test_random_loads {

struct Campaign {
    int segments;
    double factor;   ///< times the study's range: ±4 mN, ±250 mN mm
    double allowed;  ///< share of failures
};

std::string name_of(const testing::TestParamInfo<Campaign>& info)
{
    return fmt::format("{}SegmentsTimes{}", info.param.segments, info.param.factor);
}

void PrintTo(const Campaign& c, std::ostream* out)
{
    *out << fmt::format("{} segments, {} times the range", c.segments, c.factor);
}

class RandomTipLoads : public testing::TestWithParam<Campaign> {};

// Long paths of long chains take a while.
int cases(const Campaign& campaign)
{
    const char* text = std::getenv("SUPPLE_RANDOM_CASES");
    return text ? std::atoi(text) : campaign.factor > 1.0 ? 6000 / campaign.segments : 6000;
}

TEST_P(RandomTipLoads, AreBalancedOrAnHonestFailure)
{
    const Campaign campaign = GetParam();
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.model = table_1(campaign.segments);
    m.loads = {dead_load(m.rod.length, Vector3d::Zero())};
    const auto system = discretize(m);
    std::mt19937 engine(static_cast<unsigned>(campaign.segments * 1000) +
                        static_cast<unsigned>(campaign.factor));
    StaticSolver solver(*system);
    Equilibrium eq;
    const int n = cases(campaign);
    int failures = 0, snaps = 0, unstable = 0;
    long iterations = 0;
    for (int i = 0; i < n; ++i) {
        const VectorXd u = campaign.factor * random_vector(6, engine);
        m.loads[0].force = 4 * mN * u.head<3>();
        m.loads[0].moment = 250 * mN_mm * u.tail<3>();
        Load& load = *system->loads[0];
        for (int k = 0; k < 3; ++k) {
            load.parameter(k) = m.loads[0].force[k];
            load.parameter(3 + k) = m.loads[0].moment[k];
        }
        solver.solve({}, eq);
        iterations += eq.solver.iterations;
        snaps += eq.snapped ? 1 : 0;
        ASSERT_TRUE(eq.coordinates.allFinite()) << "case " << i;
        ASSERT_NE(eq.status, Status::invalid) << "case " << i;
        if (eq.status != Status::converged) {
            EXPECT_FALSE(eq.message.empty());
            ++failures;
            unstable += eq.status == Status::unstable ? 1 : 0;
            continue;
        }
        ASSERT_LT(eq.solver.residual, 1e-10) << "case " << i;
        ASSERT_LT(eq.balance, 1e-9) << "case " << i;
        const Imbalance left = imbalance_of_segments(m, eq);
        ASSERT_LT(left.force, 1e-12) << "case " << i;
        ASSERT_LT(left.moment, 1e-9) << "case " << i;
        ASSERT_LT(left.joints, 1e-9) << "case " << i;
        ASSERT_LT(left.tip, 1e-12) << "case " << i;
    }
    const std::string counted =
        fmt::format("{} cases: {} failed ({} of them unstable), {} snapped, {:.1f} iterations", n, failures,
                    unstable, snaps, double(iterations) / n);
    RecordProperty("counted", counted);
    fmt::print("{} segments, {} times the range, {}\n", campaign.segments, campaign.factor, counted);
    EXPECT_LE(failures, campaign.allowed * n) << counted;
}

INSTANTIATE_TEST_SUITE_P(Statics, RandomTipLoads,
                         testing::Values(Campaign{1, 1, 1e-4}, Campaign{3, 1, 1e-4}, Campaign{10, 1, 1e-4},
                                         Campaign{1, 10, 1e-2}, Campaign{3, 10, 1e-2},
                                         Campaign{10, 10, 1e-2}),
                         name_of);

}  // namespace test_random_loads
}  // namespace supple::test
