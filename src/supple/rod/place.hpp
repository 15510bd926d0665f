/// @file
/// What a description says without a number: the tip, what is left to be found, a pose by its axes.
#pragma once

#include <supple/lie/se3.hpp>

#include <limits>
#include <optional>

namespace supple {

/// An arc length that stands for the end of the rod, however long that is.
inline constexpr double at_tip = std::numeric_limits<double>::infinity();

/// An arc length that stands for all of the rod.
inline constexpr double at_rod = -std::numeric_limits<double>::infinity();

/// A number that the file leaves out and that follows from others.
inline constexpr double not_written = std::numeric_limits<double>::quiet_NaN();

/// A pose by a position, the direction of d3 and that of d1. Directions need not be of unit length.
struct PoseAsWritten {
    Vector3d position = Vector3d::Zero();  ///< [m]
    std::optional<Vector3d> tangent{};     ///< d3
    std::optional<Vector3d> normal{};      ///< d1
};

}  // namespace supple
