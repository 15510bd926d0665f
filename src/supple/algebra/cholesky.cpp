#include <supple/algebra/cholesky.hpp>

#include <cmath>

namespace supple {

bool factor_cholesky(MatrixXd& M) noexcept
{
    const Eigen::Index n = M.rows();
    for (Eigen::Index k = 0; k < n; ++k) {
        double* column = &M(0, k);
        if (!(column[k] > 0.0)) return false;
        const double inverse = 1.0 / std::sqrt(column[k]);
        column[k] = inverse;
        for (Eigen::Index i = k + 1; i < n; ++i)
            column[i] *= inverse;
        for (Eigen::Index j = k + 1; j < n; ++j) {
            const double factor = column[j];
            double* other = &M(0, j);
            for (Eigen::Index i = j; i < n; ++i)
                other[i] -= factor * column[i];
        }
    }
    return true;
}

void solve_cholesky(const MatrixXd& L, VectorXd& b) noexcept
{
    const Eigen::Index n = L.rows();
    double* x = b.data();
    for (Eigen::Index k = 0; k < n; ++k) {
        const double* column = &L(0, k);
        const double xk = x[k] *= column[k];
        for (Eigen::Index i = k + 1; i < n; ++i)
            x[i] -= xk * column[i];
    }
    for (Eigen::Index k = n; k-- > 0;) {
        const double* column = &L(0, k);
        // Two sums, so that one addition need not wait for the other.
        double even = 0.0, odd = 0.0;
        Eigen::Index i = k + 1;
        for (; i + 1 < n; i += 2) {
            even += column[i] * x[i];
            odd += column[i + 1] * x[i + 1];
        }
        if (i < n) even += column[i] * x[i];
        x[k] = (x[k] - even - odd) * column[k];
    }
}

}  // namespace supple
