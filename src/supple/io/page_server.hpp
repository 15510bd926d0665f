/// @file
/// A server for one page, on this machine and for one person.
///
///     PageServer server(0);                     // any port that is free
///     print(server.address());                  // http://127.0.0.1:43567/?token=...
///     server.run({page, changes, stop});
///
/// It listens on 127.0.0.1 only, answers what web_request.hpp lets in, and reads no file. One thread waits
/// for all connections; `most_connections` are open at once and others wait for a place. A request that is
/// not there after 5 s is given up, or after 0.5 s where no place is left. Laws (tests/apps/test_view.py):
/// slow clients, many clients, and clients that leave do not bring it down.
#pragma once

#include <supple/io/web_request.hpp>

#include <functional>
#include <memory>
#include <optional>

namespace supple {

inline constexpr std::size_t most_connections = 64;
inline constexpr std::size_t most_event_streams = 32;  ///< of these

/// What is served. The functions are called in turn, by the thread that runs the server.
struct PageService {
    /// The page, as it is now; `events` is the address of the stream of changes.
    std::function<std::string(const std::string& events)> page;
    /// Asked every 200 ms: what has changed since, as the data of an event of the name `file`.
    std::function<std::optional<std::string>()> change;
    std::function<bool()> stop;  ///< asked at least every 200 ms
};

class PageServer {
 public:
    /// Port 0: any that is free. @throws InputError where the port cannot be had
    explicit PageServer(int port);
    ~PageServer();
    PageServer(const PageServer&) = delete;
    PageServer& operator=(const PageServer&) = delete;

    std::string address() const;

    /// An address that opens the page one time: a program that is given it shows it to all users.
    std::string address_for_once();

    /// Until `stop` says so.
    void run(const PageService& service);

 private:
    WebGate gate_;
    int listener_ = -1;
};

/// So many random bytes of the system, as hexadecimal digits.
std::string random_token(std::size_t bytes = 16);

}  // namespace supple
