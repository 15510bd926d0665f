#include <supple/text/decimal.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/unit_names.hpp>
#include <supple/text/units.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

constexpr std::size_t longest_unit = 64;
constexpr std::size_t most_values = 4096;
constexpr int largest_power = 9;

/// (π/180)^n, n of either sign.
double degrees_factor(int n)
{
    return std::pow(std::numbers::pi / 180.0, n);
}

/// What to say of a text that stands where a number should, or nothing if it does not even look like one.
std::string number_complaint(std::string_view token)
{
    const std::string shown = in_quotes(token);
    const std::string_view bare = token.substr(token.find_first_of("+-") == 0 ? 1 : 0);
    std::string lower(bare);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (!lower.empty() && lower[0] == '.' && lower.size() > 1) lower.erase(0, lower.find_first_not_of('.'));
    if (lower == "nan" || lower == "inf" || lower == "infinity")
        return filled("{} is not a finite number", shown);

    const auto digit = [&](std::size_t i) { return i < bare.size() && bare[i] >= '0' && bare[i] <= '9'; };
    if (!digit(0) && !(bare.substr(0, 1) == "." && digit(1))) return "";
    if (bare.substr(0, 2) == "0x" || bare.substr(0, 2) == "0X")
        return filled("{} is hexadecimal; write a decimal number", shown);
    if (bare[0] == '.') return filled("{} has no digit before its point; write \"0{}\"", shown, bare);
    if (bare[0] == '0' && digit(1)) return filled("{} has leading zeros, which could mean octal", shown);
    if (bare.find('_') != bare.npos) return filled("{} has an underscore; write the digits alone", shown);
    if (bare.find(',') != bare.npos)
        return filled("{} has a comma; a decimal point is \".\" and values are separated by blanks", shown);

    return filled("{} is not a number", shown);
}

/// "5mm": the number is fine, only the blank is missing. Empty where that is not so.
std::string missing_blank(std::string_view token)
{
    for (std::size_t n = std::min(token.size(), longest_unit); n > 0; --n)
        if (is_number(token.substr(0, n)) && parse_unit(token.substr(n)))
            return filled("{} has no blank between number and unit; write \"{} {}\"", in_quotes(token),
                          token.substr(0, n), token.substr(n));
    return "";
}

/// One factor of a unit, "mm^2", multiplied into `unit` with its power times `sign`.
void multiply(Unit& unit, std::string_view factor, int sign, std::string_view whole)
{
    const std::size_t caret = factor.find('^');
    const std::string_view symbol = factor.substr(0, caret);

    // The power: one digit, perhaps with a minus.
    int power = 1;
    if (caret != factor.npos) {
        const std::string_view text = factor.substr(caret + 1);
        const std::string_view digits = text.substr(text.substr(0, 1) == "-" ? 1 : 0);
        if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) {
            unit.error = filled("the unit {} has a power that is not an integer: {}", in_quotes(whole),
                                in_quotes(factor));
            return;
        }
        if (digits.size() > 1) {
            unit.error = filled("the unit {} has a power beyond {}: {}", in_quotes(whole), largest_power,
                                in_quotes(factor));
            return;
        }
        power = (digits[0] - '0') * (text[0] == '-' ? -1 : 1);
    }

    const UnitName* named = find_unit_name(symbol);
    if (named == nullptr) {
        if (is_number(symbol))
            unit.error = filled("the unit {} has a number in it: {}; numbers come before the unit",
                                in_quotes(whole), in_quotes(factor));
        else
            unit.error = filled("unknown unit {}: {} is not a unit{}", in_quotes(whole), in_quotes(symbol),
                                did_you_mean(symbol));
        return;
    }
    const int n = sign * power;
    unit.exponent += n * named->exponent;
    unit.degrees += n * named->degrees;
    const Dimension& d = named->dimension;
    unit.dimension = unit.dimension * Dimension{n * d.mass, n * d.length, n * d.time, n * d.current};
}

}  // namespace

