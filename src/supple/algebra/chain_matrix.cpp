#include <supple/algebra/chain_matrix.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace supple {
namespace {

/// A pivot whose inverse is larger than this, in units of its own diagonal, loses too many digits.
constexpr double weakest = 1e4;

template <int n>
using Square = Eigen::Matrix<double, n, n>;
template <int n>
using Six = Eigen::Matrix<double, 6, n>;
template <class Matrix>
using At = Eigen::Map<Matrix>;
template <class Matrix>
using In = Eigen::Map<const Matrix>;

/// Where the parts of a block of n coordinates begin.
constexpr int column_at(int n)
{
    return 6 * n;
}
constexpr int row_at(int n)
{
    return 12 * n;
}
constexpr int diagonal_at(int n)
{
    return 18 * n;
}
constexpr int numbers_of(int n)
{
    return 18 * n + n * n;
}

/// Calls work(n) with the size of a block as a number that the compiler knows.
template <class Work>
void with_size(int n, Work work)
{
    switch (n) {
        case 1:
            return work(std::integral_constant<int, 1>{});
        case 2:
            return work(std::integral_constant<int, 2>{});
        case 3:
            return work(std::integral_constant<int, 3>{});
        default:
            return work(std::integral_constant<int, 6>{});
    }
}

template <int n>
void invert(const Square<n>& H, Square<n>& inverse, double& determinant)
{
    if constexpr (n <= 3) {
        determinant = H.determinant();
        inverse = H.inverse();
    } else {
        const Eigen::PartialPivLU<Square<n>> lu(H);
        determinant = lu.determinant();
        inverse = lu.inverse();
    }
}

/// Negative eigenvalues of a symmetric H by the signs of its pivots. A zero counts as a tiny positive one.
template <int n>
int count_negative(Square<n> H, const Eigen::Matrix<double, n, 1>& size)
{
    int negative = 0;
    for (int k = 0; k < n; ++k) {
        if (std::abs(H(k, k)) < 1e-300 + 1e-16 * size[k]) H(k, k) = 1e-300 + 1e-16 * size[k];
        negative += H(k, k) < 0.0 ? 1 : 0;
        for (int i = k + 1; i < n; ++i) {
            const double factor = H(i, k) / H(k, k);
            for (int j = k + 1; j < n; ++j)
                H(i, j) -= factor * H(k, j);
        }
    }
    return negative;
}

}  // namespace

ChainMatrix::ChainMatrix(std::span<const int> sizes)
{
    std::size_t data = 0;
    for (const int n : sizes) {
        assert(n == 1 || n == 2 || n == 3 || n == 6);
        blocks_.push_back({size_, n, data});
        size_ += n;
        data += static_cast<std::size_t>(numbers_of(n));
    }
    data_.assign(data, 0.0);
    weak_.reserve(most_weak);
}

ChainMatrix::Block ChainMatrix::block(std::size_t e) noexcept
{
    const auto& [first, n, at] = blocks_[e];
    double* data = data_.data() + at;
    return {first, n, data, data + column_at(n), data + row_at(n), data + diagonal_at(n)};
}

void ChainMatrix::scale(const VectorXd& s, double factor) noexcept
{
    for (std::size_t e = 0; e < blocks_.size(); ++e) {
        const Block b = block(e);
        for (int a = 0; a < b.size; ++a) {
            const double own = s[b.first + a];
            for (int i = 0; i < 6; ++i) {
                b.S[6 * a + i] *= own;
                b.column[6 * a + i] *= own * factor;
                b.row[6 * a + i] *= own * factor;
            }
            for (int k = 0; k < b.size; ++k)
                b.D[b.size * a + k] *= own * s[b.first + k] * factor;
        }
    }
}

void ChainMatrix::add_diagonal(const VectorXd& weights, double factor) noexcept
{
    for (std::size_t e = 0; e < blocks_.size(); ++e) {
        const Block b = block(e);
        for (int a = 0; a < b.size; ++a)
            b.D[(b.size + 1) * a] += factor * weights[b.first + a];
    }
}

void ChainMatrix::take_symmetric_part(const ChainMatrix& G) noexcept
{
    for (const auto& [first, size, at] : blocks_) {
        with_size(size, [data = data_.data() + at, other = G.data_.data() + at](auto n) {
            const In<Six<n>> S(other), c(other + column_at(n)), r(other + row_at(n));
            const In<Square<n>> D(other + diagonal_at(n));
            At<Six<n>> own_S(data), own_c(data + column_at(n)), own_r(data + row_at(n));
            At<Square<n>> own_D(data + diagonal_at(n));
            own_S = S;
            own_r = own_c = 0.5 * (c + r);
            own_D = 0.5 * (D + D.transpose());
        });
    }
}

