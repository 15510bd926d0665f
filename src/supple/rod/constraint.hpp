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
    History history{};                       ///< of its position and rotation; empty: it stays
    std::optional<PoseAsWritten> written{};  ///< where given, completed() makes X_WC of it and the base
};

/// A wall that the rod cannot pass: normal · (x − point) >= 0.
///
/// Of walls, spheres and cylinders, `at` is the point of the rod's axis that touches, or at_rod: all of the
/// rod, whose own radius counts then.
struct Plane {
    std::string name;
    double at = 0.0;                      ///< arc length [m]
    Vector3d point = Vector3d::Zero();    ///< of the wall [m]
    Vector3d normal = Vector3d::UnitZ();  ///< towards the free side; made unit by completed()
    double friction = 0.0;
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

struct Sphere {
    std::string name{};
    double at = at_rod;                  ///< arc length [m]
    Vector3d centre = Vector3d::Zero();  ///< [m]
    double radius = 0.0;                 ///< [m]
    bool inside = false;                 ///< the rod stays in it
    double friction = 0.0;
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

/// An endless cylinder.
struct Cylinder {
    std::string name{};
    double at = at_rod;                 ///< arc length [m]
    Vector3d point = Vector3d::Zero();  ///< of its axis [m]
    Vector3d axis = Vector3d::UnitZ();  ///< made unit by completed()
    double radius = 0.0;                ///< [m]
    bool inside = false;                ///< the rod stays in it
    double friction = 0.0;
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

/// Pieces of a centreline, each along the tangent at the end of the one before. `toward` leads from there to
/// the centre of what follows; its part along the tangent does not count.
struct LinePiece {
    double length = 0.0;  ///< [m]
};
struct ArcPiece {
    double radius = 0.0;  ///< [m]
    double angle = 0.0;   ///< [rad]
    Vector3d toward = Vector3d::UnitY();
};
struct HelixPiece {
    double radius = 0.0;  ///< [m]
    double pitch = 0.0;   ///< rise in a turn [m]
    double length = 0.0;  ///< along the curve [m]
    Vector3d toward = Vector3d::UnitY();
    bool left = false;  ///< left-handed
};
using ConduitPiece = std::variant<LinePiece, ArcPiece, HelixPiece>;

/// Where pieces begin.
struct ConduitStart {
    Vector3d position = Vector3d::Zero();  ///< [m]
    Vector3d tangent = Vector3d::UnitZ();  ///< made unit by completed()
};

/// A tube around the whole rod, fixed in the world. Before its start it goes on straight, behind its end too
/// unless that is open.
struct Conduit {
    std::string name{};
    std::vector<double> radius{};        ///< inner [m]; one, or one at each end of its pieces, linear between
    std::vector<double> clearance{};     ///< in place of radius: room for the rod's axis [m]
    std::vector<Vector3d> centerline{};  ///< a C2 curve through these points [m], or
    std::vector<ConduitPiece> pieces{};  ///< lines, arcs and helices
    std::optional<ConduitStart> start{};  ///< of pieces; completed() puts it at the base as written
    double friction = 0.0;
    bool open_end = false;                                   ///< the rod may come out
    double until = std::numeric_limits<double>::infinity();  ///< [s]
};

using Constraint = std::variant<Fixture, Guide, Clamp, Plane, Sphere, Cylinder, Conduit>;

/// The word for its kind in files: "fixture", "guide", ...
const char* kind(const Constraint& constraint);

}  // namespace supple
