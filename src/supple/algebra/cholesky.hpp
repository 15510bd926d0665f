/// @file
/// M = L Lᵀ of a small symmetric positive definite matrix, in place and without allocation. Plain loops along
/// columns: for the few dozen coordinates of a chain they take a third of the time of a blocked routine.
#pragma once

#include <supple/lie/linear_algebra.hpp>

namespace supple {

/// Replaces the lower half of M by L, the diagonal by its inverses. False where M is not positive definite.
bool factor_cholesky(MatrixXd& M) noexcept;

/// Solves in place with the factor.
void solve_cholesky(const MatrixXd& L, VectorXd& b) noexcept;

}  // namespace supple
