/// @file
/// Constraints on a frame: world coordinates of its origin, or its whole pose.
#pragma once

#include <supple/model/frame_function.hpp>
#include <supple/rod/constraint.hpp>

namespace supple {

/// φ = chosen world coordinates less those at which they are held [m].
class HeldPosition final : public FrameFunction {
 public:
    HeldPosition(int point, const Fixture& fixture);
    HeldPosition(int point, const Guide& guide);  ///< all three coordinates

    const std::string& name() const noexcept override { return name_; }
    int point() const noexcept override { return point_; }
    int size() const noexcept override { return size_; }
    void evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept override;
    void add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept override;
    int targets() const noexcept override { return size_; }
    std::string target_path(int k) const override;
    void move_target(int k, double amount) noexcept override;
    void target_derivative(int k, const SE3& X, const double* lambda, Values& dphi,
                           Vector6d& dF) const noexcept override;

 private:
    std::string name_;
    const char* path_;  ///< of its targets
    int point_;
    int size_ = 0;
    int axis_[3] = {0, 0, 0};
    double target_[3] = {0.0, 0.0, 0.0};  ///< [m]
};

/// φ = [p − p_C; log(R R_Cᵀ)], in world axes [m; rad].
class HeldPose final : public FrameFunction {
 public:
    HeldPose(int point, const Clamp& clamp);

    const std::string& name() const noexcept override { return name_; }
    int point() const noexcept override { return point_; }
    int size() const noexcept override { return 6; }
    void evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept override;
    void add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept override;
    int targets() const noexcept override { return 6; }
    std::string target_path(int k) const override;
    void move_target(int k, double amount) noexcept override;
    void target_derivative(int k, const SE3& X, const double* lambda, Values& dphi,
                           Vector6d& dF) const noexcept override;

 private:
    std::string name_;
    int point_;
    SE3 X_WC_;
};

}  // namespace supple
