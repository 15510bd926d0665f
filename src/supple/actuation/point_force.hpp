/// @file
/// A wrench at a point: dead (fixed in the world) or follower (turning with the section).
#pragma once

#include <supple/model/load.hpp>
#include <supple/rod/load.hpp>

namespace supple {

class PointForce final : public Load {
 public:
    PointForce(int point, const PointLoad& load, double share = 1.0);

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override;
    void set_time(double time) noexcept override;
    bool conservative() const noexcept override;
    double potential(std::span<const SE3> frames) const noexcept override;
    int parameters() const noexcept override { return 6; }
    double& parameter(int k) noexcept override { return wrench_[k]; }
    std::string parameter_path(int k) const override;
    void add_derivative(int k, std::span<const SE3> frames,
                        std::span<FrameForce> forces) const noexcept override;

 private:
    Vector6d in_world(const SE3& X, const Vector6d& wrench) const noexcept;

    int point_;
    LoadFrame frame_;
    double share_;     ///< of the load that acts here; a load at a joint is shared by its two sides
    Vector6d wrench_;  ///< [force; moment]
    History history_;
    std::vector<int> varies_;  ///< component of the wrench that each column of the history sets
};

}  // namespace supple
