/// @file
/// What keeps a chain with a pinned base in its direction until the loads do.
///
/// A pinned base is a ball joint without stiffness. Without load the rod may then lie in any direction, and
/// no path of equilibria starts there. So the path starts with a spring that is let go as the load comes on,
///
///     U = (1 − t) k/2 (3 − Σ d_i·d⁰_i),      M = (1 − t) k/2 Σ d_i × d⁰_i,
///
/// d_i the axes of the base and d⁰_i those drawn in the file. At full load t = 1 nothing is left of it, but a
/// part `slight` in the tangent alone: it keeps Newton's steps from turns that cost nothing, as those of a
/// round rod about itself.
#pragma once

#include <supple/model/load.hpp>

namespace supple {

class BaseSpring final : public Load {
 public:
    /// At a point beyond the joint of the base. `soft`: EI over the rod's length [N m].
    BaseSpring(int point, const Matrix3d& drawn, double soft) : point_(point), drawn_(drawn), soft_(soft) {}

    static constexpr double slight = 1e-10;  ///< over EI/L

    int point() const noexcept { return point_; }
    double soft() const noexcept { return soft_; }
    void set_strength(double k) noexcept { k_ = k; }  ///< [N m]

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override
    {
        FrameForce& force = forces[static_cast<std::size_t>(point_)];
        const Matrix3d& D = frames[static_cast<std::size_t>(point_)].rotation();
        const double k = 0.5 * (1.0 - scale) * k_;
        for (int i = 0; i < 3; ++i)
            force.F.tail<3>() += k * D.col(i).cross(drawn_.col(i));
        const Matrix3d B = D * drawn_.transpose();
        force.varies = true;
        force.dF_dx.bottomRightCorner<3, 3>() +=
            k * B - (k * B.trace() + slight * soft_) * Matrix3d::Identity();
    }
    void add_in_motion(std::span<const SE3>, std::span<const Vector6d>,
                       std::span<FrameForce>) const noexcept override
    {
    }
    bool conservative() const noexcept override { return true; }
    double potential(std::span<const SE3>) const noexcept override { return 0.0; }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return k_; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

 private:
    int point_;
    Matrix3d drawn_;
    double soft_;
    double k_ = 0.0;
};

}  // namespace supple
