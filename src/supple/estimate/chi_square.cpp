#include <supple/estimate/chi_square.hpp>

#include <cmath>
#include <limits>

namespace supple::estimation {
namespace {

/// ln Γ(n/2): the standard function writes to a global sign, which two threads may not.
double log_gamma_half(int n) noexcept
{
    double value = n % 2 == 0 ? 0.0 : 0.5 * std::log(3.14159265358979323846);
    for (double a = n % 2 == 0 ? 1.0 : 0.5; a < 0.5 * n - 0.25; a += 1.0)
        value += std::log(a);
    return value;
}

}  // namespace

double chi_square_above(double x, int n) noexcept
{
    if (std::isnan(x)) return 0.0;
    if (x <= 0.0) return 1.0;
    const double a = 0.5 * n, y = 0.5 * x;
    const double front = std::exp(a * std::log(y) - y - log_gamma_half(n));
    if (y < a + 1.0) {
        double term = 1.0 / a, sum = term;
        for (double k = a + 1.0; term > 1e-17 * sum; k += 1.0)
            sum += term *= y / k;
        return 1.0 - front * sum;
    }
    // Lentz's evaluation of the continued fraction.
    constexpr double tiny = 1e-300;
    double b = y + 1.0 - a, c = 1.0 / tiny, d = 1.0 / b, h = d;
    for (int i = 1; i < 500; ++i) {
        const double step = -i * (i - a);
        b += 2.0;
        d = 1.0 / (std::abs(step * d + b) < tiny ? tiny : step * d + b);
        c = std::abs(b + step / c) < tiny ? tiny : b + step / c;
        const double change = c * d;
        h *= change;
        if (std::abs(change - 1.0) < 1e-15) break;
    }
    return front * h;
}

double chi_square_quantile(double p, int n) noexcept
{
    double low = 0.0, high = n + 10.0;
    while (chi_square_above(high, n) > 1.0 - p)
        high *= 2.0;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = 0.5 * (low + high);
        (chi_square_above(middle, n) > 1.0 - p ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace supple::estimation
