#include <supple/lie/series.hpp>

#include <cmath>
#include <cstddef>

namespace supple {
namespace {

// Below this angle the power series are used, above it the closed forms [rad]. At 4 both are right to a few
// units in the last place: the series of c3 has lost a factor 2, the closed form of c3″ a factor 4.
constexpr double series_limit = 4.0;

// Below x = 1 the first terms of a series suffice.
constexpr std::size_t few_terms = 9;
constexpr std::size_t all_terms = 17;   // to x = 16
constexpr std::size_t more_terms = 21;  // to x = 4π²: c6 and c7, whose terms fall from the start

/// Coefficients in x of the k-th derivative of c_n: (−1)^m m!/(m−k)! / (n + 2m)! for m = k, k+1, ...
template <std::size_t terms>
constexpr std::array<double, terms> stumpff_coefficients(int n, int k)
{
    std::array<double, terms> coefficients{};
    for (std::size_t i = 0; i < terms; ++i) {
        const int m = static_cast<int>(i) + k;
        double falling = 1.0;
        for (int j = 0; j < k; ++j)
            falling *= m - j;
        double factorial = 1.0;  // exact to 22!, where the terms no longer matter to the last digit
        for (int j = 2; j <= n + 2 * m; ++j)
            factorial *= j;
        coefficients[i] = (m % 2 == 0 ? falling : -falling) / factorial;
    }
    return coefficients;
}

template <std::size_t terms>
double horner(const std::array<double, terms>& coefficients, std::size_t used, double x) noexcept
{
    double sum = coefficients[used - 1];
    for (std::size_t i = used - 1; i-- > 0;)
        sum = sum * x + coefficients[i];
    return sum;
}

/// The k-th derivative of c_n by its power series. @pre x <= 16
template <int n, int k>
double power_series(double x) noexcept
{
    static constexpr auto coefficients = stumpff_coefficients<all_terms>(n, k);
    return horner(coefficients, x < 1.0 ? few_terms : all_terms, x);
}

/// c6 and c7 by series everywhere below 2π.
template <int n>
double long_series(double x) noexcept
{
    static constexpr auto coefficients = stumpff_coefficients<more_terms>(n, 0);
    return horner(coefficients, x < 1.0 ? few_terms : more_terms, x);
}

/// sin(θ)/θ and its relatives b_n = j_n(θ)/θⁿ of the spherical Bessel functions: b_n′ = −b_{n+1}/2.
/// Closed forms, for angles where nothing cancels.
struct Bessel {
    double b0, b1, b2;
};

Bessel bessel(double theta, double sine, double cosine) noexcept
{
    const double x = theta * theta;
    return {sine / theta, (sine - theta * cosine) / (theta * x),
            ((3.0 - x) * sine - 3.0 * theta * cosine) / (theta * x * x)};
}

/// The half angle with its sine and cosine. sin θ = 2sc and 1 − cos θ = 2s² keep all digits near π and 2π.
struct HalfAngle {
    double h, s, c;
    explicit HalfAngle(double theta) noexcept : h(0.5 * theta), s(std::sin(h)), c(std::cos(h)) {}

