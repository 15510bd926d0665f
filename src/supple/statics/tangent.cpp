#include <supple/statics/tangent.hpp>

#include <algorithm>
#include <numeric>

namespace supple {
namespace {

/// Where the chain's elimination is the faster one, measured: from some 15 coordinates on, and each row of
/// the border puts that off by two, because it costs the chain a solve.
bool prefers_chain(int coordinates, int border)
{
    return coordinates >= 15 + 2 * border;
}

}  // namespace

Tangent::Tangent(std::span<const int> blocks, int border, int couplings, Elimination how)
    : n_(std::accumulate(blocks.begin(), blocks.end(), 0)), m_(border), couplings_(couplings)
{
    roles.assign(static_cast<std::size_t>(m_), BorderRole::none);
    ones_.setOnes(n_);
    if (how == Elimination::chain || (how == Elimination::by_size && prefers_chain(n_, m_ + couplings_))) {
        chain_.emplace(blocks, m_ + couplings_);
        chain_->corner.bottomRightCorner(couplings_, couplings_).setIdentity();
        full_.setZero(n_ + m_ + couplings_);
        no_roles_.assign(static_cast<std::size_t>(m_), BorderRole::none);
        no_roles_.resize(static_cast<std::size_t>(m_ + couplings_), BorderRole::follows);
        all_roles_ = no_roles_;
        return;
    }
    couplings_ = 0;
    A_.setZero(n_ + m_, n_ + m_);
    work_ = A_;
    full_.setZero(n_);
    lu_ = DenseLu(n_ + m_);
}

Tangent::View Tangent::right() noexcept
{
    return chain_ ? View(chain_->right.data(), n_, m_, Eigen::OuterStride<>(n_))
                  : View(A_.data() + n_ * (n_ + m_), n_, m_, Eigen::OuterStride<>(n_ + m_));
}

Tangent::View Tangent::lower() noexcept
{
    return chain_ ? View(chain_->lower.data(), m_, n_, Eigen::OuterStride<>(m_ + couplings_))
                  : View(A_.data() + n_, m_, n_, Eigen::OuterStride<>(n_ + m_));
}

Tangent::View Tangent::corner() noexcept
{
    return chain_ ? View(chain_->corner.data(), m_, m_, Eigen::OuterStride<>(m_ + couplings_))
                  : View(A_.data() + n_ * (n_ + m_) + n_, m_, m_, Eigen::OuterStride<>(n_ + m_));
}

Tangent::View Tangent::coupling_columns() noexcept
{
    return View(chain_->right.data() + m_ * n_, n_, couplings_, Eigen::OuterStride<>(n_));
}

Tangent::View Tangent::coupling_rows() noexcept
{
    return View(chain_->lower.data() + m_, couplings_, n_, Eigen::OuterStride<>(m_ + couplings_));
}

void Tangent::scale(const VectorXd& s, double factor) noexcept
{
    if (chain_) {
        chain_->G.scale(s, factor);
        if (couplings_ == 0) return;
        View U = coupling_columns(), V = coupling_rows();
        for (int j = 0; j < n_; ++j) {
            U.row(j) *= s[j] * factor;
            V.col(j) *= s[j];
        }
        return;
    }
    for (int j = 0; j < n_; ++j) {
        for (int i = 0; i < n_; ++i)
            A_(i, j) *= s[i] * s[j] * factor;
    }
}

void Tangent::add_diagonal(const VectorXd& weights, double factor) noexcept
{
    if (chain_)
        chain_->G.add_diagonal(weights, factor);
    else
        A_.diagonal().head(n_) += factor * weights;
}

void Tangent::add_diagonal(double all) noexcept
{
    add_diagonal(ones_, all);
}

void Tangent::take(const Tangent& other) noexcept
{
    if (chain_) {
        chain_->G = other.chain_->G;
        right().setZero();
        lower().setZero();
        right().leftCols(other.m_) = other.chain_->right;
        lower().topRows(other.m_) = other.chain_->lower;
        corner().setIdentity();
        corner().topLeftCorner(other.m_, other.m_) = other.chain_->corner;
    } else {
        A_.setIdentity();
        A_.topLeftCorner(other.A_.rows(), other.A_.cols()) = other.A_;
    }
    std::fill(roles.begin(), roles.end(), BorderRole::none);
    std::copy(other.roles.begin(), other.roles.end(), roles.begin());
}

bool Tangent::factor() noexcept
{
    if (chain_) return chain_->factor();
    lu_.factor(A_);
    return !lu_.singular;
}

bool Tangent::determinant_positive() const noexcept
{
    return chain_ ? chain_->determinant_positive() : lu_.determinant_positive;
}

void Tangent::solve(VectorXd& b) noexcept
{
    if (!chain_) return lu_.solve(A_, b);
    if (couplings_ == 0) return chain_->solve(b);
    full_.head(n_ + m_) = b;
    full_.tail(couplings_).setZero();
    chain_->solve(full_);
    b = full_.head(n_ + m_);
}

void Tangent::solve_transposed(VectorXd& b) noexcept
{
    if (!chain_) return lu_.solve_transposed(A_, b);
    if (couplings_ == 0) return chain_->solve_transposed(b);
    full_.head(n_ + m_) = b;
    full_.tail(couplings_).setZero();
    chain_->solve_transposed(full_);
    b = full_.head(n_ + m_);
}

bool Tangent::positive_definite(double shift) noexcept
{
    if (chain_) return chain_->negative_where_free(no_roles_, ones_, shift) == 0;
    if (shift == 0.0) return is_positive_definite(A_, n_, work_);
    full_ = A_.diagonal().head(n_);
    A_.diagonal().head(n_).array() += shift;
    const bool positive = is_positive_definite(A_, n_, work_);
    A_.diagonal().head(n_) = full_;
    return positive;
}

bool Tangent::solve_by_root(VectorXd& b) noexcept
{
    if (chain_ || m_ > 0 || !leaves_root(n_)) return false;
    const auto root = work_.topLeftCorner(n_, n_).triangularView<Eigen::Lower>();
    root.solveInPlace(b);
    root.transpose().solveInPlace(b);
    return true;
}

int Tangent::negative_eigenvalues() noexcept
{
    if (!chain_) return supple::negative_eigenvalues(A_, n_, work_);
    return chain_->negative_where_free(no_roles_, ones_, 0.0);
}

int Tangent::negative_where_free(const VectorXd& weights, double shift) noexcept
{
    std::copy(roles.begin(), roles.end(), all_roles_.begin());
    return chain_->negative_where_free(all_roles_, weights, shift);
}

bool Tangent::positive_where_free() noexcept
{
    if (chain_) return negative_where_free(ones_, 0.0) == 0;
    const auto with_role = [&](BorderRole role, auto work) {
        for (int b = 0; b < m_; ++b) {
            if (roles[static_cast<std::size_t>(b)] == role) work(n_ + b);
        }
    };
    with_role(BorderRole::follows, [&](int u) {
        for (int j = 0; j < n_; ++j) {
            for (int i = 0; i < n_; ++i)
                A_(i, j) -= A_(i, u) * A_(u, j) / A_(u, u);
        }
    });
    double most = 0.0;
    with_role(BorderRole::held, [&](int k) {
        most = std::max({most, 1e-300, A_.row(k).head(n_).cwiseAbs2().maxCoeff()});
    });
    const double rho = most > 0.0 ? 1e7 * A_.topLeftCorner(n_, n_).cwiseAbs().maxCoeff() / most : 0.0;
    with_role(BorderRole::held, [&](int k) {
        for (int j = 0; j < n_; ++j) {
            for (int i = 0; i < n_; ++i)
                A_(i, j) += rho * A_(k, i) * A_(k, j);
        }
    });
    return is_positive_definite(A_, n_, work_);
}

MatrixXd Tangent::matrix() const
{
    if (!chain_) return A_;
    MatrixXd all(n_ + m_, n_ + m_);
    all << chain_->G.dense() - chain_->right.rightCols(couplings_) * chain_->lower.bottomRows(couplings_),
        chain_->right.leftCols(m_), chain_->lower.topRows(m_), chain_->corner.topLeftCorner(m_, m_);
    return all;
}

}  // namespace supple
