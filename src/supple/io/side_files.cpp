#include <supple/field/field_map.hpp>
#include <supple/io/case_table.hpp>
#include <supple/io/error.hpp>
#include <supple/io/side_files.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// The table, or what is wrong with the file.
struct TableOrVerdict {
    CaseTable table;
    Verdict wrong;
};

TableOrVerdict open_table(const std::filesystem::path& file)
{
    try {
        return {read_case_table(file), ""};
    } catch (const InputError& error) {
        return {{}, std::string("cannot be used: ") + error.what()};
    }
}

std::vector<std::string> component_paths(const HistoryValue& value)
{
    if (value.components == 0) return {value.key};
    std::vector<std::string> paths;
    for (int i = 0; i < value.components; ++i) {
        paths.push_back(value.components == 3 ? fmt::format("{}.{}", value.key, "xyz"[i])
                                              : fmt::format("{}.{}", value.key, i));
    }
    return paths;
}

Verdict column_mistake(const CaseColumn& column, Dimension dimension)
{
    if (column.is_text)
        return fmt::format("has text in the column {}; expected numbers", in_quotes(column.path));
    if (column.missing > 0)
        return fmt::format("has {} in the column {}; expected a number in every row",
                           counted(column.missing, "empty cell"), in_quotes(column.path));
    if (!(column.dimension == dimension)) {
        return fmt::format("gives {} in the column {}; expected {}, with a unit as in \"{} [{}]\"",
                           describe(column.dimension), in_quotes(column.path), describe(dimension),
                           column.path, example(dimension).substr(example(dimension).find(' ') + 1));
    }
    return {};
}

/// The values along one axis of a grid, or nothing where they are not equally spaced.
bool regular_axis(std::vector<double> values, double& origin, double& spacing, int& count)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    count = static_cast<int>(values.size());
    if (count < 4) return false;
    origin = values.front();
    spacing = (values.back() - values.front()) / (count - 1);
    for (int i = 0; i < count; ++i) {
        if (std::abs(values[static_cast<std::size_t>(i)] - (origin + i * spacing)) > 1e-6 * spacing)
            return false;
    }
    return true;
}

Verdict read_history(const std::filesystem::path& file, const std::vector<HistoryValue>& values,
                     History& history)
{
    const auto [table, wrong] = open_table(file);
    if (!wrong.empty()) return wrong;
    const CaseColumn* time = table.find("time");
    if (!time) return "has no column \"time [s]\"; expected it, with one row a time";
    if (Verdict mistake = column_mistake(*time, dimension::time); !mistake.empty()) return mistake;
    if (table.rows == 0) return "has no rows; expected one row a time";
    if (std::adjacent_find(time->values.begin(), time->values.end(), std::greater_equal<>()) !=
        time->values.end()) {
        return "has times that do not ascend; expected every time later than the one before";
    }
    history.time = time->values;

    std::vector<std::string> allowed, shown;
    for (const HistoryValue& value : values) {
        const auto paths = component_paths(value);
        for (const std::string& path : paths) {
            allowed.push_back(path);
            if (paths.size() <= 3 || &path == &paths[0]) shown.push_back(path);
            const CaseColumn* column = table.find(path);
            if (!column) continue;
            if (Verdict mistake = column_mistake(*column, value.dimension); !mistake.empty()) return mistake;
            history.columns.push_back({path, column->values});
        }
    }
    for (const CaseColumn& column : table.columns) {
        if (column.path != "time" &&
            std::find(allowed.begin(), allowed.end(), column.path) == allowed.end()) {
            return fmt::format("has an unknown column {}; expected some of {}", in_quotes(column.path),
                               fmt::join(shown, ", "));
        }
    }
    if (history.columns.empty())
        return fmt::format("varies nothing; expected some of the columns {}", fmt::join(shown, ", "));
    return {};
}

Verdict read_field_map(const std::filesystem::path& file, FieldMap& map)
{
    const auto [table, wrong] = open_table(file);
    if (!wrong.empty()) return wrong;
    const char* axes[] = {"x", "y", "z"};
    const CaseColumn* place[3];
    const CaseColumn* field[3];
    for (int i = 0; i < 3; ++i) {
        place[i] = table.find(axes[i]);
        field[i] = table.find(fmt::format("B.{}", axes[i]));
        if (!place[i] || !field[i])
            return fmt::format(
                "has no column {}; expected x [mm], y [mm], z [mm], B.x [mT], B.y [mT], B.z [mT]",
                in_quotes(place[i] ? fmt::format("B.{}", axes[i]) : axes[i]));
        if (Verdict mistake = column_mistake(*place[i], dimension::length); !mistake.empty()) return mistake;
        if (Verdict mistake = column_mistake(*field[i], dimension::magnetic_field); !mistake.empty())
            return mistake;
    }
    if (table.columns.size() > 6) {
        const auto known = [&](const CaseColumn& c) {
            return std::find(place, place + 3, &c) != place + 3 ||
                   std::find(field, field + 3, &c) != field + 3;
        };
        const auto extra = std::find_if_not(table.columns.begin(), table.columns.end(), known);
        return fmt::format("has an unknown column {}; expected x, y, z, B.x, B.y, B.z",
                           in_quotes(extra->path));
    }
    for (int i = 0; i < 3; ++i) {
        if (!regular_axis(place[i]->values, map.origin[i], map.spacing[i],
                          map.count[static_cast<std::size_t>(i)])) {
            return fmt::format("is not a regular grid along {}; expected at least four equally spaced values",
                               axes[i]);
        }
    }
    const auto points = static_cast<std::size_t>(map.count[0]) * static_cast<std::size_t>(map.count[1]) *
                        static_cast<std::size_t>(map.count[2]);
    if (points != table.rows) {
        return fmt::format("has {} rows for a grid of {} x {} x {}; expected every grid point once",
                           table.rows, map.count[0], map.count[1], map.count[2]);
    }
    map.values.resize(points);
    std::vector<bool> seen(points, false);
    for (std::size_t row = 0; row < table.rows; ++row) {
        std::size_t index = 0;
        for (int i = 2; i >= 0; --i) {
            const auto along = static_cast<std::size_t>(
                std::lround((place[i]->values[row] - map.origin[i]) / map.spacing[i]));
            index = index * static_cast<std::size_t>(map.count[static_cast<std::size_t>(i)]) + along;
        }
        if (seen[index])
            return fmt::format("has the grid point of line {} twice; expected every grid point once",
                               table.lines[row]);
        seen[index] = true;
        map.values[index] = {field[0]->values[row], field[1]->values[row], field[2]->values[row]};
    }
    fit_spline(map);
    return {};
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
