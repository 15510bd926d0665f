/// @file
/// Tables that a model names: histories and field maps, once their text is a table.
///
/// Laws (tests/fields/test_side_table.cpp): what is wrong with a table is said, with the column or the line.
#pragma once

#include <supple/fields/model_table.hpp>

namespace supple {

struct SideColumn {
    std::string path;  ///< "force.x"
    Dimension dimension{};
    std::vector<double> values{};  ///< SI, one a row; NaN where missing
    bool is_text = false;          ///< there are no values then
    std::size_t missing = 0;       ///< how many cells are empty
};

struct SideTable {
    std::vector<SideColumn> columns{};
    std::size_t rows = 0;
    std::vector<std::size_t> lines{};  ///< of the file on which each row begins

    /// The column of that path, or null.
    const SideColumn* find(std::string_view path) const;
};

/// The history that a table is, of some of the values.
Verdict history_of(const SideTable& table, const std::vector<HistoryValue>& values, History& history);

/// The samples of a field on a grid, without the spline through them (field/field_map.hpp).
Verdict field_map_of(const SideTable& table, FieldMap& map);

}  // namespace supple
