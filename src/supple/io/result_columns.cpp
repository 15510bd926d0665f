#include <supple/io/result_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace supple {
namespace {

void add_vector(std::vector<ResultColumn>& columns, const std::string& path, const std::string& unit,
                std::string_view components = "xyz")
{
    for (const char c : components)
        columns.push_back({fmt::format("{}.{}", path, c), unit});
}

void add_pose(std::vector<ResultColumn>& columns, const std::string& path)
{
    add_vector(columns, path + ".position", "mm");
    add_vector(columns, path + ".quaternion", "", "wxyz");
}

void add_wrench(std::vector<ResultColumn>& columns, const std::string& path)
{
    add_vector(columns, path + ".force", "mN");
    add_vector(columns, path + ".moment", "mN mm");
}

void add(std::vector<double>& values, const Vector3d& v)
{
    values.insert(values.end(), v.begin(), v.end());
}

void add(std::vector<double>& values, const SE3& X)
{
    add(values, X.position());
    const Eigen::Quaterniond q = X.quaternion();
    values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()});
}

void add(std::vector<double>& values, const Reaction& reaction)
{
    add(values, reaction.force);
    add(values, reaction.moment);
}

template <typename Items>
bool have_names(const Items& items, const std::vector<std::string>& names)
{
    if (items.size() != names.size()) return false;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (items[i].name != names[i]) return false;
    return true;
}

bool have_rods(const std::vector<DriveState>& drives, const std::vector<DriveColumns>& columns)
{
    return std::equal(drives.begin(), drives.end(), columns.begin(), columns.end(),
                      [](const DriveState& drive, const DriveColumns& column) {
                          return drive.name == column.name && drive.tensions.size() == column.rods;
                      });
}

}  // namespace

std::vector<ResultColumn> result_columns(const std::vector<std::string>& stations,
                                         const std::vector<std::string>& reactions,
                                         const std::vector<DriveColumns>& drives)
{
    std::vector<ResultColumn> columns;
    add_pose(columns, "tip");
    for (const std::string& name : stations)
        add_pose(columns, "stations." + name);
    for (std::size_t i = 0; i < reactions.size(); ++i)
        add_wrench(columns, "reactions." + (reactions[i].empty() ? std::to_string(i) : reactions[i]));
    add_wrench(columns, "base_reaction");
    columns.push_back({"energy.elastic", "mN mm"});
    columns.push_back({"energy.total", "mN mm"});
    columns.push_back({"balance", ""});
    columns.push_back({"solver.iterations", ""});
    for (std::size_t i = 0; i < drives.size(); ++i) {
        const std::string path = "drives." + (drives[i].name.empty() ? std::to_string(i) : drives[i].name);
        for (const auto& [list, unit] :
             {std::pair{"tensions", "N"}, {"end_tensions", "N"}, {"retractions", "mm"}}) {
            for (std::size_t j = 0; j < drives[i].rods; ++j)
                columns.push_back({fmt::format("{}.{}.{}", path, list, j), unit});
        }
    }
    return columns;
}

std::vector<double> result_values(const Equilibrium& e, const std::vector<std::string>& stations,
                                  const std::vector<std::string>& reactions,
                                  const std::vector<DriveColumns>& drives)
{
    std::size_t count = 7 * (stations.size() + 1) + 6 * (reactions.size() + 1) + 4;
    for (const DriveColumns& drive : drives)
        count += 3 * drive.rods;
    const bool balanced = e.status == Status::converged || e.status == Status::unstable;
    if (!balanced || e.shape.frames.empty() || !have_names(e.stations, stations) ||
        !have_names(e.reactions, reactions) || !have_rods(e.drives, drives))
        return std::vector<double>(count, std::numeric_limits<double>::quiet_NaN());
    std::vector<double> values;
    values.reserve(count);
    add(values, e.tip());
    for (const StationPose& station : e.stations)
        add(values, station.X_WS);
    for (const Reaction& reaction : e.reactions)
        add(values, reaction);
    add(values, e.base_reaction);
    values.insert(values.end(),
                  {e.energy.elastic, e.energy.total, e.balance, static_cast<double>(e.solver.iterations)});
    for (const DriveState& drive : e.drives) {
        for (const auto* list : {&drive.tensions, &drive.end_tensions, &drive.retractions})
            values.insert(values.end(), list->begin(), list->end());
    }
    return values;
}

}  // namespace supple
