/// @file
/// Decompositions of dense matrices of any size, each compiled once.
///
/// The algorithms are those of Eigen. Their templates cost seconds of compile time a file, so that only
/// decompositions.cpp includes them. For solves in a loop see dense_lu.hpp and cholesky.hpp, which allocate
/// nothing.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <complex>
#include <memory>
#include <optional>

namespace supple {

/// A = V diag(values) Vᵀ of a symmetric A; values ascend. Only the lower triangle is read.
struct SymmetricEigenpairs {
    VectorXd values;
    MatrixXd vectors;
};
SymmetricEigenpairs symmetric_eigen(const MatrixXd& A);
VectorXd symmetric_eigenvalues(const MatrixXd& A);

/// A v = λ v of any square A; nothing where the iteration does not converge.
struct GeneralEigenpairs {
    Eigen::VectorXcd values;
    Eigen::MatrixXcd vectors;
};
std::optional<GeneralEigenpairs> general_eigen(const MatrixXd& A);
/// Values alone; not numbers where they are not found.
Eigen::VectorXcd general_eigenvalues(const MatrixXd& A);

/// The eigenvalues of matrices of one size, for loops: allocates when it is made, not when it is used.
class GeneralEigenvalues {
 public:
    explicit GeneralEigenvalues(Eigen::Index size);
    ~GeneralEigenvalues();
    GeneralEigenvalues(GeneralEigenvalues&&) = delete;
    /// Nothing where the iteration does not converge; else valid until the next call.
    const Eigen::VectorXcd* find(const MatrixXd& A) noexcept;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// X of A X = B by elimination with row pivots. @pre A is regular
MatrixXd linear_solution(const MatrixXd& A, const MatrixXd& B);

/// A⁻¹ by elimination with full pivots; nothing where A is singular.
std::optional<MatrixXd> inverse_of(const MatrixXd& A);

/// x that makes |A x − b| least, by orthogonal transformations with column pivots.
VectorXd least_squares_solution(const MatrixXd& A, const VectorXd& b);

/// Columns that are orthonormal, and orthogonal to those of A.
MatrixXd orthogonal_complement(const MatrixXd& A);

/// L of M = L Lᵀ, lower triangular; nothing where M is not positive definite.
std::optional<MatrixXd> cholesky_factor(const MatrixXd& M);

/// L⁻¹ X and L⁻ᵀ y of a lower triangular L.
MatrixXd lower_solution(const MatrixXd& L, const MatrixXd& X);
Eigen::VectorXcd transposed_lower_solution(const MatrixXd& L, const Eigen::VectorXcd& y);

}  // namespace supple
