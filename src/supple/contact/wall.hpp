/// @file
/// A wall that a point of the rod cannot pass, as what it does to the point: a force, which statics finds.
///
/// Its state is what makes results depend on the way: where the point was held last, and whether it still is.
#pragma once

#include <supple/geometry/gap.hpp>
#include <supple/model/load.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/constraint.hpp>

namespace supple {

class Wall final : public Load {
 public:
    Wall(int point, const Plane& plane);

    /// The force as it stands: it does not grow with the load factor.
    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override;
    bool conservative() const noexcept override { return friction == 0.0; }
    double potential(std::span<const SE3>) const noexcept override { return 0.0; }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return unused_; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

    /// Away from the wall, without a force.
    void open() noexcept;

    /// Held where it is, without a force yet.
    void touch(const Vector3d& x_W) noexcept;

    double gap(const Vector3d& x_W) const noexcept { return surface.value(x_W); }

    std::string name;
    int point;  ///< of the model
    PlaneGap surface;
    Matrix3d axes;    ///< normal, and two directions along the wall
    double friction;  ///< μ
    ContactState state = ContactState::open;
    Vector3d force = Vector3d::Zero();   ///< along the axes: N, T₁, T₂ [N]
    Vector3d anchor = Vector3d::Zero();  ///< where the point was held last, world [m]

 private:
    double unused_ = 0.0;
};

}  // namespace supple
