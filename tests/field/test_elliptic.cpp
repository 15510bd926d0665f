#include <supple/field/elliptic.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple {
namespace test_elliptic {

struct Legendre {
    double kc;  ///< complementary modulus d/b
    double K;
    double E;
};

// To twenty digits by mpmath 1.2: ellipk(1 - kc**2), ellipe(1 - kc**2) with 260 digits carried.
constexpr Legendre truth[] = {
    {1.0, 1.5707963267948966192, 1.5707963267948966192},
    {0.9, 1.6546166675225269344, 1.4932901081312071862},
    {0.5, 2.1565156474996432354, 1.2110560275684595248},
    {0.1, 3.6956373629898746778, 1.0159935450252239356},
    {1e-3, 8.2940514636154399853, 1.0000038970261720612},
    {1e-8, 19.806975105072256561, 1.0000000000000009653},
    {1e-100, 231.64480366052445902, 1.0000000000000000000},
};

TEST(Elliptic, GivesLegendresIntegralsForEveryModulus)
{
    for (const double b : {1.0, 7.0}) {
        for (const auto& [kc, K, E] : truth) {
            const double d = kc * b;
            const auto [T0, T1] = complete_elliptic(b, d);
            SCOPED_TRACE(kc);
            EXPECT_NEAR(b * T0, K, 4e-15 * K);
            EXPECT_NEAR(b * d * d * T1, E, 4e-15 * E);
        }
    }
}

TEST(Elliptic, SatisfiesLegendresRelation)
{
    // E K' + E' K − K K' = π/2 ties every modulus to its complement.
    for (const double k : {0.01, 0.3, 0.6, 0.8, 0.999}) {
        const double kc = std::sqrt((1.0 - k) * (1.0 + k));
        const auto one = complete_elliptic(1.0, kc);
        const auto other = complete_elliptic(1.0, k);
        const double E = kc * kc * one.T1;
        const double E_other = k * k * other.T1;
        SCOPED_TRACE(k);
        EXPECT_NEAR(E * other.T0 + E_other * one.T0 - one.T0 * other.T0, 1.5707963267948966, 2e-14);
    }
}

TEST(Elliptic, EndsWithoutAnAnswerWhenThereIsNone)
{
    EXPECT_FALSE(std::isfinite(complete_elliptic(std::nan(""), 1.0).T0));
    EXPECT_FALSE(std::isfinite(complete_elliptic(1.0, std::nan("")).T1));
}

}  // namespace test_elliptic
}  // namespace supple
