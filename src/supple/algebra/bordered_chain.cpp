#include <supple/algebra/bordered_chain.hpp>
#include <supple/algebra/inertia.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// How soft what is held is, so that holding twice is no contradiction.
constexpr double softness = 1e-11;

}  // namespace

BorderedChain::BorderedChain(std::span<const int> sizes, int border)
    : G(sizes), lu_(border + ChainMatrix::most_weak), symmetric_(sizes)
{
    const int n = G.size(), columns = 2 * border + ChainMatrix::most_weak;
    right.setZero(n, border);
    lower.setZero(border, n);
    corner.setZero(border, border);
    schur_.setZero(border + ChainMatrix::most_weak, border + ChainMatrix::most_weak);
    small_.setZero(border + ChainMatrix::most_weak);
    X_.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>((columns + 3) / 4 * 4), 0.0);
    rows_.setZero(2 * border, n);
    reduced_.setZero(columns, columns);
}

double* BorderedChain::panel(int column) noexcept
{
    return X_.data() + static_cast<std::ptrdiff_t>(column / 4) * 4 * G.size() + column % 4;
}

void BorderedChain::load_column(int column, const double* values, Eigen::Index stride) noexcept
{
    double* at = panel(column);
    for (int j = 0; j < G.size(); ++j)
        at[4 * j] = values[j * stride];
}

void BorderedChain::load_weak(std::span<const ChainMatrix::Stiffened> weak, int first) noexcept
{
    for (std::size_t k = 0; k < weak.size(); ++k) {
        double* at = panel(first + static_cast<int>(k));
        for (int j = 0; j < G.size(); ++j)
            at[4 * j] = j == weak[k].coordinate ? 1.0 : 0.0;
    }
}

void BorderedChain::solve_loaded(const ChainMatrix& factors, int columns) noexcept
{
    for (int c = 0; c < columns; c += 4)
        factors.solve_panel(panel(c));
}

// from −= rows · X. Columns beyond the last, up to a whole panel, are not looked at.
void BorderedChain::subtract_products(const MatrixXd& rows, int count, int columns,
                                      MatrixXd& from) const noexcept
{
    using Four = Eigen::Matrix<double, 1, 4>;
    const Eigen::Index stride = rows.rows();
    for (int c = 0; c < columns; c += 4) {
        const double* x = panel(c);
        const int width = std::min(4, columns - c);
        for (int b = 0; b < count; ++b) {
            Four sum = Four::Zero();
            const double* row = rows.data() + b;
            for (int j = 0; j < G.size(); ++j)
                sum += row[j * stride] * Eigen::Map<const Four>(x + 4 * j);
            from.row(b).segment(c, width) -= sum.head(width);
        }
    }
}

bool BorderedChain::factor() noexcept
{
    G.factor();
    positive_ = G.determinant_positive();
    const auto weak = G.weak();
    const int m = static_cast<int>(corner.rows()), columns = m + static_cast<int>(weak.size());
    direct_ = columns == 0;
    if (!G.usable() || direct_) return G.usable();

    for (int c = 0; c < m; ++c)
        load_column(c, right.col(c).data(), 1);
    load_weak(weak, m);
    solve_loaded(G, columns);
    schur_.setIdentity();
    schur_.topLeftCorner(m, m) = corner;
    subtract_products(lower, m, columns, schur_);
    for (std::size_t k = 0; k < weak.size(); ++k) {
        for (int c = 0; c < columns; ++c)
            schur_(m + static_cast<int>(k), c) -= weak[k].sigma * panel(c)[4 * weak[k].coordinate];
    }
    // Rows of turns and of places differ by the length; what spares redundant rows a zero is small beside
    // both.
    lu_.factor(schur_, 1e-18);
    positive_ = positive_ == lu_.determinant_positive;
    return !lu_.singular;
}

