/// @file
/// Small things done to text before it is understood, and before it is shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// Space, tab and the line ends that a folded text may keep.
inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The text without blanks at its ends.
std::string_view trim(std::string_view text);

/// The pieces between runs of blanks; none is empty.
std::vector<std::string_view> split_at_blanks(std::string_view text);

/// "1 value", "3 values".
std::string counted(std::size_t count, std::string_view one);

/// The word nearest to a misspelt one, or "" when none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

/// Whether the bytes are text at all.
bool is_utf8(std::string_view text);

/// Where the text stops being UTF-8; its size where it does not.
std::size_t utf8_end(std::string_view text);

/// The text in double quotes for a message: control characters and broken UTF-8 as \\xNN, at most 64 bytes of
/// it, then "...". What a message shows is therefore always one line of valid text.
std::string in_quotes(std::string_view text);

}  // namespace supple
