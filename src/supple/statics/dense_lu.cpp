#include <supple/statics/dense_lu.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

namespace {

/// What factoring says besides the factors.
struct Outcome {
    bool singular;
    bool determinant_positive;
};

/// N > 0: the size is known to the compiler, which then unrolls the loops.
template <int N>
Outcome factor_in_place(double* A, int* pivot, int size, double smallest) noexcept
{
    const int n = N > 0 ? N : size;
    double largest = 0.0;
    for (int i = 0; i < n * n; ++i)
        largest = std::max(largest, std::abs(A[i]));
    const double least = smallest * largest;
    bool positive = true;
    for (int k = 0; k < n; ++k) {
        double* column = A + k * n;
        int best = k;
        double size_of_best = std::abs(column[k]);
        for (int i = k + 1; i < n; ++i) {
            if (std::abs(column[i]) > size_of_best) {
                best = i;
                size_of_best = std::abs(column[i]);
            }
        }
        pivot[k] = best;
        if (!(size_of_best > least)) return {true, positive};
        if (best != k) {
            positive = !positive;
            for (int j = 0; j < n; ++j)
                std::swap(A[k + j * n], A[best + j * n]);
        }
        if (column[k] < 0.0) positive = !positive;
        const double inverse = 1.0 / column[k];
        for (int i = k + 1; i < n; ++i)
            column[i] *= inverse;
        for (int j = k + 1; j < n; ++j) {
            double* target = A + j * n;
            const double factor = target[k];
            for (int i = k + 1; i < n; ++i)
                target[i] -= factor * column[i];
        }
    }
    return {false, positive};
}

}  // namespace

void DenseLu::factor(MatrixXd& A, double smallest) noexcept
{
    const int n = static_cast<int>(A.rows());
    const auto factor_size = [&]() -> Outcome {
        switch (n) {
            case 6:
                return factor_in_place<6>(A.data(), pivot.data(), n, smallest);
            case 9:
                return factor_in_place<9>(A.data(), pivot.data(), n, smallest);
            default:
                return factor_in_place<0>(A.data(), pivot.data(), n, smallest);
        }
    };
    const Outcome outcome = factor_size();
    singular = outcome.singular;
    determinant_positive = outcome.determinant_positive;
}

void DenseLu::solve(const MatrixXd& A, VectorXd& b) const noexcept
{
    const int n = static_cast<int>(A.rows());
    for (int k = 0; k < n; ++k)
        std::swap(b[k], b[pivot[static_cast<std::size_t>(k)]]);
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
