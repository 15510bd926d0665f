#include <supple/field/field_map.hpp>
#include <supple/fields/side_table.hpp>
#include <supple/io/case_table.hpp>
#include <supple/io/error.hpp>
#include <supple/io/side_files.hpp>

namespace supple {
namespace {

/// The table, or what is wrong with the file.
struct TableOrVerdict {
    SideTable table;
    Verdict wrong;
};

TableOrVerdict open_table(const std::filesystem::path& file)
{
    try {
        CaseTable cases = read_case_table(file);
        SideTable table{.rows = cases.rows, .lines = std::move(cases.lines)};
        for (CaseColumn& column : cases.columns)
            table.columns.push_back({std::move(column.path), column.dimension, std::move(column.values),
                                     column.is_text, column.missing});
        return {std::move(table), ""};
    } catch (const InputError& error) {
        return {{}, std::string("cannot be used: ") + error.what()};
    }
}

Verdict read_history(const std::filesystem::path& file, const std::vector<HistoryValue>& values,
                     History& history)
{
    const auto [table, wrong] = open_table(file);
    return wrong.empty() ? history_of(table, values, history) : wrong;
}

Verdict read_field_map(const std::filesystem::path& file, FieldMap& map)
{
    const auto [table, wrong] = open_table(file);
    if (!wrong.empty()) return wrong;
    Verdict mistake = field_map_of(table, map);
    if (mistake.empty()) fit_spline(map);
    return mistake;
}

}  // namespace

SideFiles side_files(std::filesystem::path folder)
{
    return {[folder](const std::string& file, const std::vector<HistoryValue>& values, History& history) {
                return read_history(folder / file, values, history);
            },
            [folder](const std::string& file, FieldMap& map) { return read_field_map(folder / file, map); }};
}

}  // namespace supple
