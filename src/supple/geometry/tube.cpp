#include <supple/geometry/tube.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <utility>

namespace supple {

TubeGap::TubeGap(Curve curve, std::vector<double> room) : curve_(std::move(curve)), room_(std::move(room)) {}

double TubeGap::slope(double u) const noexcept
{
    if (room_.size() == 1 || u < 0.0 || u > curve_.end()) return 0.0;
    const int piece = curve_.piece_at(u);
    const auto i = static_cast<std::size_t>(piece);
    return (room_[i + 1] - room_[i]) / (curve_.piece_start(piece + 1) - curve_.piece_start(piece));
}

double TubeGap::room(double u) const noexcept
{
    if (room_.size() == 1 || u <= 0.0) return room_.front();
    if (u >= curve_.end()) return room_.back();
    const int piece = curve_.piece_at(u);
    return room_[static_cast<std::size_t>(piece)] + slope(u) * (u - curve_.piece_start(piece));
}

double TubeGap::least_room() const noexcept
{
    return *std::min_element(room_.begin(), room_.end());
}

double TubeGap::largest_room() const noexcept
{
    return *std::max_element(room_.begin(), room_.end());
}

double TubeGap::focal_margin() const noexcept
{
    double least = 1.0;
    for (int piece = 0; piece < curve_.pieces(); ++piece) {
        const double from = curve_.piece_start(piece), length = curve_.piece_start(piece + 1) - from;
        for (int k = 0; k <= 32; ++k) {
            // Just inside the piece, because the curvature may jump at its ends.
            const double u = from + (1e-9 + (1.0 - 2e-9) * k / 32.0) * length;
            const Curve::Point p = curve_.at(u);
            const double speed = p.d1.norm();
            if (speed > 0.0)
                least = std::min(least, 1.0 - room(u) * p.d1.cross(p.d2).norm() / (speed * speed * speed));
        }
    }
    return least;
}

Gap TubeGap::at(const Vector3d& x, double& u) const noexcept
{
    u = curve_.foot(x, u);
    const Curve::Point p = curve_.at(u);
    const Vector3d w = x - p.c;
    const double a = room(u), a1 = slope(u), h = w.squaredNorm();
    const double D = p.d1.squaredNorm() - w.dot(p.d2);
    const Vector3d du = p.d1 / D;
    Gap gap;
    gap.value = (a * a - h) / (2.0 * a);
    gap.gradient = -w / a;
    gap.hessian = (p.d1 * du.transpose() - Matrix3d::Identity()) / a;
    if (a1 != 0.0) {
        const double A = 0.5 * (1.0 + h / (a * a));
        gap.gradient += A * a1 * du;
        const Matrix3d bend = p.d2 * du.transpose(), mixed = w * du.transpose();
        const double twice = (3.0 * p.d1.dot(p.d2) - w.dot(p.d3)) / D;
        gap.hessian += A * a1 * ((bend + bend.transpose()) / D - twice * du * du.transpose());
        gap.hessian += a1 / (a * a) * (mixed + mixed.transpose());
        gap.hessian -= h * a1 * a1 / (a * a * a) * du * du.transpose();
    }
    return gap;
}

double TubeGap::distance(const Vector3d& x, double& u) const noexcept
{
    u = curve_.foot(x, u);
    return room(u) - (x - curve_.at(u).c).norm();
}

}  // namespace supple
