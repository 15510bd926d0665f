#include <supple/actuation/rod_bending.hpp>
#include <supple/algebra/decompositions.hpp>

#include <cmath>

namespace supple {
namespace {

Vector3d bend(const Vector3d& e)
{
    return {e.x(), e.y(), 0.0};
}

double rod_length(const Routing& routing, const GuidedRod& rod, int i)
{
    return routing.length(i) - rod.lever().dot(routing.turn(i));
}

/// (−x − log(1 − x))/x² = 1/2 + x/3 + x²/4 + ...
double work_of_arc(double x)
{
    if (std::abs(x) > 0.02) return (-x - std::log1p(-x)) / (x * x);
    double sum = 0.0;
    for (int k = 9; k >= 0; --k)
        sum = sum * x + 1.0 / (k + 2);
    return sum;
}

}  // namespace

GuidedBending::GuidedBending(double EI, RodBending law, BaseSupport support, double play,
                             const Routing& routing, int end, bool linear_share)
    : EI_(EI), law_(law), end_(end), linear_share_(linear_share), play_(play)
{
    if (EI == 0.0 || law != RodBending::contacts) return;

    // The beam's curvatures α at stations 0 to end, linear between them: M α = N k + v y, with k the
    // curvatures of the passages and y the shift at the base. Slopes agree at each disk; the end is clamped.
    const int n = end + 1;
    MatrixXd M = MatrixXd::Zero(n, n), N = MatrixXd::Zero(n, end);
    VectorXd v = VectorXd::Zero(n);
    for (int i = 0; i < end; ++i) {
        const double l = routing.length(i);
        M(i, i) += 2.0 * l;
        M(i, i + 1) += l;
        M(i + 1, i) += l;
        M(i + 1, i + 1) += 2.0 * l;
        N(i, i) += 3.0 * l;
        N(i + 1, i) += 3.0 * l;
    }
    const MatrixXd W = M / 6.0;  // ∫ α² ds = αᵀ W α
    v[0] = -6.0 / routing.length(0);
    v[1] = 6.0 / routing.length(0);
    if (support == BaseSupport::pinned) {
        M.row(0).setZero();
        N.row(0).setZero();
        M(0, 0) = 1.0;
    }
    const MatrixXd per_k = linear_solution(M, N);
    const VectorXd per_y = linear_solution(M, v);
    B_ = per_k.transpose() * W * per_k;
    b_ = VectorXd::Zero(end);
    if (support != BaseSupport::clearance || play == 0.0) return;
    // Free sideways the rod rests at y = b·k; what it resists beyond the play is stiff with κ.
    kappa_ = per_y.dot(W * per_y);
    b_ = -(per_k.transpose() * W * per_y) / kappa_;
    B_ -= kappa_ * b_ * b_.transpose();
}

Vector3d GuidedBending::strain(const Routing& routing, const GuidedRod& rod, int i) const noexcept
{
    return bend(routing.turn(i)) / std::sqrt(routing.length(i) * rod_length(routing, rod, i));
}

Matrix3d GuidedBending::strain_rate(const Routing& routing, const GuidedRod& rod, int i) const noexcept
{
    const double a = rod_length(routing, rod, i);
    const Vector3d c = strain(routing, rod, i);
    Matrix3d C = c * (0.5 / a * rod.lever()).transpose();
    C.diagonal().head<2>().array() += 1.0 / std::sqrt(routing.length(i) * a);
    return C;
}

// κ (|y| − play) y/|y| where the play is used up.
Vector3d GuidedBending::pushed(const Vector3d& y, double& excess) const noexcept
{
    const double size = y.norm();
    excess = size - play_;
    return excess > 0.0 ? Vector3d(kappa_ * excess / size * y) : Vector3d(Vector3d::Zero());
}

double GuidedBending::energy(const Routing& routing, const GuidedRod& rod) const noexcept
{
    if (EI_ == 0.0) return 0.0;
    double U = 0.0;
    Vector3d y = Vector3d::Zero();
    for (int i = 0; i < end_; ++i) {
        if (law_ == RodBending::arcs) {
            const double l = routing.length(i), x = rod.lever().dot(routing.turn(i)) / l;
            const double linear = linear_share_ ? 0.5 : 0.0;
            U += EI_ * (work_of_arc(x) - linear) * bend(routing.turn(i)).squaredNorm() / l;
            continue;
        }
        const Vector3d c = strain(routing, rod, i);
        for (int j = 0; j < end_; ++j)
            U += 0.5 * EI_ * B_(i, j) * c.dot(strain(routing, rod, j));
        y += b_[i] * c;
    }
    double excess = 0.0;
    if (kappa_ > 0.0 && !pushed(y, excess).isZero(0.0)) U += 0.5 * EI_ * kappa_ * excess * excess;
    return U;
}

void GuidedBending::add_moments(const Routing& routing, const GuidedRod& rod,
                                std::span<Vector3d> Q) const noexcept
{
    if (EI_ == 0.0) return;
    Vector3d y = Vector3d::Zero();
    for (int i = 0; i < end_ && kappa_ > 0.0; ++i)
        y += b_[i] * strain(routing, rod, i);
    double excess = 0.0;
    const Vector3d push = kappa_ > 0.0 ? pushed(y, excess) : Vector3d(Vector3d::Zero());
    for (int i = 0; i < end_; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (law_ == RodBending::arcs) {
            const double own = linear_share_ ? 1.0 / routing.length(i) : 0.0;
            Q[k] -= EI_ * (1.0 / rod_length(routing, rod, i) - own) * bend(routing.turn(i));
            continue;
        }
        Vector3d conjugate = b_[i] * push;
        for (int j = 0; j < end_; ++j)
            conjugate += B_(i, j) * strain(routing, rod, j);
        Q[k] -= EI_ * (strain_rate(routing, rod, i).transpose() * conjugate);
    }
}

void GuidedBending::add_derivative(const Routing& routing, const GuidedRod& rod,
                                   TurnStiffness& dQ_de) const noexcept
{
    if (EI_ == 0.0) return;
    const Vector3d& u = rod.lever();
    if (law_ == RodBending::arcs) {
        for (int i = 0; i < end_; ++i) {
            const double a = rod_length(routing, rod, i);
            const double own = linear_share_ ? 1.0 / routing.length(i) : 0.0;
            auto D = dQ_de.block(i, i);
            D.diagonal().head<2>().array() -= EI_ * (1.0 / a - own);
            D -= EI_ / (a * a) * bend(routing.turn(i)) * u.transpose();
        }
        return;
    }
    Vector3d y = Vector3d::Zero();
    for (int i = 0; i < end_; ++i)
        y += b_[i] * strain(routing, rod, i);
    double excess = 0.0;
    const Vector3d push = pushed(y, excess);
    Matrix3d dpush = Matrix3d::Zero();
    if (excess > 0.0 && kappa_ > 0.0) {
        const double size = y.norm();
        const Vector3d n = y / size;
        dpush = kappa_ * (excess / size * (Matrix3d::Identity() - n * n.transpose()) + n * n.transpose());
    }
    for (int i = 0; i < end_; ++i) {
        const double l = routing.length(i), a = rod_length(routing, rod, i);
        const Matrix3d C = strain_rate(routing, rod, i);
        Vector3d v = b_[i] * push;
        for (int j = 0; j < end_; ++j) {
            v += B_(i, j) * strain(routing, rod, j);
            const Matrix3d middle = B_(i, j) * Matrix3d::Identity() + b_[i] * b_[j] * dpush;
            dQ_de.block(i, j) -= EI_ * (C.transpose() * middle * strain_rate(routing, rod, j));
        }
        // ∂(Cᵀv)/∂e at fixed v.
        const double root = std::sqrt(l * a);
        dQ_de.block(i, i) -= EI_ * (0.5 / (a * root) * (v * u.transpose() + u * v.transpose()) +
                                    0.75 / (a * a * root) * bend(routing.turn(i)).dot(v) * u * u.transpose());
    }
}

}  // namespace supple
