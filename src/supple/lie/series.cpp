#include <supple/lie/series.hpp>

#include <cmath>
#include <cstddef>

namespace supple {
namespace {

// Below these angles the power series are used, above them closed forms [rad]; the tests try both sides.
// c2 leaves its series early because it vanishes at 2π, where its half-angle form keeps all digits: the
// series is wrong by 1.3e-15 near 4. c3 does not vanish, but the closed form of c3″ is wrong by 1.2e-15 near
// 4, and the series of c3 by 1.4e-15 near 5.4.
constexpr double c2_series_limit = 3.0;
constexpr double c3_series_limit = 4.5;

// Below x = 1 the first terms of a series suffice.
constexpr std::size_t few_terms = 9;
constexpr std::size_t all_terms = 17;   // to x = 20
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

/// The k-th derivative of c_n by its power series. @pre x <= 20.25
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

/// c2 with derivatives. In closed form c2(x) = b0(x/4)²/2: its derivatives are products and sums of like
/// sign.
void fill_c2(double theta, Order order, double& value, double& first, double& second) noexcept
{
    const double x = theta * theta;
    if (theta < c2_series_limit) {
        value = power_series<2, 0>(x);
        if (order >= Order::first) first = power_series<2, 1>(x);
        if (order >= Order::second) second = power_series<2, 2>(x);
        return;
    }
    const HalfAngle half(theta);
    value = half.c2();
    if (order == Order::value) return;
    const Bessel b = bessel(half.h, half.s, half.c);
    first = -0.125 * b.b0 * b.b1;
    if (order == Order::second) second = (b.b1 * b.b1 + b.b0 * b.b2) / 64.0;
}

double c3_closed(double theta, double sine) noexcept
{
    return (theta - sine) / (theta * theta * theta);
}

/// c3 with derivatives. The closed forms follow from x c3 = 1 − b0.
void fill_c3(double theta, Order order, double& value, double& first, double& second) noexcept
{
    const double x = theta * theta;
    if (theta < c3_series_limit) {
        value = power_series<3, 0>(x);
        if (order >= Order::first) first = power_series<3, 1>(x);
        if (order >= Order::second) second = power_series<3, 2>(x);
        return;
    }
    const double sine = std::sin(theta);
    value = c3_closed(theta, sine);
    if (order == Order::value) return;
    const Bessel b = bessel(theta, sine, std::cos(theta));
    first = (0.5 * b.b1 - value) / x;
    if (order == Order::second) second = -(0.25 * b.b2 + 2.0 * first) / x;
}

}  // namespace

Stumpff stumpff(double theta) noexcept
{
    const double x = theta * theta;
    const HalfAngle half(theta);
    Stumpff f;
    f.c[0] = std::cos(theta);
    f.c[1] = half.c1();
    f.c[6] = long_series<6>(x);
    f.c[7] = long_series<7>(x);
    fill_c2(theta, Order::second, f.c[2], f.dc[2], f.ddc[2]);
    fill_c3(theta, Order::second, f.c[3], f.dc[3], f.ddc[3]);
    if (theta < c3_series_limit) {
        f.c[4] = power_series<4, 0>(x);
        f.c[5] = power_series<5, 0>(x);
        f.dc[1] = power_series<1, 1>(x);
        f.ddc[1] = power_series<1, 2>(x);
    } else {
        f.c[4] = (0.5 - f.c[2]) / x;
        f.c[5] = (1.0 / 6.0 - f.c[3]) / x;
        const Bessel b = bessel(theta, std::sin(theta), f.c[0]);
        f.dc[1] = -0.5 * b.b1;
        f.ddc[1] = 0.25 * b.b2;
    }
    f.dc[0] = -0.5 * f.c[1];
    f.ddc[0] = -0.5 * f.dc[1];
    return f;
}

AxialCoefficients exponential_coefficients(double theta) noexcept
{
    const HalfAngle half(theta);
    return {.a = half.c1(), .b = half.c2()};
}

AxialCoefficients jacobian_coefficients(double theta, Order order) noexcept
{
    AxialCoefficients f;
    fill_c2(theta, order, f.a, f.da, f.dda);
    fill_c3(theta, order, f.b, f.db, f.ddb);
    return f;
}

ExponentialSeries exponential_series(double theta) noexcept
{
    const HalfAngle half(theta);
    const double c3 =
        theta < c3_series_limit ? power_series<3, 0>(theta * theta) : c3_closed(theta, 2.0 * half.s * half.c);
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
    constexpr double four_pi_squared = 39.47841760435743;            // rounded
    constexpr double four_pi_squared_rest = 2.5061182034958845e-15;  // what the rounding left

    const double x = theta * theta;
    double value = 0.0;
    double first = 0.0;
    double second = 0.0;
    for (std::size_t k = tail.size(); k-- > 0;) {
        second = second * x + 2.0 * first;
        first = first * x + value;
        value = value * x + tail[k];
    }
    // The distance to the first pole, with the roundings of 4π² and of θ² put back: it keeps all digits near
    // 2π.
    const double x_rest = std::fma(theta, theta, -x);
    const double first_pole = (four_pi_squared - x) + (four_pi_squared_rest - x_rest);
    for (const double distance : {9.0 * four_pi_squared - x, 4.0 * four_pi_squared - x, first_pole}) {
        value += 2.0 / distance;
        first += 2.0 / (distance * distance);
        second += 4.0 / (distance * distance * distance);
    }
    AxialCoefficients f{.a = -0.5, .b = value};
    if (order != Order::value) f.db = first;
    if (order == Order::second) f.ddb = second;
    return f;
}

}  // namespace supple
