#include <supple/rod/memory.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace supple::test {
namespace test_memory {

const std::vector<double> times = {0.0, 1.0, 2.5, 3.0, 7.0};

TEST(Memory, WithoutPlayAndRelaxationCommandsArriveAsTheyAre)
{
    std::vector<double> commands = {1.0, -2.0, 3.5, 3.0, 0.0};
    const std::vector<double> before = commands;
    remember({}, times, commands);
    EXPECT_EQ(commands, before);
}

TEST(Memory, ReversalsWithinThePlayDoNotArrive)
{
    std::vector<double> commands = {0.0, 2.0, 1.0, 1.5, -1.0};
    remember({.play = 0.5}, times, commands);
    EXPECT_EQ(commands, (std::vector<double>{0.0, 1.5, 1.5, 1.5, -0.5}));
}

TEST(Memory, WhatIsFastActsMoreAndSettles)
{
    std::vector<double> commands = {0.0, 1.0, 1.0, 1.0, 1.0};
    remember({.relaxation = 0.1, .relaxation_time = 2.0}, times, commands);
    EXPECT_EQ(commands[0], 0.0);
    for (std::size_t k = 1; k < times.size(); ++k)
        EXPECT_NEAR(commands[k], 1.0 + 0.1 * std::exp(-times[k] / 2.0), 1e-15) << k;
}

const Memory both{.play = 0.3, .relaxation = 0.2, .relaxation_time = 2.0};

TEST(Memory, OneCommandAfterAnotherArrivesAsAllAtOnce)
{
    const std::vector<double> commands = {0.5, 2.0, 1.0, 1.5, -1.0};
    std::vector<double> together = commands;
    remember(both, times, together);
    MemoryState state(both);
    for (std::size_t k = 0; k < times.size(); ++k)
        EXPECT_EQ(state.arrive(commands[k], times[k]), together[k]) << k;
    state.forget();
    EXPECT_EQ(state.arrive(7.0, 0.0), 7.0) << "the first command arrives as it is";
}

TEST(Memory, AHistoryArrivesAsItsSamplesDoTakenEverMoreClosely)
{
    History history;
    history.time = times;
    history.columns = {{"retractions.0", {0.5, 2.0, 1.0, 1.5, -1.0}},
                       {"retractions.1", {0.0, 0.1, 0.0, 3.0, 3.0}}};
    for (const Memory& memory :
         {Memory{.play = 0.3}, Memory{.relaxation = 0.2, .relaxation_time = 2.0}, both}) {
        const History found = arrived(memory, history);
        ASSERT_EQ(found.columns.size(), 2u);
        for (std::size_t column = 0; column < 2; ++column) {
            EXPECT_EQ(found.columns[column].path, history.columns[column].path);
            MemoryState state(memory);
            double largest = 0.0;
            for (int i = 0; i <= 200000; ++i) {
                const double t = 10.0 * i / 200000;
                const double sampled = state.arrive(value_at(history, history.columns[column], t), t);
                largest = std::max(largest, std::abs(value_at(found, found.columns[column], t) - sampled));
            }
            EXPECT_LT(largest, 1e-4);
        }
    }
    EXPECT_EQ(arrived({}, history).time, history.time);
}

TEST(Memory, PlayOfAHistoryIsTakenUpExactlyWhereItIs)
{
    History history;
    history.time = {0.0, 1.0, 2.0};
    history.columns = {{"retractions.0", {0.0, 1.0, 0.0}}};
    const History found = arrived({.play = 0.25}, history);
    EXPECT_EQ(found.time, (std::vector<double>{0.0, 0.25, 1.0, 1.5, 2.0}));
    EXPECT_EQ(found.columns[0].values, (std::vector<double>{0.0, 0.0, 0.75, 0.75, 0.25}));
}

}  // namespace test_memory
}  // namespace supple::test
