#include <supple/statics/dense_lu.hpp>

#include <cmath>

namespace supple {

void DenseLu::factor(MatrixXd& A, double smallest) noexcept
{
    const int n = static_cast<int>(A.rows());
    const double least = smallest * A.cwiseAbs().maxCoeff();
    singular = false;
    determinant_positive = true;
    for (int k = 0; k < n; ++k) {
        double* column = A.data() + k * n;
        int best = k;
        for (int i = k + 1; i < n; ++i) {
            if (std::abs(column[i]) > std::abs(column[best])) best = i;
        }
        pivot[static_cast<std::size_t>(k)] = best;
        if (!(std::abs(column[best]) > least)) {
            singular = true;
            return;
        }
        if (best != k) {
            determinant_positive = !determinant_positive;
            for (int j = 0; j < n; ++j)
                std::swap(A(k, j), A(best, j));
        }
        if (column[k] < 0.0) determinant_positive = !determinant_positive;
        const double inverse = 1.0 / column[k];
        for (int i = k + 1; i < n; ++i)
            column[i] *= inverse;
        for (int j = k + 1; j < n; ++j) {
            double* target = A.data() + j * n;
            const double factor = target[k];
            if (factor == 0.0) continue;
            for (int i = k + 1; i < n; ++i)
                target[i] -= factor * column[i];
        }
    }
}

void DenseLu::solve(const MatrixXd& A, VectorXd& b) const noexcept
{
    const int n = static_cast<int>(A.rows());
    for (int k = 0; k < n; ++k) std::swap(b[k], b[pivot[static_cast<std::size_t>(k)]]);
    for (int k = 0; k < n; ++k) {
        const double* column = A.data() + k * n;
        const double value = b[k];
        for (int i = k + 1; i < n; ++i)
            b[i] -= value * column[i];
    }
    for (int k = n; k-- > 0;) {
        const double* column = A.data() + k * n;
        b[k] /= column[k];
        const double value = b[k];
        for (int i = 0; i < k; ++i)
            b[i] -= value * column[i];
    }
}

void DenseLu::solve_transposed(const MatrixXd& A, VectorXd& b) const noexcept
{
    const int n = static_cast<int>(A.rows());
    for (int k = 0; k < n; ++k) {
        const double* column = A.data() + k * n;
        double sum = b[k];
        for (int i = 0; i < k; ++i)
            sum -= column[i] * b[i];
        b[k] = sum / column[k];
    }
    for (int k = n; k-- > 0;) {
        const double* column = A.data() + k * n;
        double sum = b[k];
        for (int i = k + 1; i < n; ++i)
            sum -= column[i] * b[i];
        b[k] = sum;
    }
    for (int k = n; k-- > 0;)
        std::swap(b[k], b[pivot[static_cast<std::size_t>(k)]]);
}

bool is_positive_definite(const MatrixXd& A, int n, MatrixXd& work) noexcept
{
    // Cholesky, column by column; the first pivot that is not positive ends it.
    for (int j = 0; j < n; ++j) {
        for (int i = j; i < n; ++i) {
            double sum = 0.5 * (A(i, j) + A(j, i));
            for (int k = 0; k < j; ++k)
                sum -= work(i, k) * work(j, k);
            if (i == j) {
                if (!(sum > 0.0)) return false;
                work(j, j) = std::sqrt(sum);
            } else {
                work(i, j) = sum / work(j, j);
            }
        }
    }
    return true;
}

}  // namespace supple
