#include <supple/geometry/curve.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace supple {

Curve::Curve(const Vector3d& start, const Vector3d& tangent) : start_(start), start_tangent_(tangent) {}

// Second derivatives M at the points by the tridiagonal equations of a natural spline.
Curve::Curve(std::span<const Vector3d> points)
{
    const std::size_t n = points.size();
    std::vector<double> h(n - 1);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        h[i] = (points[i + 1] - points[i]).norm();
        breaks_.push_back(breaks_.back() + h[i]);
    }
    std::vector<Vector3d> M(n, Vector3d::Zero());
    std::vector<double> diagonal(n, 1.0);
    const auto slope = [&](std::size_t i) { return Vector3d((points[i + 1] - points[i]) / h[i]); };
    for (std::size_t i = 1; i + 1 < n; ++i) {
        M[i] = 6.0 * (slope(i) - slope(i - 1));
        diagonal[i] = 2.0 * (h[i - 1] + h[i]);
        if (i == 1) continue;
        const double factor = h[i - 1] / diagonal[i - 1];
        diagonal[i] -= factor * h[i - 1];
        M[i] -= factor * M[i - 1];
    }
    for (std::size_t i = n - 1; i-- > 1;) {
        if (i + 2 < n) M[i] -= h[i] * M[i + 1];
        M[i] /= diagonal[i];
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        pieces_.push_back(Cubic{points[i], slope(i) - h[i] / 6.0 * (2.0 * M[i] + M[i + 1]), 0.5 * M[i],
                                (M[i + 1] - M[i]) / (6.0 * h[i])});
        for (int k = 0; k <= 16; ++k) {
            const Point p = point_of(std::get<Cubic>(pieces_.back()), h[i] * k / 16.0);
            const double speed = p.d1.norm();
            if (speed > 0.0)
                largest_curvature_ =
                    std::max(largest_curvature_, p.d1.cross(p.d2).norm() / (speed * speed * speed));
        }
    }
    const Point first = at(0.0);
    start_ = first.c;
    start_tangent_ = first.d1;
}

void Curve::add(const Turn& turn, double length)
{
    pieces_.push_back(turn);
    breaks_.push_back(breaks_.back() + length);
    largest_curvature_ = std::max(largest_curvature_, turn.r * turn.omega * turn.omega);
}

void Curve::add_line(double length)
{
    const Point p = at(end());
    const Vector3d across = p.d1.unitOrthogonal();
    add({p.c, across, p.d1.cross(across), p.d1, 0.0, 0.0, 1.0}, length);
}

void Curve::add_arc(double radius, double angle, const Vector3d& toward)
{
    add_helix(radius, 0.0, radius * angle, toward);
}

// With the tangent T, N towards the centre and B = T × N: e₁ = −N, and T = cos α e₂ + sin α e₃.
void Curve::add_helix(double radius, double pitch, double length, const Vector3d& toward)
{
    const Point p = at(end());
    const Vector3d T = p.d1, N = (toward - T * T.dot(toward)).normalized(), B = T.cross(N);
    const double rise = pitch / (2.0 * std::numbers::pi), along = std::hypot(radius, rise);
    const double cosine = radius / along, sine = rise / along;
    add({p.c + radius * N, -N, cosine * T - sine * B, sine * T + cosine * B, radius, 1.0 / along, sine},
        length);
}

Curve::Point Curve::point_of(const Turn& t, double u) noexcept
{
    const double c = std::cos(t.omega * u), s = std::sin(t.omega * u), w = t.omega;
    const Vector3d out = t.r * (c * t.e1 + s * t.e2), along = t.r * (-s * t.e1 + c * t.e2);
    return {t.o + out + t.k * u * t.e3, w * along + t.k * t.e3, -w * w * out, -w * w * w * along};
}

Curve::Point Curve::point_of(const Cubic& p, double u) noexcept
{
    return {p.a + u * (p.b + u * (p.c + u * p.d)), p.b + u * (2.0 * p.c + 3.0 * u * p.d),
            2.0 * p.c + 6.0 * u * p.d, 6.0 * p.d};
}

int Curve::piece_at(double u) const noexcept
{
    const auto behind = std::upper_bound(breaks_.begin() + 1, breaks_.end() - 1, u);
    return static_cast<int>(behind - breaks_.begin()) - 1;
}

Curve::Point Curve::at(double u) const noexcept
{
    const Vector3d zero = Vector3d::Zero();
    if (pieces_.empty() || u < 0.0) return {start_ + u * start_tangent_, start_tangent_, zero, zero};
    const auto piece = static_cast<std::size_t>(piece_at(u));
    const double inside = std::min(u, end()) - breaks_[piece];
    Point p = std::visit([&](const auto& kind) { return point_of(kind, inside); }, pieces_[piece]);
    if (u > end()) {
        p.c += (u - end()) * p.d1;
        p.d2 = p.d3 = zero;
    }
    return p;
}

double Curve::foot(const Vector3d& x, double u) const noexcept
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low = -infinity, high = infinity;
    for (int i = 0; i < 100; ++i) {
        const Point p = at(u);
        const Vector3d w = x - p.c;
        const double speed = p.d1.squaredNorm(), f = w.dot(p.d1);
        (f > 0.0 ? low : high) = u;
        // Beyond the focal radius, where the foot is no longer the nearest point, as on a straight line.
        const double slope = speed - w.dot(p.d2);
        double next = u + f / (slope > 0.1 * speed ? slope : speed);
        if (next <= low || next >= high)
            next = std::isfinite(low) && std::isfinite(high) ? 0.5 * (low + high) : next;
        const double moved = std::abs(next - u);
        u = next;
        if (!(moved > 1e-15 * (std::abs(u) + end()))) break;
    }
    return u;
}

double Curve::nearest(const Vector3d& x) const noexcept
{
    double best = 0.0, least = std::numeric_limits<double>::infinity();
    const auto try_from = [&](double u) {
        const double there = foot(x, u), distance = (x - at(there).c).squaredNorm();
        if (distance >= least) return;
        least = distance;
        best = there;
    };
    try_from(-1e-3 * end());
    for (int piece = 0; piece < pieces(); ++piece) {
        const double from = piece_start(piece), length = piece_start(piece + 1) - from;
        const int parts = 4 + static_cast<int>(std::min(60.0, 4.0 * length * largest_curvature_));
        for (int k = 0; k < parts; ++k)
            try_from(from + (k + 0.5) / parts * length);
    }
    try_from(end() * (1.0 + 1e-3));
    return best;
}

}  // namespace supple
