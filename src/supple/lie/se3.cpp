#include <supple/lie/axial_map.hpp>
#include <supple/lie/se3.hpp>
#include <supple/lie/so3.hpp>

namespace supple {

Eigen::Quaterniond SE3::quaternion() const
{
    return so3::quaternion(R_);
}

namespace se3 {
namespace {

// Every map below is A(φ + ε ρ) for one of the maps A of SO(3) (axial_map.hpp): the coefficients choose
// which.
AxialCoefficients left(const Vector6d& xi, Order order) noexcept
{
    return jacobian_coefficients(xi.tail<3>().norm(), order);
}

AxialCoefficients right(const Vector6d& xi, Order order) noexcept
{
    return axial::transpose(left(xi, order));
}

AxialCoefficients left_inverse(const Vector6d& xi, Order order) noexcept
{
    return jacobian_inverse_coefficients(xi.tail<3>().norm(), order);
}

AxialCoefficients right_inverse(const Vector6d& xi, Order order) noexcept
{
    return axial::transpose(left_inverse(xi, order));
}

/// [A  dA·ρ; 0  A]
Matrix6d dual_matrix(const AxialCoefficients& f, const Vector6d& xi) noexcept
{
    const Vector3d rho = xi.head<3>();
    const Vector3d phi = xi.tail<3>();
    Matrix6d J;
    J.topLeftCorner<3, 3>() = axial::matrix(f, phi);
    J.topRightCorner<3, 3>() = axial::directional(f, phi, rho);
    J.bottomLeftCorner<3, 3>().setZero();
    J.bottomRightCorner<3, 3>() = J.topLeftCorner<3, 3>();
    return J;
}

/// ∂/∂[ρ; φ] of [A w_v + (dA·ρ) w_ω; A w_ω]
Matrix6d dual_derivative(const AxialCoefficients& f, const Vector6d& xi, const Vector6d& w) noexcept
{
    const Vector3d rho = xi.head<3>();
    const Vector3d phi = xi.tail<3>();
    Matrix6d D;
    D.topLeftCorner<3, 3>() = axial::derivative(f, phi, w.tail<3>());
    D.topRightCorner<3, 3>() =
        axial::derivative(f, phi, w.head<3>()) + axial::second_derivative(f, phi, rho, w.tail<3>());
    D.bottomLeftCorner<3, 3>().setZero();
    D.bottomRightCorner<3, 3>() = D.topLeftCorner<3, 3>();
    return D;
}

/// ∂/∂[ρ; φ] of [Aᵀ f; (dAᵀ·ρ) f + Aᵀ m]
Matrix6d dual_transpose_derivative(const AxialCoefficients& f, const Vector6d& xi, const Vector6d& F) noexcept
{
    const AxialCoefficients g = axial::transpose(f);
    const Vector3d rho = xi.head<3>();
    const Vector3d phi = xi.tail<3>();
    Matrix6d D;
    D.topLeftCorner<3, 3>().setZero();
    D.topRightCorner<3, 3>() = axial::derivative(g, phi, F.head<3>());
    D.bottomLeftCorner<3, 3>() = D.topRightCorner<3, 3>();
    D.bottomRightCorner<3, 3>() =
        axial::second_derivative(g, phi, rho, F.head<3>()) + axial::derivative(g, phi, F.tail<3>());
    return D;
}

}  // namespace

SE3 exp(const Vector6d& xi) noexcept
{
    const so3::ExpJacobian map = so3::exp_and_left_jacobian(xi.tail<3>());
    return {map.R, map.J_l * xi.head<3>()};
}

Vector6d log(const SE3& X) noexcept
{
    const Vector3d phi = so3::log(X.rotation());
    Vector6d xi;
    xi << so3::left_jacobian_inverse(phi) * X.position(), phi;
    return xi;
}

Matrix6d left_jacobian(const Vector6d& xi) noexcept
{
    return dual_matrix(left(xi, Order::first), xi);
}

Matrix6d right_jacobian(const Vector6d& xi) noexcept
{
    return dual_matrix(right(xi, Order::first), xi);
}

Matrix6d left_jacobian_inverse(const Vector6d& xi) noexcept
{
    return dual_matrix(left_inverse(xi, Order::first), xi);
}

Matrix6d right_jacobian_inverse(const Vector6d& xi) noexcept
{
    return dual_matrix(right_inverse(xi, Order::first), xi);
}

Matrix6d left_jacobian_derivative(const Vector6d& xi, const Vector6d& w) noexcept
{
    return dual_derivative(left(xi, Order::second), xi, w);
}

Matrix6d right_jacobian_derivative(const Vector6d& xi, const Vector6d& w) noexcept
{
    return dual_derivative(right(xi, Order::second), xi, w);
}

Matrix6d left_jacobian_inverse_derivative(const Vector6d& xi, const Vector6d& w) noexcept
{
    return dual_derivative(left_inverse(xi, Order::second), xi, w);
}

Matrix6d right_jacobian_inverse_derivative(const Vector6d& xi, const Vector6d& w) noexcept
{
    return dual_derivative(right_inverse(xi, Order::second), xi, w);
}

Matrix6d left_jacobian_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept
{
    return dual_transpose_derivative(left(xi, Order::second), xi, F);
}

Matrix6d right_jacobian_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept
{
    return dual_transpose_derivative(right(xi, Order::second), xi, F);
}

Matrix6d left_jacobian_inverse_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept
{
    return dual_transpose_derivative(left_inverse(xi, Order::second), xi, F);
}

Matrix6d right_jacobian_inverse_transpose_derivative(const Vector6d& xi, const Vector6d& F) noexcept
{
    return dual_transpose_derivative(right_inverse(xi, Order::second), xi, F);
}

}  // namespace se3
}  // namespace supple
