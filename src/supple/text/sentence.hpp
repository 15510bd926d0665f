/// @file
/// Sentences put together from pieces.
///
///     filled("found {}; expected {} or more", 3, 4)      "found 3; expected 4 or more"
///
/// A brace pair stands for the next piece: a text, a character or a whole number. Numbers with a fraction say
/// how many digits they are to have: significant(x, 4).
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// A piece of a sentence as text.
inline std::string_view piece_of(std::string_view text)
{
    return text;
}
inline std::string piece_of(char c)
{
    return std::string(1, c);
}
template <std::integral Whole>
std::string piece_of(Whole number)
{
    char text[24];
    const auto end = std::to_chars(text, text + sizeof text, number).ptr;
    return std::string(text, end);
}

/// The pattern with its brace pairs replaced by the pieces, in order. @pre as many pairs as pieces
std::string filled_with(std::string_view pattern, const std::vector<std::string>& pieces);

template <class... Pieces>
std::string filled(std::string_view pattern, const Pieces&... pieces)
{
    return filled_with(pattern, {std::string(piece_of(pieces))...});
}

/// "a, b, c"
std::string join(const std::vector<std::string>& words, std::string_view between);

/// The number with at most that many significant digits, as printf's %g writes it.
std::string significant(double number, int digits);

}  // namespace supple
