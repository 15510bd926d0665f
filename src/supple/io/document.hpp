/// @file
/// From YAML text to a tree (fields/tree.hpp). Anchors, aliases, tags, duplicate keys, several documents,
/// deep nesting and absurd sizes are refused here.
#pragma once

#include <supple/io/error.hpp>

namespace supple {

/// Reads one YAML document. @throws InputError
Node parse_document(std::string_view text, const std::string& file);

inline constexpr std::size_t longest_model_file = 1U << 20U;  ///< [bytes]

}  // namespace supple
