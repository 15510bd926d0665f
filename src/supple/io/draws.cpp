#include <supple/io/draws.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

/// A number from which the next one cannot be seen [Steele, Lea, Flood 2014: the finalizer of SplitMix64].
std::uint64_t scrambled(std::uint64_t x)
{
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

/// The middle of one of 2^52 equal parts of the interval from 0 to 1.
double between(std::uint64_t part)
{
    return std::ldexp(static_cast<double>(part) + 0.5, -52);
}

/// A primitive polynomial x^s + a_1 x^(s-1) + .. + 1 over the integers modulo 2, whose inner coefficients are
/// the bits of `inner`, with the first direction numbers [Joe, Kuo 2008, new-joe-kuo-6, rows 2 to 21].
struct Polynomial {
    int degree;
    unsigned inner;
    std::array<unsigned, 7> first;
};
constexpr std::array<Polynomial, 20> polynomials{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
}};

/// The direction numbers v_k = m_k 2^(bits-k) of a column; m_k follows from the degree's before it.
std::vector<std::uint64_t> directions(std::size_t column, int bits)
{
    const auto size = static_cast<std::size_t>(bits);
    std::vector<std::uint64_t> m(size, 1);
    if (column > 0) {
        const Polynomial& p = polynomials[column - 1];
        const auto degree = static_cast<std::size_t>(p.degree);
        for (std::size_t k = 0; k < size; ++k) {
            if (k < degree) {
                m[k] = p.first[k];
                continue;
            }
            m[k] = m[k - degree] ^ (m[k - degree] << degree);
            for (std::size_t j = 1; j < degree; ++j)
                if ((p.inner >> (degree - 1 - j) & 1U) != 0) m[k] ^= m[k - j] << j;
        }
    }
    for (std::size_t k = 0; k < size; ++k)
        m[k] <<= size - 1 - k;
    return m;
}

}  // namespace

std::size_t Draws::most_columns(DrawKind drawing)
{
    return drawing == DrawKind::sobol ? polynomials.size() + 1 : 4096;
}

Draws::Draws(DrawKind drawing, std::uint64_t seed, std::uint64_t rows, std::size_t columns)
    : drawing_(drawing), rows_(rows)
{
    for (std::size_t column = 0; column < columns; ++column) {
        keys_.push_back(scrambled(scrambled(seed) + column));
        if (drawing == DrawKind::sobol) direction_.push_back(directions(column, bits));
    }
    while (2 * half_bits_ < 62 && (std::uint64_t{1} << (2 * half_bits_)) < rows)
        ++half_bits_;
}

// A permutation of the rows: rounds that change one half of the bits by the other, again where the answer is
// no row.
std::uint64_t Draws::permuted(std::uint64_t row, std::uint64_t key) const
{
    constexpr std::uint64_t rounds = 6;
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    do {
        std::uint64_t left = row >> half_bits_, right = row & mask;
        for (std::uint64_t round = 0; round < rounds; ++round) {
            const std::uint64_t next =
                left ^ (scrambled(key + 0x632BE59BD9B4E019 * (round + 1) + right) & mask);
            left = right;
            right = next;
        }
        row = left << half_bits_ | right;
    } while (row >= rows_);
    return row;
}

double Draws::at(std::uint64_t row, std::size_t column) const
{
    const std::uint64_t key = keys_[column];
    if (drawing_ == DrawKind::sobol) {
        // A shift of all bits, the same for all rows, keeps the law and depends on the seed.
        std::uint64_t x = scrambled(key) >> (64 - bits);
        for (std::uint64_t gray = row ^ (row >> 1); gray != 0; gray &= gray - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(gray));
            if (bit < direction_[column].size()) x ^= direction_[column][bit];
        }
        return between(x);
    }
    const double random = between(scrambled(key ^ scrambled(row)) >> (64 - bits));
    if (drawing_ == DrawKind::random) return random;
    const double part = (static_cast<double>(permuted(row, key)) + random) / static_cast<double>(rows_);
    return std::min(part, std::nextafter(1.0, 0.0));
}

// From an approximation to three digits [Abramowitz, Stegun 1964, 26.2.22] by Halley's method.
double normal_quantile(double p)
{
    const double tail = std::min(p, 1.0 - p);
    const double t = std::sqrt(-2.0 * std::log(tail));
    double x = (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + 0.04481 * t)) - t;  // of the lower tail
    for (int i = 0; i < 3; ++i) {
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
        const double off = (0.5 * std::erfc(-x / std::numbers::sqrt2) - tail) / density;
        x -= off / (1.0 + 0.5 * x * off);
    }
    return p < 0.5 ? x : -x;
}

}  // namespace supple
