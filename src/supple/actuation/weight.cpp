#include <supple/actuation/weight.hpp>

namespace supple {

Weight::Weight(const Vector3d& gravity, std::vector<LumpedMass> masses)
    : gravity_(gravity), masses_(std::move(masses))
{
}

void Weight::add_to(std::span<const SE3>, double scale, std::span<FrameForce> forces) const noexcept
{
    for (const LumpedMass& lump : masses_) {
        forces[static_cast<std::size_t>(lump.point)].F.head<3>() += scale * lump.mass * gravity_;
    }
}

double Weight::potential(std::span<const SE3> frames) const noexcept
{
    double energy = 0.0;
    for (const LumpedMass& lump : masses_) {
        energy -= lump.mass * gravity_.dot(frames[static_cast<std::size_t>(lump.point)].position());
    }
    return energy;
}

void Weight::add_derivative(int k, std::span<const SE3>, std::span<FrameForce> forces) const noexcept
{
    for (const LumpedMass& lump : masses_)
        forces[static_cast<std::size_t>(lump.point)].F[k] += lump.mass;
}

}  // namespace supple
