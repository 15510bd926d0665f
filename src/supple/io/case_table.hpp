/// @file
/// Tables of cases, of measured data and of time series: one form of CSV for all of them.
///
///     # a comment
///     case,   loads.0.force.x [mN], loads.0.moment.z [mN mm], tip.position.x [mm]
///     first,  4,                    250,                      46.1
///     second, -2.5,                 ,                         45.9
///
/// The header names each column by a dotted path with its unit in brackets; a row is a case. In memory every
/// value is SI, converted exactly (units.hpp). An empty cell is missing: a quiet NaN, counted, never a zero.
/// A column with a bracket holds numbers ([1] for plain ones). One without holds plain numbers or, if no cell
/// of it is a number, text; a mixture is refused, since it is most often a slip. Laws
/// (tests/io/test_case_table.cpp):
///   1. Reading what was written gives the same table, bit for bit, for units that are powers of ten of SI.
///      In degrees a value may come back one last place away.
#pragma once

#include <supple/text/units.hpp>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

struct CaseColumn {
    std::string path;                  ///< "loads.0.force.x"
    std::string unit{};                ///< as in the brackets: "mN"; empty where there are none
    Dimension dimension{};             ///< of the unit
    std::vector<double> values{};      ///< SI, one a row; NaN where missing; empty for a column of text
    std::vector<std::string> texts{};  ///< one a row; "" where missing; empty for a column of numbers
    bool is_text = false;
    std::size_t missing = 0;  ///< how many cells are empty
};

struct CaseTable {
    std::string file_name;  ///< for messages
    std::vector<CaseColumn> columns{};
    std::size_t rows = 0;
    std::size_t first = 0;  ///< row of the whole table that is the first here, where this is a part of one
    std::vector<std::size_t>
        lines{};                  ///< line of the file on which each row begins; empty if not from a file
    std::size_t header_line = 0;  ///< line of the file on which the header stands; 0 if not from a file

    /// The column of that path, or null.
    const CaseColumn* find(std::string_view path) const;

    /// Where a row stands, for messages: its line, or its number where there is no file.
    std::size_t line_of(std::size_t row) const { return lines.empty() ? first + row + 1 : lines[row]; }
};

/// Appends a column of numbers and counts what is missing. @pre all columns have one length; the unit is a
/// unit
void add_column(CaseTable& table, std::string path, std::string unit, std::vector<double> values_si);

/// The rows from `begin` on, up to `end`.
CaseTable rows_of(const CaseTable& table, std::size_t begin, std::size_t end);

inline constexpr std::size_t most_cells_at_once = 50'000'000;  ///< of a table in memory

/// Reads a table. Throws InputError "file:line:cell: ..." on text that is not one, on more than 4096 columns,
/// a line beyond 1 MiB or more than so many cells. `file_name` stands in messages only.
CaseTable parse_case_table(std::string_view text, std::string file_name,
                           std::size_t most_cells = most_cells_at_once);

/// Reads a file (file.hpp) with the same bounds. A table of any length is read by a RowSource.
CaseTable read_case_table(const std::filesystem::path& path);

/// Writes each value in its column's unit, by the shortest text that reads back as the same double.
/// Throws InputError for what could not be read back: an infinite value, a text that is a number.
void write_case_table(const CaseTable& table, std::ostream& stream);

/// The same into a file, which appears whole or not at all.
void write_case_table(const CaseTable& table, const std::filesystem::path& path);

/// The pieces of it: a cell of a row, a number in a unit and a cell of the header, without what parts them.
void append_cell(std::string& line, const CaseColumn& column, const Unit& unit, std::size_t row);
void append_number_cell(std::string& line, double value_si, const Unit& unit);
std::string header_cell(const CaseColumn& column);

}  // namespace supple
