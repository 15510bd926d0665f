#include <supple/lie/axial_map.hpp>
#include <supple/lie/so3.hpp>

#include <array>
#include <cmath>

namespace supple::so3 {
namespace {

AxialCoefficients left(const Vector3d& phi, Order order) noexcept
{
    return jacobian_coefficients(phi.norm(), order);
}

AxialCoefficients left_inverse(const Vector3d& phi, Order order) noexcept
{
    return jacobian_inverse_coefficients(phi.norm(), order);
}

}  // namespace

Matrix3d exp(const Vector3d& phi) noexcept
{
    return axial::matrix(exponential_coefficients(phi.norm()), phi);
}

Eigen::Quaterniond quaternion(const Matrix3d& R) noexcept
{
    // Four times the outer product of the quaternion with itself is linear in R. Its column through the
    // largest diagonal entry is the quaternion up to length: no division by a small number at any angle.
    const double trace = R.trace();
    const Vector3d skew(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    Eigen::Vector4d q;  // x, y, z, w
    Eigen::Index i = 0;
    if (trace >= R.diagonal().maxCoeff(&i)) {
        q << skew, 1.0 + trace;
    } else {
        const Eigen::Index j = (i + 1) % 3;
        const Eigen::Index k = (i + 2) % 3;
        q[i] = 1.0 + R(i, i) - R(j, j) - R(k, k);
        q[j] = R(j, i) + R(i, j);
        q[k] = R(k, i) + R(i, k);
        q[3] = skew[i];
        if (q[3] < 0.0) q = -q;
    }
    return Eigen::Quaterniond(q / q.norm());
}

Vector3d log(const Matrix3d& R) noexcept
{
    // Small angles, below 0.24 rad, need no root: asin(s)/s by its series in the square of the sine.
    const Vector3d w = 0.5 * Vector3d(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    const double squared = w.squaredNorm();
    if (squared < 0.0576 && R.trace() > 2.0) {
        static constexpr std::array<double, 13> arcsine = {1.0,
                                                           0.16666666666666666,
                                                           0.075,
                                                           0.044642857142857144,
                                                           0.030381944444444444,
                                                           0.022372159090909092,
                                                           0.017352764423076924,
                                                           0.01396484375,
                                                           0.011551800896139705,
                                                           0.009761609529194078,
                                                           0.008390335809616815,
                                                           0.0073125258735988454,
                                                           0.006447210311889649};
        double scale = 0.0;
        for (std::size_t k = squared < 1e-3 ? 6 : arcsine.size(); k-- > 0;)  // the next term is below 2e-20
            scale = scale * squared + arcsine[k];
        return scale * w;
    }
    const Eigen::Quaterniond q = quaternion(R);
    const double sine = q.vec().norm();  // of the half angle
    // atan(t)/t = 1 − t²/3: the ratio is 1/w to the last digit below 1e-8, where the sine may underflow.
    const double scale = sine < 1e-8 ? 2.0 / q.w() : 2.0 * std::atan2(sine, q.w()) / sine;
    return scale * q.vec();
}

Matrix3d left_jacobian(const Vector3d& phi) noexcept
{
    return axial::matrix(left(phi, Order::value), phi);
}

Matrix3d right_jacobian(const Vector3d& phi) noexcept
{
    return axial::matrix(axial::transpose(left(phi, Order::value)), phi);
}

Matrix3d left_jacobian_inverse(const Vector3d& phi) noexcept
{
    return axial::matrix(left_inverse(phi, Order::value), phi);
}

Matrix3d right_jacobian_inverse(const Vector3d& phi) noexcept
{
    return axial::matrix(axial::transpose(left_inverse(phi, Order::value)), phi);
}

ExpJacobian exp_and_left_jacobian(const Vector3d& phi) noexcept
{
    const ExponentialSeries f = exponential_series(phi.norm());
    return {axial::matrix({.a = f.c1, .b = f.c2}, phi), axial::matrix({.a = f.c2, .b = f.c3}, phi)};
}

Matrix3d left_jacobian_derivative(const Vector3d& phi, const Vector3d& v) noexcept
{
    return axial::derivative(left(phi, Order::first), phi, v);
}

Matrix3d right_jacobian_derivative(const Vector3d& phi, const Vector3d& v) noexcept
{
    return axial::derivative(axial::transpose(left(phi, Order::first)), phi, v);
}

Matrix3d left_jacobian_inverse_derivative(const Vector3d& phi, const Vector3d& v) noexcept
{
    return axial::derivative(left_inverse(phi, Order::first), phi, v);
}

Matrix3d right_jacobian_inverse_derivative(const Vector3d& phi, const Vector3d& v) noexcept
{
    return axial::derivative(axial::transpose(left_inverse(phi, Order::first)), phi, v);
}

Matrix3d left_jacobian_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept
{
    return axial::hessian(left(phi, Order::second), phi, w, v);
}

Matrix3d right_jacobian_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept
{
    return axial::hessian(axial::transpose(left(phi, Order::second)), phi, w, v);
}

Matrix3d left_jacobian_inverse_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept
{
    return axial::hessian(left_inverse(phi, Order::second), phi, w, v);
}

Matrix3d right_jacobian_inverse_hessian(const Vector3d& phi, const Vector3d& w, const Vector3d& v) noexcept
{
    return axial::hessian(axial::transpose(left_inverse(phi, Order::second)), phi, w, v);
}

}  // namespace supple::so3
