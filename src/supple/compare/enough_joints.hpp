/// @file
/// How many joints are enough.
#pragma once

#include <optional>
#include <vector>

namespace supple {

/// An error that was found with a number of joints; NaN where none was, because a solve failed.
struct Attempt {
    int joints = 0;
    double error = 0.0;
};

/// The least number of joints from which on every error is at most the tolerance. Errors of chains need not
/// fall with every joint that is added, so one small error among larger ones does not count. Nothing where
/// the last does not reach it.
/// @pre joints ascend
std::optional<int> enough_joints(const std::vector<Attempt>& attempts, double tolerance);

}  // namespace supple
