#include <supple/fields/side_table.hpp>
#include <supple/text/path.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

std::vector<std::string> component_paths(const HistoryValue& value)
{
    if (value.components == 0) return {value.key};
    std::vector<std::string> paths;
    for (int i = 0; i < value.components; ++i) {
        paths.push_back(value.components == 3 ? joined_path(value.key, std::string(1, "xyz"[i]))
                                              : joined_path(value.key, std::to_string(i)));
    }
    return paths;
}

Verdict column_mistake(const SideColumn& column, Dimension dimension)
{
    if (column.is_text) return filled("has text in the column {}; expected numbers", in_quotes(column.path));
    if (column.missing > 0)
        return filled("has {} in the column {}; expected a number in every row",
                      counted(column.missing, "empty cell"), in_quotes(column.path));
    if (!(column.dimension == dimension)) {
        return filled("gives {} in the column {}; expected {}, with a unit as in \"{} [{}]\"",
                      describe(column.dimension), in_quotes(column.path), describe(dimension), column.path,
                      example(dimension).substr(example(dimension).find(' ') + 1));
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

}  // namespace

const SideColumn* SideTable::find(std::string_view path) const
{
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const SideColumn& column) { return column.path == path; });
    return found == columns.end() ? nullptr : &*found;
}

Verdict history_of(const SideTable& table, const std::vector<HistoryValue>& values, History& history)
{
    const SideColumn* time = table.find("time");
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
            const SideColumn* column = table.find(path);
            if (!column) continue;
            if (Verdict mistake = column_mistake(*column, value.dimension); !mistake.empty()) return mistake;
            history.columns.push_back({path, column->values});
        }
    }
    for (const SideColumn& column : table.columns) {
        if (column.path != "time" &&
            std::find(allowed.begin(), allowed.end(), column.path) == allowed.end()) {
            return filled("has an unknown column {}; expected some of {}", in_quotes(column.path),
                          join(shown, ", "));
        }
    }
    if (history.columns.empty())
        return filled("varies nothing; expected some of the columns {}", join(shown, ", "));
    return {};
}

Verdict field_map_of(const SideTable& table, FieldMap& map)
{
    const char* axes[] = {"x", "y", "z"};
    const SideColumn* place[3];
    const SideColumn* field[3];
    for (int i = 0; i < 3; ++i) {
        place[i] = table.find(axes[i]);
        field[i] = table.find(filled("B.{}", axes[i]));
        if (!place[i] || !field[i])
            return filled("has no column {}; expected x [mm], y [mm], z [mm], B.x [mT], B.y [mT], B.z [mT]",
                          in_quotes(place[i] ? filled("B.{}", axes[i]) : axes[i]));
        if (Verdict mistake = column_mistake(*place[i], dimension::length); !mistake.empty()) return mistake;
        if (Verdict mistake = column_mistake(*field[i], dimension::magnetic_field); !mistake.empty())
            return mistake;
    }
    if (table.columns.size() > 6) {
        const auto known = [&](const SideColumn& c) {
            return std::find(place, place + 3, &c) != place + 3 ||
                   std::find(field, field + 3, &c) != field + 3;
        };
        const auto extra = std::find_if_not(table.columns.begin(), table.columns.end(), known);
        return filled("has an unknown column {}; expected x, y, z, B.x, B.y, B.z", in_quotes(extra->path));
    }
    for (int i = 0; i < 3; ++i) {
        if (!regular_axis(place[i]->values, map.origin[i], map.spacing[i],
                          map.count[static_cast<std::size_t>(i)])) {
            return filled("is not a regular grid along {}; expected at least four equally spaced values",
                          axes[i]);
        }
    }
    const auto points = static_cast<std::size_t>(map.count[0]) * static_cast<std::size_t>(map.count[1]) *
                        static_cast<std::size_t>(map.count[2]);
    if (points != table.rows) {
        return filled("has {} rows for a grid of {} x {} x {}; expected every grid point once", table.rows,
                      map.count[0], map.count[1], map.count[2]);
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
            return filled("has the grid point of line {} twice; expected every grid point once",
                          table.lines[row]);
        seen[index] = true;
        map.values[index] = {field[0]->values[row], field[1]->values[row], field[2]->values[row]};
    }
    return {};
}

}  // namespace supple
