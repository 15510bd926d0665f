/// @file
/// What is said of many errors at once.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace supple {

/// Of the numbers that are there: NaN is left out and not counted. All NaN where there is none.
struct Statistics {
    std::size_t count = 0;
    double mean = std::numeric_limits<double>::quiet_NaN();
    double median = std::numeric_limits<double>::quiet_NaN();
    double p95 = std::numeric_limits<double>::quiet_NaN();  ///< 95 % lie at or below
    double max = std::numeric_limits<double>::quiet_NaN();
    double rms = std::numeric_limits<double>::quiet_NaN();  ///< root of the mean square
};

/// Quantiles lie on the straight line between neighbours in order: the median of two is their mean.
Statistics statistics(std::vector<double> values);

/// Counts of errors in classes of equal width from zero to the largest.
struct Histogram {
    double width = 0.0;
    std::vector<std::size_t> counts;
};

/// NaN is left out. @pre no error is negative
Histogram histogram(const std::vector<double>& errors, std::size_t classes = 20);

}  // namespace supple
