#include <supple/statics/dense_lu.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <utility>

namespace supple {

namespace {

constexpr int smallest_blocked = 16;

/// What factoring says besides the factors.
struct Outcome {
    bool singular;
    bool determinant_positive;
};

/// Calls body(0), ..., body(N - 1) with numbers the compiler knows, so that every inner loop is unrolled.
template <int N, class Body>
void unrolled(Body body) noexcept
{
    [&]<int... k>(std::integer_sequence<int, k...>)
    {
        (body(std::integral_constant<int, k>{}), ...);
    }
    (std::make_integer_sequence<int, N>{});
}

/// One column of the factorisation. k and n are plain or compile-time numbers.
template <class Index, class Size>
bool factor_column(double* A, int* pivot, Index k, Size n, double least, bool& positive) noexcept
{
    double* __restrict column = A + k * n;
    int best = k;
    double largest = std::abs(column[k]);
    for (int i = k + 1; i < n; ++i) {
        const double size = std::abs(column[i]);
        best = size > largest ? i : best;
        largest = size > largest ? size : largest;
    }
    pivot[k] = best;
    if (!(largest > least)) return false;
    if (best != k) {
        positive = !positive;
        for (int j = 0; j < n; ++j)
            std::swap(A[k + j * n], A[best + j * n]);
    }
    positive = positive == (column[k] > 0.0);
    const double inverse = 1.0 / column[k];
    for (int i = k + 1; i < n; ++i)
        column[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
        double* __restrict target = A + j * n;
        const double factor = target[k];
        for (int i = k + 1; i < n; ++i)
            target[i] -= factor * column[i];
    }
    return true;
}

double largest_entry(const double* A, int count) noexcept
{
    double largest = 0.0;
    for (int i = 0; i < count; ++i)
        largest = std::max(largest, std::abs(A[i]));
    return largest;
}

Outcome factor_any(double* A, int* pivot, int n, double smallest) noexcept
{
    Outcome outcome{false, true};
    const double least = smallest * largest_entry(A, n * n);
    for (int k = 0; k < n && !outcome.singular; ++k)
        outcome.singular = !factor_column(A, pivot, k, n, least, outcome.determinant_positive);
    return outcome;
}

/// One segment has six unknowns: the case worth unrolling.
Outcome factor_six(double* A, int* pivot, double smallest) noexcept
{
    constexpr std::integral_constant<int, 6> n{};
    Outcome outcome{false, true};
    const double least = smallest * largest_entry(A, n * n);
    unrolled<n>([&](auto k) {
        if (!outcome.singular)
            outcome.singular = !factor_column(A, pivot, k, n, least, outcome.determinant_positive);
    });
    return outcome;
}

template <class Size>
void solve_factored(const double* A, const int* pivot, Size n, double* b) noexcept
{
    for (int k = 0; k < n; ++k)
        std::swap(b[k], b[pivot[k]]);
    for (int k = 0; k < n; ++k) {
        const double* column = A + k * n;
        for (int i = k + 1; i < n; ++i)
            b[i] -= b[k] * column[i];
    }
    for (int k = n - 1; k >= 0; --k) {
        const double* column = A + k * n;
        b[k] /= column[k];
        for (int i = 0; i < k; ++i)
            b[i] -= b[k] * column[i];
    }
}

}  // namespace

DenseLu::DenseLu(int size) : pivot(static_cast<std::size_t>(size)), blocked(size) {}

void DenseLu::factor(MatrixXd& A, double smallest) noexcept
{
    const int n = static_cast<int>(A.rows());
    if (n < smallest_blocked) {
        const Outcome outcome = n == 6 ? factor_six(A.data(), pivot.data(), smallest)
                                       : factor_any(A.data(), pivot.data(), n, smallest);
        singular = outcome.singular;
        determinant_positive = outcome.determinant_positive;
        return;
    }
    const double least = smallest * largest_entry(A.data(), n * n);
    blocked.compute(A);
    const auto pivots = blocked.matrixLU().diagonal();
    singular = !(pivots.array().abs() > least).all();  // a NaN is not greater either
    // The permutation's parity by its cycles: the library's own count asks for memory.
    determinant_positive = true;
    for (int k = 0; k < n; ++k)
        pivot[static_cast<std::size_t>(k)] = blocked.permutationP().indices()[k];
    for (std::size_t k = 0; k < pivot.size(); ++k) {
        while (pivot[k] != static_cast<int>(k)) {
            std::swap(pivot[k], pivot[static_cast<std::size_t>(pivot[k])]);
            determinant_positive = !determinant_positive;
        }
    }
    for (const double entry : pivots)
        determinant_positive = determinant_positive == (entry > 0.0);
}

void DenseLu::solve(const MatrixXd& A, VectorXd& b) const noexcept
{
    const int n = static_cast<int>(A.rows());
    if (n == 6) {
        solve_factored(A.data(), pivot.data(), std::integral_constant<int, 6>{}, b.data());
    } else if (n < smallest_blocked) {
        solve_factored(A.data(), pivot.data(), n, b.data());
    } else {
        b = blocked.solve(b);
    }
}

void DenseLu::solve_transposed(const MatrixXd& A, VectorXd& b) const noexcept
{
    const int n = static_cast<int>(A.rows());
    if (n >= smallest_blocked) {
        b = blocked.transpose().solve(b);
        return;
    }
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

namespace {

/// The lower triangle of the symmetric part.
void take_symmetric_part(const MatrixXd& A, int n, MatrixXd& work) noexcept
{
    for (int j = 0; j < n; ++j) {
        for (int i = j; i < n; ++i)
            work(i, j) = 0.5 * (A(i, j) + A(j, i));
    }
}

/// LDLᵀ in place, column by column, while `go_on` accepts the pivot.
template <class GoOn>
void eliminate_symmetric(MatrixXd& work, int n, GoOn go_on) noexcept
{
    const Eigen::Index rows = work.rows();
    double* L = work.data();
    for (int k = 0; k < n; ++k) {
        const double* __restrict column = L + k * rows;
        if (!go_on(column[k])) return;
        const double inverse = 1.0 / column[k];
        for (int j = k + 1; j < n; ++j) {
            const double factor = column[j] * inverse;
            double* __restrict target = L + j * rows;
            for (int i = j; i < n; ++i)
                target[i] -= factor * column[i];
        }
    }
}

}  // namespace

bool is_positive_definite(const MatrixXd& A, int n, MatrixXd& work) noexcept
{
    take_symmetric_part(A, n, work);
    if (n >= smallest_blocked) {
        Eigen::Ref<MatrixXd> block = work.topLeftCorner(n, n);
        return Eigen::LLT<Eigen::Ref<MatrixXd>>(block).info() == Eigen::Success;
    }
    bool positive = true;
    eliminate_symmetric(work, n, [&](double pivot) { return positive = pivot > 0.0; });
    return positive;
}

int negative_eigenvalues(const MatrixXd& A, int n, MatrixXd& work) noexcept
{
    take_symmetric_part(A, n, work);
    int negative = 0;
    eliminate_symmetric(work, n, [&](double pivot) {
        if (pivot < 0.0) ++negative;
        return pivot != 0.0;
    });
    return negative;
}

}  // namespace supple
