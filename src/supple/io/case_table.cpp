#include <supple/io/case_reader.hpp>
#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/text/decimal.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

namespace supple {
namespace {

CaseTable read_all(CaseReader& reader, std::size_t most_cells)
{
    constexpr std::size_t rows_at_once = 256;
    CaseTable table = reader.head();
    while (reader.read(table, rows_at_once)) {
        const std::size_t most_rows = most_cells / table.columns.size();
        if (table.rows > most_rows)
            throw InputError(fmt::format("{}:{}:1: more than {} cells; split the table", table.file_name,
                                         table.lines[most_rows], most_cells));
    }
    return table;
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
    CaseTable part{.file_name = table.file_name, .rows = end - begin, .first = table.first + begin};
    part.header_line = table.header_line;
    const auto cut = [&](const auto& list) -> std::remove_cvref_t<decltype(list)> {
        if (list.empty()) return {};
        return {list.begin() + static_cast<std::ptrdiff_t>(begin),
                list.begin() + static_cast<std::ptrdiff_t>(end)};
    };
    part.lines = cut(table.lines);
    for (const CaseColumn& column : table.columns)
        part.columns.push_back({column.path, column.unit, column.dimension, cut(column.values),
                                cut(column.texts), column.is_text, column.missing});
    return part;
}

CaseTable parse_case_table(std::string_view text, std::string file_name, std::size_t most_cells)
{
    CaseReader reader(text, std::move(file_name));
    return read_all(reader, most_cells);
}

CaseTable read_case_table(const std::filesystem::path& path)
{
    FileReader file(path);
    CaseReader reader([&file](std::string& bytes) { return file.read(bytes); }, path.string());
    return read_all(reader, most_cells_at_once);
}

void append_number_cell(std::string& line, double value, const Unit& unit)
{
    if (std::isnan(value)) return;
    if (unit.degrees == 0)
        append_shortest(line, value, -unit.exponent);
    else
        line += format_number(value, unit);
}

void append_cell(std::string& line, const CaseColumn& column, const Unit& unit, std::size_t row)
{
    if (!column.is_text) {
        if (std::isinf(column.values[row]))
            throw InputError(
                fmt::format("{}: row {} is infinite; no table can hold that", column.path, row + 1));
        return append_number_cell(line, column.values[row], unit);
    }
    const std::string& text = column.texts[row];
    if (reads_as_number(text))
        throw InputError(
            fmt::format("{}: the text {} would be read back as a number", column.path, in_quotes(text)));
    if (!text.empty()) line += csv_cell(text);
}

std::string header_cell(const CaseColumn& column)
{
    return csv_cell(column.unit.empty() ? column.path : fmt::format("{} [{}]", column.path, column.unit));
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
        line += header_cell(column) + ",";
    }
    if (line.empty()) throw InputError("a table without columns cannot be written");
    end_line();

    for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const CaseColumn& column = table.columns[i];
            const std::size_t begin = line.size();
            append_cell(line, column, units[i], row);
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
