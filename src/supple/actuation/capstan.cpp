#include <supple/actuation/capstan.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

Capstan::Capstan(double friction, int end) : friction_(friction)
{
    ratio_.assign(at(end), 1.0);
    steepness_.assign(at(end), 0.0);
}

void Capstan::place(const GuidedRod& rod, double tension) noexcept
{
    if (friction_ == 0.0) return;
    signed_friction_ = tension < 0.0 ? -friction_ : friction_;
    double exponent = 0.0;
    for (int i = 1; i < rod.end(); ++i) {
        exponent -= signed_friction_ * rod.angle(i - 1) * rod.sign(i);
        ratio_[at(i)] = std::exp(exponent);
        steepness_[at(i)] = steepness_[at(i - 1)] + rod.angle(i - 1) * rod.sign_slope(i);
    }
}

double Capstan::contact_ratio(const GuidedRod& rod, int station) const noexcept
{
    const double theta = rod.angle(station - 1);
    const double loss = signed_friction_ * theta * rod.sign(station);
    const double before = ratio_[at(station - 1)];
    return loss == 0.0 ? before * theta : -before * theta * std::expm1(-loss) / loss;
}

void Capstan::add_moments(const GuidedRod& rod, double tension, std::span<Vector3d> Q) const noexcept
{
    for (int i = 0; i < rod.end(); ++i)
        Q[at(i)] += tension * ratio_[at(i)] * rod.gradient(i);
}

Vector3d Capstan::ratio_gradient(const Routing& routing, const GuidedRod& rod, int i, int k) const noexcept
{
    Vector3d exponent = steepness_[at(std::min(i, k))] * rod.gradient(k);
    const Vector3d& e = routing.turn(k);
    if (k < i && rod.angle(k) > 0.0) exponent += rod.sign(k + 1) / rod.angle(k) * Vector3d(e.x(), e.y(), 0.0);
    return -signed_friction_ * ratio_[at(i)] * exponent;
}

void Capstan::add_derivative(const Routing& routing, const GuidedRod& rod, double tension,
                             TurnStiffness& dQ_de) const noexcept
{
    for (int i = 0; i < rod.end(); ++i) {
        dQ_de.block(i, i) += tension * ratio_[at(i)] * rod.curvature(routing, i);
        if (friction_ == 0.0) continue;
        const Vector3d pull = tension * rod.gradient(i);
        for (int k = 0; k < rod.end(); ++k)
            dQ_de.block(i, k) += pull * ratio_gradient(routing, rod, i, k).transpose();
    }
}

}  // namespace supple
