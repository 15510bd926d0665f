/// @file
/// An estimate of damping as text for people.
#pragma once

#include <supple/estimate/describe_estimate.hpp>

#include <string>
#include <vector>

namespace supple {

/// Stands below the last of the estimates.
inline constexpr const char* damping_assumption =
    "assumed        points without a measurement are damped as their measured neighbours\n";

/// `points`: their names. `seed`: of the noise that was added; 0: none was.
std::string damping_text(const DampingEstimate& e, const std::vector<std::string>& points, int seed);

}  // namespace supple
