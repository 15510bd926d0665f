#include <supple/io/web_request.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace supple {
namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_word(std::string_view a, std::string_view b)
{
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

bool is_visible(char c)
{
    return c > ' ' && c < '\x7f';
}

/// The text before the mark, which is taken away with it; all of it where there is none.
std::string_view take_until(std::string_view& text, std::string_view mark)
{
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + mark.size()));
    return taken;
}

std::string_view without_blanks(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

struct Head {
    std::string_view method, path, query;
    std::optional<std::string_view> host, origin;
    std::string_view cookies, last_event;
    bool has_body = false;
};

/// Nothing where the bytes are no head of HTTP/1.
std::optional<Head> parse_head(std::string_view bytes)
{
    Head head;
    std::string_view line = take_until(bytes, "\r\n");
    head.method = take_until(line, " ");
    std::string_view target = take_until(line, " ");
    if (head.method.empty() || !std::all_of(head.method.begin(), head.method.end(), is_visible) ||
        target.empty() || !std::all_of(target.begin(), target.end(), is_visible) ||
        (line != "HTTP/1.1" && line != "HTTP/1.0"))
        return std::nullopt;
    head.path = take_until(target, "?");
    head.query = target;
    while (!bytes.empty()) {
        std::string_view rest = take_until(bytes, "\r\n");
        if (rest.empty()) break;
        const std::size_t colon = rest.find(':');
        if (colon == 0 || colon == std::string_view::npos) return std::nullopt;
        const std::string_view name = rest.substr(0, colon), value = without_blanks(rest.substr(colon + 1));
        const auto is_text = [](char c) { return c == '\t' || static_cast<unsigned char>(c) >= ' '; };
        if (!std::all_of(name.begin(), name.end(), is_visible) ||
            !std::all_of(value.begin(), value.end(), is_text))
            return std::nullopt;
        const auto once = [&value](std::optional<std::string_view>& field) {
            const bool first = !field;
            field = value;
            return first;
        };
        if (same_word(name, "host") && !once(head.host)) return std::nullopt;
        if (same_word(name, "origin") && !once(head.origin)) return std::nullopt;
        if (same_word(name, "cookie")) head.cookies = value;
        if (same_word(name, "last-event-id")) head.last_event = value;
        if (same_word(name, "transfer-encoding") || (same_word(name, "content-length") && value != "0"))
            head.has_body = true;
    }
    return head;
}

bool is_ours(std::string_view host, int port)
{
    return same_word(host, fmt::format("127.0.0.1:{}", port)) ||
           same_word(host, fmt::format("localhost:{}", port));
}

/// The value of NAME=VALUE in a list, apart by the mark.
std::string_view value_of(std::string_view list, std::string_view name, std::string_view mark)
{
    while (!list.empty()) {
        std::string_view value = without_blanks(take_until(list, mark));
        if (take_until(value, "=") == name) return value;
    }
    return {};
}

long whole_number(std::string_view text)
{
    long number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool starts_element(std::string_view text, std::string_view name)
{
    if (text.size() < name.size() + 2 || !same_word(text.substr(1, name.size()), name)) return false;
    const char next = text[name.size() + 1];
    return next == '>' || next == '/' || next == ' ' || next == '\n' || next == '\t' || next == '\r';
}

}  // namespace

std::size_t end_of_head(std::string_view bytes)
{
    const std::size_t end = bytes.find("\r\n\r\n");
    return end == std::string_view::npos ? end : end + 4;
}

bool same_secret(std::string_view given, std::string_view secret)
{
    unsigned difference = given.size() == secret.size() ? 0U : 1U;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const char c = i < given.size() ? given[i] : '\0';
        difference |= static_cast<unsigned char>(c) ^ static_cast<unsigned char>(secret[i]);
    }
    return difference == 0 && !secret.empty();
}

std::string cookie_name(int port)
{
    return fmt::format("supple-{}", port);
}

WebAnswer answer_to(std::string_view bytes, const WebGate& gate)
{
    using What = WebAnswer::What;
    const auto refuse = [](int status, const char* sentence) {
        return WebAnswer{.what = What::refusal, .status = status, .sentence = sentence};
    };
    const std::optional<Head> head = parse_head(bytes);
    if (!head || !head->host) return refuse(400, "This is no request of HTTP/1.1.");
    if (!is_ours(*head->host, gate.port)) return refuse(403, "This server answers to its own address only.");
    if (head->origin &&
        !(head->origin->starts_with("http://") && is_ours(head->origin->substr(7), gate.port)))
        return refuse(403, "Another site asks.");
    if (head->method != "GET") return refuse(405, "Only GET is answered.");
    if (head->has_body) return refuse(413, "No request may have a body.");

    const std::string_view token = value_of(head->query, "token", "&");
    const bool once = same_secret(token, gate.once) && head->path == "/";
    const bool known = same_secret(token, gate.token) ||
                       same_secret(value_of(head->cookies, cookie_name(gate.port), ";"), gate.token);
    if (!once && !known)
        return refuse(403, "The token is missing or wrong: open the address that supple view printed.");
    if (head->path == "/") return {.what = What::page, .status = 200, .by_once = once};
    if (head->path == "/events")
        return {.what = What::events,
                .status = 200,
                .seen = std::max(whole_number(value_of(head->query, "seen", "&")),
                                 whole_number(head->last_event))};
    return refuse(404, "There is nothing here but the page.");
}

std::string with_nonce(std::string_view page, std::string_view nonce)
{
    std::string out;
    out.reserve(page.size() + 256);
    // What stands in a comment, a style or a script is passed over with it.
    while (!page.empty()) {
        const std::size_t bracket = std::min(page.find('<'), page.size());
        out += page.substr(0, bracket);
        page.remove_prefix(bracket);
        const char* end = page.starts_with("<!--")         ? "-->"
                          : starts_element(page, "style")  ? "</style"
                          : starts_element(page, "script") ? "</script"
                                                           : ">";
        if (starts_element(page, "script")) {
            out += fmt::format("<script nonce=\"{}\"", nonce);
            page.remove_prefix(std::string_view("<script").size());
        }
        const std::size_t length = std::min(page.find(end), page.size());
        out += page.substr(0, length);
        page.remove_prefix(length);
        if (page.empty()) break;
        out += page.substr(0, std::string_view(end).size());
        page.remove_prefix(std::string_view(end).size());
    }
    return out;
}

std::string content_policy(std::string_view nonce)
{
    return fmt::format(
        "default-src 'none'; script-src 'nonce-{}' 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        nonce);
}

}  // namespace supple
