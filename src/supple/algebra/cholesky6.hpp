/// @file
/// Cholesky factors of a 6 x 6 matrix in plain loops, which at this size beat a general routine.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <cmath>

namespace supple {

class Cholesky6 {
 public:
    /// M = L Lᵀ. @pre M is symmetric and positive definite
    void factor(const Matrix6d& M) noexcept
    {
        for (int j = 0; j < 6; ++j) {
            double pivot = M(j, j);
            for (int k = 0; k < j; ++k)
                pivot -= L_[j][k] * L_[j][k];
            inverse_[j] = 1.0 / std::sqrt(pivot);
            for (int i = j + 1; i < 6; ++i) {
                double sum = M(i, j);
                for (int k = 0; k < j; ++k)
                    sum -= L_[i][k] * L_[j][k];
                L_[i][j] = sum * inverse_[j];
            }
        }
    }

    /// Replaces b by L⁻¹ b.
    void solve_forward(Vector6d& b) const noexcept
    {
        for (int i = 0; i < 6; ++i) {
            for (int k = 0; k < i; ++k)
                b[i] -= L_[i][k] * b[k];
            b[i] *= inverse_[i];
        }
    }

    /// Replaces b by M⁻¹ b.
    void solve(Vector6d& b) const noexcept
    {
        solve_forward(b);
        for (int i = 5; i >= 0; --i) {
            for (int k = i + 1; k < 6; ++k)
                b[i] -= L_[k][i] * b[k];
            b[i] *= inverse_[i];
        }
    }

 private:
    double L_[6][6] = {};  // below the diagonal
    double inverse_[6] = {};
};

}  // namespace supple
