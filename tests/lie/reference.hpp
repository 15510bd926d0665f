/// @file
/// tests/data/lie_reference.json, read once.
#pragma once

#include "support/differences.hpp"

#include <supple/lie/linear_algebra.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace supple::test {

inline const nlohmann::json& lie_reference()
{
    static const nlohmann::json reference =
        nlohmann::json::parse(std::ifstream(SUPPLE_TEST_DATA "/lie_reference.json"));
    return reference;
}

inline Vector3d vector3(const nlohmann::json& list)
{
    return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

inline Matrix3d matrix3(const nlohmann::json& rows)
{
    Matrix3d M;
    for (int i = 0; i < 3; ++i)
        M.row(i) = vector3(rows.at(i)).transpose();
    return M;
}

/// The poses of the file stand angle by angle, this many axes each.
constexpr std::size_t axes_per_angle = 5;

/// An angle of the reference as a test parameter.
struct AngleEntry {
    std::size_t index;  ///< of the angle
    double theta;       ///< [rad]
};

/// The scalars at an angle, and the pose about one of its axes.
inline const nlohmann::json& scalars(const AngleEntry& entry)
{
    return lie_reference().at("scalars").at(entry.index);
}
inline const nlohmann::json& pose(const AngleEntry& entry, std::size_t axis)
{
    return lie_reference().at("poses").at(axes_per_angle * entry.index + axis);
}

inline void PrintTo(const AngleEntry& entry, std::ostream* out)
{
    *out << fmt::format("{} rad", entry.theta);
}

inline std::vector<AngleEntry> angle_entries()
{
    std::vector<AngleEntry> all;
    const nlohmann::json& list = lie_reference().at("scalars");
    for (std::size_t i = 0; i < list.size(); ++i)
        all.push_back({i, list.at(i).at("theta").get<double>()});
    return all;
}

/// "3p1415926525897932" : a name that ctest accepts.
inline std::string name_of_entry(const testing::TestParamInfo<AngleEntry>& info)
{
    std::string name = fmt::format("{}", info.param.theta);
    for (char& c : name) {
        if (c == '.') c = 'p';
        if (c == '-') c = 'm';
    }
    return name;
}

}  // namespace supple::test
