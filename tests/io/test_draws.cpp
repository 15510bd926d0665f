#include <supple/io/draws.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace supple {
namespace test_draws {

TEST(Draws, LieBetweenZeroAndOneAndDependOnTheSeed)
{
    for (const DrawKind drawing : {DrawKind::random, DrawKind::latin, DrawKind::sobol}) {
        const Draws one(drawing, 1, 1000, 3), same(drawing, 1, 1000, 3), other(drawing, 2, 1000, 3);
        int differ = 0;
        for (std::uint64_t row = 1000; row-- > 0;) {
            for (std::size_t column = 0; column < 3; ++column) {
                const double u = one.at(row, column);
                EXPECT_TRUE(u > 0.0 && u < 1.0);
                EXPECT_EQ(u, same.at(row, column));
                differ += u != other.at(row, column) ? 1 : 0;
            }
        }
        EXPECT_GT(differ, 2900);
    }
}

TEST(Draws, AtRandomFillTheSquareEvenly)
{
    // 64 cells of 64 rows on average: χ² with 63 degrees of freedom is below 110 in all but 2 of 10 000.
    const Draws draws(DrawKind::random, 5, 4096, 2);
    std::vector<int> cells(64, 0);
    for (std::uint64_t row = 0; row < 4096; ++row)
        ++cells[static_cast<std::size_t>(8 * draws.at(row, 0)) * 8 +
                static_cast<std::size_t>(8 * draws.at(row, 1))];
    double chi_square = 0.0;
    for (const int count : cells)
        chi_square += std::pow(count - 64, 2) / 64.0;
    EXPECT_LT(chi_square, 110.0);
    EXPECT_GT(chi_square, 30.0);  // a lattice would be too even
}

TEST(Draws, OfALatinHypercubeHaveOneRowInEachPartOfEachColumn)
{
    for (const std::uint64_t rows : {1U, 2U, 7U, 100U, 1000U, 4097U}) {
        const Draws draws(DrawKind::latin, 9, rows, 4);
        for (std::size_t column = 0; column < 4; ++column) {
            std::set<std::uint64_t> parts;
            for (std::uint64_t row = 0; row < rows; ++row)
                parts.insert(static_cast<std::uint64_t>(draws.at(row, column) * static_cast<double>(rows)));
            EXPECT_EQ(parts.size(), rows) << column;
            EXPECT_LT(*parts.rbegin(), rows);
        }
    }
}

TEST(Draws, OfTwoColumnsOfALatinHypercubeAreNotTied)
{
    constexpr std::uint64_t rows = 5000;
    const Draws draws(DrawKind::latin, 3, rows, 2);
    double product = 0.0;
    for (std::uint64_t row = 0; row < rows; ++row)
        product += (draws.at(row, 0) - 0.5) * (draws.at(row, 1) - 0.5);
    // A correlation has the standard deviation 1/√n.
    EXPECT_LT(std::abs(12.0 * product / rows), 4.0 / std::sqrt(rows));
}

TEST(Draws, OfSobolsSequenceHaveOneOfThePowersOfTwoInEachPart)
{
    const std::size_t columns = Draws::most_columns(DrawKind::sobol);
    const Draws draws(DrawKind::sobol, 11, 1 << 20, columns);
    for (std::size_t column = 0; column < columns; ++column) {
        for (int k = 0; k <= 12; ++k) {
            std::set<int> parts;
            for (std::uint64_t row = 0; row < std::uint64_t{1} << k; ++row)
                parts.insert(static_cast<int>(std::ldexp(draws.at(row, column), k)));
            EXPECT_EQ(parts.size(), std::size_t{1} << k) << column << " " << k;
        }
    }
    // Rectangles of all shapes of the first two columns: a (0, k, 2) net.
    for (int k = 0; k <= 12; ++k) {
        for (int wide = 0; wide <= k; ++wide) {
            std::set<std::pair<int, int>> cells;
            for (std::uint64_t row = 0; row < std::uint64_t{1} << k; ++row)
                cells.emplace(static_cast<int>(std::ldexp(draws.at(row, 0), wide)),
                              static_cast<int>(std::ldexp(draws.at(row, 1), k - wide)));
            EXPECT_EQ(cells.size(), std::size_t{1} << k) << wide << " of " << k;
        }
    }
    // And every pair of columns meets in all quarters of the square alike.
    for (std::size_t a = 0; a < columns; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            std::array<int, 4> quarters{};
            for (std::uint64_t row = 0; row < 4096; ++row)
                ++quarters[static_cast<std::size_t>(2 * (draws.at(row, a) < 0.5 ? 0 : 1) +
                                                    (draws.at(row, b) < 0.5 ? 0 : 1))];
            EXPECT_EQ(quarters, (std::array<int, 4>{1024, 1024, 1024, 1024})) << a << " " << b;
        }
    }
}

TEST(NormalQuantile, IsTheInverseOfTheDistribution)
{
    for (const double p : {1e-16, 1e-12, 1e-5, 0.02, 0.3, 0.5, 0.7, 0.975, 1.0 - 1e-12}) {
        const double x = normal_quantile(p);
        EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)), p, 1e-14 * p + 1e-16);
    }
    // [Abramowitz, Stegun 1964, table 26.5]
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
    EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-16);
}

}  // namespace test_draws
}  // namespace supple
