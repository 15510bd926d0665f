#include <supple/rod/surfaces.hpp>

namespace supple {
namespace {

/// The rod's radius where all of it may touch, else 0: then its axis touches.
double radius_at(double at, const Rod& rod)
{
    return at == at_rod ? contact_radius(rod).value_or(0.0) : 0.0;
}

struct AddPiece {
    Curve& curve;

    void operator()(const LinePiece& line) const { curve.add_line(line.length); }
    void operator()(const ArcPiece& arc) const { curve.add_arc(arc.radius, arc.angle, arc.toward); }
    void operator()(const HelixPiece& helix) const
    {
        curve.add_helix(helix.radius, helix.left ? -helix.pitch : helix.pitch, helix.length, helix.toward);
    }
};

struct SurfaceOf {
    const Rod& rod;

    template <class Holding>
    std::optional<Surface> operator()(const Holding&) const
    {
        return std::nullopt;
    }
    std::optional<Surface> operator()(const Plane& plane) const
    {
        return PlaneGap{plane.point + radius_at(plane.at, rod) * plane.normal, plane.normal};
    }
    std::optional<Surface> operator()(const Sphere& sphere) const
    {
        const double r = radius_at(sphere.at, rod);
        return SphereGap{sphere.centre, sphere.radius + (sphere.inside ? -r : r), sphere.inside};
    }
    std::optional<Surface> operator()(const Cylinder& cylinder) const
    {
        const double r = radius_at(cylinder.at, rod);
        return CylinderGap{cylinder.point, cylinder.axis, cylinder.radius + (cylinder.inside ? -r : r),
                           cylinder.inside};
    }
    std::optional<Surface> operator()(const Conduit& conduit) const { return tube_of(conduit, rod); }
};

}  // namespace

Gap gap_at(const Surface& surface, const Vector3d& x, double& u) noexcept
{
    return std::visit([&](const auto& kind) { return kind.at(x, u); }, surface);
}

double distance_at(const Surface& surface, const Vector3d& x, double& u) noexcept
{
    return std::visit([&](const auto& kind) { return kind.distance(x, u); }, surface);
}

double first_place(const Surface& surface, const Vector3d& x) noexcept
{
    const auto* tube = std::get_if<TubeGap>(&surface);
    return tube ? tube->curve().nearest(x) : 0.0;
}

std::optional<Surface> surface_of(const Constraint& constraint, const Rod& rod)
{
    return std::visit(SurfaceOf{rod}, constraint);
}

void add_piece(Curve& curve, const ConduitPiece& piece)
{
    std::visit(AddPiece{curve}, piece);
}

Vector3d end_tangent(const Curve& curve)
{
    return curve.at(curve.end()).d1;
}

TubeGap tube_of(const Conduit& conduit, const Rod& rod)
{
    std::vector<double> room = conduit.clearance;
    for (const double radius : conduit.radius)
        room.push_back(radius - contact_radius(rod).value_or(0.0));
    if (conduit.pieces.empty()) return {Curve(conduit.centerline), std::move(room)};
    Curve curve(conduit.start->position, conduit.start->tangent);
    for (const ConduitPiece& piece : conduit.pieces)
        add_piece(curve, piece);
    return {std::move(curve), std::move(room)};
}

}  // namespace supple
