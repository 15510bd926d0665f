#include <supple/io/reduction.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace supple {
namespace {

/// Doubles in their order as whole numbers in theirs.
std::int64_t ordered(double x)
{
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

double unordered(std::int64_t order)
{
    return std::bit_cast<double>(order < 0 ? std::numeric_limits<std::int64_t>::min() - order : order);
}

/// Takes the next word off a text, up to a blank.
std::string_view take_word(std::string_view& text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

template <class Number>
std::optional<Number> take_number(std::string_view& text)
{
    const std::string_view word = take_word(text);
    Number number{};
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.empty() || read.ec != std::errc{} || read.ptr != word.data() + word.size()) return std::nullopt;
    return number;
}

}  // namespace

void ExactSum::add(double x)
{
    if (x == 0.0) return;
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    // x is mantissa times 2^(exponent-53); below the smallest power there are only zeros in it.
    int power = exponent - 53 + 1074;
    std::uint64_t size = static_cast<std::uint64_t>(mantissa < 0 ? -mantissa : mantissa);
    if (power < 0) {
        size >>= -power;
        power = 0;
    }
    const auto limb = static_cast<std::size_t>(power / 32);
    const int shift = power % 32;
    const std::uint64_t low = size << shift, high = shift == 0 ? 0 : size >> (64 - shift);
    const std::int64_t sign = mantissa < 0 ? -1 : 1;
    limbs_[limb] += sign * static_cast<std::int64_t>(low & 0xFFFFFFFF);
    limbs_[limb + 1] += sign * static_cast<std::int64_t>(low >> 32);
    limbs_[limb + 2] += sign * static_cast<std::int64_t>(high);
    if (++added_ == std::uint32_t{1} << 30) settle();
}

// All limbs but the last into the range of 32 bits.
void ExactSum::settle()
{
    for (std::size_t i = 0; i + 1 < limbs; ++i) {
        const std::int64_t carry = limbs_[i] >> 32;
        limbs_[i] -= carry * (std::int64_t{1} << 32);
        limbs_[i + 1] += carry;
    }
    added_ = 0;
}

void ExactSum::merge(const ExactSum& other)
{
    ExactSum settled = other;
    settled.settle();
    settle();
    for (std::size_t i = 0; i < limbs; ++i)
        limbs_[i] += settled.limbs_[i];
    settle();
}

// @pre settled
double ExactSum::rounded_once() const
{
    ExactSum size = *this;
    const bool negative = limbs_[limbs - 1] < 0;
    if (negative) {
        for (std::int64_t& limb : size.limbs_)
            limb = -limb;
        size.settle();
    }
    double sum = 0.0;
    for (std::size_t i = limbs; i-- > 0;)
        sum += std::ldexp(static_cast<double>(size.limbs_[i]), 32 * static_cast<int>(i) - 1074);
    return negative ? -sum : sum;
}

ExactSum::Rounded ExactSum::rounded() const
{
    ExactSum rest = *this;
    rest.settle();
    const double sum = rest.rounded_once();
    rest.add(-sum);
    rest.settle();
    return {sum, rest.rounded_once()};
}

std::string ExactSum::state() const
{
    ExactSum settled = *this;
    settled.settle();
    std::string text;
    for (std::size_t i = 0; i < limbs; ++i)
        if (settled.limbs_[i] != 0) text += fmt::format("{}:{};", i, settled.limbs_[i]);
    return text.empty() ? "0" : text;
}

bool ExactSum::read(std::string_view state)
{
    *this = {};
    if (state == "0") return true;
    while (!state.empty()) {
        const char* end = state.data() + state.size();
        std::size_t limb = 0;
        auto read = std::from_chars(state.data(), end, limb);
        if (read.ec != std::errc{} || limb >= limbs || read.ptr == end || *read.ptr != ':') return false;
        read = std::from_chars(read.ptr + 1, end, limbs_[limb]);
        if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ';') return false;
        if (std::abs(limbs_[limb]) > std::int64_t{1} << 40) return false;
        state.remove_prefix(static_cast<std::size_t>(read.ptr + 1 - state.data()));
    }
    return true;
}

