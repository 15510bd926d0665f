#include <supple/actuation/least_squares.hpp>

#include <cmath>

namespace supple {
namespace {

constexpr double epsilon = 1e-3;
constexpr double smooth_force = 1e-2;  // [N]

Vector6d stack(const Vector3d& f, const Vector3d& m)
{
    Vector6d F;
    F << f, m;
    return F;
}

}  // namespace

LeastSquares::LeastSquares(double friction, int end, int rounds)
    : friction_(friction), end_(end), rounds_(friction > 0.0 ? rounds : 1)
{
    const int contacts = end - 1;
    for (auto* list : {&arm_, &P_, &z_, &n_, &force_, &turn_, &darm_, &dP_, &dz_, &dn_, &dforce_})
        list->assign(at(end + 1), Vector3d::Zero());
    for (Columns* columns : {&A_, &C_, &half_A_, &half_C_, &dA_, &dC_})
        columns->setZero(6, contacts);
    H_.setZero(contacts, contacts);
    for (VectorXd* v : {&f0_, &sign_, &dsign_, &df_, &dnu_})
        v->setZero(contacts);
    f_.setZero(contacts, rounds_);
    nu_.setZero(contacts, rounds_ + 1);
    y_.setZero(6, rounds_);
    b0_.setZero();
    z0_.setZero();
}

double LeastSquares::normal(double f) const noexcept
{
    return smooth_ ? f * f / std::sqrt(f * f + smooth_force * smooth_force) : std::abs(f);
}

double LeastSquares::normal_slope(double f) const noexcept
{
    if (!smooth_) return static_cast<double>((f > 0.0) - (f < 0.0));
    const double size = std::sqrt(f * f + smooth_force * smooth_force);
    return f / size * (1.0 + smooth_force * smooth_force / (size * size));
}

void LeastSquares::place(const Routing& routing, const GuidedRod& rod, double tension, bool smooth) noexcept
{
    smooth_ = smooth;
    tension_ = tension;
    const Vector3d base = routing.frame(0) * rod.hole();
    z0_ = routing.frame(0).rotation().col(2);
    for (int i = 1; i <= end_; ++i) {
        const SE3& X = routing.frame(i);
        arm_[at(i)] = X.rotation() * rod.hole();
        P_[at(i)] = X.position() + arm_[at(i)] - base;
        z_[at(i)] = X.rotation().col(2);
    }
    const Vector3d end_moment = P_[at(end_)].cross(z_[at(end_)]);
    b0_ = tension * stack(z_[at(end_)] - z0_, end_moment);
    Matrix6d M = Matrix6d::Zero();
    for (int i = 1; i < end_; ++i) {
        const Vector3d& e = routing.turn(i);
        const double theta = rod.angle(i);
        const Matrix3d& R = routing.frame(i).rotation();
        n_[at(i)] = theta > 0.0 ? Vector3d((R.col(0) * e.y() - R.col(1) * e.x()) / theta) : R.col(0);
        A_.col(i - 1) = stack(n_[at(i)], P_[at(i)].cross(n_[at(i)]));
        C_.col(i - 1) = stack(z_[at(i)] - z_[at(end_)], P_[at(i)].cross(z_[at(i)]) - end_moment);
        sign_[i - 1] = friction_ * rod.sign(i);
        M.noalias() += A_.col(i - 1) * A_.col(i - 1).transpose();
    }
    lambda_ = epsilon * epsilon * M.trace();
    M.diagonal().array() += lambda_;
    end_tension_ = tension;
    solve_rounds(M);
    for (int i = 1; i < end_; ++i) {
        const double nu = nu_(i - 1, rounds_);
        end_tension_ -= nu;
        force_[at(i)] = force(i) * n_[at(i)] - nu * z_[at(i)];
    }
    force_[at(end_)] = -end_tension_ * z_[at(end_)];
}

// The rounds of friction on f = f0 + H ν, where with M = L Lᵀ  f0 = (L⁻¹A)ᵀ L⁻¹b0 and H = (L⁻¹A)ᵀ L⁻¹C.
void LeastSquares::solve_rounds(const Matrix6d& M) noexcept
{
    const int contacts = end_ - 1;
    if (contacts == 0) return;
    factors_.factor(M);
    Vector6d b = b0_;
    factors_.solve_forward(b);
    for (int i = 0; i < contacts; ++i) {
        Vector6d a = A_.col(i), c = C_.col(i);
        factors_.solve_forward(a);
        factors_.solve_forward(c);
        half_A_.col(i) = a;
        half_C_.col(i) = c;
        f0_[i] = a.dot(b);
    }
    for (int i = 0; i < contacts; ++i) {
        for (int k = 0; k < contacts; ++k)
            H_(i, k) = half_A_.col(i).dot(half_C_.col(k));
    }
    for (int round = 0; round < rounds_; ++round) {
        for (int i = 0; i < contacts; ++i) {
            double f = f0_[i];
            for (int k = 0; k < contacts; ++k)
                f += H_(i, k) * nu_(k, round);
            f_(i, round) = f;
            nu_(i, round + 1) = sign_[i] * normal(f);
        }
    }
}

// What all directions share: y = M⁻¹ (b0 + C ν) of each round.
void LeastSquares::prepare_directions() noexcept
{
    for (int round = 0; round < rounds_ && end_ > 1; ++round) {
        Vector6d b = b0_;
        for (int i = 0; i < end_ - 1; ++i)
            b += nu_(i, round) * C_.col(i);
        factors_.solve(b);
        y_.col(round) = b;
    }
}

void LeastSquares::add_forces(const Routing& routing, std::span<FrameForce> forces) const noexcept
{
    for (int i = 1; i <= end_; ++i)
        forces[at(routing.point(i))].F += stack(force_[at(i)], arm_[at(i)].cross(force_[at(i)]));
}

// Forces along the direction in which the geometry moves and the tension grows by dT.
void LeastSquares::differentiate(double dT) noexcept
{
    const auto e = at(end_);
    const Vector3d end_moment = P_[e].cross(z_[e]);
    const Vector3d dend_moment = dP_[e].cross(z_[e]) + P_[e].cross(dz_[e]);
    const Vector6d db0 = dT * stack(z_[e] - z0_, end_moment) + tension_ * stack(dz_[e], dend_moment);
    double dlambda = 0.0;
    for (int i = 1; i < end_; ++i) {
        const auto k = at(i);
        dA_.col(i - 1) = stack(dn_[k], dP_[k].cross(n_[k]) + P_[k].cross(dn_[k]));
        dC_.col(i - 1) = stack(dz_[k] - dz_[e], dP_[k].cross(z_[k]) + P_[k].cross(dz_[k]) - dend_moment);
        dlambda += 2.0 * epsilon * epsilon * A_.col(i - 1).dot(dA_.col(i - 1));
    }
    dnu_.setZero();
    for (int round = 0; round < rounds_; ++round) {
        const Vector6d y = y_.col(round);
        Vector6d v = db0 - dlambda * y;
        for (int i = 0; i < end_ - 1; ++i) {
            df_[i] = dA_.col(i).dot(y);
            v += nu_(i, round) * dC_.col(i) + dnu_[i] * C_.col(i) - f_(i, round) * dA_.col(i) -
                 df_[i] * A_.col(i);
        }
        if (end_ > 1) factors_.solve(v);
        for (int i = 0; i < end_ - 1; ++i) {
            const double f = f_(i, round);
            df_[i] += A_.col(i).dot(v);
            dnu_[i] = sign_[i] * normal_slope(f) * df_[i] + dsign_[i] * normal(f);
        }
    }
    double dend = dT;
    for (int i = 1; i < end_; ++i) {
        const auto k = at(i);
        dend -= dnu_[i - 1];
        dforce_[k] =
            df_[i - 1] * n_[k] + force(i) * dn_[k] - dnu_[i - 1] * z_[k] - nu_(i - 1, rounds_) * dz_[k];
    }
    dforce_[e] = -dend * z_[e] - end_tension_ * dz_[e];
}

// The geometry's direction: one coordinate.
void LeastSquares::move_along(const Routing& routing, const GuidedRod& rod, int column) noexcept
{
    double dslide = 0.0;
    for (int i = end_; i > 0; --i) {
        const auto k = at(i);
        const Vector6d dx = routing.jacobian(i).col(column);
        turn_[k] = dx.tail<3>();
        darm_[k] = turn_[k].cross(arm_[k]);
        dP_[k] = dx.head<3>() + darm_[k];
        dz_[k] = turn_[k].cross(z_[k]);
        if (i == end_) continue;
        // The sign of sliding through i knows the passages beyond it, the direction the next one.
        const Vector3d de = routing.turn_column(i, column);
        dslide += rod.gradient(i).dot(de);
        dsign_[i - 1] = friction_ * rod.sign_slope(i) * dslide;
        dn_[k] = turn_[k].cross(n_[k]);
        const double theta = rod.angle(i);
        if (theta > 0.0) {
            const Matrix3d& R = routing.frame(i).rotation();
            const Vector3d bending = (R.col(0) * de.y() - R.col(1) * de.x()) / theta;
            dn_[k] += bending - bending.dot(n_[k]) * n_[k];
        }
    }
}

void LeastSquares::stand_still() noexcept
{
    for (auto* list : {&turn_, &darm_, &dP_, &dz_, &dn_})
        for (Vector3d& v : *list)
            v.setZero();
    dsign_.setZero();
}

Vector6d LeastSquares::force_rate(int station) const noexcept
{
    const auto k = at(station);
    return stack(dforce_[k], darm_[k].cross(force_[k]) + arm_[k].cross(dforce_[k]));
}

void LeastSquares::subtract_tangent(const Routing& routing, const GuidedRod& rod, MatrixXd& G) noexcept
{
    prepare_directions();
    // Only coordinates that move the rod's end move anything of it.
    for (int column = 0; column < routing.moving_columns(end_); ++column) {
        move_along(routing, rod, column);
        differentiate(0.0);
        for (int i = 1; i <= end_; ++i) {
            const Vector6d dF = force_rate(i);
            const Matrix6Xd& J = routing.jacobian(i);
            for (int k = 0; k < routing.moving_columns(i); ++k)
                G(k, column) -= J.col(k).dot(dF);
        }
    }
}

void LeastSquares::add_tension_derivative(const Routing& routing, std::span<FrameForce> forces) noexcept
{
    prepare_directions();
    stand_still();
    differentiate(1.0);
    for (int i = 1; i <= end_; ++i)
        forces[at(routing.point(i))].F += force_rate(i);
}

void LeastSquares::tension_force(const Routing& routing, VectorXd& dQ_dT) noexcept
{
    prepare_directions();
    stand_still();
    differentiate(1.0);
    dQ_dT.setZero();
    for (int i = 1; i <= end_; ++i) {
        const Vector6d dF = force_rate(i);
        for (int k = 0; k < routing.moving_columns(i); ++k)
            dQ_dT[k] += routing.jacobian(i).col(k).dot(dF);
    }
}

}  // namespace supple
