#include <supple/io/case_table.hpp>
#include <supple/io/csv.hpp>
#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/text/decimal.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <sstream>
#include <unordered_map>

namespace supple {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::size_t most_cells = 10'000'000;
constexpr std::size_t longest_path = 256;
constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

/// A column as it is being read: its unit, and where the first number and the first text of it stand.
struct Reading {
    Unit unit;
    std::size_t first_number_row = 0;  ///< from 1; 0 while there is none
    std::size_t first_text_row = 0;
};

/// "nan" and "inf" are refused even where other text would do: they are numbers gone wrong.
bool is_not_finite(const Number& number)
{
    return number.error.ends_with("is not a finite number");
}

/// Whether a cell of text would be taken for a number, or for one gone wrong such as "nan".
bool reads_as_number(std::string_view text)
{
    text = trim(text);
    if (text.empty()) return false;
    const char c = text[0];
    const bool may_be = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'n' || c == 'N' ||
                        c == 'i' || c == 'I';
    if (!may_be) return false;
    const Number number = parse_number(text);
    return number || is_not_finite(number);
}

/// "loads.0.force.x [mN]" into its path and its unit.
CaseColumn read_header_cell(const CsvReader& reader, const CsvCell& cell, std::size_t number, Unit& unit)
{
    const auto refuse = [&](std::string_view why) { reader.refuse(cell.line, number, why); };
    const std::string_view text = trim(cell.text);
    const std::size_t open = text.find('[');
    CaseColumn column{.path = std::string(trim(text.substr(0, open)))};
    if (column.path.empty())
        refuse(
            fmt::format("{} names no column; write a path such as \"tip.position.x [mm]\"", in_quotes(text)));
    if (column.path.size() > longest_path)
        refuse(fmt::format("{} is longer than {} characters", in_quotes(column.path), longest_path));
    if (!std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
        refuse(fmt::format("{} has a line end or a tab in it; write the name on one line", in_quotes(text)));
    if (column.path.find("\xEF\xBB\xBF") != std::string::npos)
        refuse("has a byte order mark in a name; it belongs at the start of the file: remove it");
    if (is_number(column.path))
        refuse(fmt::format("{} is a number where a column's name is expected; the first line is the header",
                           in_quotes(column.path)));
    if (open == text.npos) {
        if (text.find(']') != text.npos) refuse(fmt::format("{} has \"]\" without \"[\"", in_quotes(text)));
        return column;
    }
    if (text.find_first_of("[]", open + 1) != text.size() - 1 || text.back() != ']')
        refuse(fmt::format("{}: the unit in brackets ends the name, as in \"{} [mm]\"", in_quotes(text),
                           column.path));
    column.unit = std::string(trim(text.substr(open + 1, text.size() - open - 2)));
    if (column.unit.empty())
        refuse(
            fmt::format("{} has empty brackets; write the unit, or [1] for plain numbers", in_quotes(text)));
    unit = parse_unit(column.unit);
    if (!unit) refuse(fmt::format("{}: {}", column.path, unit.error));
    column.dimension = unit.dimension;
    return column;
}

std::vector<CaseColumn> read_header(const CsvReader& reader, const std::vector<CsvCell>& cells,
                                    std::vector<Reading>& readings)
{
    if (cells.size() == 1 && cells[0].text.find(';') != std::string::npos)
        reader.refuse(cells[0].line, 1,
                      "cells are separated by \";\"; save the table with commas and decimal points");
    if (cells.size() == 1 && cells[0].text.find('\t') != std::string::npos)
        reader.refuse(cells[0].line, 1, "cells are separated by tabs; save the table with commas");
    std::vector<CaseColumn> columns;
    std::unordered_map<std::string, std::size_t> seen;
    readings.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        columns.push_back(read_header_cell(reader, cells[i], i + 1, readings[i].unit));
        const auto [earlier, fresh] = seen.emplace(columns[i].path, i + 1);
        if (!fresh)
            reader.refuse(cells[i].line, i + 1,
                          fmt::format("{} also names column {}; a path names one column",
                                      in_quotes(columns[i].path), earlier->second));
    }
    return columns;
}

[[noreturn]] void refuse_number(const CsvReader& reader, const CsvCell& cell, std::size_t number,
                                const CaseColumn& column, std::string_view why)
{
    const std::string expected =
        column.unit.empty() ? "a plain number" : fmt::format("a number in {}", column.unit);
    reader.refuse(cell.line, number,
                  fmt::format("{}: {}; write {}, or leave the cell empty where it is missing", column.path,
                              why, expected));
}

/// One cell into its column. Numbers go to values; text is kept beside them until the column is known to be
/// text.
void read_cell(const CsvReader& reader, const CsvCell& cell, std::size_t number, CaseColumn& column,
               Reading& reading, std::size_t row)
{
    const std::string_view text = trim(cell.text);
    const bool open = column.unit.empty();  // whether the column may still turn out to be text
    if (text.empty()) {
        column.values.push_back(missing_value);
        if (open) column.texts.emplace_back();
        ++column.missing;
        return;
    }
    const Number value = parse_number(text, reading.unit);
    if (!value && (!open || is_not_finite(value) || is_number(text)))
        refuse_number(reader, cell, number, column, value.error);
    std::size_t& first = value ? reading.first_number_row : reading.first_text_row;
    if (first == 0) first = row;
    if (reading.first_number_row != 0 && reading.first_text_row != 0)
        reader.refuse(
            cell.line, number,
            fmt::format("{}: {} in a column that has {} before it; a column is all numbers or all text",
                        column.path, value ? fmt::format("the number {}", in_quotes(text)) : value.error,
                        value ? "text" : "numbers"));
    column.values.push_back(value ? value.value : missing_value);
    if (open) column.texts.push_back(cell.text);
}

}  // namespace

