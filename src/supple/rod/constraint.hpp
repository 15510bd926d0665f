/// @file
/// What holds or bounds the rod besides its clamped base.
#pragma once

#include <supple/lie/se3.hpp>
#include <supple/rod/place.hpp>
#include <supple/rod/timing.hpp>

#include <array>
#include <optional>
#include <variant>

namespace supple {

/// Holds chosen world coordinates of a material point, its tangent, or both. Reacts along these coordinates
/// only, and by a moment across the tangent only.
struct Fixture {
    std::string name;
    double at = 0.0;                            ///< arc length [m]
    std::array<std::optional<double>, 3> hold;  ///< world x, y, z [m]
    std::optional<Vector3d> tangent{};          ///< world, made unit by completed(); free where not given
    double until = std::numeric_limits<double>::infinity();  ///< released at this time [s]
};

/// A point in space that the rod passes through, free to slip along its tangent.
struct Guide {
    std::string name;
    Vector3d point = Vector3d::Zero();  ///< [m]
    double near = not_written;  ///< arc length from which the search for the passing point starts [m];
                                ///< not written: half the rod
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

/// Holds the full pose of a section.
struct Clamp {
    std::string name;
    double at = 0.0;                                         ///< arc length [m]
    SE3 X_WC;                                                ///< pose in which the section is held
    double until = std::numeric_limits<double>::infinity();  ///< [s]
    std::optional<PoseAsWritten> written{};  ///< where given, completed() makes X_WC of it and the base
};

/// A wall that a point of the rod cannot pass: normal · (x − point) >= 0.
struct Plane {
    std::string name;
    double at = 0.0;                      ///< arc length [m]
    Vector3d point = Vector3d::Zero();    ///< of the wall [m]
    Vector3d normal = Vector3d::UnitZ();  ///< towards the free side; made unit by completed()
    double friction = 0.0;
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

/// A tube around the whole rod.
struct Conduit {
    std::string name;
    double radius = 0.0;               ///< inner [m]
    std::vector<Vector3d> centerline;  ///< points of it, in order [m]
    double friction = 0.0;
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

using Constraint = std::variant<Fixture, Guide, Clamp, Plane, Conduit>;

/// The word for its kind in files: "fixture", "guide", ...
const char* kind(const Constraint& constraint);

}  // namespace supple
