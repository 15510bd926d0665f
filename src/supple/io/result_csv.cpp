#include <supple/io/result_check.hpp>
#include <supple/io/result_csv.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <sstream>

namespace supple {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// One column a component, "name.x [unit]" and so on, of whatever `vector` gives for each row.
template <typename Vector>
void add_components(CaseTable& table, const std::string& name, std::string_view components,
                    const std::string& unit, std::size_t rows, Vector vector)
{
    for (std::size_t c = 0; c < components.size(); ++c) {
        std::vector<double> values(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            const double value = vector(row)[static_cast<Eigen::Index>(c)];
            values[row] = std::isfinite(value) ? value : missing;
        }
        add_column(table, fmt::format("{}.{}", name, components[c]), unit, std::move(values));
    }
}

/// Position and quaternion of the frame of each row; a null frame is missing.
template <typename Frame>
void add_pose(CaseTable& table, const std::string& prefix, std::size_t rows, Frame frame)
{
    add_components(table, prefix + "position", "xyz", "mm", rows, [&](std::size_t row) -> Vector3d {
        const SE3* X = frame(row);
        return X == nullptr ? Vector3d::Constant(missing) : X->position();
    });
    add_components(table, prefix + "quaternion", "wxyz", "", rows, [&](std::size_t row) -> Eigen::Vector4d {
        const SE3* X = frame(row);
        if (X == nullptr) return Eigen::Vector4d::Constant(missing);
        const Eigen::Quaterniond q = X->quaternion();
        return {q.w(), q.x(), q.y(), q.z()};
    });
}

std::vector<double> finite_or_missing(std::vector<double> values)
{
    for (double& value : values)
        if (!std::isfinite(value)) value = missing;
    return values;
}

std::string with_head(const CaseTable& table, std::string_view command, const std::string& model,
                      Status status, const std::string& message)
{
    std::ostringstream stream;
    stream << fmt::format("# supple-result/1 {} {} {}\n", command, model, name(status));
    if (!message.empty()) stream << fmt::format("# {}\n", in_quotes(message));
    write_case_table(table, stream);
    return stream.str();
}

}  // namespace

CaseTable shape_table(const Shape& shape)
{
    check_lengths(shape);
    CaseTable table;
    const std::size_t rows = shape.arclength.size();
    add_column(table, "s", "mm", finite_or_missing(shape.arclength));
    add_pose(table, "", rows, [&](std::size_t row) { return &shape.frames.at(row); });
    const auto add_section = [&](const std::string& name, const std::string& unit,
                                 const std::vector<Vector3d>& list) {
        if (!list.empty())
            add_components(table, name, "xyz", unit, rows, [&](std::size_t row) { return list.at(row); });
    };
    add_section("force", "mN", shape.force);
    add_section("moment", "mN mm", shape.moment);
    add_section("curvature", "1/m", shape.curvature);
    return table;
}

CaseTable trajectory_table(const Trajectory& trajectory)
{
    check_lengths(trajectory);
    CaseTable table;
    const std::size_t rows = trajectory.time.size();
    add_column(table, "time", "s", finite_or_missing(trajectory.time));
    add_pose(table, "tip.", rows, [&](std::size_t row) {
        const std::vector<SE3>& frames = trajectory.frames.at(row);
        return frames.empty() ? nullptr : &frames.back();
    });
    const std::size_t stations = trajectory.stations.empty() ? 0 : trajectory.stations[0].size();
    for (std::size_t i = 0; i < stations; ++i)
        add_pose(table, fmt::format("stations.{}.", trajectory.stations[0][i].name), rows,
                 [&](std::size_t row) { return &trajectory.stations.at(row).at(i).X_WS; });
    if (!trajectory.motion.empty()) {
        const auto add_energy = [&](const std::string& name, double MotionState::*energy) {
            std::vector<double> values;
            for (const MotionState& state : trajectory.motion)
                values.push_back(state.*energy);
            add_column(table, "energy." + name, "mJ", finite_or_missing(std::move(values)));
        };
        add_energy("kinetic", &MotionState::kinetic_energy);
        add_energy("elastic", &MotionState::elastic_energy);
        add_energy("total", &MotionState::total_energy);
    }
    return table;
}

std::string to_csv(const Equilibrium& equilibrium, std::string_view command)
{
    if (const auto told = corrected(equilibrium)) return to_csv(*told, command);
    return with_head(shape_table(equilibrium.shape), command, equilibrium.model, equilibrium.status,
                     equilibrium.message);
}

std::string to_csv(const Trajectory& trajectory, std::string_view command)
{
    if (const auto told = corrected(trajectory)) return to_csv(*told, command);
    return with_head(trajectory_table(trajectory), command, trajectory.model, trajectory.status,
                     trajectory.message);
}

}  // namespace supple
