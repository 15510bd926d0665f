// The scalar functions against 60-digit values (tests/data/lie_reference.json) and against their own laws.
#include "lie/reference.hpp"
#include "support/generators.hpp"

#include <supple/lie/series.hpp>

#include <rapidcheck/gtest.h>

#include <cmath>

namespace supple {
namespace test_series {

double relative(double value, double exact)
{
    return std::abs(value - exact) / std::abs(exact);
}

class SeriesReference : public testing::TestWithParam<test::AngleEntry> {};

TEST_P(SeriesReference, StumpffFunctionsAreRightTo1em15)
{
    const nlohmann::json& exact = test::scalars(GetParam());
    const Stumpff f = stumpff(GetParam().theta);
    for (std::size_t n = 0; n < 8; ++n) {
        EXPECT_LT(relative(f.c[n], exact.at("c").at(n).get<double>()), 1e-15) << "c" << n;
    }
}

TEST_P(SeriesReference, StumpffDerivativesAreRightTo1em15)
{
    // c1′, c0″ and c1″ change sign at 4.49, 4.49 and 5.76: there only an error relative to their size, which
    // is the value at zero, can be asked for. The others keep their sign and all their digits.
    const nlohmann::json& exact = test::scalars(GetParam());
    const Stumpff f = stumpff(GetParam().theta);
    const auto dc = [&](std::size_t n) { return exact.at("dc").at(n).get<double>(); };
    const auto ddc = [&](std::size_t n) { return exact.at("ddc").at(n).get<double>(); };
    for (const std::size_t n : {0, 2, 3})
        EXPECT_LT(relative(f.dc[n], dc(n)), 1e-15) << "c" << n << "'";
    for (const std::size_t n : {2, 3})
        EXPECT_LT(relative(f.ddc[n], ddc(n)), 1e-15) << "c" << n << "''";
    EXPECT_LT(std::abs(f.dc[1] - dc(1)), 1e-15 / 6.0);
    EXPECT_LT(std::abs(f.ddc[0] - ddc(0)), 1e-15 / 12.0);
    EXPECT_LT(std::abs(f.ddc[1] - ddc(1)), 1e-15 / 60.0);
}

TEST_P(SeriesReference, CotangentFunctionAndDerivativesAreRightTo1em15)
{
    const nlohmann::json& e = test::scalars(GetParam()).at("e");
    const AxialCoefficients f = jacobian_inverse_coefficients(GetParam().theta, Order::second);
    EXPECT_EQ(f.a, -0.5);
    EXPECT_LT(relative(f.b, e.at(0).get<double>()), 1e-15);
    EXPECT_LT(relative(f.db, e.at(1).get<double>()), 1e-15);
    EXPECT_LT(relative(f.ddb, e.at(2).get<double>()), 1e-15);
}

TEST_P(SeriesReference, CoefficientsOfTheMapsAreTheStumpffFunctions)
{
    // The same series by other paths: equal up to the last places.
    const double theta = GetParam().theta;
    const Stumpff f = stumpff(theta);
    const AxialCoefficients exponential = exponential_coefficients(theta);
    const AxialCoefficients jacobian = jacobian_coefficients(theta, Order::second);
    const ExponentialSeries together = exponential_series(theta);
    EXPECT_LT(relative(exponential.a, f.c[1]), 1e-15);
    EXPECT_LT(relative(exponential.b, f.c[2]), 1e-15);
    EXPECT_LT(relative(together.c1, f.c[1]), 1e-15);
    EXPECT_LT(relative(together.c2, f.c[2]), 1e-15);
    EXPECT_LT(relative(together.c3, f.c[3]), 1e-15);
    EXPECT_EQ(jacobian.a, f.c[2]);
    EXPECT_EQ(jacobian.b, f.c[3]);
    EXPECT_EQ(jacobian.da, f.dc[2]);
    EXPECT_EQ(jacobian.db, f.dc[3]);
    EXPECT_EQ(jacobian.dda, f.ddc[2]);
    EXPECT_EQ(jacobian.ddb, f.ddc[3]);
}

INSTANTIATE_TEST_SUITE_P(EachAngle, SeriesReference, testing::ValuesIn(test::angle_entries()),
                         test::name_of_entry);

TEST(Series, ReferenceStandsOnBothSidesOfEverySwitch)
{
    for (const double limit : {1.0, 3.0, 4.5}) {
        bool at = false, below = false;
        for (const test::AngleEntry& entry : test::angle_entries()) {
            at = at || entry.theta == limit;
            below = below || entry.theta == std::nextafter(limit, 0.0);
        }
        EXPECT_TRUE(at && below) << limit;
    }
}

TEST(Series, AtZeroTheValuesAreTheFirstCoefficients)
{
    const Stumpff f = stumpff(0.0);
    double factorial = 1.0;
    for (std::size_t n = 0; n < 8; ++n) {
        if (n > 0) factorial *= static_cast<double>(n);
        EXPECT_EQ(f.c[n], 1.0 / factorial) << n;
    }
    EXPECT_EQ(f.dc, (std::array{-1.0 / 2, -1.0 / 6, -1.0 / 24, -1.0 / 120}));
    EXPECT_EQ(f.ddc, (std::array{1.0 / 12, 1.0 / 60, 1.0 / 360, 1.0 / 2520}));
    // (1 − h cot h)/x = 1/12 + x/720 + x²/30240 + ...
    const AxialCoefficients e = jacobian_inverse_coefficients(0.0, Order::second);
    EXPECT_LT(relative(e.b, 1.0 / 12), 1e-15);
    EXPECT_LT(relative(e.db, 1.0 / 720), 1e-15);
    EXPECT_LT(relative(e.ddb, 1.0 / 15120), 1e-15);
}

TEST(Series, DerivativesNotAskedForStayZero)
{
    for (const double theta : {0.5, 3.5, 5.0}) {
        for (const auto& coefficients : {jacobian_coefficients, jacobian_inverse_coefficients}) {
            const AxialCoefficients value = coefficients(theta, Order::value);
            EXPECT_EQ(value.da, 0.0);
            EXPECT_EQ(value.db, 0.0);
            EXPECT_EQ(coefficients(theta, Order::first).ddb, 0.0);
            EXPECT_EQ(coefficients(theta, Order::first).b, value.b);
            EXPECT_GT(std::abs(coefficients(theta, Order::first).db), 0.0);
            EXPECT_GT(std::abs(coefficients(theta, Order::second).ddb), 0.0);
        }
    }
}

RC_GTEST_PROP(SeriesLaws, StumpffRecurrence, ())
{
    const double theta = *test::real(0.0, 6.283);
    const double x = theta * theta;
    const Stumpff f = stumpff(theta);
    double factorial = 1.0;
    for (std::size_t n = 0; n < 6; ++n) {
        if (n > 0) factorial *= static_cast<double>(n);
        // Relative to the terms of the sum, each right to 1e-15.
        RC_ASSERT(std::abs(f.c[n] + x * f.c[n + 2] - 1.0 / factorial) <
                  2e-15 * (1.0 / factorial + x * f.c[n + 2]));
    }
}

RC_GTEST_PROP(SeriesLaws, StumpffDerivativesFollowFromTheFunctions, ())
{
    const double theta = *test::real(0.0, 6.283);
    const Stumpff f = stumpff(theta);
    for (std::size_t n = 0; n < 4; ++n) {
        const double m = static_cast<double>(n);
        const double first = 0.5 * (m * f.c[n + 2] - f.c[n + 1]);
        const double second = 0.25 * (m * (m + 2) * f.c[n + 4] - (2 * m + 1) * f.c[n + 3] + f.c[n + 2]);
        // 1e-15 of each term
        RC_ASSERT(std::abs(f.dc[n] - first) < 1e-15 * (m * f.c[n + 2] + std::abs(f.c[n + 1])));
        RC_ASSERT(std::abs(f.ddc[n] - second) <
                  1e-15 * (m * (m + 2) * f.c[n + 4] + (2 * m + 1) * f.c[n + 3] + f.c[n + 2]));
    }
}

RC_GTEST_PROP(SeriesLaws, CotangentFunctionObeysItsRiccatiEquation, ())
{
    // With e = (1 − g)/x, g = h cot h: 2 x e′ = x e² − 3 e + 1/4. Near 2π both sides are of size x e².
    const double theta = *test::real(0.0, 6.283);
    const double x = theta * theta;
    const AxialCoefficients f = jacobian_inverse_coefficients(theta, Order::first);
    RC_ASSERT(std::abs(2.0 * x * f.db - (x * f.b * f.b - 3.0 * f.b + 0.25)) <
              4e-15 * (x * f.b * f.b + 3.0 * f.b + 0.25));
}

}  // namespace test_series
}  // namespace supple
