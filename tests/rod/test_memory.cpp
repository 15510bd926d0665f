#include <supple/rod/memory.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace supple::test {
namespace {

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

}  // namespace
}  // namespace supple::test
