#include <supple/dynamics/nodal_element.hpp>
#include <supple/lie/so3.hpp>

#include <cmath>

namespace supple::variational {
namespace {

using so3::hat;

/// v ↦ M v^ without forming v^: each row of M crossed with v.
inline Matrix3d times_hat(const Matrix3d& M, const Vector3d& v) noexcept
{
    Matrix3d R;
    R.col(0) = M.col(1) * v.z() - M.col(2) * v.y();
    R.col(1) = M.col(2) * v.x() - M.col(0) * v.z();
    R.col(2) = M.col(0) * v.y() - M.col(1) * v.x();
    return R;
}

/// v^ M, column by column.
inline Matrix3d hat_times(const Vector3d& v, const Matrix3d& M) noexcept
{
    Matrix3d R;
    R.row(0) = v.y() * M.row(2) - v.z() * M.row(1);
    R.row(1) = v.z() * M.row(0) - v.x() * M.row(2);
    R.row(2) = v.x() * M.row(1) - v.y() * M.row(0);
    return R;
}

/// ψ of Λ_aᵀΛ_b, with ψ and the middle rotation from it.
struct Relative {
    Vector3d psi;
    Vector3d tau;
    double c;  ///< √(1 + |ψ|²/4) = 1/cos(θ/2)
};

Relative relative(const Matrix3d& R_a, const Matrix3d& R_b) noexcept
{
    // ψ = 2 vee(R − Rᵀ)/(1 + tr R): the pole at the half turn is that of the energy itself.
    const Matrix3d R = R_a.transpose() * R_b;
    const Vector3d psi = (4.0 / (1.0 + R.trace())) * so3::vee(R);
    const double c = std::sqrt(1.0 + 0.25 * psi.squaredNorm());
    return {psi, psi / (2.0 * (1.0 + c)), c};
}

/// Λ_m = Λ_a rot(τ)
Matrix3d middle(const Matrix3d& R_a, const Vector3d& tau) noexcept
{
    const double k = 2.0 / (1.0 + tau.squaredNorm());
    Matrix3d S = k * hat(tau) + k * tau * tau.transpose();
    S.diagonal().array() += 1.0 - k * tau.squaredNorm();
    return R_a * S;
}

Vector3d rate_of(const Vector3d& psi, const EndRates& rates) noexcept
{
    const Vector3d delta = rates.omega_b - rates.omega_a;
    return delta + 0.5 * psi.cross(rates.omega_a + rates.omega_b) + (0.25 * psi.dot(delta)) * psi;
}

/// −Qᵀb to a, Pᵀb to b.
void add_bending(const Vector3d& psi, const Vector3d& b, ElementForces& out) noexcept
{
    const Vector3d c = 0.5 * psi.cross(b);
    const Vector3d e = b + (0.25 * psi.dot(b)) * psi;
    out.g_a -= e + c;
    out.g_b += e - c;
}

/// The nodal strain's half at one end.
void add_nodal_shear(const NodalRod& rod, double l, const Matrix3d& R, const Vector3d& d, Vector3d& g,
                     ElementForces& out) noexcept
{
    const Vector3d y = R.transpose() * d;
    const Vector3d strain = y / l - Vector3d::UnitZ();
    const Vector3d n = rod.C1.cwiseProduct(strain);
    out.energy += 0.25 * l * strain.dot(n);
    out.f += 0.5 * (R * n);
    g += 0.5 * n.cross(y);
}

/// What the forces of an element are made of, for its tangent.
struct Strained {
    double l;
    Vector3d d;
    Relative r;
    Vector3d b;  ///< moment of elasticity and damping
    // At the middle, with the midpoint strain:
    Matrix3d R_m;
    Vector3d y, n, t;  ///< t: half of the header's
};

/// The one place where the forces are written; nodal_kernel.cpp has them again for all elements at a time.
inline ElementForces forces_of(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb,
                               const EndRates& rates, Strained& s) noexcept
{
    const auto k = static_cast<std::size_t>(element);
    s.l = rod.lengths[k];
    s.d = X_Wb.position() - X_Wa.position();
    s.r = relative(X_Wa.rotation(), X_Wb.rotation());

    ElementForces out;
    const Vector3d bending = s.r.psi - rod.rest[k];
    s.b = rod.C2.cwiseProduct(bending) / s.l;
    out.energy = 0.5 * bending.dot(s.b);
    if (rod.damping.retardation_time > 0.0)
        s.b += rod.damping.retardation_time / s.l * rod.C2.cwiseProduct(rate_of(s.r.psi, rates));
    add_bending(s.r.psi, s.b, out);

    if (rod.strain == StrainPlace::nodal) {
        add_nodal_shear(rod, s.l, X_Wa.rotation(), s.d, out.g_a, out);
        add_nodal_shear(rod, s.l, X_Wb.rotation(), s.d, out.g_b, out);
        return out;
    }
    s.R_m = middle(X_Wa.rotation(), s.r.tau);
    s.y = s.R_m.transpose() * s.d;
    const Vector3d strain = s.y / s.l - Vector3d::UnitZ();
    s.n = rod.C1.cwiseProduct(strain);
    s.t = 0.5 * s.n.cross(s.y);
    const Vector3d ct = s.r.tau.cross(s.t);
    out.energy += 0.5 * s.l * strain.dot(s.n);
    out.f = s.R_m * s.n;
    out.g_a += s.t + ct;
    out.g_b += s.t - ct;
    return out;
}

}  // namespace

ElementForces element_forces(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb,
                             const EndRates& rates) noexcept
{
    Strained unused;
    return forces_of(rod, element, X_Wa, X_Wb, rates, unused);
}

Matrix12d unstressed_stiffness(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb) noexcept
{
    const auto k = static_cast<std::size_t>(element);
    const double l = rod.lengths[k];
    const Vector3d d = X_Wb.position() - X_Wa.position();
    const Relative r = relative(X_Wa.rotation(), X_Wb.rotation());
    using Strain = Eigen::Matrix<double, 3, 12>;  // of a strain by the motion of both ends
    Matrix12d K = Matrix12d::Zero();
    const auto add = [&K](const Strain& B, const Vector3d& C) { K += B.transpose() * C.asDiagonal() * B; };

    Matrix3d P = 0.25 * r.psi * r.psi.transpose() + hat(0.5 * r.psi);
    P.diagonal().array() += 1.0;
    Strain bending = Strain::Zero();
    bending.middleCols<3>(3) = hat(r.psi) - P;
    bending.rightCols<3>() = P;
    add(bending, rod.C2 / l);
    // δΓ = (Rᵀ δd + (Rᵀd)^ η)/l with the turn η of the frame in which it is measured.
    const auto shear = [&](const Matrix3d& R, const Matrix3d& by_a, const Matrix3d& by_b) {
        const Matrix3d lever = hat(Vector3d(R.transpose() * d));
        Strain B;
        B << -R.transpose(), lever * by_a, R.transpose(), lever * by_b;
        return Strain(B / l);
    };
    const Matrix3d I = Matrix3d::Identity(), none = Matrix3d::Zero();
    if (rod.strain == StrainPlace::nodal) {
        add(shear(X_Wa.rotation(), I, none), 0.5 * l * rod.C1);
        add(shear(X_Wb.rotation(), none, I), 0.5 * l * rod.C1);
    } else {
        add(shear(middle(X_Wa.rotation(), r.tau), 0.5 * (I - hat(r.tau)), 0.5 * (I + hat(r.tau))),
            l * rod.C1);
    }
    return K;
}

ElementForces element_tangent(const NodalRod& rod, int element, const SE3& X_Wa, const SE3& X_Wb,
                              const EndRates& rates, ElementTangent& K) noexcept
{
    Strained strained;
    const ElementForces out = forces_of(rod, element, X_Wa, X_Wb, rates, strained);
    const double l = strained.l;
    const double T = rod.damping.retardation_time;
    const Vector3d &d = strained.d, &b = strained.b;
    const Relative& r = strained.r;
    const Vector3d& psi = r.psi;
    const Vector3d C = rod.C2 / l;

    // Bending: the derivative of b by ψ.
    Matrix3d db = C.asDiagonal();
    if (T > 0.0) {
        const Vector3d delta = rates.omega_b - rates.omega_a;
        Matrix3d rate = 0.25 * psi * delta.transpose() - hat(0.5 * (rates.omega_a + rates.omega_b));
        rate.diagonal().array() += 0.25 * psi.dot(delta);
        db += T * C.asDiagonal() * rate;
    }
    const Matrix3d square = 0.25 * psi * psi.transpose();
    Matrix3d P = square + hat(0.5 * psi);
    P.diagonal().array() += 1.0;
    const Matrix3d Q = P - hat(psi);
    // ∂(Qᵀb)/∂ψ and ∂(Pᵀb)/∂ψ: Qᵀ = P, Pᵀ = Q
    Matrix3d W = 0.25 * psi * b.transpose();
    W.diagonal().array() += 0.25 * psi.dot(b);
    const Matrix3d half_b = hat(0.5 * b);
    Matrix3d G_a = half_b - W - P * db;
    Matrix3d G_b = half_b + W + Q * db;

    if (rod.strain == StrainPlace::nodal) {
        K.aa = -G_a * Q;
        K.ab = G_a * P;
        K.ba = -G_b * Q;
        K.bb = G_b * P;
        K.ff.setZero();
        const auto shear = [&](const Matrix3d& R, Matrix3d& fe, Matrix3d& ef, Matrix3d& ee) {
            const Vector3d y = R.transpose() * d;
            const Vector3d n = rod.C1.cwiseProduct(y / l - Vector3d::UnitZ());
            const Matrix3d RC = R * (rod.C1 / l).asDiagonal();
            const Matrix3d H = times_hat(RC, y) - times_hat(R, n);  // δf = … + H η
            K.ff += 0.5 * RC * R.transpose();
            fe = 0.5 * H;
            ef = fe.transpose();
            ee += 0.5 * times_hat(Matrix3d(H.transpose() * R), y);
        };
        shear(X_Wa.rotation(), K.fa, K.af, K.aa);
        shear(X_Wb.rotation(), K.fb, K.bf, K.bb);
    } else {
        const Matrix3d& R_m = strained.R_m;
        const Vector3d &y = strained.y, &n = strained.n, &t = strained.t;
        const Matrix3d RC = R_m * (rod.C1 / l).asDiagonal();
        // δf = ff δd + H η_m and δ(n × y) = Hᵀδd + Y η_m. With halves: A = (I − τ^)/2, B = (I + τ^)/2.
        const Matrix3d H = 0.5 * (times_hat(RC, y) - times_hat(R_m, n));
        const Matrix3d Ht = times_hat(H, r.tau);
        K.ff.noalias() = RC * R_m.transpose();
        K.fa = H - Ht;
        K.fb = H + Ht;
        K.af = K.fa.transpose();
        K.bf = K.fb.transpose();
        const Matrix3d Y = 0.5 * times_hat(Matrix3d(H.transpose() * R_m), y);
        const Matrix3d Yt = times_hat(Y, r.tau);
        const Matrix3d YA = Y - Yt;
        const Matrix3d YB = Y + Yt;
        const Matrix3d tYA = hat_times(r.tau, YA);
        const Matrix3d tYB = hat_times(r.tau, YB);
        // −t^ ∂τ/∂ψ,  ∂τ/∂ψ = [I − ψψᵀ/(4c(1 + c))]/(2(1 + c))
        const double s = 1.0 / (2.0 * (1.0 + r.c));
        const Matrix3d X = s / (4.0 * r.c * (1.0 + r.c)) * t.cross(psi) * psi.transpose() - hat(s * t);
        G_a += X;
        G_b -= X;
        K.aa = YA + tYA - G_a * Q;
        K.ab = YB + tYB + G_a * P;
        K.ba = YA - tYA - G_b * Q;
        K.bb = YB - tYB + G_b * P;
    }

    if (T > 0.0) {
        const Matrix3d PC = T * P * C.asDiagonal();
        const Matrix3d QC = T * Q * C.asDiagonal();
        K.aa_rate = PC * Q;
        K.ab_rate = -PC * P;
        K.ba_rate = -QC * Q;
        K.bb_rate = QC * P;
    }
    return out;
}

}  // namespace supple::variational
