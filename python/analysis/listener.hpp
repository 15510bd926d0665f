/// @file
/// Hears Python while work is done without the interpreter's lock: Ctrl-C, and what callbacks raise.
///
/// Work cannot carry exceptions of Python: solvers and what they call are noexcept. So an exception is kept,
/// the work is asked to end (result/stop.hpp), and the exception is raised when it has ended.
#pragma once

#include <python/result/arrays.hpp>

#include <supple/result/stop.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>

namespace supple::python {

/// Of one piece of work, which may have several threads.
class Listener {
 public:
    std::atomic<bool> stop = false;   ///< the work is asked for an end
    std::atomic<double> done = 0.0;   ///< of `total`, in whatever the work counts
    std::atomic<double> total = 0.0;  ///< 0: not known

    /// Keeps the first exception, and asks for an end.
    void keep(std::exception_ptr raised) noexcept
    {
        const std::lock_guard lock(mutex_);
        if (!raised_) raised_ = std::move(raised);
        stop = true;
    }

    /// Looks for Ctrl-C and tells progress(done, total), whose answer False asks for an end.
    void hear(const py::object& progress) noexcept
    {
        const py::gil_scoped_acquire acquired;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (progress.is_none() || !(done > 0.0)) return;
            const py::object answer = progress(done.load(), total.load());
            if (answer.ptr() == Py_False) stop = true;
        } catch (...) {
            keep(std::current_exception());
        }
    }

    /// Raises what was kept. The listener is as new afterwards.
    void raise()
    {
        if (!stop) return;
        std::exception_ptr raised;
        {
            const std::lock_guard lock(mutex_);
            raised.swap(raised_);
        }
        stop = false;
        if (raised) std::rethrow_exception(raised);
    }

 private:
    std::mutex mutex_;
    std::exception_ptr raised_;
};

/// How often Python is heard while work goes on.
inline constexpr std::chrono::milliseconds between_hearings{50};

/// Work on the calling thread, without the interpreter's lock. Whoever works asks often, so the clock is read
/// at one question in 64.
template <typename Work>
void run_here(Listener& listener, const py::object& progress, const Work& work)
{
    using Clock = std::chrono::steady_clock;
    struct Hearing {
        Listener& listener;
        const py::object& progress;
        unsigned asked = 0;
        Clock::time_point last{};
    } hearing{listener, progress};
    {
        struct Unlocked {
            PyThreadState* state = PyEval_SaveThread();
            ~Unlocked() { PyEval_RestoreThread(state); }
        } const unlocked;
        const StopWhen wanted([&hearing] {
            if (++hearing.asked % 64 != 0) return hearing.listener.stop.load(std::memory_order_relaxed);
            const auto now = Clock::now();
            if (hearing.last == Clock::time_point()) hearing.last = now;
            if (now - hearing.last >= between_hearings) {
                hearing.listener.hear(hearing.progress);
                hearing.last = Clock::now();
            }
            return hearing.listener.stop.load();
        });
        work();
    }
    listener.raise();
}

}  // namespace supple::python
