/// @file
/// Functions of a frame with derivatives: what is held, measured or kept apart is zero, known or positive.
#pragma once

#include <supple/model/model.hpp>

#include <string>

namespace supple {

/// φ(X) ∈ ℝᵐ of one frame, m <= 6. Its multiplier λ is the force that holds it: F = (∂φ/∂x)ᵀ λ, on the frame.
class FrameFunction {
 public:
    using Values = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
    using Gradient = Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 6, 6>;

    virtual ~FrameFunction() = default;

    virtual const std::string& name() const noexcept = 0;
    virtual int point() const noexcept = 0;  ///< of the model
    virtual int size() const noexcept = 0;   ///< m

    /// φ, zero where the function is held, and ∂φ/∂x by columns [δp; δθ].
    virtual void evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept = 0;

    /// Adds (∂φ/∂x)ᵀ λ with its derivative at λ fixed.
    virtual void add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept = 0;

    /// The numbers at which it is held, by path: "hold.y", "position.x". A pose is also turned, about the
    /// world's axes through its origin: "rotation.x".
    virtual int targets() const noexcept = 0;
    virtual std::string target_path(int k) const = 0;
    virtual void move_target(int k, double amount) noexcept = 0;

    /// ∂φ and ∂F by target k at fixed X and λ.
    virtual void target_derivative(int k, const SE3& X, const double* lambda, Values& dphi,
                                   Vector6d& dF) const noexcept = 0;
};

}  // namespace supple
