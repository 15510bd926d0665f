/// @file
/// Work that takes long: on a thread of its own, while the calling thread listens to Python.
#pragma once

#include <python/result/arrays.hpp>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace supple::python {

/// What the work and its caller tell each other.
struct LongWork {
    std::atomic<bool> stop = false;  ///< the caller asks for an end
    std::atomic<double> done = 0.0;  ///< of `total`, in whatever the work counts
    std::atomic<double> total = 0.0;
};

/// Runs the work without the interpreter's lock. Ctrl-C, and an exception of `progress(done, total)`, ask the
/// work for an end and are raised when it has ended; so does an answer that is False.
template <typename Work>
void run_long(const py::object& progress, const Work& work)
{
    using namespace std::chrono_literals;
    LongWork state;
    std::mutex mutex;
    std::condition_variable changed;
    bool ended = false;
    std::exception_ptr failure, raised;
    {
        const py::gil_scoped_release released;
        const std::jthread thread([&] {
            try {
                work(state);
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            ended = true;
            changed.notify_all();
        });
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, 50ms, [&] { return ended; })) {
            if (state.stop) continue;
            lock.unlock();
            {
                const py::gil_scoped_acquire acquired;
                try {
                    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
                    if (!progress.is_none() && state.done > 0.0) {
                        const py::object answer = progress(state.done.load(), state.total.load());
                        if (answer.ptr() == Py_False) state.stop = true;
                    }
                } catch (...) {
                    raised = std::current_exception();
                    state.stop = true;
                }
            }
            lock.lock();
        }
    }
    if (raised) std::rethrow_exception(raised);
    if (failure) std::rethrow_exception(failure);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(state.done.load(), state.total.load());
}

}  // namespace supple::python
