#include <supple/algebra/block_tridiagonal.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>
#include <utility>

namespace supple::variational {
namespace {

/// The right-hand sides of one block row, U and the identity side by side, rows contiguous.
using Side = Eigen::Matrix<double, 6, 12, Eigen::RowMajor>;

/// D⁻¹S by elimination with row pivoting, D destroyed. False where a pivot is zero or not a number.
bool eliminate(Eigen::Matrix<double, 6, 6, Eigen::RowMajor>& D, Side& S) noexcept
{
    for (int k = 0; k < 6; ++k) {
        int pivot = k;
        for (int i = k + 1; i < 6; ++i) {
            if (std::abs(D(i, k)) > std::abs(D(pivot, k))) pivot = i;
        }
        if (!(std::abs(D(pivot, k)) > 0.0)) return false;
        if (pivot != k) {
            for (int j = k; j < 6; ++j)
                std::swap(D(k, j), D(pivot, j));
            S.row(k).swap(S.row(pivot));
        }
        const double inverse = 1.0 / D(k, k);
        D(k, k) = inverse;
        for (int i = k + 1; i < 6; ++i) {
            const double factor = D(i, k) * inverse;
            for (int j = k + 1; j < 6; ++j)
                D(i, j) -= factor * D(k, j);
            S.row(i) -= factor * S.row(k);
        }
    }
    for (int k = 5; k >= 0; --k) {
        for (int j = k + 1; j < 6; ++j)
            S.row(k) -= D(k, j) * S.row(j);
        S.row(k) *= D(k, k);
    }
    return true;
}

}  // namespace

BlockTridiagonal::BlockTridiagonal(int blocks)
    : D(static_cast<std::size_t>(blocks)),
      U(static_cast<std::size_t>(blocks - 1)),
      L(static_cast<std::size_t>(blocks - 1))
{
    set_zero();
}

void BlockTridiagonal::set_zero() noexcept
{
    for (auto* blocks : {&D, &U, &L})
        for (Matrix6d& block : *blocks)
            block.setZero();
}

void hold_directions(const std::array<bool, 6>& held, std::size_t a, BlockTridiagonal& A,
                     std::vector<Vector6d>& r, const Vector6d& values) noexcept
{
    const bool first = a == 0, last = a + 1 == A.D.size();
    for (int i = 0; i < 6; ++i) {
        if (!held[static_cast<std::size_t>(i)]) continue;
        r[a] -= values[i] * A.D[a].col(i);
        A.D[a].row(i).setZero();
        A.D[a].col(i).setZero();
        A.D[a](i, i) = 1.0;
        if (!first) {
            r[a - 1] -= values[i] * A.U[a - 1].col(i);
            A.U[a - 1].col(i).setZero();
            A.L[a - 1].row(i).setZero();
        }
        if (!last) {
            r[a + 1] -= values[i] * A.L[a].col(i);
            A.U[a].row(i).setZero();
            A.L[a].col(i).setZero();
        }
    }
    for (int i = 0; i < 6; ++i) {
        if (held[static_cast<std::size_t>(i)]) r[a][i] = values[i];
    }
}

BlockFactors::BlockFactors(int blocks)
    : inverse_(static_cast<std::size_t>(blocks)),
      W_(static_cast<std::size_t>(blocks - 1)),
      L_(static_cast<std::size_t>(blocks - 1))
{
}

bool BlockFactors::factor(const BlockTridiagonal& A) noexcept
{
    const std::size_t n = A.D.size();
    Side S;
    for (std::size_t a = 0; a < n; ++a) {
        Eigen::Matrix<double, 6, 6, Eigen::RowMajor> D = A.D[a];
        if (a > 0) {
            D.noalias() -= A.L[a - 1] * S.leftCols<6>();
            L_[a - 1] = A.L[a - 1];
        }
        if (a + 1 < n)
            S.leftCols<6>() = A.U[a];
        else
            S.leftCols<6>().setZero();
        S.rightCols<6>().setIdentity();
        if (!eliminate(D, S)) return false;
        if (a + 1 < n) W_[a] = S.leftCols<6>();
        inverse_[a] = S.rightCols<6>();
    }
    return true;
}

void BlockFactors::solve(std::vector<Vector6d>& r) const noexcept
{
    const std::size_t n = inverse_.size();
    for (std::size_t a = 0; a < n; ++a) {
        if (a > 0) r[a].noalias() -= L_[a - 1] * r[a - 1];
        r[a] = (inverse_[a] * r[a]).eval();
    }
    for (std::size_t a = n - 1; a-- > 0;)
        r[a].noalias() -= W_[a] * r[a + 1];
}

int negative_eigenvalues(BlockTridiagonal& A)
{
    int count = 0;
    const std::size_t n = A.D.size();
    for (std::size_t a = 0; a < n; ++a) {
        const Matrix6d D = 0.5 * (A.D[a] + A.D[a].transpose());
        const Eigen::SelfAdjointEigenSolver<Matrix6d> eigen(D, Eigen::EigenvaluesOnly);
        count += static_cast<int>((eigen.eigenvalues().array() < 0.0).count());
        if (a + 1 < n) {
            const Matrix6d U = 0.5 * (A.U[a] + A.L[a].transpose());
            A.D[a + 1].noalias() -= U.transpose() * Eigen::PartialPivLU<Matrix6d>(D).solve(U);
        }
    }
    return count;
}

}  // namespace supple::variational
