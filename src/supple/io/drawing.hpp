/// @file
/// What a drawing shows, in space and in SI, before it is seen from anywhere (result_svg.hpp).
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <string>
#include <vector>

namespace supple {

/// With what a thing is drawn.
enum class Ink {
    rod,
    unloaded,
    way,
    tube,
    wall,
    disk,
    tendon,
    magnet,
    coil,
    load,
    reaction,
    contact,
    field,
    target,
    first_mode,
    second_mode,
    third_mode
};

/// A line through points, as thick as the thing that it stands for.
struct DrawnLine {
    Ink ink = Ink::rod;
    std::vector<Vector3d> points{};
    double thickness = 0.0;  ///< [m]; 0: a pen's
    double strength = 1.0;   ///< of its colour, from 0 to 1
    bool closed = false;
};

/// The outline of what is convex: a magnet by its edges.
struct DrawnBody {
    Ink ink = Ink::magnet;
    std::vector<Vector3d> points{};
};

struct DrawnSphere {
    Vector3d centre = Vector3d::Zero();
    double radius = 0.0;
};

/// A tube by its centreline, with the unit tangent and the radius at each point.
struct DrawnTube {
    std::vector<Vector3d> points{}, tangents{};
    std::vector<double> radius{};
};

/// A wall that fills all behind it. Seen along its face it is a line; else a square of it is shown.
struct DrawnWall {
    Vector3d point = Vector3d::Zero();  ///< in the middle of the square
    Vector3d normal = Vector3d::UnitZ();
};

/// What an arrow stands for; each has a scale of its own.
enum class ArrowKind { force, moment, field };
inline constexpr ArrowKind arrow_kinds[] = {ArrowKind::force, ArrowKind::moment, ArrowKind::field};

/// A force, a moment or a magnetic field: it begins at its point.
struct DrawnArrow {
    Ink ink = Ink::load;
    Vector3d at = Vector3d::Zero();
    Vector3d vector = Vector3d::Zero();  ///< [N], [N m] or [T]
    ArrowKind kind = ArrowKind::force;
    std::string label{};  ///< empty: not named
};

/// A symbol of one size on paper.
struct DrawnMark {
    enum class Shape { clamped_base, pinned_base, fixture, clamp, guide, target, mass };
    Shape shape = Shape::fixture;
    Vector3d at = Vector3d::Zero();
    Vector3d along = Vector3d::UnitZ();  ///< tangent there
};

/// Words at a point.
struct DrawnName {
    Vector3d at = Vector3d::Zero();
    std::string text{};
    Ink ink = Ink::wall;
};

struct Drawing {
    std::string title{}, description{};
    std::string warning{};  ///< in red; empty: there is none
    std::vector<DrawnTube> tubes{};
    std::vector<DrawnWall> walls{};
    std::vector<DrawnSphere> spheres{};
    std::vector<DrawnLine> lines{};
    std::vector<DrawnBody> bodies{};
    std::vector<DrawnMark> marks{};
    std::vector<DrawnArrow> arrows{};
    std::vector<DrawnName> names{};
    std::vector<std::pair<Ink, std::string>> key{};  ///< what the colours stand for
    Vector3d gravity = Vector3d::Zero();             ///< drawn downwards where it is along an axis
    double length = 0.0;                             ///< of the rod [m]
};

/// SVG 1.1 in millimetres. @throws InputError where a number is not finite
std::string to_svg(const Drawing& drawing);

}  // namespace supple
