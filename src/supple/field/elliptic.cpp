#include <supple/field/elliptic.hpp>

#include <cmath>
#include <numbers>

namespace supple {

// Gauss's transformation leaves
//
//     ∫ (A cos²θ + B sin²θ) / √(x² cos²θ + y² sin²θ) dθ
//
// as it is when x, y give way to their arithmetic and geometric means and A, B to (A + B)/2 and
// (A y + B x)/(x + y). Once x = y and A = B the integral is π A / 2x. Everything is positive: nothing
// cancels, also where d/b → 0 and T₁ outgrows T₀. T₀ has A = B = 1; T₁ has A = 1/d², B = 1/b²,
// since d/dθ (sin θ cos θ / R) makes ∫ b² d² / R³ the same as ∫ R.
EllipticIntegrals complete_elliptic(double b, double d) noexcept
{
    double x = b;
    double y = d;
    double A = 1.0 / (d * d);
    double B = 1.0 / (b * b);
    bool close = false;
    while (!close) {
        // The gap squares in every step: from 1e-8 the next one is below rounding.
        close = !(x - y > 1e-8 * x);
        const double mean = 0.5 * (A + B);
        B = (A * y + B * x) / (x + y);
        A = mean;
        const double root = std::sqrt(x * y);
        x = 0.5 * (x + y);
        y = root;
    }
    const double T0 = 0.5 * std::numbers::pi / x;
    return {T0, 0.5 * (A + B) * T0};
}

}  // namespace supple