template <int n>
void ChainMatrix::factor_block(const Where& where, Matrix6d& W) noexcept
{
    double* const data = data_.data() + where.data;
    const In<Six<n>> S(data);
    At<Six<n>> C(data + column_at(n)), R(data + row_at(n));
    At<Square<n>> D(data + diagonal_at(n));
    // What a pivot is the sum of: springs, and what the forces beyond do, which D has in it already.
    const Six<n> WS = W.lazyProduct(S);
    const Square<n> beyond = S.transpose().lazyProduct(WS);
    Eigen::Matrix<double, n, 1> size = S.cwiseProduct(C).colwise().sum().cwiseAbs();
    size = size.cwiseMax(D.diagonal().cwiseAbs()).cwiseMax(beyond.diagonal().cwiseAbs());
    C += WS;
    R += W.transpose().lazyProduct(S);
    Square<n> H = D + beyond, inverse;
    double determinant = 0.0;
    const auto weak = [&] {
        invert<n>(H, inverse, determinant);
        const Square<n> relative = inverse.cwiseAbs2().cwiseProduct(size * size.transpose());
        return !(relative.maxCoeff() < weakest * weakest);  // also where it is not a number
    };
    for (int attempt = 0; weak(); ++attempt) {
        if (attempt == 0) {
            usable_ = usable_ && static_cast<int>(weak_.size()) + n <= most_weak;
            for (int a = 0; usable_ && a < n; ++a)
                weak_.push_back({where.first + a, 0.0});
        }
        usable_ = usable_ && attempt < 6;
        if (!usable_) return;
        for (int a = 0; a < n; ++a) {
            const double more = (attempt + 1.0) * (size[a] > 0.0 ? size[a] : 1.0);
            H(a, a) += more;
            weak_[weak_.size() - n + static_cast<std::size_t>(a)].sigma += more;
        }
    }
    positive_ = positive_ == (determinant > 0.0);
    negative_ += count_negative<n>(H, size);
    D = inverse;
    R = (R * inverse.transpose()).eval();
    W.noalias() -= C.lazyProduct(R.transpose());
}

void ChainMatrix::factor() noexcept
{
    Matrix6d W = Matrix6d::Zero();
    usable_ = positive_ = true;
    negative_ = 0;
    weak_.clear();
    for (std::size_t e = blocks_.size(); e-- > 0 && usable_;)
        with_size(blocks_[e].size, [&](auto n) { factor_block<n>(blocks_[e], W); });
}

// Inwards b' = b + Sᵀw, y = H⁻¹b', w ← w − C y; outwards x = y − H⁻¹Rᵀ u, u ← u + S x.
template <int columns>
void ChainMatrix::solve_columns(double* b) const noexcept
{
    constexpr auto by_rows = columns == 1 ? Eigen::ColMajor : Eigen::RowMajor;
    using Carried = Eigen::Matrix<double, 6, columns, by_rows>;
    Carried w = Carried::Zero(), u = Carried::Zero();
    const auto part = [&](const Where& where, auto n) {
        return At<Eigen::Matrix<double, n, columns, by_rows>>(b + where.first * columns);
    };
    for (std::size_t e = blocks_.size(); e-- > 0;) {
        with_size(blocks_[e].size, [&](auto n) {
            const double* data = data_.data() + blocks_[e].data;
            auto x = part(blocks_[e], n);
            const Eigen::Matrix<double, n, columns, by_rows> full =
                x + In<Six<n>>(data).transpose().lazyProduct(w);
            x.noalias() = In<Square<n>>(data + diagonal_at(n)).lazyProduct(full);
            w.noalias() -= In<Six<n>>(data + column_at(n)).lazyProduct(x);
        });
    }
    for (const Where& where : blocks_) {
        with_size(where.size, [&](auto n) {
            const double* data = data_.data() + where.data;
            auto x = part(where, n);
            x.noalias() -= In<Six<n>>(data + row_at(n)).transpose().lazyProduct(u);
            u.noalias() += In<Six<n>>(data).lazyProduct(x);
        });
    }
}

void ChainMatrix::solve(double* b) const noexcept
{
    solve_columns<1>(b);
}

void ChainMatrix::solve_panel(double* b) const noexcept
{
    solve_columns<4>(b);
}

// The transposed matrix has C and R exchanged, and the transposed pivots.
void ChainMatrix::solve_transposed(double* b) const noexcept
{
    Vector6d w = Vector6d::Zero(), u = Vector6d::Zero();
    for (std::size_t e = blocks_.size(); e-- > 0;) {
        with_size(blocks_[e].size, [&](auto n) {
            const double* data = data_.data() + blocks_[e].data;
            At<Eigen::Matrix<double, n, 1>> x(b + blocks_[e].first);
            x.noalias() += In<Six<n>>(data).transpose().lazyProduct(w);
            w.noalias() -= In<Six<n>>(data + row_at(n)).lazyProduct(x);
        });
    }
    for (const Where& where : blocks_) {
        with_size(where.size, [&](auto n) {
            const double* data = data_.data() + where.data;
            At<Eigen::Matrix<double, n, 1>> x(b + where.first);
            const Eigen::Matrix<double, n, 1> left =
                x - In<Six<n>>(data + column_at(n)).transpose().lazyProduct(u);
            x.noalias() = In<Square<n>>(data + diagonal_at(n)).transpose().lazyProduct(left);
            u.noalias() += In<Six<n>>(data).lazyProduct(x);
        });
    }
}

MatrixXd ChainMatrix::dense() const
{
    MatrixXd G(size_, size_);
    for (std::size_t j = 0; j < blocks_.size(); ++j) {
        const auto [first, n, at] = blocks_[j];
        const double* data = data_.data() + at;
        const In<MatrixXd> c(data + column_at(n), 6, n), r(data + row_at(n), 6, n);
        G.block(first, first, n, n) = In<MatrixXd>(data + diagonal_at(n), n, n);
        for (std::size_t i = 0; i < j; ++i) {
            const In<MatrixXd> S(data_.data() + blocks_[i].data, 6, blocks_[i].size);
            G.block(blocks_[i].first, first, blocks_[i].size, n) = S.transpose() * c;
            G.block(first, blocks_[i].first, n, blocks_[i].size) = r.transpose() * S;
        }
    }
    return G;
}

}  // namespace supple
