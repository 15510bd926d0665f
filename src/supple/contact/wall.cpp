#include <supple/contact/wall.hpp>

namespace supple {

Wall::Wall(int point_, const Plane& plane)
    : name(plane.name), point(point_), surface{plane.point, plane.normal}, friction(plane.friction)
{
    axes.col(0) = plane.normal;
    axes.col(1) = plane.normal.unitOrthogonal();
    axes.col(2) = axes.col(0).cross(axes.col(1));
}

void Wall::add_to(std::span<const SE3>, double, std::span<FrameForce> forces) const noexcept
{
    forces[static_cast<std::size_t>(point)].F.head<3>() += axes * force;
}

void Wall::open() noexcept
{
    state = ContactState::open;
    force.setZero();
}

void Wall::touch(const Vector3d& x_W) noexcept
{
    state = friction > 0.0 ? ContactState::stick : ContactState::slip;
    force.setZero();
    anchor = x_W;
}

}  // namespace supple
