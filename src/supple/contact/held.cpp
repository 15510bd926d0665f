#include <supple/contact/held.hpp>
#include <supple/lie/so3.hpp>

namespace supple {

HeldPosition::HeldPosition(int point, const Fixture& fixture) : name_(fixture.name), point_(point)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (const auto& held = fixture.hold[static_cast<std::size_t>(axis)]) {
            axis_[size_] = axis;
            target_[size_++] = *held;
        }
    }
}

void HeldPosition::evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept
{
    phi.resize(size_);
    dphi_dx.setZero(size_, 6);
    for (int r = 0; r < size_; ++r) {
        phi[r] = X.position()[axis_[r]] - target_[r];
        dphi_dx(r, axis_[r]) = 1.0;
    }
}

void HeldPosition::add_force(const SE3&, const double* lambda, FrameForce& force) const noexcept
{
    for (int r = 0; r < size_; ++r)
        force.F[axis_[r]] += lambda[r];
}

HeldPose::HeldPose(int point, const Clamp& clamp) : name_(clamp.name), point_(point), X_WC_(clamp.X_WC) {}

void HeldPose::evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept
{
    const Vector3d turned = so3::log(X.rotation() * X_WC_.rotation().transpose());
    phi.resize(6);
    phi << X.position() - X_WC_.position(), turned;
    dphi_dx.setIdentity(6, 6);
    dphi_dx.bottomRightCorner<3, 3>() = so3::left_jacobian_inverse(turned);
}

void HeldPose::add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept
{
    const Vector3d turned = so3::log(X.rotation() * X_WC_.rotation().transpose());
    const Vector3d couple(lambda[3], lambda[4], lambda[5]);
    const Matrix3d J = so3::left_jacobian_inverse(turned);
    force.F.head<3>() += Vector3d(lambda[0], lambda[1], lambda[2]);
    force.F.tail<3>() += J.transpose() * couple;
    // δ(J_l⁻ᵀ λ) with J_l⁻ᵀ = J_r⁻¹ and δφ = J_l⁻¹ δθ.
    force.varies = true;
    force.dF_dx.bottomRightCorner<3, 3>() += so3::right_jacobian_inverse_derivative(turned, couple) * J;
}

}  // namespace supple
