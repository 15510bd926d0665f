#include <supple/text/sentence.hpp>

#include <cassert>

namespace supple {

std::string filled_with(std::string_view pattern, const std::vector<std::string>& pieces)
{
    std::string out;
    std::size_t used = 0;
    for (std::size_t from = 0; from < pattern.size();) {
        const std::size_t braces = std::min(pattern.find("{}", from), pattern.size());
        out += pattern.substr(from, braces - from);
        if (braces < pattern.size()) {
            assert(used < pieces.size());
            out += pieces[used++];
        }
        from = braces + 2;
    }
    assert(used == pieces.size());
    return out;
}

std::string join(const std::vector<std::string>& words, std::string_view between)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += between;
        out += words[i];
    }
    return out;
}

std::string significant(double number, int digits)
{
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::general, digits).ptr;
    return std::string(text, end);
}

}  // namespace supple
