#include <supple/contact/obstacle.hpp>

#include <cmath>
#include <utility>

namespace supple {

Obstacle::Obstacle(std::string name_, Surface surface_, double friction_)
    : name(std::move(name_)), surface(std::move(surface_)), friction(friction_)
{
}

void Obstacle::add_to(std::span<const SE3> frames, double, std::span<FrameForce> forces) const noexcept
{
    for (Sample& sample : samples) {
        const auto k = static_cast<std::size_t>(sample.point);
        const Vector3d& x = frames[k].position();
        sample.gap = gap_at(surface, x, sample.u);
        const Vector3d& n = sample.gap.gradient;
        FrameForce& force = forces[k];
        if (sample.force != 0.0) force.F.head<3>() += sample.force * n;
        if (sample.multiplier != 0.0 || sample.weight != 0.0) {
            force.varies = true;
            force.dF_dx.topLeftCorner<3, 3>() +=
                sample.multiplier * sample.gap.hessian - sample.weight * n * n.transpose();
        }
        sample.friction_force.setZero();
        if (sample.rub == 0.0) continue;
        const Vector3d d = x - sample.anchor, along = d - sample.normal * sample.normal.dot(d);
        const double size = std::sqrt(along.squaredNorm() + rounding * rounding);
        sample.friction_force = -sample.rub / size * along;
        force.F.head<3>() += sample.friction_force;
        force.varies = true;
        force.dF_dx.topLeftCorner<3, 3>() -=
            sample.rub / size *
            (Matrix3d::Identity() - sample.normal * sample.normal.transpose() -
             along * along.transpose() / (size * size));
    }
}

}  // namespace supple
