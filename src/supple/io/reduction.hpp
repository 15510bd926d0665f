/// @file
/// Many numbers as a few: mean, standard deviation, extremes, quantiles.
///
/// What is kept depends on which numbers were added, not on their order, nor on how they were spread over
/// several of these that are merged later: sums are exact, and a quantile counts the numbers in classes. A
/// class is a run of neighbouring doubles; the classes become twice as wide whenever there are too many of
/// them. Laws (tests/io/test_reduction.cpp):
///   1. Merged parts tell what the whole tells, bit for bit.
///   2. A quantile of numbers with at most most_classes values is exact; of others it is off by at most half
///      of the width that is told.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace supple {

/// A sum of doubles without rounding.
class ExactSum {
 public:
    /// @pre x is finite
    void add(double x);
    void merge(const ExactSum& other);

    /// The sum as the nearest double and what is left of it.
    struct Rounded {
        double sum = 0.0, rest = 0.0;
    };
    Rounded rounded() const;

    std::string state() const;
    bool read(std::string_view state);  ///< false where the text is not one

 private:
    static constexpr std::size_t limbs = 68;  ///< of 32 bits, from 2^-1074 on

    void settle();
    double rounded_once() const;

    std::array<std::int64_t, limbs> limbs_{};
    std::uint32_t added_ = 0;  ///< since the limbs were last in their range
};

class Reduction {
 public:
    explicit Reduction(bool classes = false) : classed_(classes) {}

    static constexpr std::size_t most_classes = 16'384;

    /// Adds a number; one that is not finite does not count.
    void add(double x);
    void merge(const Reduction& other);

    std::size_t count() const { return count_; }
    double mean() const;
    double deviation() const;  ///< of a sample: over n - 1
    double least() const { return least_; }
    double greatest() const { return greatest_; }

    struct Quantile {
        double value = 0.0;
        double width = 0.0;  ///< of its class
    };
    /// The number with that part of all numbers below it. @pre made with classes; count() > 0
    Quantile quantile(double part) const;

    /// All of it as one line of text, and back; false where the text is not one.
    std::string state() const;
    bool read(std::string_view state);

 private:
    void widen();

    bool classed_;
    std::size_t count_ = 0;
    double least_ = 0.0, greatest_ = 0.0;
    ExactSum sum_, squares_;
    int shift_ = 0;  ///< bits by which a class is wider than one double
    std::map<std::int64_t, std::size_t> classes_;
};

}  // namespace supple
