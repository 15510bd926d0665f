/// @file
/// What estimates of damping and of forces share.
#pragma once

#include "command.hpp"

#include <supple/result/describer.hpp>

namespace supple::app {

/// `supple estimate --damping`. Answers with the exit code.
int estimate_damping_of(const EstimateOptions& options);

/// Writes the result that was asked for by --out; false where that cannot be done, with the reason on stderr.
bool write_estimate(const EstimateOptions& options, const ModelDocument& document,
                    const std::function<void(Describer& to)>& told, const std::string& text);

}  // namespace supple::app
