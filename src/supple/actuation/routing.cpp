#include <supple/actuation/routing.hpp>

#include <supple/algebra/chain_matrix.hpp>
#include <supple/lie/series.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace supple {
namespace {

/// Kᵀ Q = Q + e × Q / 2 + b e × (e × Q); of a couple about the turn itself, as in a plane, it is Q.
Vector3d turned_back(const Vector3d& e, const Vector3d& Q)
{
    const Vector3d c = e.cross(Q);
    if (c.squaredNorm() <= 1e-30 * e.squaredNorm() * Q.squaredNorm()) return Q + 0.5 * c;
    return Q + 0.5 * c + jacobian_inverse_coefficients(e.norm(), Order::value).b * e.cross(c);
}

}  // namespace

Routing::Routing(const SE3& X_WB, std::vector<int> points, std::vector<double> lengths)
    : X_WB_(&X_WB), points_(std::move(points)), lengths_(std::move(lengths))
{
    assert(points_.size() == lengths_.size());
    const std::size_t n = points_.size();
    frames_.resize(n + 1);
    turns_.assign(n, Vector3d::Zero());
    rates_.assign(n, Vector3d::Zero());
    bends_.assign(n, 0.0);
    J_.resize(n + 1);
    E_.resize(n);
    relative_.resize(n);
    first_.assign(n, 0);
    last_.assign(n, 0);
    moving_.assign(n + 1, 0);
    ends_.resize(n);
    std::partial_sum(lengths_.begin(), lengths_.end(), ends_.begin());
}

void Routing::place(std::span<const SE3> frames) noexcept
{
    frames_[0] = *X_WB_;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        frames_[i + 1] = frames[at(points_[i])];
        turns_[i] = so3::log(frames_[i].rotation().transpose() * frames_[i + 1].rotation());
        bends_[i] = std::sqrt(turns_[i].x() * turns_[i].x() + turns_[i].y() * turns_[i].y());
    }
}

int Routing::passage_at(double s) const noexcept
{
    const double tolerance = 1e-9 * ends_.back();
    return static_cast<int>(std::lower_bound(ends_.begin(), ends_.end(), s - tolerance) - ends_.begin());
}

void Routing::move(std::span<const Vector6d> velocities) noexcept
{
    Vector3d before = Vector3d::Zero();
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const Vector3d w = velocities[at(points_[i])].tail<3>();
        rates_[i] =
            so3::left_jacobian_inverse(turns_[i]) * (frames_[i].rotation().transpose() * (w - before));
        before = w;
    }
}

Vector3d Routing::couple(int i, const Vector3d& Q) const noexcept
{
    return frame(i).rotation() * turned_back(turn(i), Q);
}

void Routing::add_couples(std::span<const Vector3d> Q, std::span<FrameForce> forces) const noexcept
{
    for (int i = 0; i < passages(); ++i) {
        const Vector3d mu = couple(i, Q[at(i)]);
        forces[at(point(i + 1))].F.tail<3>() += mu;
        if (i > 0) forces[at(point(i))].F.tail<3>() -= mu;
    }
}

void Routing::differentiate(const Model& model) noexcept
{
    const int n = model.size();
    local_ = false;
    if (J_[0].cols() != n) {
        for (Matrix6Xd& J : J_)
            J.setZero(6, n);
        for (std::size_t i = 0; i < E_.size(); ++i) {
            E_[i].setZero(3, n);
            relative_[i].setZero(3, n);
        }
    }
    for (int i = 0; i < passages(); ++i) {
        Matrix6Xd& J = J_[at(i + 1)];
        model.jacobian(point(i + 1), J);
        Matrix3Xd& relative = relative_[at(i)];
        relative = J.bottomRows<3>() - J_[at(i)].bottomRows<3>();
        // A coordinate outside the passage turns both of its ends alike, to the last digit.
        int first = 0, last = n, moving = n;
        while (last > 0 && relative.col(last - 1).isZero(0.0))
            --last;
        while (first < last && relative.col(first).isZero(0.0))
            ++first;
        while (moving > 0 && J.col(moving - 1).isZero(0.0))
            --moving;
        first_[at(i)] = first;
        last_[at(i)] = last;
        moving_[at(i + 1)] = moving;
        const Matrix3d K_RT = so3::left_jacobian_inverse(turn(i)) * frame(i).rotation().transpose();
        E_[at(i)].setZero();
        for (int c = first; c < last; ++c)
            E_[at(i)].col(c).noalias() = K_RT * relative.col(c);
    }
}

