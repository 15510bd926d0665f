#include <supple/actuation/guided_rod.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr double smooth_slide = 1e-5;      // [m], docs/theory/s3, Eq. (3.10)
constexpr double saturation_speed = 0.05;  // [m/s]

}  // namespace

GuidedRod::GuidedRod(double x, double y, int end) : u_(-y, x, 0.0), end_(end)
{
    gradient_.assign(at(end), Vector3d::Zero());
    angle_.assign(at(end), 0.0);
    slide_.assign(at(end), 0.0);
    sign_ = slope_ = slide_;
}

void GuidedRod::place(const Routing& routing) noexcept
{
    double slide = 0.0;
    for (int i = end_; i-- > 0;) {
        const Vector3d& e = routing.turn(i);
        const double along = routing.length(i) - u_.dot(e);
        const double across = u_.squaredNorm() * e.z();
        const double length = std::sqrt(along * along + across * e.z());
        const double inverse = 1.0 / length;
        gradient_[at(i)] = Vector3d(along * u_.x(), along * u_.y(), -across) * inverse;
        angle_[at(i)] = routing.bend(i);
        // Without cancellation: h = ℓ − √(a² + b²), ℓ − a = u·e.
        slide += u_.dot(e) - across * e.z() / (length + along);
        slide_[at(i)] = slide;
    }
}

void GuidedRod::rest(bool sharp, double share) noexcept
{
    for (std::size_t i = 0; i < slide_.size(); ++i) {
        const double d = slide_[i];
        const double size = std::sqrt(d * d + smooth_slide * smooth_slide);
        sign_[i] = share * (sharp ? static_cast<double>((d > 0.0) - (d < 0.0)) : d / size);
        slope_[i] = sharp ? 0.0 : share * smooth_slide * smooth_slide / (size * size * size);
    }
}

void GuidedRod::move(const Routing& routing) noexcept
{
    double speed = 0.0;
    for (int i = end_; i-- > 0;) {
        speed += gradient_[at(i)].dot(routing.turn_rate(i));
        sign_[at(i)] = std::clamp(speed / saturation_speed, -1.0, 1.0);
        slope_[at(i)] = 0.0;
    }
}

Matrix3d GuidedRod::curvature(const Routing& routing, int i) const noexcept
{
    const Vector3d& e = routing.turn(i);
    const double along = routing.length(i) - u_.dot(e);
    const double rr = u_.squaredNorm();
    const double length = std::sqrt(along * along + rr * e.z() * e.z());
    const Vector3d& g = gradient_[at(i)];
    Matrix3d H = (g * g.transpose() - u_ * u_.transpose()) / length;
    H(2, 2) -= rr / length;
    return H;
}

}  // namespace supple
