#include <supple/io/fingerprint.hpp>
#include <supple/io/reduction.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace supple {
namespace test_reduction {

std::vector<double> some_numbers(std::size_t count)
{
    std::mt19937_64 engine(3);
    std::normal_distribution<double> normal(0.046, 0.004);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(normal(engine));
    return numbers;
}

TEST(ExactSum, LosesNothing)
{
    ExactSum sum;
    for (const double x : {1e300, 1.0, -1e300, 1e-300, -1.0, 0.1, 5e-324, -1e-300})
        sum.add(x);
    EXPECT_EQ(sum.rounded().sum, 0.1);
    EXPECT_EQ(sum.rounded().rest, 5e-324);
    ExactSum none;
    EXPECT_EQ(none.rounded().sum, 0.0);
    ExactSum negative;
    for (int i = 0; i < 10; ++i)
        negative.add(-0.1);
    // Ten times the double nearest to -0.1: exactly -1 - 10 · 2^-54 / 1.8014..., rounded once.
    EXPECT_EQ(negative.rounded().sum, -1.0);
    EXPECT_NEAR(negative.rounded().rest, -5.551115123125783e-17, 1e-30);
    EXPECT_TRUE(none.read(negative.state()));
    EXPECT_EQ(none.rounded().rest, negative.rounded().rest);
}

TEST(Reduction, OfPartsIsThatOfTheWholeBitForBit)
{
    const std::vector<double> numbers = some_numbers(50'000);
    Reduction whole(true), merged(true);
    for (const double x : numbers)
        whole.add(x);
    for (std::size_t begin = numbers.size(); begin > 0;) {
        const std::size_t size = std::min<std::size_t>(begin, 7001);
        begin -= size;
        Reduction part(true), read;
        for (std::size_t i = begin + size; i-- > begin;)
            part.add(numbers[i]);
        ASSERT_TRUE(read.read(part.state()));
        merged.merge(read);
    }
    EXPECT_EQ(merged.state(), whole.state());
    EXPECT_EQ(merged.mean(), whole.mean());
    EXPECT_EQ(merged.deviation(), whole.deviation());
    EXPECT_EQ(merged.quantile(0.3).value, whole.quantile(0.3).value);
}

TEST(Reduction, TellsMeanDeviationAndExtremes)
{
    const std::vector<double> numbers = some_numbers(1000);
    Reduction all;
    long double sum = 0.0L, squares = 0.0L;
    for (const double x : numbers) {
        all.add(x);
        sum += static_cast<long double>(x);
    }
    all.add(std::nan(""));
    for (const double x : numbers)
        squares += std::pow(static_cast<long double>(x) - sum / 1000.0L, 2);
    EXPECT_EQ(all.count(), 1000U);
    EXPECT_NEAR(all.mean(), static_cast<double>(sum / 1000.0L), 1e-17);
    EXPECT_NEAR(all.deviation(), static_cast<double>(std::sqrt(squares / 999.0L)), 1e-17);
    EXPECT_EQ(all.least(), *std::min_element(numbers.begin(), numbers.end()));
    EXPECT_EQ(all.greatest(), *std::max_element(numbers.begin(), numbers.end()));
    // A spread of one part in 10^9 beside a mean: the difference of squares has lost no digit that counts.
    Reduction narrow;
    for (const double x : {1.0, 1.0 + 1e-9, 1.0 + 2e-9})
        narrow.add(x);
    EXPECT_NEAR(narrow.deviation(), 1e-9, 1e-15);
    EXPECT_TRUE(std::isnan(Reduction().mean()));
}

TEST(Reduction, BoundsTheErrorOfQuantilesByTheWidthOfTheirClass)
{
    for (const std::size_t count : {1U, 2U, 999U, 100'000U}) {
        std::vector<double> numbers = some_numbers(count);
        // Both signs, and sizes far apart.
        for (std::size_t i = 0; i < count; i += 3)
            numbers[i] = std::ldexp(-numbers[i], static_cast<int>(i % 50) - 25);
        Reduction all(true);
        for (const double x : numbers)
            all.add(x);
        std::sort(numbers.begin(), numbers.end());
        for (const double part : {0.0, 0.01, 0.5, 0.9, 1.0}) {
            const auto rank = std::max(1.0, std::ceil(part * static_cast<double>(count)));
            const double exact = numbers[static_cast<std::size_t>(rank) - 1];
            const Reduction::Quantile told = all.quantile(part);
            if (count <= Reduction::most_classes) {
                EXPECT_EQ(told.value, exact);
                EXPECT_EQ(told.width, 0.0);
            }
            EXPECT_LE(std::abs(told.value - exact), 0.5 * told.width * (1 + 1e-9)) << count << " " << part;
            // 100 powers of two of both signs: more than 64 classes in each.
            EXPECT_LE(told.width, std::abs(exact) / 64.0);
        }
    }
}

TEST(Reduction, ReadsNoTextThatIsNone)
{
    Reduction all;
    for (const char* text : {"", "1", "1 2 3 0 0 0", "1 2 3 0 0 0 1", "1 2 3 0 0 99 0", "1 2 3 99:1; 0 0 0",
                             "1 2 3 1:9999999999999999; 0 0 0", "1 2 3 0 0 0 99999999", "a b c d e f g"})
        EXPECT_FALSE(all.read(text)) << text;
    EXPECT_TRUE(all.read(Reduction(true).state()));
}

TEST(Fingerprint, DependsOnTheBytesAndNotOnThePieces)
{
    std::string bytes;
    for (int i = 0; i < 1000; ++i)
        bytes += static_cast<char>(i * 37 % 251);
    for (const std::size_t size : {1U, 3U, 31U, 32U, 33U, 500U}) {
        Fingerprint pieces;
        for (std::size_t at = 0; at < bytes.size(); at += size)
            pieces.add(std::string_view(bytes).substr(at, size));
        pieces.add({});
        EXPECT_EQ(pieces.text(), fingerprint(bytes)) << size;
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] ^ 1);
        EXPECT_NE(fingerprint(other), fingerprint(bytes)) << at;
    }
    EXPECT_NE(fingerprint(bytes + std::string(1, '\0')), fingerprint(bytes));
    EXPECT_NE(fingerprint(""), fingerprint(std::string(1, '\0')));
}

}  // namespace test_reduction
}  // namespace supple
