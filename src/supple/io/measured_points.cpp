#include <supple/io/error.hpp>
#include <supple/io/measured_points.hpp>
#include <supple/result/describe.hpp>
#include <supple/result/member_names.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

[[noreturn]] void refuse(const CaseTable& table, const std::string& why)
{
    throw InputError(fmt::format("{}: {}", table.file_name, why));
}

const CaseColumn& numbers(const CaseTable& table, const std::string& path, Dimension dimension)
{
    const CaseColumn* column = table.find(path);
    if (!column) refuse(table, fmt::format("has no column {}", in_quotes(path)));
    if (column->is_text || !(column->dimension == dimension))
        refuse(table, fmt::format("column {}: expected {}, with its unit in brackets", in_quotes(path),
                                  describe(dimension)));
    if (column->missing > 0)
        refuse(table, fmt::format("column {}: {}; expected a number in every row", in_quotes(path),
                                  counted(column->missing, "empty cell")));
    return *column;
}

/// Start and interval of the times.
Track timing(const CaseTable& table)
{
    const std::vector<double>& time = numbers(table, "time", dimension::time).values;
    if (time.size() < 4) refuse(table, "has fewer than four rows; expected one row a time");
    Track track;
    track.start = time.front();
    track.interval = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
    for (std::size_t i = 0; i < time.size(); ++i) {
        const double expected = track.start + track.interval * static_cast<double>(i);
        if (!(track.interval > 0.0) || std::abs(time[i] - expected) > 1e-3 * track.interval)
            refuse(table, "has times that are not equally spaced; expected a camera's steady rate");
    }
    if (track.start > 0.0) refuse(table, "begins after t = 0; expected the motion from its start");
    return track;
}

/// The point that a column "tip.position.x" belongs to: "tip"; empty for other columns.
std::string point_of(const std::string& path)
{
    const std::size_t end = path.rfind(".position.");
    return end == std::string::npos || end + 11 != path.size() ? "" : path.substr(0, end);
}

/// Whether `simulate` writes such a column.
bool is_of_a_motion(std::string_view path)
{
    const Trajectory trajectory;
    const auto names = member_names([&](Describer& d) { describe(d, trajectory); });
    return std::find(names.begin(), names.end(), path.substr(0, path.find('.'))) != names.end();
}

double arclength_of(const CaseTable& table, const Manipulator& manipulator, const std::string& name)
{
    if (name == "tip") return manipulator.rod.length;
    for (const Station& station : manipulator.stations) {
        if (name == "stations." + station.name) return std::min(station.at, manipulator.rod.length);
    }
    refuse(table, fmt::format("names the point {}; expected tip or a station of the model", in_quotes(name)));
}

}  // namespace

std::vector<NamedPoint> measured_points(const CaseTable& table, const Manipulator& manipulator)
{
    const Track times = timing(table);
    std::vector<NamedPoint> points;
    for (const CaseColumn& column : table.columns) {
        if (column.path == "time") continue;
        const std::string name = point_of(column.path);
        // What else `simulate` writes is not looked at.
        if (name.empty() && is_of_a_motion(column.path)) continue;
        if (name.empty())
            refuse(table,
                   fmt::format("has a column {}; expected time [s] and positions such as tip.position.x [mm]",
                               in_quotes(column.path)));
        const auto same = [&name](const NamedPoint& point) { return point.name == name; };
        if (std::any_of(points.begin(), points.end(), same)) continue;
        NamedPoint point;
        point.name = name;
        point.point.at = arclength_of(table, manipulator, name);
        point.point.track = times;
        const auto& x = numbers(table, name + ".position.x", dimension::length).values;
        const auto& y = numbers(table, name + ".position.y", dimension::length).values;
        const auto& z = numbers(table, name + ".position.z", dimension::length).values;
        for (std::size_t i = 0; i < table.rows; ++i)
            point.point.track.positions.emplace_back(x[i], y[i], z[i]);
        points.push_back(std::move(point));
    }
    if (points.empty()) refuse(table, "has no measured point; expected columns such as tip.position.x [mm]");
    return points;
}

}  // namespace supple
