#include <supple/lie/cayley.hpp>
#include <supple/lie/so3.hpp>
#include <supple/model/strain_element.hpp>

#include <cmath>

namespace supple {
namespace {

using so3::hat;

/// T = α I − β ψψᵀ, with the derivatives of α and β by w.
struct HalfTurn {
    double w, a, b, da, db;
    Vector3d tau;
    Matrix3d T;

    explicit HalfTurn(const Vector3d& psi) : w(std::sqrt(1.0 + 0.25 * psi.squaredNorm()))
    {
        const double c = 1.0 + w;
        a = 0.5 / c;
        b = 0.125 / (w * c * c);
        da = -0.5 / (c * c);
        db = -b * (1.0 / w + 2.0 / c);
        tau = a * psi;
        T = -b * psi * psi.transpose();
        T.diagonal().array() += a;
    }
};

}  // namespace

void place_strained(double length, const Vector6d& q, StrainMap& map) noexcept
{
    const Vector3d psi = q.tail<3>();
    const HalfTurn half(psi);
    const double k = 2.0 / (1.0 + half.tau.squaredNorm());
    map.H = so3::rot(half.tau);
    map.W = so3::cayley_left_tangent(psi);
    map.M = k * (half.T + hat(half.tau) * half.T);
    const Vector3d p = length * (map.H * (Vector3d::UnitZ() + q.head<3>()));
    map.X_AB = SE3(so3::cayley(psi), p);
    map.twists.topLeftCorner<3, 3>() = length * map.H;
    map.twists.bottomLeftCorner<3, 3>().setZero();
    map.twists.topRightCorner<3, 3>() = -hat(p) * (map.M - map.W);
    map.twists.bottomRightCorner<3, 3>() = map.W;
}

Vector6d strains_between(double length, const SE3& X_AB) noexcept
{
    const Vector3d psi = so3::cayley_inverse(X_AB.rotation());
    const Matrix3d H = so3::rot(HalfTurn(psi).tau);
    Vector6d q;
    q << H.transpose() * X_AB.position() / length - Vector3d::UnitZ(), psi;
    return q;
}

Matrix6d strain_curvature(double length, const Vector6d& q, const StrainMap& map, const Vector6d& F) noexcept
{
    const Vector3d psi = q.tail<3>(), f = F.head<3>(), m = F.tail<3>();
    const Vector3d& p = map.X_AB.position();
    const HalfTurn half(psi);
    const Vector3d& tau = half.tau;
    const double r = 1.0 + tau.squaredNorm(), w2 = half.w * half.w;
    const Matrix3d I_tau = Matrix3d::Identity() + hat(tau), I_psi = Matrix3d::Identity() + 0.5 * hat(psi);
    const Matrix3d lag = map.M - map.W;

    Matrix6d Q = Matrix6d::Zero();
    // H turns with ψ under the force, and p moves with Γ.
    Q.topRightCorner<3, 3>() = length * map.H.transpose() * hat(f) * map.M;
    Q.bottomLeftCorner<3, 3>() = -length * lag.transpose() * hat(f) * map.H;
    for (int b = 0; b < 3; ++b) {
        const Vector3d e = Vector3d::Unit(b), dtau = half.T.col(b);
        const double dw = 0.25 * psi[b] / half.w;
        const Matrix3d dW = 0.5 * hat(e) / w2 - (2.0 * dw / (w2 * half.w)) * I_psi;
        Matrix3d dT =
            (-half.db * dw) * psi * psi.transpose() - half.b * (e * psi.transpose() + psi * e.transpose());
        dT.diagonal().array() += half.da * dw;
        const Matrix3d dM = (2.0 / r) * (hat(dtau) * half.T + I_tau * dT) -
                            (4.0 * tau.dot(dtau) / (r * r)) * (I_tau * half.T);
        const Vector3d dp = map.M.col(b).cross(p);
        // twist_a·F = W e_a·m + ((M − W) e_a × p)·f
        Q.block<3, 1>(3, 3 + b) =
            dW.transpose() * m + (dM - dW).transpose() * p.cross(f) + lag.transpose() * dp.cross(f);
    }
    return Q;
}

}  // namespace supple
