#include <supple/algebra/inertia.hpp>

#include <cmath>
#include <utility>

namespace supple {
namespace {

void exchange(MatrixXd& A, int n, int i, int j)
{
    if (i == j) return;
    for (int k = 0; k < n; ++k)
        std::swap(A(i, k), A(j, k));
    for (int k = 0; k < n; ++k)
        std::swap(A(k, i), A(k, j));
}

}  // namespace

int count_negative_eigenvalues(MatrixXd& A, int n) noexcept
{
    constexpr double pair = 0.6403882032022076;  // (1 + √17)/8: least growth
    const double negligible = 1e-15 * (n > 0 ? A.topLeftCorner(n, n).cwiseAbs().maxCoeff() : 0.0);
    int negative = 0;
    for (int k = 0; k < n;) {
        // The largest entry on the diagonal of what is left, and beside it.
        int single = k, row = k, column = k;
        for (int j = k; j < n; ++j) {
            if (std::abs(A(j, j)) > std::abs(A(single, single))) single = j;
            for (int i = j + 1; i < n; ++i) {
                if (row == column || std::abs(A(i, j)) > std::abs(A(row, column))) {
                    row = i;
                    column = j;
                }
            }
        }
        const double on = std::abs(A(single, single)),
                     beside = row == column ? 0.0 : std::abs(A(row, column));
        if (!(on > negligible || beside > negligible)) break;
        if (on >= pair * beside) {
            exchange(A, n, k, single);
            negative += A(k, k) < 0.0 ? 1 : 0;
            for (int j = k + 1; j < n; ++j) {
                const double factor = A(k, j) / A(k, k);
                for (int i = k + 1; i < n; ++i)
                    A(i, j) -= factor * A(i, k);
            }
            k += 1;
            continue;
        }
        exchange(A, n, k, column);
        exchange(A, n, k + 1, row);
        const double a = A(k, k), b = A(k + 1, k), c = A(k + 1, k + 1), determinant = a * c - b * b;
        negative += determinant < 0.0 ? 1 : a + c < 0.0 ? 2 : 0;
        for (int j = k + 2; j < n; ++j) {
            const double first = (c * A(k, j) - b * A(k + 1, j)) / determinant;
            const double second = (a * A(k + 1, j) - b * A(k, j)) / determinant;
            for (int i = k + 2; i < n; ++i)
                A(i, j) -= A(i, k) * first + A(i, k + 1) * second;
        }
        k += 2;
    }
    return negative;
}

}  // namespace supple
