/// @file
/// Requests that a page's own server takes, and which of them it refuses.
///
/// A request is understood from its head alone, as bytes: nothing is decoded, no path is a file's. What may
/// be asked for is one page and one stream of events, by who has the token. Laws
/// (tests/io/test_web_request.cpp):
///   1. A foreign Host, a foreign Origin or a wrong token is refused, whatever else is asked for.
///   2. Any bytes have an answer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace supple {

/// Who is let in, and where.
struct WebGate {
    int port = 0;
    std::string token;
    std::string once{};  ///< opens the page one time: for an address that others can see; empty: used up
};

struct WebAnswer {
    enum class What { refusal, page, events };

    What what = What::refusal;
    int status = 400;           ///< of HTTP
    long seen = 0;              ///< of events: the last one that the client knows
    bool by_once = false;       ///< the one-time token was given
    const char* sentence = "";  ///< of a refusal
};

/// Longest request line with headers that is read [bytes].
inline constexpr std::size_t longest_head = 8192;

/// Where the head ends, behind its empty line; npos while it does not.
std::size_t end_of_head(std::string_view bytes);

/// What the head asks for.
WebAnswer answer_to(std::string_view head, const WebGate& gate);

/// Compares in a time that does not tell how much is right.
bool same_secret(std::string_view given, std::string_view secret);

/// The name of the cookie that holds the token; cookies know hosts but no ports.
std::string cookie_name(int port);

/// The page with that nonce at each of its scripts.
std::string with_nonce(std::string_view page, std::string_view nonce);

/// What the page may load: nothing but its own scripts, its workers and the server's events.
std::string content_policy(std::string_view nonce);

}  // namespace supple
