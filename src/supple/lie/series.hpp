/// @file
/// sin θ/θ and friends, once, accurate at every angle from 0 to just below 2π.
///
/// Everything smooth in a rotation vector φ is a function of x = θ², θ = |φ|. The Stumpff functions
///
///     c_n(x) = Σ_{m≥0} (−x)^m / (n + 2m)!,    c0 = cos θ, c1 = sin θ/θ, c2 = (1 − cos θ)/θ², c3 = (θ − sin
///     θ)/θ³,
///
/// obey c_n = 1/n! − x c_{n+2}, dc_n/dx = (n c_{n+2} − c_{n+1})/2 [docs/theory/s3, Eq. (3.1), (3.2), (3.3)].
/// The inverse Jacobian needs
///
///     e(x) = (1 − (θ/2) cot(θ/2))/θ² = Σ_{m≥1} 2/((2πm)² − x),
///
/// [docs/theory/s2, Eq. (2.3)] whose partial fractions are all positive on (0, 2π): value and derivatives
/// without any cancellation.
///
/// The argument is the angle θ, not x, because near the zeros of c1 (π) and c2 (2π) and at the pole of e (2π)
/// a rounded x would already have lost the digits that the angle still holds. Derivatives are with respect to
/// x: they stay finite at θ = 0.
///
/// Laws (tests/lie/test_series.cpp), as functions of the given double θ in [0, 2π):
///   1. Every value is right to 1e-15 relative, also where c1, c2 vanish and where e is infinite. The
///   derivatives
///      that change sign inside the interval (those of c0 and c1) are right to 1e-15 of their value at zero.
///   2. The recurrence and the derivative formula above hold.
#pragma once

#include <array>

namespace supple {

/// c0 to c7 and the derivatives of the first four with respect to x = θ².
struct Stumpff {
    std::array<double, 8> c;    ///< c_n
    std::array<double, 4> dc;   ///< dc_n/dx
    std::array<double, 4> ddc;  ///< d²c_n/dx²
};

/// @pre 0 <= theta < 2π
Stumpff stumpff(double theta) noexcept;

/// The scalars of a map A(φ) = I + a φ^ + b φ^², with their derivatives in x = θ².
struct AxialCoefficients {
    double a = 0.0, b = 0.0;
    double da = 0.0, db = 0.0;    ///< d/dx
    double dda = 0.0, ddb = 0.0;  ///< d²/dx²
};

/// How many derivatives in x an evaluation fills; the rest stay zero.
enum class Order { value, first, second };

/// exp(φ^): a = c1, b = c2. Values only: derivatives of exp follow from its Jacobian.
AxialCoefficients exponential_coefficients(double theta) noexcept;

/// Left Jacobian of SO(3): a = c2, b = c3.
AxialCoefficients jacobian_coefficients(double theta, Order order) noexcept;

/// Its inverse: a = −1/2, b = e. @pre theta < 2π, where the Jacobian is singular
AxialCoefficients jacobian_inverse_coefficients(double theta, Order order) noexcept;

/// c1, c2, c3 from one sine and cosine: exponential and Jacobian together.
struct ExponentialSeries {
    double c1, c2, c3;
};
ExponentialSeries exponential_series(double theta) noexcept;

}  // namespace supple
