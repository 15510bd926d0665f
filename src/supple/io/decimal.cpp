#include <supple/io/decimal.hpp>
#include <supple/io/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace supple {
namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// The length of the run of digits that starts at `from`.
std::size_t digits_from(std::string_view text, std::size_t from)
{
    std::size_t end = from;
    while (end < text.size() && is_digit(text[end]))
        ++end;
    return end - from;
}

/// Moves zeros at the end of the digits into the exponent, drops those at the front.
Decimal normalized(Decimal d)
{
    d.digits.erase(0, std::min(d.digits.find_first_not_of('0'), d.digits.size()));
    const std::size_t kept = d.digits.find_last_not_of('0') + 1;
    d.exponent += static_cast<long long>(d.digits.size() - kept);
    d.digits.resize(kept);
    if (d.digits.empty()) d.exponent = 0;
    return d;
}

}  // namespace

bool is_number(std::string_view token)
{
    std::size_t at = !token.empty() && (token[0] == '-' || token[0] == '+') ? 1 : 0;

    const std::size_t whole = digits_from(token, at);
    if (whole == 0 || (whole > 1 && token[at] == '0')) return false;
    at += whole;

    if (at < token.size() && token[at] == '.') {
        const std::size_t fraction = digits_from(token, at + 1);
        if (fraction == 0) return false;
        at += 1 + fraction;
    }
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        ++at;
        if (at < token.size() && (token[at] == '-' || token[at] == '+')) ++at;
        const std::size_t power = digits_from(token, at);
        if (power == 0) return false;
        at += power;
    }
    return at == token.size();
}

std::optional<Decimal> parse_decimal(std::string_view token)
{
    if (!is_number(token)) return std::nullopt;
    Decimal d;
    d.negative = token[0] == '-';

    // The digits without their point, and how far the point stood from their end.
    const std::size_t mantissa_end = std::min(token.find_first_of("eE"), token.size());
    bool after_point = false;
    for (const char c : token.substr(0, mantissa_end)) {
        if (is_digit(c)) {
            d.digits += c;
            d.exponent -= after_point ? 1 : 0;
        }
        after_point = after_point || c == '.';
    }

    // Beyond a million every exponent says the same: too large or too small for a double.
    if (mantissa_end < token.size()) {
        std::string_view power = token.substr(mantissa_end + 1);
        const bool negative = power[0] == '-';
        if (!is_digit(power[0])) power.remove_prefix(1);
        long long e = 0;
        for (const char c : power)
            e = std::min(10 * e + (c - '0'), 1'000'000LL);
        d.exponent += negative ? -e : e;
    }
    return normalized(std::move(d));
}

double to_double(const Decimal& decimal)
{
    const double sign = decimal.negative ? -1.0 : 1.0;
    if (decimal.digits.empty()) return sign * 0.0;
    const auto leading = decimal.exponent + static_cast<long long>(decimal.digits.size());
    if (leading > 400) return sign * std::numeric_limits<double>::infinity();
    if (leading < -400) return sign * 0.0;

    const std::string text = fmt::format("{}e{}", decimal.digits, decimal.exponent);
    double value = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::result_out_of_range)
        value = leading > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    return sign * value;
}

Decimal shortest(double x)
{
    char text[32];
    const auto [end, code] = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific);
    return *parse_decimal(std::string_view(text, static_cast<std::size_t>(end - text)));
}

Decimal rounded(double x, int digits)
{
    return *parse_decimal(fmt::format("{:.{}e}", x, std::clamp(digits, 1, 17) - 1));
}

std::string to_text(const Decimal& decimal)
{
    const std::string sign = decimal.negative ? "-" : "";
    const std::string& digits = decimal.digits;
    if (digits.empty()) return sign + "0";

    // The power of ten of the first digit decides how the number is laid out.
    const auto count = static_cast<long long>(digits.size());
    const long long leading = decimal.exponent + count - 1;
    if (leading >= 0 && leading <= std::max(6LL, count - 1)) {
        if (decimal.exponent >= 0)
            return sign + digits + std::string(static_cast<std::size_t>(decimal.exponent), '0');
        const auto whole = static_cast<std::size_t>(leading + 1);
        return sign + digits.substr(0, whole) + "." + digits.substr(whole);
    }
    if (leading < 0 && leading >= -4)
        return fmt::format("{}0.{}{}", sign, std::string(static_cast<std::size_t>(-leading - 1), '0'),
                           digits);
    const std::string_view fraction = std::string_view(digits).substr(1);
    return fmt::format("{}{}{}{}e{}", sign, digits[0], fraction.empty() ? "" : ".", fraction, leading);
}

}  // namespace supple
