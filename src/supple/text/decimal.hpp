/// @file
/// Numbers as decimal text, so that a change of unit by a power of ten costs no accuracy.
///
///     value = ± digits × 10^exponent,    digits an integer of any length
///
/// Laws (tests/text/test_units.cpp):
///   1. to_double(shortest(x)) is x, bit for bit, for every finite x.
///   2. parse_decimal(to_text(d)) is d.
///   3. append_shortest appends what to_text gives.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace supple {

struct Decimal {
    bool negative = false;
    std::string digits;      ///< no zeros at either end; empty for zero
    long long exponent = 0;  ///< of the last digit; 0 for zero

    friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// The text as a decimal; nothing if it is not a number in the sense of is_number (units.hpp).
std::optional<Decimal> parse_decimal(std::string_view token);

/// The double nearest to the decimal. Infinite where it overflows, 0 where it underflows.
double to_double(const Decimal& decimal);

/// The fewest digits that identify the double. @pre x is finite
Decimal shortest(double x);

/// The double rounded to a number of significant digits, 1 to 17. @pre x is finite
Decimal rounded(double x, int digits);

/// "0.00318", "-250", "2.5e9": plain while that is short, else with an exponent.
std::string to_text(const Decimal& decimal);

/// Appends to_text of shortest(x) × 10^power, without a Decimal in between. @pre x is finite
void append_shortest(std::string& text, double x, int power = 0);

}  // namespace supple
