#include <supple/dynamics/linear_rod.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {
namespace {

/// What the damping of the material adds to the tangent with a rate factor of one.
BlockTridiagonal difference(BlockTridiagonal A, const BlockTridiagonal& B)
{
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        A.D[a] -= B.D[a];
        if (a + 1 == A.D.size()) break;
        A.U[a] -= B.U[a];
        A.L[a] -= B.L[a];
    }
    return A;
}

/// Whether blocks and their transposes agree, each entry beside the diagonal ones of its row and column.
bool is_symmetric(const BlockTridiagonal& A)
{
    double sum = 0.0;
    for (const Matrix6d& D : A.D)
        sum += D.diagonal().cwiseAbs().sum();
    const auto size = [floor = 1e-12 * sum](const Matrix6d& D) -> Vector6d {
        return D.diagonal().cwiseAbs().cwiseMax(floor).cwiseSqrt();
    };
    const auto agree = [](const Matrix6d& X, const Matrix6d& Y, const Vector6d& rows,
                          const Vector6d& columns) {
        const Matrix6d scale = rows * columns.transpose();
        return ((X - Y.transpose()).array().abs() <= 1e-9 * scale.array()).all();
    };
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        if (!agree(A.D[a], A.D[a], size(A.D[a]), size(A.D[a]))) return false;
        if (a + 1 < A.D.size() && !agree(A.U[a], A.L[a], size(A.D[a]), size(A.D[a + 1]))) return false;
    }
    return true;
}

}  // namespace

LinearRod::LinearRod(const NodalRod& rod, std::span<const SE3> frames, double time)
    : K_(rod.nodes()), rate_(rod.damping.viscous_rate), scale_(6 * rod.nodes())
{
    std::vector<Vector6d> g;
    gradient_and_tangent(rod, frames, {}, 0.0, {time, 1.0}, g, K_);
    if (rod.damping.retardation_time > 0.0) {
        D_.emplace(rod.nodes());
        gradient_and_tangent(rod, frames, {}, 1.0, {time, 1.0}, g, *D_);
        D_ = difference(std::move(*D_), K_);
    }
    held_at(rod, time, held_);
    for (std::size_t a = 0; a < held_.size(); ++a) {
        auto scale = scale_.segment<6>(6 * static_cast<Eigen::Index>(a));
        scale << Vector3d::Constant(rod.mass[a]), rod.inertia[a];
        scale = scale.cwiseSqrt().cwiseInverse().eval();
        free_ += std::count(held_[a].begin(), held_[a].end(), false);
    }
    for (BlockTridiagonal* A : {&K_, D_ ? &*D_ : nullptr}) {
        if (!A) continue;
        for (std::size_t a = 0; a < A->D.size(); ++a) {
            const Vector6d s = scale_.segment<6>(6 * static_cast<Eigen::Index>(a));
            A->D[a] = (s.asDiagonal() * A->D[a] * s.asDiagonal()).eval();
            if (a + 1 == A->D.size()) continue;
            const Vector6d t = scale_.segment<6>(6 * static_cast<Eigen::Index>(a) + 6);
            A->U[a] = (s.asDiagonal() * A->U[a] * t.asDiagonal()).eval();
            A->L[a] = (t.asDiagonal() * A->L[a] * s.asDiagonal()).eval();
        }
        for (std::size_t a = 0; a < A->D.size(); ++a)
            hold_directions(held_[a], a, *A, g);
        symmetric_ = symmetric_ && is_symmetric(*A);
    }
    for (std::size_t a = 0; a < K_.D.size(); ++a) {
        Vector6d sum = K_.D[a].cwiseAbs().rowwise().sum();
        if (a > 0) sum += K_.L[a - 1].cwiseAbs().rowwise().sum();
        if (a + 1 < K_.D.size()) sum += K_.U[a].cwiseAbs().rowwise().sum();
        bound_ = std::max(bound_, sum.maxCoeff());
    }
}

