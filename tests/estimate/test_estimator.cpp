#include "estimate/made_shapes.hpp"

#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/estimator.hpp>

#include <gtest/gtest.h>

namespace supple::test_estimator {
namespace {

using namespace supple::test;
using namespace supple::estimation;

constexpr double unit_force = 0.0205;

TEST(Estimator, ASteadyStreamIsOneFitOfAllItsData)
{
    std::mt19937 engine(1);
    const Manipulator m = plain_rod();
    Pushes p;
    p.points = {{0.6, {2.0, 3.0, 0.0}}};
    Estimator estimator(m, {.max_contacts = 1}, {.force_walk = 1e-6, .place_walk = 1e-6});
    ShapeData all;
    ForceEstimate last;
    for (int i = 0; i < 4; ++i) {
        ShapeData data = points_of(m, p, 20, 0.001, engine);
        data.time = 0.1 * i;
        all.points.insert(all.points.end(), data.points.begin(), data.points.end());
        last = estimator.update(data);
        ASSERT_EQ(last.status, Status::converged) << last.message;
    }
    const ForceEstimate once = estimate_forces(m, all, {.max_contacts = 1, .intervals = false});
    ASSERT_EQ(last.contacts.size(), 1u);
    EXPECT_NEAR(last.contacts[0].at, once.contacts[0].at, 0.1 * once.contacts[0].at_sd);
    EXPECT_NEAR(last.contacts[0].at_sd / once.contacts[0].at_sd, 1.0, 0.02);
    EXPECT_NEAR(last.contacts[0].size_sd / once.contacts[0].size_sd, 1.0, 0.02);
}

TEST(Estimator, IntervalsCoverARandomWalkAsOftenAsTheySay)
{
    std::mt19937 engine(2);
    std::normal_distribution<double> normal;
    const Manipulator m = plain_rod();
    int places = 0, sizes = 0, of = 0;
    for (int run = 0; run < 6; ++run) {
        Pushes p;
        p.points = {{0.6, {3.0, 4.0, 0.0}}};
        Estimator estimator(m, {.max_contacts = 1}, {.force_walk = 2.0, .place_walk = 0.05});
        for (int i = 0; i < 25; ++i) {
            ShapeData data = points_of(m, p, 20, 0.002, engine);
            data.time = 0.1 * i;
            const ForceEstimate& e = estimator.update(data);
            ASSERT_EQ(e.status, Status::converged) << e.message;
            ASSERT_EQ(e.contacts.size(), 1u);
            const FoundContact& c = e.contacts[0];
            places += c.at_interval[0] < 0.1 * p.points[0].s && 0.1 * p.points[0].s < c.at_interval[1];
            sizes += std::abs(c.force.norm() - unit_force * p.points[0].b.norm()) < 1.96 * c.size_sd;
            ++of;
            for (int k = 0; k < 2; ++k)
                p.points[0].b[k] += 2.0 * std::sqrt(0.1) * normal(engine);
            p.points[0].s = std::clamp(p.points[0].s + 0.05 * std::sqrt(0.1) * normal(engine), 0.4, 0.85);
            if (p.points[0].b.norm() < 2.0) p.points[0].b = Vector3d(3.0, 4.0, 0.0);
        }
    }
    // 150 correlated draws of 0.95: two standard errors are some four hundredths, where a place is clamped
    // more.
    EXPECT_GT(places, 0.88 * of);
    EXPECT_GT(sizes, 0.88 * of);
    EXPECT_LT(places + sizes, 2 * of);
}

TEST(Estimator, AContactAppearsAndVanishesOnce)
{
    std::mt19937 engine(3);
    const Manipulator m = plain_rod(spherical(10, JointLayout::gauss));
    const Manipulator truth = plain_rod();
    Estimator estimator(m, {.tip_force = true, .max_contacts = 2});
    std::vector<std::size_t> counts;
    for (int i = 0; i < 30; ++i) {
        Pushes p;
        p.tip_force = Vector3d(0.5, 0.2, 0.0);
        // Grows from the tenth measurement on, and goes after the twentieth.
        const double size = i < 10 || i >= 20 ? 0.0 : std::min(1.0, 0.25 * (i - 9));
        p.points = {{0.5, size * Vector3d(6.0, 4.0, 0.0)}};
        ShapeData data = curvatures_of(truth, p, 20, 0.01, engine);
        data.time = 0.05 * i;
        const ForceEstimate& e = estimator.update(data);
        ASSERT_EQ(e.status, Status::converged) << e.message;
        counts.push_back(e.contacts.size());
    }
    int changes = 0;
    for (std::size_t i = 1; i < counts.size(); ++i)
        changes += counts[i] != counts[i - 1];
    EXPECT_EQ(changes, 2);
    EXPECT_EQ(counts[9], 0u);
    EXPECT_EQ(counts[15], 1u);
    EXPECT_EQ(counts[29], 0u);
}

TEST(Estimator, AJumpIsSaid)
{
    std::mt19937 engine(4);
    const Manipulator m = plain_rod();
    Estimator estimator(m, {.tip_force = true}, {.force_walk = 0.01});
    Pushes p;
    p.tip_force = Vector3d(0.5, 0.2, 0.0);
    ShapeData data = points_of(m, p, 20, 0.001, engine);
    data.time = 0.0;
    estimator.update(data);
    p.tip_force = Vector3d(-1.5, 0.2, 0.0);
    data = points_of(m, p, 20, 0.001, engine);
    data.time = 0.1;
    const ForceEstimate& e = estimator.update(data);
    ASSERT_EQ(e.status, Status::converged);
    EXPECT_NEAR(e.tip_force->x(), -1.5 * unit_force, 0.1 * unit_force);
    ASSERT_FALSE(e.warnings.empty());
    EXPECT_NE(e.warnings.back().find("moved faster"), std::string::npos);
    EXPECT_EQ(estimator.update(data).status, Status::invalid);  // not later
}

}  // namespace
}  // namespace supple::test_estimator
