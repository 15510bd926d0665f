#include "progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

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

Progress::Progress(std::size_t all, bool wanted, const char* what, std::size_t before)
    : all_(all), shown_(wanted && isatty(STDERR_FILENO) != 0), what_(what), before_(before)
{
}

namespace {

/// "12 s", "3 min", "5 h": the largest unit of which there is more than one.
std::string time_in_words(double seconds)
{
    if (seconds < 120) return fmt::format("{:.0f} s", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

void Progress::show(std::size_t done)
{
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    std::string rate;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    if (done > before_ && seconds > 1.0) {
        const double a_second = static_cast<double>(done - before_) / seconds;
        rate = fmt::format(", {:.3g} a second, {} left", a_second,
                           time_in_words(static_cast<double>(all_ - std::min(done, all_)) / a_second));
    }
    fmt::print(stderr, "\r{} of {} {}{}\033[K", done, all_, what_, rate);
    std::fflush(stderr);
}

void Progress::clear() const
{
    if (shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace supple::app