void Reduction::add(double x)
{
    if (!std::isfinite(x)) return;
    least_ = count_ == 0 ? x : std::min(least_, x);
    greatest_ = count_ == 0 ? x : std::max(greatest_, x);
    ++count_;
    sum_.add(x);
    // The square and what its rounding left out.
    const double square = x * x, rest = std::fma(x, x, -square);
    if (std::isfinite(square)) {
        squares_.add(square);
        squares_.add(rest);
    }
    if (!classed_) return;
    ++classes_[ordered(x + 0.0) >> shift_];
    while (classes_.size() > most_classes)
        widen();
}

void Reduction::widen()
{
    ++shift_;
    std::map<std::int64_t, std::size_t> wider;
    for (const auto& [place, count] : classes_)
        wider[place >> 1] += count;
    classes_ = std::move(wider);
}

void Reduction::merge(const Reduction& other)
{
    if (other.count_ == 0) return;
    least_ = count_ == 0 ? other.least_ : std::min(least_, other.least_);
    greatest_ = count_ == 0 ? other.greatest_ : std::max(greatest_, other.greatest_);
    count_ += other.count_;
    sum_.merge(other.sum_);
    squares_.merge(other.squares_);
    while (shift_ < other.shift_)
        widen();
    for (const auto& [place, count] : other.classes_)
        classes_[place >> (shift_ - other.shift_)] += count;
    while (classes_.size() > most_classes)
        widen();
}

double Reduction::mean() const
{
    return count_ == 0 ? std::nan("") : sum_.rounded().sum / static_cast<double>(count_);
}

// (Σx² − (Σx)²/n)/(n − 1), with twice the digits of a double up to the difference.
double Reduction::deviation() const
{
    if (count_ < 2) return std::nan("");
    const auto n = static_cast<double>(count_);
    const ExactSum::Rounded sum = sum_.rounded(), squares = squares_.rounded();
    const double product = sum.sum * sum.sum;
    const double product_rest = std::fma(sum.sum, sum.sum, -product) + 2.0 * sum.sum * sum.rest;
    const double share = product / n;
    const double share_rest = (std::fma(-share, n, product) + product_rest) / n;
    const double variance = ((squares.sum - share) + (squares.rest - share_rest)) / (n - 1.0);
    return std::sqrt(std::max(0.0, variance));
}

Reduction::Quantile Reduction::quantile(double part) const
{
    const auto wanted = static_cast<std::size_t>(
        std::clamp(std::ceil(part * static_cast<double>(count_)), 1.0, static_cast<double>(count_)));
    std::size_t below = 0;
    for (const auto& [place, count] : classes_) {
        below += count;
        if (below < wanted) continue;
        const double first = std::max(least_, unordered(place << shift_));
        const double last =
            std::min(greatest_, unordered((place << shift_) + ((std::int64_t{1} << shift_) - 1)));
        return {shift_ == 0 ? first : first + 0.5 * (last - first), last - first};
    }
    return {greatest_, 0.0};
}

std::string Reduction::state() const
{
    std::string text = fmt::format("{} {} {} {} {} {} {}", count_, least_, greatest_, sum_.state(),
                                   squares_.state(), shift_, classes_.size());
    for (const auto& [place, count] : classes_)
        text += fmt::format(" {} {}", place, count);
    return text;
}

bool Reduction::read(std::string_view state)
{
    const auto count = take_number<std::size_t>(state);
    const auto least = take_number<double>(state), greatest = take_number<double>(state);
    const bool sums = sum_.read(take_word(state)) && squares_.read(take_word(state));
    const auto shift = take_number<int>(state);
    const auto size = take_number<std::size_t>(state);
    if (!count || !least || !greatest || !sums || !shift || !size || *shift < 0 || *shift > 62) return false;
    if (*size > most_classes) return false;
    count_ = *count;
    least_ = *least;
    greatest_ = *greatest;
    shift_ = *shift;
    classes_.clear();
    for (std::size_t i = 0; i < *size; ++i) {
        const auto place = take_number<std::int64_t>(state);
        const auto numbers = take_number<std::size_t>(state);
        if (!place || !numbers) return false;
        classes_[*place] = *numbers;
    }
    return state.empty();
}

}  // namespace supple
