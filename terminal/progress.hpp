/// @file
/// Long work: how far it is, and how it is told to end.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>

namespace supple::app {

/// Ctrl-C, a request to end (kill) and a terminal that closes ask for an end after what is at hand; a second
/// one ends the program at once.
extern std::atomic<bool> interrupt_asked;

/// While it lives, these signals set interrupt_asked.
class WatchInterrupts {
 public:
    WatchInterrupts();
    ~WatchInterrupts();
    WatchInterrupts(const WatchInterrupts&) = delete;
    WatchInterrupts& operator=(const WatchInterrupts&) = delete;

 private:
    static constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_ = {};
};

/// "12 of 500 cases, 40 a second, 12 s left", or of something else: a line on stderr that is written over;
/// only on a terminal.
class Progress {
 public:
    /// `before`: how many were done when it began.
    Progress(std::size_t all, bool wanted, const char* what = "cases", std::size_t before = 0);

    void show(std::size_t done);
    void clear() const;

 private:
    std::size_t all_;
    bool shown_;
    const char* what_;
    std::size_t before_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_ = start_;
};

}  // namespace supple::app
