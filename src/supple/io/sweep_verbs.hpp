/// @file
/// Sweeps whose rows are simulated, or whose vibrations are found, in place of being solved.
///
/// Results of these verbs have no single row of numbers, so the columns are asked for by their paths: of a
/// motion the value at its end ("tip.position.x", "energy.total"), of vibrations any number
/// ("modes.0.frequency").
#pragma once

#include <supple/io/sweep.hpp>

namespace supple {

enum class SweepVerb { simulate, modes };

/// @throws InputError where there is no output, or one that is no number of the file's own result.
/// @pre the inputs outlive it
SweepBody verb_body(const CaseInputs& inputs, SweepVerb verb, const std::vector<std::string>& outputs);

}  // namespace supple