const CaseColumn* CaseTable::find(std::string_view path) const
{
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const CaseColumn& column) { return column.path == path; });
    return found == columns.end() ? nullptr : &*found;
}

void add_column(CaseTable& table, std::string path, std::string unit, std::vector<double> values_si)
{
    CaseColumn column{.path = std::move(path), .unit = std::move(unit), .values = std::move(values_si)};
    if (!column.unit.empty()) column.dimension = parse_unit(column.unit).dimension;
    column.missing = static_cast<std::size_t>(
        std::count_if(column.values.begin(), column.values.end(), [](double x) { return std::isnan(x); }));
    table.rows = column.values.size();
    table.columns.push_back(std::move(column));
}

CaseTable rows_of(const CaseTable& table, std::size_t begin, std::size_t end)
{
    CaseTable part = table;
    part.rows = end - begin;
    const auto cut = [&](auto& list) {
        if (list.empty()) return;
        list = {list.begin() + static_cast<std::ptrdiff_t>(begin),
                list.begin() + static_cast<std::ptrdiff_t>(end)};
    };
    cut(part.lines);
    for (CaseColumn& column : part.columns) {
        cut(column.values);
        cut(column.texts);
    }
    return part;
}

CaseTable parse_case_table(std::string_view text, std::string file_name)
{
    CaseTable table{.file_name = file_name};
    if (text.size() > most_bytes)
        throw InputError(
            fmt::format("{}: is larger than {} bytes; split it into several files", file_name, most_bytes));
    CsvReader reader(text, std::move(file_name));
    std::vector<CsvCell> cells;
    if (!reader.next(cells))
        reader.refuse(1, 1,
                      "there is no header; write one such as \"loads.0.force.x [mN], tip.position.x [mm]\"");
    table.header_line = cells[0].line;
    std::vector<Reading> readings;
    table.columns = read_header(reader, cells, readings);

    const std::size_t width = table.columns.size();
    while (reader.next(cells)) {
        if (cells.size() != width)
            reader.refuse(
                cells[0].line, std::min(cells.size(), width + 1),
                fmt::format("the row has {} cells where the header has {}; leave cells empty between commas "
                            "where values are missing",
                            cells.size(), width));
        if ((++table.rows) * width > most_cells)
            reader.refuse(cells[0].line, 1, fmt::format("more than {} cells; split the table", most_cells));
        table.lines.push_back(cells[0].line);
        for (std::size_t i = 0; i < width; ++i)
            read_cell(reader, cells[i], i + 1, table.columns[i], readings[i], table.rows);
    }

    // A column is text where text was found in it; the other list is dropped.
    for (std::size_t i = 0; i < width; ++i) {
        CaseColumn& column = table.columns[i];
        column.is_text = readings[i].first_text_row != 0;
        if (column.is_text)
            column.values = {};
        else
            column.texts = {};
    }
    return table;
}

CaseTable read_case_table(const std::filesystem::path& path)
{
    return parse_case_table(read_file(path, most_bytes), path.string());
}

void write_case_table(const CaseTable& table, std::ostream& stream)
{
    // The header; and the units, each read once.
    std::vector<Unit> units;
    std::string line;
    const auto end_line = [&] {
        line.back() = '\n';
        stream << line;
        line.clear();
    };
    for (const CaseColumn& column : table.columns) {
        const std::size_t length = column.is_text ? column.texts.size() : column.values.size();
        if (length != table.rows)
            throw InputError(fmt::format("{}: the column has {} rows where the table has {}", column.path,
                                         length, table.rows));
        units.push_back(column.unit.empty() ? Unit{} : parse_unit(column.unit));
        if (!units.back()) throw InputError(fmt::format("{}: {}", column.path, units.back().error));
        line +=
            csv_cell(column.unit.empty() ? column.path : fmt::format("{} [{}]", column.path, column.unit)) +
            ",";
    }
    if (line.empty()) throw InputError("a table without columns cannot be written");
    end_line();

    for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const CaseColumn& column = table.columns[i];
            const std::size_t begin = line.size();
            if (column.is_text) {
                const std::string& text = column.texts[row];
                if (reads_as_number(text))
                    throw InputError(fmt::format("{}: the text {} would be read back as a number",
                                                 column.path, in_quotes(text)));
                if (!text.empty()) line += csv_cell(text);
            } else if (std::isinf(column.values[row])) {
                throw InputError(
                    fmt::format("{}: row {} is infinite; no table can hold that", column.path, row + 1));
            } else if (!std::isnan(column.values[row])) {
                if (units[i].degrees == 0)
                    append_shortest(line, column.values[row], -units[i].exponent);
                else
                    line += format_number(column.values[row], units[i]);
            }
            // A line that is empty altogether would not be read as a row.
            if (line.size() == begin && table.columns.size() == 1) line += "\"\"";
            line += ',';
        }
        end_line();
    }
}

void write_case_table(const CaseTable& table, const std::filesystem::path& path)
{
    std::ostringstream stream;
    write_case_table(table, stream);
    write_file(path, stream.str());
}

}  // namespace supple
