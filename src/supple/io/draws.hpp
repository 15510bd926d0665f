/// @file
/// Numbers between 0 and 1 for samples: at random, Latin hypercubes and Sobol's sequence.
///
/// A number depends on the seed, the sample's size, the place of its row and that of its column, and on
/// nothing else: rows can be drawn in any order, on any machine. Laws (tests/io/test_draws.cpp):
///   1. Each number lies between 0 and 1, neither included.
///   2. In each column of a Latin hypercube of n rows, each of the n equal parts of the interval has one.
///   3. In each column of Sobol's sequence, each of the 2^k equal parts has one of the first 2^k rows, and so
///      has each of the 2^k rectangles of the first two columns, of any one shape.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace supple {

enum class DrawKind { random, latin, sobol };

class Draws {
 public:
    /// @pre columns <= most_columns(drawing)
    Draws(DrawKind drawing, std::uint64_t seed, std::uint64_t rows, std::size_t columns);

    double at(std::uint64_t row, std::size_t column) const;

    static std::size_t most_columns(DrawKind drawing);

 private:
    static constexpr int bits = 52;  ///< of a number

    std::uint64_t permuted(std::uint64_t row, std::uint64_t key) const;

    DrawKind drawing_;
    std::uint64_t rows_;
    int half_bits_ = 1;                                  ///< of the numbers that are permuted
    std::vector<std::uint64_t> keys_;                    ///< a column
    std::vector<std::vector<std::uint64_t>> direction_;  ///< a column, then a bit
};

/// x with P(X < x) = p, of the normal distribution of mean 0 and standard deviation 1.
/// @pre 0 < p < 1
double normal_quantile(double p);

}  // namespace supple
