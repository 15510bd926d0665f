/// @file
/// Signs that data are wrong, as by a wrong unit: each in a sentence that names the rows.
#pragma once

#include <supple/fit/fit.hpp>

namespace supple {

/// Positions beyond the reach of the rod, or all of them near its base; cases whose error stands out from the
/// others; errors as large as the rod.
std::vector<std::string> doubts_about(const FitProblem& problem, const FitReport& report);

}  // namespace supple
