#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <numeric>

namespace supple {
namespace {

/// Bytes of the UTF-8 character at the start of the text, or 0 where there is none.
std::size_t utf8_length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = byte(0) < 0x80                       ? 1
                               : byte(0) >= 0xC2 && byte(0) <= 0xDF ? 2
                               : byte(0) >= 0xE0 && byte(0) <= 0xEF ? 3
                               : byte(0) >= 0xF0 && byte(0) <= 0xF4 ? 4
                                                                    : 0;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;

    // Overlong forms, surrogates and values beyond U+10FFFF are no characters either.
    if (byte(0) == 0xE0 && byte(1) < 0xA0) return 0;
    if (byte(0) == 0xED && byte(1) > 0x9F) return 0;
    if (byte(0) == 0xF0 && byte(1) < 0x90) return 0;
    if (byte(0) == 0xF4 && byte(1) > 0x8F) return 0;
    return length;
}

}  // namespace

std::string_view trim(std::string_view text)
{
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split_at_blanks(std::string_view text)
{
    std::vector<std::string_view> pieces;
    for (text = trim(text); !text.empty(); text = trim(text)) {
        std::size_t end = 0;
        while (end < text.size() && !is_blank(text[end]))
            ++end;
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return pieces;
}

std::string counted(std::size_t count, std::string_view one)
{
    return filled("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates)
{
    if (word.size() > 40) return {};
    if (word.size() == 1) {
        // Any letter is one step from any other: only the wrong case is a slip.
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        const auto same = std::find_if(candidates.begin(), candidates.end(), [&](const std::string& c) {
            return c.size() == 1 && lower(c[0]) == lower(word[0]);
        });
        return same == candidates.end() ? std::string() : *same;
    }
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        // Levenshtein distance, one row at a time.
        std::vector<std::size_t> row(candidate.size() + 1);
        std::iota(row.begin(), row.end(), 0U);
        for (std::size_t i = 0; i < word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i + 1;
            for (std::size_t j = 0; j < candidate.size(); ++j) {
                const std::size_t replaced = diagonal + (word[i] == candidate[j] ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
            }
        }
        if (row.back() < best_distance) {
            best_distance = row.back();
            best = candidate;
        }
    }
    return best;
}

std::size_t utf8_end(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size()) {
        const std::size_t length = utf8_length(text.substr(end));
        if (length == 0) break;
        end += length;
    }
    return end;
}

bool is_utf8(std::string_view text)
{
    return utf8_end(text) == text.size();
}

std::string in_quotes(std::string_view text)
{
    constexpr std::size_t longest = 64;
    std::string out = "\"";
    std::size_t used = 0;
    while (used < text.size()) {
        const std::size_t length = utf8_length(text.substr(used));
        if (used + length > longest || used == longest) break;
        const auto byte = static_cast<unsigned char>(text[used]);
        if (length == 0 || (length == 1 && (byte < 0x20 || byte == 0x7F)))
            out += {'\\', 'x', "0123456789abcdef"[byte >> 4U], "0123456789abcdef"[byte & 15U]};
        else
            out += text.substr(used, length);
        used += length == 0 ? 1 : length;
    }
    return out + (used < text.size() ? "...\"" : "\"");
}

}  // namespace supple
