#include <supple/estimate/panel.hpp>
#include <supple/lie/so3.hpp>

namespace supple::estimation {
namespace {

using so3::hat;

/// δ of c₀ p_A + c₁ t_A + c₂ p_B + c₃ t_B.
Matrix3x12 variation(double c0, double c1, double c2, double c3, const Vector3d& tA, const Vector3d& tB)
{
    Matrix3x12 M;
    M.block<3, 3>(0, 0) = c0 * Matrix3d::Identity();
    M.block<3, 3>(0, 3) = -c1 * hat(tA);
    M.block<3, 3>(0, 6) = c2 * Matrix3d::Identity();
    M.block<3, 3>(0, 9) = -c3 * hat(tB);
    return M;
}

}  // namespace

PanelPoint panel_point(const SE3& A, const SE3& B, double h, double x) noexcept
{
    PanelPoint out;
    const Vector3d tA = A.rotation().col(2), tB = B.rotation().col(2);
    const double y = 1.0 - x;
    out.a = y * y * (1.0 + 2.0 * x);
    out.b = x * x * (3.0 - 2.0 * x);
    out.am = h * x * y * y;
    out.bm = -h * x * x * y;
    const double a1 = -6.0 * x * y, am1 = h * y * (1.0 - 3.0 * x), bm1 = -h * x * (2.0 - 3.0 * x);
    const double a2 = 12.0 * x - 6.0, am2 = h * (6.0 * x - 4.0), bm2 = h * (6.0 * x - 2.0);
    const auto sum = [&](double c0, double c1, double c2, double c3) -> Vector3d {
        return c0 * A.position() + c1 * tA + c2 * B.position() + c3 * tB;
    };
    out.p = sum(out.a, out.am, out.b, out.bm);
    const Vector3d p1 = sum(a1, am1, -a1, bm1), p2 = sum(a2, am2, -a2, bm2);
    out.dp = p1 / h;
    out.by_p = variation(out.a, out.am, out.b, out.bm, tA, tB);
    const Matrix3x12 by_p1 = variation(a1, am1, -a1, bm1, tA, tB);
    out.by_p_s = by_p1 / h;

    // The even turn, and its variation.
    const Vector3d phi = so3::log(A.rotation().transpose() * B.rotation());
    const so3::ExpJacobian part = so3::exp_and_left_jacobian(x * phi);
    const Matrix3d even = A.rotation() * part.R;
    const Matrix3d share =
        A.rotation() * (x * part.J_l) * so3::right_jacobian_inverse(phi) * B.rotation().transpose();
    Matrix3x12 by_even = Matrix3x12::Zero();
    by_even.block<3, 3>(0, 3) = Matrix3d::Identity() - share;
    by_even.block<3, 3>(0, 9) = share;
    const Vector3d rate = A.rotation() * phi;  // by x

    // Then the shortest turn that brings its tangent to that of the curve.
    const double speed = p1.norm();
    const Vector3d t = p1 / speed, u = even.col(2);
    const Matrix3d across = (Matrix3d::Identity() - t * t.transpose()) / speed;
    const Vector3d psi = u.cross(t);
    const so3::ExpJacobian last = so3::exp_and_left_jacobian(psi);
    const Matrix3d by_turn = last.J_l * hat(t) * hat(u) + last.R;
    const Matrix3d by_slope = last.J_l * hat(u) * across;
    out.R = last.R * even;
    out.by_R = by_turn * by_even + by_slope * by_p1;
    out.omega = (by_turn * rate + by_slope * p2) / h;
    return out;
}

}  // namespace supple::estimation
