/// @file
/// Random numbers with a fixed seed: a failing test fails again.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <random>

namespace supple::test {

/// Entries uniform in [-1, 1].
VectorXd random_vector(int size, std::mt19937& engine);

}  // namespace supple::test
