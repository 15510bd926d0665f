#include <supple/lie/axial_map.hpp>
#include <supple/lie/cayley.hpp>
#include <supple/lie/so3.hpp>

namespace supple::so3 {
namespace {

// The two sides differ in the sign of ψ^: +1 left, −1 right.

Matrix3d tangent(const Vector3d& psi, double side) noexcept
{
    const double k = 1.0 / (1.0 + 0.25 * psi.squaredNorm());
    Matrix3d T = hat(0.5 * side * k * psi);
    T.diagonal().setConstant(k);
    return T;
}

Matrix3d tangent_inverse(const Vector3d& psi, double side) noexcept
{
    Matrix3d T = 0.25 * psi * psi.transpose() - hat(0.5 * side * psi);
    T.diagonal().array() += 1.0;
    return T;
}

Matrix3d tangent_derivative(const Vector3d& psi, const Vector3d& v, double side) noexcept
{
    // ∂k/∂ψ = −k²ψᵀ/2
    const double k = 1.0 / (1.0 + 0.25 * psi.squaredNorm());
    const Vector3d u = v + 0.5 * side * psi.cross(v);
    return -hat(0.5 * side * k * v) - 0.5 * k * k * u * psi.transpose();
}

Matrix3d tangent_inverse_derivative(const Vector3d& psi, const Vector3d& v, double side) noexcept
{
    Matrix3d D = hat(0.5 * side * v) + 0.25 * psi * v.transpose();
    D.diagonal().array() += 0.25 * psi.dot(v);
    return D;
}

}  // namespace

Matrix3d rot(const Vector3d& t) noexcept
{
    const double k = 2.0 / (1.0 + t.squaredNorm());
    return axial::matrix({.a = k, .b = k}, t);
}

Matrix3d cayley(const Vector3d& psi) noexcept
{
    return rot(0.5 * psi);
}

Vector3d cayley_inverse(const Matrix3d& R) noexcept
{
    // From the quaternion, which keeps its digits near a half turn; 1 + tr R would not.
    const Eigen::Quaterniond q = quaternion(R);
    return (2.0 / q.w()) * q.vec();
}

Matrix3d cayley_left_tangent(const Vector3d& psi) noexcept
{
    return tangent(psi, 1.0);
}
Matrix3d cayley_right_tangent(const Vector3d& psi) noexcept
{
    return tangent(psi, -1.0);
}
Matrix3d cayley_left_tangent_inverse(const Vector3d& psi) noexcept
{
    return tangent_inverse(psi, 1.0);
}
Matrix3d cayley_right_tangent_inverse(const Vector3d& psi) noexcept
{
    return tangent_inverse(psi, -1.0);
}

Matrix3d cayley_left_tangent_derivative(const Vector3d& psi, const Vector3d& v) noexcept
{
    return tangent_derivative(psi, v, 1.0);
}

Matrix3d cayley_right_tangent_derivative(const Vector3d& psi, const Vector3d& v) noexcept
{
    return tangent_derivative(psi, v, -1.0);
}

Matrix3d cayley_left_tangent_inverse_derivative(const Vector3d& psi, const Vector3d& v) noexcept
{
    return tangent_inverse_derivative(psi, v, 1.0);
}

Matrix3d cayley_right_tangent_inverse_derivative(const Vector3d& psi, const Vector3d& v) noexcept
{
    return tangent_inverse_derivative(psi, v, -1.0);
}

}  // namespace supple::so3