BlockTridiagonal LinearRod::at(double sigma) const
{
    BlockTridiagonal A = K_;
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        if (D_) A.D[a] += sigma * D_->D[a];
        A.D[a].diagonal().array() += sigma * (sigma + rate_);
        if (!D_ || a + 1 == A.D.size()) continue;
        A.U[a] += sigma * D_->U[a];
        A.L[a] += sigma * D_->L[a];
    }
    return A;
}

LinearRod::ComplexBlock LinearRod::diagonal_at(std::size_t a, std::complex<double> lambda) const
{
    ComplexBlock block = K_.D[a].cast<std::complex<double>>();
    if (D_) block += lambda * D_->D[a].cast<std::complex<double>>();
    block.diagonal().array() += lambda * (lambda + rate_);
    for (int i = 0; i < 6; ++i) {
        if (held_[a][static_cast<std::size_t>(i)]) block(i, i) = 1.0;
    }
    return block;
}

LinearRod::ComplexBlock LinearRod::upper_at(std::size_t a, std::complex<double> lambda) const
{
    ComplexBlock block = K_.U[a].cast<std::complex<double>>();
    if (D_) block += lambda * D_->U[a].cast<std::complex<double>>();
    return block;
}

LinearRod::ComplexBlock LinearRod::lower_at(std::size_t a, std::complex<double> lambda) const
{
    ComplexBlock block = K_.L[a].cast<std::complex<double>>();
    if (D_) block += lambda * D_->L[a].cast<std::complex<double>>();
    return block;
}

int LinearRod::count_below(double square) const
{
    BlockTridiagonal A = K_;
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        for (int i = 0; i < 6; ++i) {
            if (!held_[a][static_cast<std::size_t>(i)]) A.D[a](i, i) -= square;
        }
    }
    return negative_eigenvalues(A);
}

double LinearRod::eigenvalue(int n) const
{
    double high = bound_;
    double low = 1e-16 * high;
    while (high > low * (1.0 + 1e-11)) {
        const double middle = high > 4.0 * low ? std::sqrt(low * high) : 0.5 * (low + high);
        (count_below(middle) >= n ? high : low) = middle;
    }
    return high;
}

MatrixXd LinearRod::dense_damping() const
{
    MatrixXd D = D_ ? dense(*D_) : MatrixXd::Zero(free_, free_);
    D.diagonal().array() += rate_;
    return D;
}

Eigen::MatrixXcd LinearRod::expanded(const Eigen::MatrixXcd& columns) const
{
    Eigen::MatrixXcd all = Eigen::MatrixXcd::Zero(size(), columns.cols());
    Eigen::Index row = 0;
    for (Eigen::Index i = 0; i < size(); ++i) {
        if (is_free(i)) all.row(i) = columns.row(row++);
    }
    return all;
}

MatrixXd LinearRod::times(const BlockTridiagonal& A, const MatrixXd& y) const
{
    MatrixXd out(y.rows(), y.cols());
    for (Eigen::Index column = 0; column < y.cols(); ++column) {
        const auto part = [&](std::size_t a) {
            return y.col(column).segment<6>(6 * static_cast<Eigen::Index>(a));
        };
        for (std::size_t a = 0; a < A.D.size(); ++a) {
            Vector6d sum = A.D[a] * part(a);
            if (a > 0) sum += A.L[a - 1] * part(a - 1);
            if (a + 1 < A.D.size()) sum += A.U[a] * part(a + 1);
            out.col(column).segment<6>(6 * static_cast<Eigen::Index>(a)) = sum;
        }
    }
    return out;
}

MatrixXd LinearRod::dense(const BlockTridiagonal& A) const
{
    MatrixXd all = MatrixXd::Zero(size(), size());
    for (std::size_t a = 0; a < A.D.size(); ++a) {
        const auto i = 6 * static_cast<Eigen::Index>(a);
        all.block<6, 6>(i, i) = A.D[a];
        if (a + 1 == A.D.size()) continue;
        all.block<6, 6>(i, i + 6) = A.U[a];
        all.block<6, 6>(i + 6, i) = A.L[a];
    }
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < size(); ++i) {
        if (is_free(i)) free.push_back(i);
    }
    return all(free, free);
}

}  // namespace supple::variational
