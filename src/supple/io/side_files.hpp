/// @file
/// The files a model file may name: histories in time and sampled magnetic fields.
#pragma once

#include <supple/io/model_table.hpp>

namespace supple {

/// A value that a history may vary: its path below the owner, its dimension, and how many components it has.
struct HistoryValue {
    std::string key;
    Dimension dimension;
    int components = 0;  ///< 0: a plain number; 3: x, y, z; else numbered from 0
};

/// Reads "time [s]" and the values' columns. Answers with what is wrong, "" when nothing is.
Verdict read_history(History& history, const std::string& file, const std::vector<HistoryValue>& values,
                     const TableContext& context);

/// Reads "x [mm], y [mm], z [mm], B.x [mT], B.y [mT], B.z [mT]" on a full regular grid.
Verdict read_field_map(FieldMap& map, const std::string& file, const TableContext& context);

}  // namespace supple
