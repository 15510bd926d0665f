/// @file
/// One view of a drawing: along an axis of the world onto a rectangle of paper.
#pragma once

#include <supple/io/svg_text.hpp>

#include <array>
#include <optional>

namespace supple {

/// Scales that all views of a drawing share.
struct DrawingScale {
    double length = 0.0;                              ///< [mm/m]
    std::array<double, std::size(arrow_kinds)> of{};  ///< [mm/N], [mm/(N m)], [mm/T]

    double& operator[](ArrowKind kind) { return of[static_cast<std::size_t>(kind)]; }
    Vector3d arrow(const DrawnArrow& one) const
    {
        return of[static_cast<std::size_t>(one.kind)] * one.vector;
    }
};

/// An axis of the world, upwards or downwards.
struct SignedAxis {
    int axis = 0;
    double sign = 1.0;

    double of(const Vector3d& v) const { return sign * v[axis]; }
    Vector3d direction() const { return sign * Vector3d::Unit(axis); }
};

struct SvgView {
    SignedAxis right, up;                ///< on paper
    Vector2d low = Vector2d::Zero();     ///< of the rectangle [mm]
    Vector2d high = Vector2d::Zero();    ///< [mm]
    Vector2d origin = Vector2d::Zero();  ///< where the world's origin lies [mm]
    double scale = 0.0;                  ///< [mm/m]

    /// Towards the reader.
    Vector3d near() const { return right.direction().cross(up.direction()); }
    Vector2d direction(const Vector3d& v) const { return {right.of(v), up.of(v)}; }
    Vector2d place(const Vector3d& p) const { return origin + scale * direction(p); }
};

/// Draws the view `index`; an arrow is named in the view that `named_in` gives for it.
void draw_view(SvgText& to, const Drawing& drawing, const DrawingScale& scale, const SvgView& view, int index,
               const std::vector<int>& named_in);

}  // namespace supple
