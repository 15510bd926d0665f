#include <supple/constraint/held.hpp>
#include <supple/lie/so3.hpp>

namespace supple {

HeldPosition::HeldPosition(int point, const Fixture& fixture)
    : name_(fixture.name), path_("hold."), point_(point)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (const auto& held = fixture.hold[static_cast<std::size_t>(axis)]) {
            axis_[axes_] = axis;
            target_[axes_++] = *held;
        }
    }
    size_ = axes_;
    if (!fixture.tangent) return;
    size_ += 2;
    turned_.col(2) = *fixture.tangent;
    turned_.col(0) = fixture.tangent->unitOrthogonal();
    turned_.col(1) = turned_.col(2).cross(turned_.col(0));
}

HeldPosition::HeldPosition(int point, const Guide& guide)
    : name_(guide.name), path_("point."), point_(point), size_(3), axes_(3)
{
    for (int axis = 0; axis < 3; ++axis) {
        axis_[axis] = axis;
        target_[axis] = guide.point[axis];
    }
}

Eigen::Matrix<double, 3, 2> HeldPosition::across(const Vector3d& t) const noexcept
{
    const double k = 2.0 / (1.0 + turned_.col(2).dot(t));
    const Eigen::Matrix<double, 3, 2> a = turned_.leftCols<2>();
    return k * a - (0.5 * k * k) * turned_.col(2) * (t.transpose() * a);
}

void HeldPosition::evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept
{
    phi.resize(size_);
    dphi_dx.setZero(size_, 6);
    for (int r = 0; r < axes_; ++r) {
        phi[r] = X.position()[axis_[r]] - target_[r];
        dphi_dx(r, axis_[r]) = 1.0;
    }
    if (size_ == axes_) return;
    const Vector3d t = X.rotation().col(2);
    const Eigen::Matrix<double, 3, 2> v = across(t);
    for (int i = 0; i < 2; ++i) {
        phi[axes_ + i] = 2.0 * turned_.col(i).dot(t) / (1.0 + turned_.col(2).dot(t));
        dphi_dx.row(axes_ + i).tail<3>() = t.cross(v.col(i)).transpose();
    }
}

void HeldPosition::add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept
{
    for (int r = 0; r < axes_; ++r)
        force.F[axis_[r]] += lambda[r];
    if (size_ == axes_) return;
    const Vector3d t = X.rotation().col(2), wanted = turned_.col(2);
    const Vector3d b = turned_.leftCols<2>() * Eigen::Vector2d(lambda[axes_], lambda[axes_ + 1]);
    const double k = 2.0 / (1.0 + wanted.dot(t)), half = 0.5 * k * k;
    const Vector3d V = k * b - half * b.dot(t) * wanted;
    force.F.tail<3>() += t.cross(V);
    // δ(t × V) with δt = δθ × t; V changes with t through k and b·t.
    const Matrix3d dV =
        half * (k * b.dot(t) * wanted * wanted.transpose() - b * wanted.transpose() - wanted * b.transpose());
    force.varies = true;
    force.dF_dx.bottomRightCorner<3, 3>() -= (so3::hat(t) * dV - so3::hat(V)) * so3::hat(t);
}

std::string HeldPosition::target_path(int k) const
{
    return k < axes_ ? path_ + std::string(1, "xyz"[axis_[k]])
                     : path_ + std::string("rotation.") + "xyz"[k - axes_];
}

void HeldPosition::move_target(int k, double amount) noexcept
{
    if (k < axes_)
        target_[k] += amount;
    else
        turned_ = (so3::exp(amount * Vector3d::Unit(k - axes_)) * turned_).eval();
}

void HeldPosition::target_derivative(int k, const SE3& X, const double* lambda, Values& dphi,
                                     Vector6d& dF) const noexcept
{
    dphi.setZero(size_);
    dF.setZero();
    if (k < axes_) {
        dphi[k] = -1.0;
        return;
    }
    // Turning t* and its a about an axis e is turning the frame back, seen from an observer turned with them.
    const Vector3d e = Vector3d::Unit(k - axes_), t = X.rotation().col(2);
    dphi.tail<2>() = -across(t).transpose() * e.cross(t);
    FrameForce force;
    add_force(X, lambda, force);
    dF.tail<3>() = e.cross(force.F.tail<3>()) - force.dF_dx.bottomRightCorner<3, 3>() * e;
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

std::string HeldPose::target_path(int k) const
{
    return std::string(k < 3 ? "position." : "rotation.") + "xyz"[k % 3];
}

void HeldPose::move_target(int k, double amount) noexcept
{
    Vector6d move = Vector6d::Zero();
    move[k] = amount;
    X_WC_ = SE3(so3::exp(move.tail<3>()) * X_WC_.rotation(), X_WC_.position() + move.head<3>());
}

void HeldPose::target_derivative(int k, const SE3& X, const double* lambda, Values& dphi,
                                 Vector6d& dF) const noexcept
{
    dphi.setZero(6);
    dF.setZero();
    if (k < 3) {
        dphi[k] = -1.0;
        return;
    }
    // log(R R_Cᵀ exp(−δ)): δφ = −J_r⁻¹ δ, and the couple J_r⁻¹ λ turns with φ.
    const Vector3d turned = so3::log(X.rotation() * X_WC_.rotation().transpose());
    const Vector3d couple(lambda[3], lambda[4], lambda[5]);
    const Vector3d moved = -so3::right_jacobian_inverse(turned).col(k - 3);
    dphi.tail<3>() = moved;
    dF.tail<3>() = so3::right_jacobian_inverse_derivative(turned, couple) * moved;
}

}  // namespace supple