    double c1() const noexcept { return h > 0.0 ? s * c / h : 1.0; }
    double c2() const noexcept { return h > 0.0 ? 0.5 * (s / h) * (s / h) : 0.5; }
};

double c3_closed(double theta, const HalfAngle& half) noexcept
{
    return (theta - 2.0 * half.s * half.c) / (theta * theta * theta);
}

/// c2 and c3 with derivatives above the series limit. c2(x) = b0(x/4)²/2, so its derivatives are sums of
/// products of like sign; those of c3 = (1 − b0)/x follow from x c3 = 1 − b0.
AxialCoefficients jacobian_closed(double theta, Order order) noexcept
{
    const HalfAngle half(theta);
    AxialCoefficients f;
    f.a = half.c2();
    f.b = c3_closed(theta, half);
    if (order == Order::value) return f;

    const double x = theta * theta;
    const Bessel y = bessel(half.h, half.s, half.c);
    const Bessel z = bessel(theta, std::sin(theta), std::cos(theta));
    f.da = -0.125 * y.b0 * y.b1;
    f.db = (0.5 * z.b1 - f.b) / x;
    f.dda = (y.b1 * y.b1 + y.b0 * y.b2) / 64.0;
    f.ddb = -(0.25 * z.b2 + 2.0 * f.db) / x;
    return f;
}

}  // namespace

Stumpff stumpff(double theta) noexcept
{
    const double x = theta * theta;
    const HalfAngle half(theta);
    Stumpff f;
    f.c[0] = std::cos(theta);
    f.c[1] = half.c1();
    f.c[2] = half.c2();
    f.c[6] = long_series<6>(x);
    f.c[7] = long_series<7>(x);
    f.dc[0] = -0.5 * f.c[1];
    if (theta < series_limit) {
        f.c[3] = power_series<3, 0>(x);
        f.c[4] = power_series<4, 0>(x);
        f.c[5] = power_series<5, 0>(x);
        f.dc[1] = power_series<1, 1>(x);
        f.ddc[1] = power_series<1, 2>(x);
    } else {
        f.c[3] = c3_closed(theta, half);
        f.c[4] = (0.5 - f.c[2]) / x;
        f.c[5] = (1.0 / 6.0 - f.c[3]) / x;
        const Bessel z = bessel(theta, std::sin(theta), f.c[0]);
        f.dc[1] = -0.5 * z.b1;
        f.ddc[1] = 0.25 * z.b2;
    }
    f.ddc[0] = -0.5 * f.dc[1];
    const AxialCoefficients jacobian = jacobian_coefficients(theta, Order::second);
    f.dc[2] = jacobian.da;
    f.dc[3] = jacobian.db;
    f.ddc[2] = jacobian.dda;
    f.ddc[3] = jacobian.ddb;
    return f;
}

AxialCoefficients exponential_coefficients(double theta) noexcept
{
    const HalfAngle half(theta);
    return {.a = half.c1(), .b = half.c2()};
}

AxialCoefficients jacobian_coefficients(double theta, Order order) noexcept
{
    if (theta >= series_limit) return jacobian_closed(theta, order);
    const double x = theta * theta;
    AxialCoefficients f;
    f.a = power_series<2, 0>(x);
    f.b = power_series<3, 0>(x);
    if (order == Order::value) return f;
    f.da = power_series<2, 1>(x);
    f.db = power_series<3, 1>(x);
    if (order == Order::first) return f;
    f.dda = power_series<2, 2>(x);
    f.ddb = power_series<3, 2>(x);
    return f;
}

ExponentialSeries exponential_series(double theta) noexcept
{
    const HalfAngle half(theta);
    const double c3 = theta < series_limit ? power_series<3, 0>(theta * theta) : c3_closed(theta, half);
    return {half.c1(), half.c2(), c3};
}

AxialCoefficients jacobian_inverse_coefficients(double theta, Order order) noexcept
{
    // Partial fractions: the three nearest poles outright, the Taylor series of all others,
    // Σ_k S_k x^k with S_k = Σ_{m≥4} 2/(2πm)^{2k+2}. The remainder is below 1e-17 for every θ < 2π.
    static constexpr std::array<double, 12> tail = {
        0.0143786389100756833,   9.5955554807794253e-6,   1.12571433830026091e-8,  1.53889795651810725e-11,
        2.24731896508041044e-14, 3.39435645976346403e-17, 5.22375469848222167e-20, 8.12741482831052152e-23,
        1.2728430480242655e-25,  2.00145899867885429e-28, 3.1550446802879232e-31,  4.98133526379758555e-34};
    constexpr double two_pi = 6.283185307179586;            // rounded
    constexpr double two_pi_rest = 2.4492935982947064e-16;  // what the rounding left

    const double x = theta * theta;
    double value = 0.0;
    double first = 0.0;
    double second = 0.0;
    for (std::size_t k = tail.size(); k-- > 0;) {
        second = second * x + 2.0 * first;
        first = first * x + value;
        value = value * x + tail[k];
    }
    // (2πm)² − x as a product, so that the distance to the pole keeps its digits.
    for (const double m : {3.0, 2.0, 1.0}) {
        const double gap = (m * two_pi - theta) + m * two_pi_rest;
        const double inverse = 1.0 / (gap * (m * two_pi + theta));
        value += 2.0 * inverse;
        first += 2.0 * inverse * inverse;
        second += 4.0 * inverse * inverse * inverse;
    }
    AxialCoefficients f{.a = -0.5, .b = value};
    if (order != Order::value) f.db = first;
    if (order == Order::second) f.ddb = second;
    return f;
}

}  // namespace supple
