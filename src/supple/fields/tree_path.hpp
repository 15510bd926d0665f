/// @file
/// Dotted paths into the tree of a model file, for texts and for keys that the file does not have yet.
///
/// Paths are those of input.hpp. Laws (tests/fields/test_tree_path.cpp):
///   1. Setting a component leaves the others as they are, bit for bit.
#pragma once

#include <supple/fields/tree.hpp>

namespace supple {

/// Whether a value of its own stands at the path, or at that whose component it names.
bool is_written(Node& tree, const std::string& path);

/// Replaces the value at the path by a text as it would stand in the file; a key that is missing is added.
/// `origin` is what messages name as the place of the new value: "--set loads.0.force".
/// @returns why it cannot be set; "" when it was
std::string set_text(Node& tree, const std::string& path, const std::string& value,
                     const std::string& origin);

/// The same for a list or a map, which replaces what stands there.
std::string set_node(Node& tree, const std::string& path, Node value, const std::string& origin);

}  // namespace supple
