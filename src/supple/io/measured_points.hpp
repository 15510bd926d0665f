/// @file
/// Measured motion of points of the rod, from a table with a row a time:
///
///     time [s], tip.position.x [mm], tip.position.y [mm], tip.position.z [mm], stations.magnet.position.x
///     [mm], ...
///
/// the names under which `simulate` writes its results. Each point has all three coordinates; times are
/// equally spaced.
#pragma once

#include <supple/estimate/damping_filter.hpp>
#include <supple/io/case_table.hpp>

namespace supple {

struct NamedPoint {
    std::string name;  ///< "tip", "stations.magnet"
    MeasuredPoint point;
};

/// The points of the table, in the order of their columns. @throws InputError
std::vector<NamedPoint> measured_points(const CaseTable& table, const Manipulator& manipulator);

}  // namespace supple
