/// @file
/// The weight of lumped masses, less the buoyancy of what they displace.
#pragma once

#include <supple/model/load.hpp>

namespace supple {

/// A mass lumped at a point of the model.
struct LumpedMass {
    int point = 0;
    double mass = 0.0;  ///< less the mass of displaced liquid [kg]
};

class Weight final : public Load {
 public:
    Weight(const Vector3d& gravity, std::vector<LumpedMass> masses);

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override;
    bool conservative() const noexcept override { return true; }
    double potential(std::span<const SE3> frames) const noexcept override;
    int parameters() const noexcept override { return 3; }
    double& parameter(int k) noexcept override { return gravity_[k]; }
    std::string parameter_path(int k) const override { return std::string("gravity.") + "xyz"[k]; }
    void add_derivative(int k, std::span<const SE3> frames,
                        std::span<FrameForce> forces) const noexcept override;

 private:
    Vector3d gravity_;
    std::vector<LumpedMass> masses_;
};

}  // namespace supple
