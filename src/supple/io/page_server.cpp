#include <supple/io/error.hpp>
#include <supple/io/page_server.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>
#include <vector>

namespace supple {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds tick{200}, for_a_request{5000}, for_a_request_when_full{500}, for_a_write{10000},
    for_a_goodbye{1000}, between_signs_of_life{10000};
constexpr std::size_t longest_backlog_of_events = 8U << 20U;  // [bytes]

const char* name_of(int status)
{
    switch (status) {
        case 200:
            return "OK";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 408:
            return "Request Timeout";
        case 413:
            return "Content Too Large";
        case 431:
            return "Request Header Fields Too Large";
        case 503:
            return "Service Unavailable";
        default:
            return "Bad Request";
    }
}

std::string head_of(int status, const std::string& fields)
{
    return fmt::format(
        "HTTP/1.1 {} {}\r\nConnection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n{}\r\n",
        status, name_of(status), fields);
}

std::string refusal(int status, const std::string& sentence)
{
    return head_of(status, fmt::format("Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n"
                                       "Content-Security-Policy: default-src 'none'\r\n{}",
                                       sentence.size() + 1, status == 405 ? "Allow: GET\r\n" : "")) +
           sentence + "\n";
}

struct Connection {
    /// Reads a request, writes its answer, waits for the other end to close; or streams events.
    enum class State { reading, writing, leaving, streaming };

    int descriptor = -1;
    State state = State::reading;
    std::string in{}, out{};
    std::size_t sent = 0;
    Clock::time_point since = Clock::now();  ///< of the state, or of the last byte that went out

