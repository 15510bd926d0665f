/// @file
/// Recordings of others, whose columns have names of their own.
#pragma once

#include <supple/io/case_table.hpp>

namespace supple {

/// Renames the columns of a foreign recording by a YAML map `their_name: path [unit]`; a name mapped to
/// `ignore` is left out. @throws InputError where a column is in no map, or a map names no column
CaseTable renamed(CaseTable table, std::string_view map_text, const std::string& map_name);

}  // namespace supple
