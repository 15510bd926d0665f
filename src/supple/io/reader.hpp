/// @file
/// Reads a document by a field table: every value checked, nothing silently ignored, every problem with its
/// place.
#pragma once

#include <supple/io/document.hpp>
#include <supple/io/field.hpp>

namespace supple {

/// Stores what the document says through the table's setters.
/// @throws InputError with all problems found, in the order of their places
void read_by_table(const Node& document, const Table& table);

}  // namespace supple
