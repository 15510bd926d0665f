/// @file
/// The names that a result has at its top: what a path into it begins with.
#pragma once

#include <supple/result/describer.hpp>

namespace supple {

/// In the order of the description.
std::vector<std::string> member_names(Description result);

}  // namespace supple
