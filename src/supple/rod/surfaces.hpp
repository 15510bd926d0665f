/// @file
/// The surfaces that a description speaks of, as gaps of the rod's axis.
///
/// A tube, a wall, a sphere or a cylinder that the whole rod touches is moved by the rod's radius to the side
/// on which the rod is, so that its gap is asked for points of the rod's axis. A surface given as a mesh
/// would be one more alternative here, and one more case in surfaces.cpp.
///
/// Laws (tests/rod/test_surfaces.cpp): what is touched is where the rod's radius says; pieces follow each
/// other with one tangent from where they start; one width stands for all.
#pragma once

#include <supple/geometry/tube.hpp>
#include <supple/rod/constraint.hpp>
#include <supple/rod/rod.hpp>

namespace supple {

using Surface = std::variant<PlaneGap, SphereGap, CylinderGap, TubeGap>;

/// The gap of a point, with its gradient and Hessian; `u` is what the surface keeps for that point.
Gap gap_at(const Surface& surface, const Vector3d& x, double& u) noexcept;

/// How far the point is from the surface, for reports [m].
double distance_at(const Surface& surface, const Vector3d& x, double& u) noexcept;

/// What to keep for a point about which nothing is known: the place nearest to it of the whole surface.
double first_place(const Surface& surface, const Vector3d& x) noexcept;

/// The surface of a constraint that bounds the rod; none where it holds it. @pre the description is complete
std::optional<Surface> surface_of(const Constraint& constraint, const Rod& rod);

/// @pre the conduit is complete and right
TubeGap tube_of(const Conduit& conduit, const Rod& rod);

void add_piece(Curve& curve, const ConduitPiece& piece);
Vector3d end_tangent(const Curve& curve);

}  // namespace supple
