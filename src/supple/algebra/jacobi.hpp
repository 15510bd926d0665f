/// @file
/// Singular values and eigenvalues of small matrices by Jacobi rotations: no allocation after the first call
/// of a size, and small singular values come out as exactly as large ones.
///
/// Laws (tests/steer/test_jacobi.cpp):
///   1. M V = U Σ with orthonormal V and orthogonal columns U Σ; σ descends.
///   2. A Q = Q diag(μ) with orthonormal Q.
#pragma once

#include <supple/lie/linear_algebra.hpp>

namespace supple {

/// Of M (rows x k): columns of V are directions in ℝᵏ, those beyond the rank span the null space.
struct ColumnSvd {
    MatrixXd US;     ///< U Σ, rows x k
    MatrixXd V;      ///< k x k
    VectorXd sigma;  ///< k, descending

    void compute(const MatrixXd& M) noexcept;

    /// How many are above a part of the largest.
    int rank(double part) const noexcept;
};

/// Of a symmetric A (k x k).
struct SymmetricEigen {
    MatrixXd Q;   ///< columns: eigenvectors
    VectorXd mu;  ///< eigenvalues, in no order

    void compute(const MatrixXd& A) noexcept;

 private:
    MatrixXd work_;
};

}  // namespace supple