void BorderedChain::solve(VectorXd& b) noexcept
{
    const int n = G.size(), m = static_cast<int>(corner.rows());
    G.solve(b.data());
    if (direct_) return;
    const auto weak = G.weak();
    small_.setZero();
    small_.head(m) = b.tail(m);
    for (int j = 0; j < n; ++j)
        small_.head(m) -= b[j] * lower.col(j);
    for (std::size_t k = 0; k < weak.size(); ++k)
        small_[m + static_cast<int>(k)] = -weak[k].sigma * b[weak[k].coordinate];
    lu_.solve(schur_, small_);
    for (int c = 0; c < m + static_cast<int>(weak.size()); ++c) {
        const double* x = panel(c);
        for (int j = 0; j < n; ++j)
            b[j] -= small_[c] * x[4 * j];
    }
    b.tail(m) = small_.head(m);
}

// Sᵀ y = d − (G⁻¹B)ᵀ b, then Gᵀ x = b − Cᵀ y.
void BorderedChain::solve_transposed(VectorXd& b) noexcept
{
    const int n = G.size(), m = static_cast<int>(corner.rows());
    if (!direct_) {
        const auto weak = G.weak();
        small_.setZero();
        small_.head(m) = b.tail(m);
        for (int c = 0; c < m + static_cast<int>(weak.size()); ++c) {
            const double* x = panel(c);
            for (int j = 0; j < n; ++j)
                small_[c] -= x[4 * j] * b[j];
        }
        lu_.solve_transposed(schur_, small_);
        for (int j = 0; j < n; ++j)
            b[j] -= lower.col(j).dot(small_.head(m));
        for (std::size_t k = 0; k < weak.size(); ++k)
            b[weak[k].coordinate] -= weak[k].sigma * small_[m + static_cast<int>(k)];
        b.tail(m) = small_.head(m);
    }
    G.solve_transposed(b.data());
}

int BorderedChain::negative_where_free(std::span<const BorderRole> roles, const VectorXd& weights,
                                       double shift) noexcept
{
    symmetric_.take_symmetric_part(G);
    if (shift != 0.0) symmetric_.add_diagonal(weights, shift);
    symmetric_.factor();
    if (!symmetric_.usable()) return -1;

    // The symmetric border [Zᵀ; T]: what is held has T = −0, what follows is a pair of rows, B and C.
    int count = 0, own_negative = 0;
    reduced_.setZero();
    for (int b = 0; b < static_cast<int>(roles.size()); ++b) {
        if (roles[static_cast<std::size_t>(b)] == BorderRole::none) continue;
        ++own_negative;
        if (roles[static_cast<std::size_t>(b)] == BorderRole::held) {
            reduced_(count, count) = -softness;
            rows_.row(count) = lower.row(b);
            ++count;
        } else {
            // Of one size, which their product does not see.
            const double first = right.col(b).norm(), second = lower.row(b).norm();
            const double balance = first > 0.0 && second > 0.0 ? std::sqrt(second / first) : 1.0;
            rows_.row(count) = balance * right.col(b).transpose();
            rows_.row(count + 1) = lower.row(b) / balance;
            reduced_(count, count + 1) = reduced_(count + 1, count) = 2.0 * corner(b, b);
            count += 2;
        }
    }
    const auto weak = symmetric_.weak();
    const int all = count + static_cast<int>(weak.size());
    if (all == 0) return symmetric_.negative();
    for (int c = 0; c < count; ++c)
        load_column(c, rows_.data() + c, rows_.rows());
    load_weak(weak, count);
    solve_loaded(symmetric_, all);
    subtract_products(rows_, count, all, reduced_);
    // Rows and columns √σ E, corner 1: of one size however small σ is.
    for (std::size_t k = 0; k < weak.size(); ++k) {
        const int row = count + static_cast<int>(k);
        const double root = std::sqrt(weak[k].sigma);
        for (int c = 0; c < all; ++c)
            reduced_(row, c) -= root * panel(c)[4 * weak[k].coordinate];
        for (int c = 0; c < count; ++c)
            reduced_(c, row) *= root;
    }
    for (std::size_t k = 0; k < weak.size(); ++k) {
        const int row = count + static_cast<int>(k);
        for (std::size_t i = 0; i < weak.size(); ++i)
            reduced_(count + static_cast<int>(i), row) *= std::sqrt(weak[k].sigma);
        reduced_(row, row) += 1.0;
    }
    return symmetric_.negative() + count_negative_eigenvalues(reduced_, all) - own_negative;
}

}  // namespace supple
