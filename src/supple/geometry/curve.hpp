/// @file
/// The centreline of a tube: a curve c(u) of lines, arcs, helices, or a spline through points.
///
/// u grows along the curve from 0; of lines, arcs and helices it is the arc length, of a spline the length of
/// its chords. Before its start and behind its end the curve goes on straight. A line, an arc or a helix is
///
///     c(u) = o + r (cos ωu e₁ + sin ωu e₂) + k u e₃,      r²ω² + k² = 1
///
/// with r = 0 for a line and k = 0 for an arc. The spline is cubic with c″ = 0 at its ends, so that it is C²
/// with what goes on straight too; pieces meet with one tangent.
///
/// The foot of a point x is where f(u) = (x − c)·c′ = 0. It is found by Newton's method inside a bracket,
/// from a foot found before; nearest() looks along the whole curve.
///
/// Laws (tests/geometry/test_curve.cpp): derivatives are those of c; arcs and helices have their radius,
/// pitch and hand; the spline passes its points with two continuous derivatives; feet are where a fine search
/// finds them.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <span>
#include <variant>
#include <vector>

namespace supple {

class Curve {
 public:
    /// c and its derivatives by u.
    struct Point {
        Vector3d c, d1, d2, d3;
    };

    /// From a place, along a unit tangent.
    Curve(const Vector3d& start, const Vector3d& tangent);

    /// A cubic spline. @pre two or more points, no two neighbours the same
    explicit Curve(std::span<const Vector3d> points);

    // More of it. `toward` leads from the end so far to the centre; its part along the tangent is left out.
    // @pre it has another part
    void add_line(double length);
    void add_arc(double radius, double angle, const Vector3d& toward);
    void add_helix(double radius, double pitch, double length, const Vector3d& toward);  ///< pitch < 0: left

    double end() const noexcept { return breaks_.back(); }
    int pieces() const noexcept { return static_cast<int>(pieces_.size()); }
    double piece_start(int piece) const noexcept { return breaks_[static_cast<std::size_t>(piece)]; }

    /// The piece at u: the first before the start, the last behind the end. @pre there are pieces
    int piece_at(double u) const noexcept;
    Point at(double u) const noexcept;
    double largest_curvature() const noexcept { return largest_curvature_; }  ///< [1/m]

    /// The foot of x near `u`.
    double foot(const Vector3d& x, double u) const noexcept;

    /// The foot of x nearest to it of all.
    double nearest(const Vector3d& x) const noexcept;

 private:
    struct Turn {
        Vector3d o, e1, e2, e3;
        double r = 0.0, omega = 0.0, k = 1.0;
    };
    struct Cubic {
        Vector3d a, b, c, d;  ///< a + b u + c u² + d u³
    };

    static Point point_of(const Turn& turn, double u) noexcept;
    static Point point_of(const Cubic& cubic, double u) noexcept;
    void add(const Turn& turn, double length);

    Vector3d start_;
    Vector3d start_tangent_;
    std::vector<std::variant<Turn, Cubic>> pieces_;
    std::vector<double> breaks_{0.0};
    double largest_curvature_ = 0.0;
};

}  // namespace supple
