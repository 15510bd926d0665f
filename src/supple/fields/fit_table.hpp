/// @file
/// The `fit:` block of a model file.
#pragma once

#include <supple/fields/field.hpp>
#include <supple/rod/simulation.hpp>

namespace supple {

Table fit_table(FitRequest& fit);

/// The paths of "model.links.0 + model.links.1".
std::vector<std::string> sum_paths(std::string_view text);

}  // namespace supple
