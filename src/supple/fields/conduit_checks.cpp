// Conduits that cannot be, or that cannot hold the rod.

#include <supple/fields/checks.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/surfaces.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <cmath>

namespace supple {
namespace {

std::string length_text(double length)
{
    return format_quantity(length, dimension::length);
}

MaybeMistake point_twice(const Conduit& conduit)
{
    for (std::size_t i = 1; i < conduit.centerline.size(); ++i) {
        if (conduit.centerline[i] == conduit.centerline[i - 1])
            return Mistake{
                "centerline",
                filled("points {} and {} are the same; expected points that lead along the tube", i - 1, i)};
    }
    return std::nullopt;
}

/// One width, or one at each end of the pieces.
MaybeMistake count_mistake(const Conduit& conduit)
{
    const bool by_points = conduit.pieces.empty();
    const std::size_t ends = by_points ? conduit.centerline.size() : conduit.pieces.size() + 1;
    const bool by_radius = !conduit.radius.empty();
    const std::size_t count = by_radius ? conduit.radius.size() : conduit.clearance.size();
    if (count == 1 || count == ends) return std::nullopt;
    return Mistake{by_radius ? "radius" : "clearance",
                   by_points ? filled("has {}, and the centreline {}; expected one, or one a point",
                                      counted(count, "value"), counted(ends, "point"))
                             : filled("has {}, and the tube {}; expected one, or one more than pieces",
                                      counted(count, "value"), counted(ends - 1, "piece"))};
}

MaybeMistake room_mistake(const Conduit& conduit, double rod_radius)
{
    for (const double radius : conduit.radius) {
        if (!(radius > rod_radius))
            return Mistake{"radius", filled("does not leave room for the rod; expected more than {}",
                                            length_text(rod_radius))};
    }
    return std::nullopt;
}

MaybeMistake toward_mistake(const Conduit& conduit, const ConduitStart& start)
{
    constexpr double least = 1e-6;
    Curve curve(start.position, unit_vector(start.tangent));
    for (std::size_t i = 0; i < conduit.pieces.size(); ++i) {
        const Vector3d* toward = nullptr;
        const char* key = "arc";
        if (const auto* arc = std::get_if<ArcPiece>(&conduit.pieces[i])) toward = &arc->toward;
        if (const auto* helix = std::get_if<HelixPiece>(&conduit.pieces[i])) {
            toward = &helix->toward;
            key = "helix";
        }
        const Vector3d along = end_tangent(curve);
        if (toward && !(along.cross(*toward).stableNorm() > least * toward->stableNorm()))
            return Mistake{filled("pieces.{}.{}.toward", i, key),
                           "is along the tube there; expected a direction across it"};
        add_piece(curve, conduit.pieces[i]);
    }
    return std::nullopt;
}

/// A wall that folds into itself, or a tube that does not hold the base.
MaybeMistake shape_mistake(const TubeGap& tube, const Conduit& conduit, const SE3& X_WB)
{
    const char* along = conduit.pieces.empty() ? "centerline" : "pieces";
    if (!(tube.focal_margin() > 0.0))
        return Mistake{
            along,
            filled("bends more sharply (to a radius of {}) than its room for the rod's axis "
                   "is wide (up to {}); expected gentler bends or a narrower tube",
                   length_text(1.0 / tube.curve().largest_curvature()), length_text(tube.largest_room()))};
    double u = tube.curve().nearest(X_WB.position());
    const double distance = tube.distance(X_WB.position(), u);
    if (distance >= -1e-9 * tube.room(u)) return std::nullopt;
    return Mistake{"", filled("the base of the rod, at {}, is outside of the tube, {} beyond where its wall "
                              "stops the axis; expected a tube around it",
                              format_quantity(std::vector<double>{X_WB.position().x(), X_WB.position().y(),
                                                                  X_WB.position().z()},
                                              dimension::length),
                              length_text(-distance))};
}

}  // namespace

MaybeMistake mistake_in(const Conduit& conduit, const Base& base, const Rod& rod)
{
    if (MaybeMistake mistake = point_twice(conduit)) return mistake;
    if (conduit.start && conduit.pieces.empty())
        return Mistake{"start", "found a centreline, whose first point is its start; expected one of them"};
    if (MaybeMistake mistake = count_mistake(conduit)) return mistake;
    if (MaybeMistake mistake = room_mistake(conduit, contact_radius(rod).value_or(0.0))) return mistake;
    Manipulator alone;
    alone.rod = rod;
    alone.base = base;
    alone.constraints = {conduit};
    complete(alone);
    const auto& whole = std::get<Conduit>(alone.constraints[0]);
    if (whole.start) {
        if (MaybeMistake mistake = toward_mistake(whole, *whole.start)) return mistake;
    }
    return shape_mistake(tube_of(whole, rod), whole, alone.base.X_WB);
}

}  // namespace supple