Unit parse_unit(std::string_view text)
{
    Unit unit;
    text = trim(text);
    if (text.empty()) unit.error = "the unit is empty";
    if (text.size() > longest_unit)
        unit.error = filled("the unit {} is longer than {} characters", in_quotes(text), longest_unit);
    if (!unit) return unit;

    // The numerator, then one group after each stroke.
    int sign = 1;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('/', from), text.size());
        const auto factors = split_at_blanks(text.substr(from, end - from));
        if (factors.empty()) {
            unit.error = sign > 0
                             ? filled("the unit {} starts with \"/\"; write \"1{}\"", in_quotes(text), text)
                             : filled("the unit {} has nothing after \"/\"", in_quotes(text));
            return unit;
        }
        const bool one = sign > 0 && factors.size() == 1 && factors[0] == "1";
        for (const std::string_view factor : factors) {
            if (!one) multiply(unit, factor, sign, text);
            if (!unit) return {.error = unit.error};
        }
        sign = -1;
        from = end + 1;
    }
    return unit;
}

Number parse_number(std::string_view token, const Unit& unit)
{
    std::optional<Decimal> decimal = parse_decimal(token);
    if (!decimal) {
        std::string error = number_complaint(token);
        if (error.empty()) error = filled("{} is not a number", in_quotes(token));
        return {.error = std::move(error)};
    }
    decimal->exponent += decimal->digits.empty() ? 0 : unit.exponent;
    const double number = to_double(*decimal);
    const double value = unit.degrees == 0 ? number : number * degrees_factor(unit.degrees);
    if (!std::isfinite(value)) return {.error = filled("{} is too large for a double", in_quotes(token))};
    if (value == 0.0 && !decimal->digits.empty())
        return {.error = filled("{} is too small for a double and would become 0", in_quotes(token))};
    return {.value = value};
}

Quantity parse_quantity(std::string_view text)
{
    const auto refused = [](std::string why) { return Quantity{.error = std::move(why)}; };
    text = trim(text);
    if (text.empty()) return refused("the text is empty");

    // Where the numbers end and the unit begins.
    std::vector<std::string_view> tokens = split_at_blanks(text);
    std::size_t count = 0;
    while (count < tokens.size() && is_number(tokens[count]))
        ++count;
    if (count > most_values) return refused(filled("more than {} values", most_values));

    // What follows the numbers must not be a number gone wrong, nor hold one.
    for (std::size_t i = count; i < tokens.size(); ++i) {
        const bool reciprocal = i == count && tokens[i].substr(0, 2) == "1/";
        if (is_number(tokens[i]))
            return refused(count == 0 ? filled("{} has no number before the unit", in_quotes(text))
                                      : filled("{} has a number after the unit: {}", in_quotes(text),
                                               in_quotes(tokens[i])));
        if (reciprocal) continue;
        if (std::string why = missing_blank(tokens[i]); !why.empty()) return refused(std::move(why));
        if (std::string why = number_complaint(tokens[i]); !why.empty()) return refused(std::move(why));
    }
    if (count == 0) return refused(filled("{} does not start with a number", in_quotes(text)));

    Quantity quantity;
    Unit unit;
    quantity.has_unit = count < tokens.size();
    if (quantity.has_unit) {
        const auto offset = static_cast<std::size_t>(tokens[count].data() - text.data());
        quantity.unit = text.substr(offset);
        unit = parse_unit(quantity.unit);
        if (!unit) return refused(std::move(unit.error));
    }
    quantity.dimension = unit.dimension;
    quantity.values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        Number number = parse_number(tokens[i], unit);
        if (!number) return refused(std::move(number.error));
        quantity.values.push_back(number.value);
    }
    return quantity;
}

std::string format_number(double value, const Unit& unit)
{
    const auto in_unit = [&](double number) {
        std::string text;
        append_shortest(text, number, -unit.exponent);
        return text;
    };
    if (unit.degrees == 0) return in_unit(value);

    // Dividing and multiplying each round once; a neighbour may be the one that comes back.
    const double factor = degrees_factor(unit.degrees);
    const double number = value / factor;
    for (const double near : {number, std::nextafter(number, HUGE_VAL), std::nextafter(number, -HUGE_VAL)})
        if (near * factor == value) return in_unit(near);
    return in_unit(number);
}

}  // namespace supple
