/// @file
/// LU factorisation with row pivoting, in place, without allocation.
///
/// Small systems are the common case here: below a dozen unknowns the plain loops beat a blocked library
/// routine.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <Eigen/LU>

#include <vector>

namespace supple {

struct DenseLu {
    explicit DenseLu(int size = 0);

    std::vector<int> pivot;                 ///< row exchanged with each column's
    Eigen::PartialPivLU<MatrixXd> blocked;  ///< of large systems
    VectorXd permuted;                      ///< right-hand side of large systems on its way
    bool singular = false;
    bool determinant_positive = true;

    /// Replaces A by its factors. A pivot below `smallest` of the largest entry is singular.
    void factor(MatrixXd& A, double smallest = 1e-14) noexcept;

    /// Solves in place with factored A. @pre not singular
    void solve(const MatrixXd& A, VectorXd& b) noexcept;

    /// Solves Aᵀ x = b in place.
    void solve_transposed(const MatrixXd& A, VectorXd& b) noexcept;
};

/// Whether the symmetric part of A's leading n x n block is positive definite. Work is overwritten.
bool is_positive_definite(const MatrixXd& A, int n, MatrixXd& work) noexcept;

/// Whether a matrix of that size that is found so leaves its root L, A = L Lᵀ, in the lower triangle of
/// `work`.
bool leaves_root(int n) noexcept;

/// How many eigenvalues of the symmetric part of A's leading n x n block are negative, by the signs of the
/// pivots of LDLᵀ. Without exchanges: for following a path, where a zero pivot is passed and not met. Work is
/// overwritten.
int negative_eigenvalues(const MatrixXd& A, int n, MatrixXd& work) noexcept;

}  // namespace supple
