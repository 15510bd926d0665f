#include "progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>

namespace supple::app {

std::atomic<bool> interrupt_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);

WatchInterrupts::WatchInterrupts()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupt_asked = true; };
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before_[i]);
        // A signal that is ignored, as by nohup, stays so.
        if (before_[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, nullptr);
    }
}

WatchInterrupts::~WatchInterrupts()
{
    for (std::size_t i = 0; i < signals.size(); ++i)
        sigaction(signals[i], &before_[i], nullptr);
}

Progress::Progress(std::size_t all, bool wanted, const char* what)
    : all_(all), shown_(wanted && isatty(STDERR_FILENO) != 0), what_(what)
{
}

void Progress::show(std::size_t done)
{
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    fmt::print(stderr, "\r{} of {} {}", done, all_, what_);
    std::fflush(stderr);
}

void Progress::clear() const
{
    if (shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace supple::app