    bool pending() const { return sent < out.size(); }
    void turn(State next)
    {
        state = next;
        since = Clock::now();
    }
};

class Run {
 public:
    Run(int listener, WebGate& gate, const PageService& service)
        : listener_(listener), gate_(gate), service_(service)
    {
    }
    ~Run()
    {
        for (const Connection& c : connections_)
            close(c.descriptor);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void once()
    {
        std::vector<pollfd> polled;
        full_ = connections_.size() >= most_connections;
        polled.push_back({!full_ && Clock::now() >= accept_from_ ? listener_ : -1, POLLIN, 0});
        for (const Connection& c : connections_) {
            // Whoever streams is only watched for leaving; it has nothing more to say.
            const auto events = static_cast<short>(c.pending() ? POLLIN | POLLOUT : POLLIN);
            polled.push_back({c.descriptor, events, 0});
        }
        if (poll(polled.data(), polled.size(), static_cast<int>(tick.count())) < 0 && errno != EINTR)
            throw InputError(fmt::format("the server cannot wait: {}", std::strerror(errno)));
        std::size_t i = 1;
        for (auto c = connections_.begin(); c != connections_.end(); ++i) {
            if (serve(*c, polled[i].revents)) {
                ++c;
            } else {
                close(c->descriptor);
                c = connections_.erase(c);
            }
        }
        if (polled[0].revents != 0) accept_some();
        tell_changes();
    }

 private:
    void accept_some()
    {
        while (connections_.size() < most_connections) {
            const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (descriptor < 0) {
                // Without descriptors the connection stays where it is, and is asked for a little later.
                if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                    accept_from_ = Clock::now() + tick;
                return;
            }
            connections_.push_back({.descriptor = descriptor});
        }
    }

    /// False where the connection is over.
    bool serve(Connection& c, short events)
    {
        if ((events & (POLLERR | POLLNVAL)) != 0) return false;
        if ((events & (POLLIN | POLLHUP)) != 0 && !receive(c)) return false;
        if (c.pending() && !send_some(c)) return false;
        if (c.state == Connection::State::writing && !c.pending()) {
            shutdown(c.descriptor, SHUT_WR);
            c.turn(Connection::State::leaving);
        }
        return in_time(c);
    }

    bool in_time(Connection& c)
    {
        const auto spent = Clock::now() - c.since;
        switch (c.state) {
            case Connection::State::reading:
                if (spent > (full_ ? for_a_request_when_full : for_a_request))
                    answer(c, refusal(408, "The request took too long."));
                return true;
            case Connection::State::writing:
                return spent < for_a_write;
            case Connection::State::leaving:
                return spent < (full_ ? tick : for_a_goodbye);
            case Connection::State::streaming:
                if (c.pending()) return spent < for_a_write;
                if (spent > between_signs_of_life) write(c, ":\n\n");
                return true;
        }
        return false;
    }

    bool receive(Connection& c)
    {
        char block[16384];
        const ssize_t count = recv(c.descriptor, block, sizeof block, 0);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        if (count == 0) return c.state == Connection::State::writing && c.pending();
        if (c.state != Connection::State::reading) return true;  // what follows a request is not read
        c.in.append(block, static_cast<std::size_t>(count));
        const std::size_t end = end_of_head(c.in);
        if (std::min(end, c.in.size()) > longest_head)
            answer(c, refusal(431, "The request line and its headers are longer than 8 KiB."));
        else if (end != std::string::npos)
            answer(c, answer_to(std::string_view(c.in).substr(0, end), gate_));
        return true;
    }

    bool send_some(Connection& c)
    {
        const ssize_t count = send(c.descriptor, c.out.data() + c.sent, c.out.size() - c.sent, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        c.since = Clock::now();
        c.sent += static_cast<std::size_t>(count);
        if (!c.pending()) {
            c.out.clear();
            c.sent = 0;
        }
        return true;
    }

    static void write(Connection& c, const std::string& text)
    {
        if (!c.pending()) c.since = Clock::now();
        c.out += text;
    }

    void answer(Connection& c, const std::string& text)
    {
        c.turn(Connection::State::writing);
        c.in.clear();
        write(c, text);
    }

    void answer(Connection& c, const WebAnswer& asked)
    {
        if (asked.what == WebAnswer::What::refusal) return answer(c, refusal(asked.status, asked.sentence));
        if (asked.what == WebAnswer::What::page) {
            if (asked.by_once) gate_.once.clear();
            const std::string nonce = random_token();
            const std::string page = with_nonce(
                service_.page(fmt::format("/events?token={}&seen={}", gate_.token, version_)), nonce);
            return answer(
                c, head_of(200, fmt::format("Content-Type: text/html; charset=utf-8\r\n"
                                            "Content-Length: {}\r\nContent-Security-Policy: {}\r\n"
                                            "Cross-Origin-Opener-Policy: same-origin\r\n"
                                            "Set-Cookie: {}={}; Path=/; HttpOnly; SameSite=Strict\r\n",
                                            page.size(), content_policy(nonce), cookie_name(gate_.port),
                                            gate_.token)) +
                       page);
        }
        const auto streams =
            std::count_if(connections_.begin(), connections_.end(),
                          [](const Connection& one) { return one.state == Connection::State::streaming; });
        if (static_cast<std::size_t>(streams) >= most_event_streams)
            return answer(c, refusal(503, "Too many pages are open."));
        answer(c, head_of(200, "Content-Type: text/event-stream\r\n") + "retry: 1000\n\n");
        c.turn(Connection::State::streaming);
        // A page that was cut off for a while is told what it missed.
        if (asked.seen < version_) write(c, event());
    }

    std::string event() const { return fmt::format("id: {}\nevent: file\ndata: {}\n\n", version_, last_); }

    void tell_changes()
    {
        if (Clock::now() < next_look_) return;
        next_look_ = Clock::now() + tick;
        std::optional<std::string> changed = service_.change();
        if (!changed) return;
        last_ = std::move(*changed);
        ++version_;
        for (auto c = connections_.begin(); c != connections_.end();) {
            const bool streams = c->state == Connection::State::streaming;
            if (streams && c->out.size() - c->sent > longest_backlog_of_events) {
                close(c->descriptor);
                c = connections_.erase(c);
                continue;
            }
            if (streams) write(*c, event());
            ++c;
        }
    }

    int listener_;
    WebGate& gate_;
    const PageService& service_;
    std::list<Connection> connections_;
    bool full_ = false;  ///< no place was left when the last wait began
    long version_ = 0;
    std::string last_;
    Clock::time_point next_look_ = Clock::now(), accept_from_ = next_look_;
};

}  // namespace

std::string random_token(std::size_t bytes)
{
    std::string random(bytes, '\0'), text;
    if (getrandom(random.data(), bytes, 0) != static_cast<ssize_t>(bytes))
        throw InputError(fmt::format("the system gives no random numbers: {}", std::strerror(errno)));
    for (const char c : random)
        text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

PageServer::PageServer(int port) : gate_{.port = port, .token = random_token()}
{
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    auto* named = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    const int yes = 1;  // a port whose last connections are still being forgotten is free
    if (listener_ >= 0 && setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(listener_, named, size) == 0 && listen(listener_, SOMAXCONN) == 0 &&
        getsockname(listener_, named, &size) == 0) {
        gate_.port = ntohs(address.sin_port);
        return;
    }
    const int reason = errno;
    if (listener_ >= 0) close(listener_);
    throw InputError(
        reason == EADDRINUSE
            ? fmt::format("port {} is used by another program; choose another, or leave --port out", port)
            : fmt::format("port {} of 127.0.0.1 cannot be had: {}", port, std::strerror(reason)));
}

PageServer::~PageServer()
{
    close(listener_);
}

std::string PageServer::address() const
{
    return fmt::format("http://127.0.0.1:{}/?token={}", gate_.port, gate_.token);
}

std::string PageServer::address_for_once()
{
    gate_.once = random_token();
    return fmt::format("http://127.0.0.1:{}/?token={}", gate_.port, gate_.once);
}

void PageServer::run(const PageService& service)
{
    Run run(listener_, gate_, service);
    while (!service.stop())
        run.once();
}

}  // namespace supple
