#include <supple/io/case_reader.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <unordered_map>

namespace supple {
namespace {

constexpr std::size_t longest_path = 256;
constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

/// "nan" and "inf" are refused even where other text would do: they are numbers gone wrong.
bool is_not_finite(const Number& number)
{
    return number.error.ends_with("is not a finite number");
}

}  // namespace

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

namespace {

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
                                    std::vector<CaseReader::Kind>& kinds)
{
    if (cells.size() == 1 && cells[0].text.find(';') != std::string::npos)
        reader.refuse(cells[0].line, 1,
                      "cells are separated by \";\"; save the table with commas and decimal points");
    if (cells.size() == 1 && cells[0].text.find('\t') != std::string::npos)
        reader.refuse(cells[0].line, 1, "cells are separated by tabs; save the table with commas");
    std::vector<CaseColumn> columns;
    std::unordered_map<std::string, std::size_t> seen;
    kinds.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        columns.push_back(read_header_cell(reader, cells[i], i + 1, kinds[i].unit));
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

/// The number that parse_number reads, where it is one of the usual kind; false leaves it to parse_number.
/// The digits are put together with the exponent of the unit and rounded once, so that both agree.
bool read_quickly(std::string_view text, const Unit& unit, double& value)
{
    constexpr std::size_t longest = 32;
    if (unit.degrees != 0 || text.size() > longest || !is_number(text) || text[0] == '+') return false;
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] != 'e' && text[digits] != 'E')
        ++digits;
    int exponent = 0;
    if (digits < text.size()) {
        const char* from = text.data() + digits + (text[digits + 1] == '+' ? 2 : 1);
        if (std::from_chars(from, text.data() + text.size(), exponent).ec != std::errc{}) return false;
        if (std::abs(exponent) > 1000) return false;
    }
    char buffer[longest + 16];
    char* end = std::copy_n(text.data(), digits, buffer);
    *end++ = 'e';
    end = std::to_chars(end, buffer + sizeof buffer, exponent + unit.exponent).ptr;
    const auto read = std::from_chars(buffer, end, value);
    return read.ec == std::errc{} && read.ptr == end;
}

/// One cell into its column. A column without a unit holds numbers until text is found in it.
void read_cell(const CsvReader& reader, const CsvCell& cell, std::size_t number, CaseColumn& column,
               CaseReader::Kind& kind)
{
    const std::string_view text = trim(cell.text);
    if (text.empty()) {
        ++column.missing;
        if (column.is_text)
            column.texts.emplace_back();
        else
            column.values.push_back(missing_value);
        return;
    }
    if (column.is_text && !reads_as_number(text)) {
        column.texts.emplace_back(cell.text);
        return;
    }
    double number_si = 0.0;
    if (!column.is_text && read_quickly(text, kind.unit, number_si)) {
        kind.numbers = true;
        column.values.push_back(number_si);
        return;
    }
    const Number value = parse_number(text, kind.unit);
    if (!value && (!column.unit.empty() || is_not_finite(value) || is_number(text)))
        refuse_number(reader, cell, number, column, value.error);
    if (value ? column.is_text : kind.numbers)
        reader.refuse(
            cell.line, number,
            fmt::format("{}: {} in a column that has {} before it; a column is all numbers or all text",
                        column.path, value ? fmt::format("the number {}", in_quotes(text)) : value.error,
                        value ? "text" : "numbers"));
    if (value) {
        kind.numbers = true;
        column.values.push_back(value.value);
        return;
    }
    column.is_text = true;
    column.texts.resize(column.values.size());  // all missing until now
    column.values = {};
    column.texts.emplace_back(cell.text);
}

}  // namespace

CaseReader::CaseReader(CsvReader::More more, std::string file_name)
    : csv_(std::move(more), file_name), head_{.file_name = std::move(file_name)}
{
    read_head();
}

CaseReader::CaseReader(std::string_view text, std::string file_name)
    : csv_(text, file_name), head_{.file_name = std::move(file_name)}
{
    read_head();
}

void CaseReader::read_head()
{
    if (!csv_.next(cells_))
        csv_.refuse(1, 1,
                    "there is no header; write one such as \"loads.0.force.x [mN], tip.position.x [mm]\"");
    head_.header_line = cells_[0].line;
    head_.columns = read_header(csv_, cells_, kinds_);
}

bool CaseReader::read(CaseTable& table, std::size_t most)
{
    const std::size_t width = kinds_.size(), before = table.rows;
    while (table.rows < before + most && csv_.next(cells_)) {
        if (cells_.size() != width)
            csv_.refuse(
                cells_[0].line, std::min(cells_.size(), width + 1),
                fmt::format("the row has {} cells where the header has {}; leave cells empty between commas "
                            "where values are missing",
                            cells_.size(), width));
        ++table.rows;
        table.lines.push_back(cells_[0].line);
        for (std::size_t i = 0; i < width; ++i)
            read_cell(csv_, cells_[i], i + 1, table.columns[i], kinds_[i]);
    }
    return table.rows > before;
}

}  // namespace supple
