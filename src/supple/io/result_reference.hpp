/// @file
/// The reference page of the results, from their descriptions.
#pragma once

#include <string>

namespace supple {

/// Markdown: one section a result, one row a field, with its unit, its shape, when it is absent and what
/// tables of cases hold of it.
std::string result_reference();

}  // namespace supple
