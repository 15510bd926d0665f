/// @file
/// A sweep of which only a few numbers are kept: no case is stored.
///
///     mean tip.position.x       sd tip.position.x       min ..       max ..
///     quantile 0.95 tip.position.y
///     within 1 mm of 46 10 * mm         (the share of cases whose tip comes so close; * is free)
///
/// Cases that did not converge do not count. See reduction.hpp for what is exact.
#pragma once

#include <supple/io/sweep.hpp>

namespace supple {

/// The body that solves each row and reduces what is asked for; its result is a table with a row for each of
/// the texts: value, unit, half the width of a quantile's class, and how many cases counted.
/// @throws InputError where a text is not of that kind. @pre the inputs outlive it
SweepBody reducing_body(const CaseInputs& inputs, const SolveOptions& solve,
                        const std::vector<std::string>& reductions);

}  // namespace supple