void Routing::subtract_tangent(std::span<const Vector3d> Q, const TurnStiffness& dQ_de,
                               MatrixXd& G) const noexcept
{
    for (int i = 0; i < passages(); ++i) {
        const Vector3d mu = couple(i, Q[at(i)]);
        const Matrix3d RC = frame(i).rotation() * so3::right_jacobian_inverse_derivative(turn(i), Q[at(i)]);
        for (int c = first_column(i); c < last_column(i); ++c) {
            // The couple is carried along by station i, and K changes within the passage.
            const Vector3d w = relative_[at(i)].col(c);
            const Vector3d turned = mu.cross(w);
            for (int k = 0; k < moving_columns(i); ++k)
                G(c, k) -= J_[at(i)].col(k).tail<3>().dot(turned);
            const Vector3d own = RC.transpose() * w;
            for (int k = first_column(i); k < last_column(i); ++k)
                G(c, k) -= own.dot(E_[at(i)].col(k));
        }
        const int first = dQ_de.diagonal() ? i : 0, last = dQ_de.diagonal() ? i + 1 : passages();
        for (int j = first; j < last; ++j) {
            const Matrix3d D = dQ_de.at(i, j);
            if (D.isZero(0.0)) continue;
            for (int k = first_column(j); k < last_column(j); ++k) {
                const Vector3d dQ = D * E_[at(j)].col(k);
                for (int c = first_column(i); c < last_column(i); ++c)
                    G(c, k) -= E_[at(i)].col(c).dot(dQ);
            }
        }
    }
}

void Routing::couple(std::span<const Vector3d> Q, const TurnStiffness& dQ_de, Eigen::Ref<MatrixXd> U,
                     Eigen::Ref<MatrixXd> V) const noexcept
{
    U.setZero();
    V.setZero();
    for (int i = 0; i < passages(); ++i) {
        const Vector3d mu = couple(i, Q[at(i)]);
        const Matrix3d& R = frame(i).rotation();
        const Matrix3d RC = R * so3::right_jacobian_inverse_derivative(turn(i), Q[at(i)]);
        const Matrix3d RKT = R * so3::left_jacobian_inverse(turn(i)).transpose();
        for (int k = 0; k < moving_columns(i); ++k)
            V.block<3, 1>(3 * i, k) = J_[at(i)].col(k).tail<3>().cross(mu);
        for (int k = first_column(i); k < last_column(i); ++k) {
            U.block<1, 3>(k, 3 * i) = relative_[at(i)].col(k).transpose();
            V.block<3, 1>(3 * i, k) += RC * E_[at(i)].col(k);
        }
        for (int j = 0; j < passages(); ++j) {
            if (dQ_de.diagonal() && j != i) continue;
            const Matrix3d D = RKT * dQ_de.at(i, j);
            for (int k = first_column(j); k < last_column(j); ++k)
                V.block<3, 1>(3 * i, k) += D * E_[at(j)].col(k);
        }
    }
}

bool Routing::fits(const Model& model) const noexcept
{
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const Place& place = model.points()[at(points_[i])];
        if (place.fraction != 1.0 || place.element != static_cast<int>(i)) return false;
    }
    return true;
}

void Routing::subtract_tangent(const Model& model, std::span<const Vector3d> Q, const TurnStiffness& dQ_de,
                               ChainMatrix& G) noexcept
{
    assert(fits(model) && dQ_de.diagonal());
    local_ = true;
    own_E_.resize(points_.size());
    for (int i = 0; i < passages(); ++i) {
        const ChainMatrix::Block block = G.block(at(model.points()[at(point(i + 1))].element));
        const Eigen::Map<const Matrix6Xd> S(block.S, 6, block.size);
        Eigen::Map<Matrix6Xd> row(block.row, 6, block.size);
        Eigen::Map<MatrixXd> own(block.D, block.size, block.size);
        first_[at(i)] = block.first;
        last_[at(i)] = block.first + block.size;
        const Matrix3d& R = frame(i).rotation();
        auto& E = own_E_[at(i)];
        E.resize(3, block.size);
        E.noalias() =
            Matrix3d(so3::left_jacobian_inverse(turn(i)) * R.transpose()).lazyProduct(S.bottomRows<3>());
        const Vector3d mu = couple(i, Q[at(i)]);
        const Matrix3d RC = R * so3::right_jacobian_inverse_derivative(turn(i), Q[at(i)]);
        const Matrix3d D = dQ_de.at(i, i);
        for (int c = 0; c < block.size; ++c) {
            const Vector3d w = S.col(c).tail<3>();
            row.col(c).tail<3>() -= mu.cross(w);
            for (int k = 0; k < block.size; ++k)
                own(c, k) -= w.dot(RC * E.col(k)) + E.col(c).dot(D * E.col(k));
        }
    }
}

}  // namespace supple
