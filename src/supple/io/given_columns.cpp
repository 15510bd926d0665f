#include <supple/io/case_inputs.hpp>
#include <supple/io/given_columns.hpp>

#include <algorithm>

namespace supple {

bool is_renamed(const CaseColumn& column)
{
    return column_role(column.path) == ColumnRole::output && !column.path.starts_with("given.");
}

GivenColumns::GivenColumns(const CaseTable& table)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CaseColumn& column = table.columns[i];
        const std::string path = is_renamed(column) ? "given." + column.path : column.path;
        const auto same_path = [&](const Given& other) { return other.head.path == path; };
        if (std::none_of(given_.begin(), given_.end(), same_path))
            given_.push_back({i,
                              {.path = path, .unit = column.unit},
                              column.unit.empty() ? Unit{} : parse_unit(column.unit)});
    }
}

std::string GivenColumns::header() const
{
    std::string line;
    for (const Given& given : given_)
        line += header_cell(given.head) + ",";
    return line;
}

void GivenColumns::append(std::string& line, const CaseTable& rows, std::size_t row) const
{
    for (const Given& given : given_) {
        append_cell(line, rows.columns[given.column], given.unit, row);
        line += ',';
    }
}

}  // namespace supple
