#include <supple/text/decimal.hpp>
#include <supple/text/units.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
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

    // In place where the digits are few, as they are in tables.
    constexpr std::size_t few = 40, of_exponent = 24;
    char buffer[few + of_exponent];
    std::string many;
    char* text = buffer;
    if (decimal.digits.size() > few) {
        many.resize(decimal.digits.size() + of_exponent);
        text = many.data();
    }
    char* end = std::copy(decimal.digits.begin(), decimal.digits.end(), text);
    *end++ = 'e';
    *std::to_chars(end, end + of_exponent - 2, decimal.exponent).ptr = '\0';
    // No point in it, so that the locale does not matter; beyond the range it is infinity or zero.
    return sign * std::strtod(text, nullptr);
}

Decimal shortest(double x)
{
    char text[32];
    const auto [end, code] = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific);
    return *parse_decimal(std::string_view(text, static_cast<std::size_t>(end - text)));
}

Decimal rounded(double x, int digits)
{
    char text[32];
    const auto [end, code] = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific,
                                           std::clamp(digits, 1, 17) - 1);
    return *parse_decimal(std::string_view(text, static_cast<std::size_t>(end - text)));
}

namespace {

/// Lays out sign, digits and the power of ten of the first digit.
void append_digits(std::string& text, bool negative, std::string_view digits, long long leading)
{
    if (negative) text += '-';
    if (digits.empty()) {
        text += '0';
        return;
    }
    const auto count = static_cast<long long>(digits.size());
    if (leading >= 0 && leading <= std::max(6LL, count - 1)) {
        const auto whole = static_cast<std::size_t>(leading + 1);
        text += digits.substr(0, whole);
        if (whole >= digits.size()) {
            text.append(whole - digits.size(), '0');
        } else {
            text += '.';
            text += digits.substr(whole);
        }
    } else if (leading < 0 && leading >= -4) {
        text += "0.";
        text.append(static_cast<std::size_t>(-leading - 1), '0');
        text += digits;
    } else {
        text += digits[0];
        if (count > 1) text += '.';
        text += digits.substr(1);
        text += 'e';
        char power[24];
        text.append(power, std::to_chars(power, power + sizeof power, leading).ptr);
    }
}

}  // namespace

std::string to_text(const Decimal& decimal)
{
    std::string text;
    const auto count = static_cast<long long>(decimal.digits.size());
    append_digits(text, decimal.negative, decimal.digits, decimal.exponent + count - 1);
    return text;
}

void append_shortest(std::string& text, double x, int power)
{
    // "-1.2345e-05": the digits are moved together over their point.
    char buffer[32];
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific).ptr;
    char* first = buffer + (buffer[0] == '-' ? 1 : 0);
    const char* e = std::find(static_cast<const char*>(first), end, 'e');
    std::string_view digits(first, static_cast<std::size_t>(e - first));
    if (digits.size() > 1) {
        first[1] = first[0];
        digits.remove_prefix(1);
    }
    if (digits == "0") digits = {};
    int leading = 0;
    std::from_chars(e + (e[1] == '+' ? 2 : 1), end, leading);
    append_digits(text, buffer[0] == '-', digits, static_cast<long long>(leading) + power);
}

}  // namespace supple
