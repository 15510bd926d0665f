#include <supple/rod/timing.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple {
namespace test_timing {

constexpr double inf = std::numeric_limits<double>::infinity();

Timing swing()
{
    Timing timing;
    timing.history.time = {-1.0, 0.0, 0.5, 2.0};
    timing.history.columns = {{"force.x", {1.0, 3.0, -1.0, 5.0}}, {"force.y", {0.0, 0.0, 0.0, 7.0}}};
    return timing;
}

TEST(Timing, ActsFromItsBeginningUpToButNotAtItsEnd)
{
    Timing timing;
    timing.from = 1.0;
    timing.until = 2.0;
    EXPECT_FALSE(acts_at(timing, std::nextafter(1.0, 0.0)));
    EXPECT_TRUE(acts_at(timing, 1.0));
    EXPECT_TRUE(acts_at(timing, std::nextafter(2.0, 0.0)));
    EXPECT_FALSE(acts_at(timing, 2.0));
}

TEST(Timing, ActsAlwaysWhereNothingIsSaid)
{
    for (const double time : {-1e9, 0.0, 1e9})
        EXPECT_TRUE(acts_at(Timing{}, time)) << time;
}

// "until: 0 s" shapes the initial equilibrium and is gone when the motion begins.
TEST(Timing, UntilZeroActsBeforeZeroOnly)
{
    Timing timing;
    timing.until = 0.0;
    EXPECT_TRUE(acts_at(timing, -1e-300));
    EXPECT_FALSE(acts_at(timing, 0.0));
}

TEST(History, IsLinearBetweenItsTimes)
{
    const Timing timing = swing();
    EXPECT_EQ(value_at(timing, "force.x", -1.0, 9.0), 1.0);
    EXPECT_EQ(value_at(timing, "force.x", -0.5, 9.0), 2.0);
    EXPECT_EQ(value_at(timing, "force.x", 0.0, 9.0), 3.0);
    EXPECT_EQ(value_at(timing, "force.x", 0.125, 9.0), 2.0);
    EXPECT_EQ(value_at(timing, "force.x", 0.5, 9.0), -1.0);
    EXPECT_DOUBLE_EQ(value_at(timing, "force.x", 1.25, 9.0), 2.0);
    EXPECT_EQ(value_at(timing, "force.y", 1.25, 9.0), 3.5);
}

TEST(History, IsHeldBeforeItsFirstAndAfterItsLastTime)
{
    const Timing timing = swing();
    for (const double time : {-inf, -1e9, std::nextafter(-1.0, -2.0)})
        EXPECT_EQ(value_at(timing, "force.x", time, 9.0), 1.0) << time;
    for (const double time : {2.0, 3.0, inf})
        EXPECT_EQ(value_at(timing, "force.x", time, 9.0), 5.0) << time;
}

TEST(History, OfOneTimeIsConstant)
{
    Timing timing;
    timing.history.time = {1.0};
    timing.history.columns = {{"current", {2.0}}};
    for (const double time : {0.0, 1.0, 2.0})
        EXPECT_EQ(value_at(timing, "current", time, 9.0), 2.0) << time;
}

TEST(History, LeavesAloneWhatItDoesNotName)
{
    EXPECT_EQ(value_at(swing(), "force.z", 0.0, 9.0), 9.0);
    EXPECT_EQ(value_at(Timing{}, "force.x", 0.0, 9.0), 9.0);
}

}  // namespace test_timing
}  // namespace supple
