#include <supple/algebra/dense_lu.hpp>

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

/// Sizes worth unrolling: six unknowns of one segment, nine of three ball joints.
template <class Work>
bool with_known_size(int n, Work work) noexcept
{
    if (n == 6) work(std::integral_constant<int, 6>{});
    if (n == 9) work(std::integral_constant<int, 9>{});
    return n == 6 || n == 9;
}

template <int n>
Outcome factor_unrolled(double* A, int* pivot, double smallest) noexcept
{
    Outcome outcome{false, true};
    const double least = smallest * largest_entry(A, n * n);
    unrolled<n>([&](auto k) {
        if (!outcome.singular)
            outcome.singular = !factor_column(A, pivot, k, std::integral_constant<int, n>{}, least,
                                              outcome.determinant_positive);
    });
    return outcome;
}

template <class Index, class Size>
void eliminate_forward(const double* A, double* b, Index k, Size n) noexcept
{
    for (int i = k + 1; i < n; ++i)
        b[i] -= b[k] * A[k * n + i];
}

template <class Index, class Size>
void eliminate_backward(const double* A, double* b, Index k, Size n) noexcept
{
    b[k] /= A[k * n + k];
    for (int i = 0; i < k; ++i)
        b[i] -= b[k] * A[k * n + i];
}

void solve_any(const double* A, const int* pivot, int n, double* b) noexcept
{
    for (int k = 0; k < n; ++k)
        std::swap(b[k], b[pivot[k]]);
    for (int k = 0; k < n; ++k)
        eliminate_forward(A, b, k, n);
    for (int k = n; k-- > 0;)
        eliminate_backward(A, b, k, n);
}

template <int n>
void solve_unrolled(const double* A, const int* pivot, double* b) noexcept
{
    constexpr std::integral_constant<int, n> size{};
    for (int k = 0; k < n; ++k)
        std::swap(b[k], b[pivot[k]]);
    unrolled<n>([&](auto k) { eliminate_forward(A, b, k, size); });
    unrolled<n>([&](auto k) { eliminate_backward(A, b, std::integral_constant<int, n - 1 - k>{}, size); });
}

}  // namespace

DenseLu::DenseLu(int size) : pivot(static_cast<std::size_t>(size)), blocked(size), permuted(size) {}

void DenseLu::factor(MatrixXd& A, double smallest) noexcept
{
    const int n = static_cast<int>(A.rows());
    if (n < smallest_blocked) {
        Outcome outcome{};
        if (!with_known_size(
                n, [&](auto size) { outcome = factor_unrolled<size>(A.data(), pivot.data(), smallest); }))
            outcome = factor_any(A.data(), pivot.data(), n, smallest);
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

void DenseLu::solve(const MatrixXd& A, VectorXd& b) noexcept
{
    const int n = static_cast<int>(A.rows());
    if (n >= smallest_blocked) {
        permuted.noalias() = blocked.permutationP() * b;
        b = permuted;
        blocked.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(b);
        blocked.matrixLU().triangularView<Eigen::Upper>().solveInPlace(b);
    } else if (!with_known_size(n,
                                [&](auto size) { solve_unrolled<size>(A.data(), pivot.data(), b.data()); })) {
        solve_any(A.data(), pivot.data(), n, b.data());
    }
}

void DenseLu::solve_transposed(const MatrixXd& A, VectorXd& b) noexcept
{
    const int n = static_cast<int>(A.rows());
    if (n >= smallest_blocked) {
        blocked.matrixLU().triangularView<Eigen::Upper>().transpose().solveInPlace(b);
        blocked.matrixLU().triangularView<Eigen::UnitLower>().transpose().solveInPlace(b);
        permuted.noalias() = blocked.permutationP().transpose() * b;
        b = permuted;
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
template <class Size>
void take_symmetric_part(const MatrixXd& A, Size n, MatrixXd& work) noexcept
{
    for (int j = 0; j < n; ++j) {
        for (int i = j; i < n; ++i)
            work(i, j) = 0.5 * (A(i, j) + A(j, i));
    }
}

/// One column of LDLᵀ in place.
template <class Index, class Size>
void eliminate_symmetric(double* L, Eigen::Index rows, Index k, Size n) noexcept
{
    const double* __restrict column = L + k * rows;
    const double inverse = 1.0 / column[k];
    for (int j = k + 1; j < n; ++j) {
        const double factor = column[j] * inverse;
        double* __restrict target = L + j * rows;
        for (int i = j; i < n; ++i)
            target[i] -= factor * column[i];
    }
}

template <int n>
bool positive_unrolled(const MatrixXd& A, MatrixXd& work) noexcept
{
    constexpr std::integral_constant<int, n> size{};
    take_symmetric_part(A, size, work);
    bool positive = true;
    double* L = work.data();
    const Eigen::Index rows = work.rows();
    unrolled<n>([&](auto k) {
        positive = positive && L[k * rows + k] > 0.0;
        if (positive) eliminate_symmetric(L, rows, k, size);
    });
    return positive;
}

}  // namespace

bool is_positive_definite(const MatrixXd& A, int n, MatrixXd& work) noexcept
{
    bool positive = true;
    if (with_known_size(n, [&](auto size) { positive = positive_unrolled<size>(A, work); })) return positive;
    take_symmetric_part(A, n, work);
    if (n >= smallest_blocked) {
        Eigen::Ref<MatrixXd> block = work.topLeftCorner(n, n);
        return Eigen::LLT<Eigen::Ref<MatrixXd>>(block).info() == Eigen::Success;
    }
    for (int k = 0; k < n && positive; ++k) {
        positive = work(k, k) > 0.0;
        eliminate_symmetric(work.data(), work.rows(), k, n);
    }
    return positive;
}

bool leaves_root(int n) noexcept
{
    return n >= smallest_blocked;
}

int negative_eigenvalues(const MatrixXd& A, int n, MatrixXd& work) noexcept
{
    take_symmetric_part(A, n, work);
    int negative = 0;
    for (int k = 0; k < n && work(k, k) != 0.0; ++k) {
        if (work(k, k) < 0.0) ++negative;
        eliminate_symmetric(work.data(), work.rows(), k, n);
    }
    return negative;
}

}  // namespace supple
