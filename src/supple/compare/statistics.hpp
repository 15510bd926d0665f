/// @file
/// What is said of many errors at once.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace supple {

/// Of the numbers that are there: NaN is left out and not counted. All NaN where there is none.
struct Statistics {
    std::size_t count = 0;
    double mean = std::numeric_limits<double>::quiet_NaN();
    double median = std::numeric_limits<double>::quiet_NaN();
    double p95 = std::numeric_limits<double>::quiet_NaN();  ///< 95 % lie at or below
    double max = std::numeric_limits<double>::quiet_NaN();
};

/// Quantiles lie on the straight line between neighbours in order: the median of two is their mean.
Statistics statistics(std::vector<double> values);

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
