/// @file
/// A tube, wall, sphere or cylinder that no point of the rod can pass, as what it does to the rod: forces at
/// samples along it, which statics finds.
///
/// A sample has the gap ψ of the rod's axis (rod/surfaces.hpp) and pushes with F = N ∇ψ. Its force changes
/// with the shape by N ∇∇ψ, and by what the solver asks for to find N: − w ∇ψ ∇ψᵀ. Friction is that of a
/// potential b √(|P d|² + ε²) of the way d since the last increment, P = 1 − n nᵀ and b = μ N as the pass
/// before left them [docs/theory/s5, Eq. (5.5)].
///
/// Law (tests/contact/test_obstacles.cpp): the derivative of the forces is the one that is added.
#pragma once

#include <supple/model/load.hpp>
#include <supple/rod/surfaces.hpp>

namespace supple {

class Obstacle final : public Load {
 public:
    struct Sample {
        int point = 0;            ///< of the model
        double arclength = 0.0;   ///< [m]
        double u = 0.0;           ///< where the surface found it last
        Gap gap{};                ///< ψ at the frames that were looked at last
        double force = 0.0;       ///< N [N]
        double multiplier = 0.0;  ///< N of N ∇∇ψ; differs from the force within a step of the solver
        double weight = 0.0;      ///< w [N/m]

        double rub = 0.0;                            ///< b [N]
        Vector3d anchor = Vector3d::Zero();          ///< where it was at the last increment, world [m]
        Vector3d normal = Vector3d::Zero();          ///< n of P, unit
        Vector3d friction_force = Vector3d::Zero();  ///< at the frames looked at last [N]
    };

    Obstacle(std::string name, Surface surface, double friction);

    /// Forces as they stand: they do not grow with the load factor.
    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override;
    bool conservative() const noexcept override { return friction == 0.0; }
    double potential(std::span<const SE3>) const noexcept override { return 0.0; }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return unused_; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

    std::string name;
    Surface surface;
    double friction;                      ///< μ
    double rounding = 0.0;                ///< ε [m]
    mutable std::vector<Sample> samples;  ///< by arc length; looking at the frames refreshes their gaps

 private:
    double unused_ = 0.0;
};

}  // namespace supple
