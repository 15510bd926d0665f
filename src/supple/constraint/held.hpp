/// @file
/// Constraints on a frame: world coordinates of its origin, its tangent, or its whole pose.
///
/// A tangent t is held at t* by φ = 2 a·t/(1 + t*·t) with a = a1, a2 across t*: the vector 2 tan(θ/2) n of
/// the turn between them, which is zero at t* only. With v_i = k a_i − (k²/2)(a_i·t) t*, k = 2/(1 + t*·t),
///
///     ∂φ_i/∂θ = t × v_i,    so that the reaction is a moment across the tangent.
#pragma once

#include <supple/model/frame_function.hpp>
#include <supple/rod/constraint.hpp>

namespace supple {

/// φ = chosen world coordinates less those at which they are held [m], then the turn of the tangent.
class HeldPosition final : public FrameFunction {
 public:
    HeldPosition(int point, const Fixture& fixture);
    HeldPosition(int point, const Guide& guide);  ///< all three coordinates

    const std::string& name() const noexcept override { return name_; }
    int point() const noexcept override { return point_; }
    int size() const noexcept override { return size_; }
    void evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept override;
    void add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept override;
    int targets() const noexcept override { return axes_ + (size_ > axes_ ? 3 : 0); }
    std::string target_path(int k) const override;
    void move_target(int k, double amount) noexcept override;
    void target_derivative(int k, const SE3& X, const double* lambda, Values& dphi,
                           Vector6d& dF) const noexcept override;

 private:
    /// The columns v_1, v_2.
    Eigen::Matrix<double, 3, 2> across(const Vector3d& t) const noexcept;

    std::string name_;
    const char* path_;  ///< of its targets
    int point_;
    int size_ = 0;
    int axes_ = 0;  ///< coordinates held
    int axis_[3] = {0, 0, 0};
    double target_[3] = {0.0, 0.0, 0.0};  ///< [m]
    Matrix3d turned_ = Matrix3d::Zero();  ///< a1, a2, t*
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
