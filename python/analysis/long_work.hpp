/// @file
/// Work on many threads: on threads of its own, while the calling thread listens to Python.
#pragma once

#include <python/analysis/listener.hpp>

#include <condition_variable>
#include <thread>

namespace supple::python {

/// Runs the work without the interpreter's lock. Ctrl-C, and an exception of a callback or of
/// `progress(done, total)`, ask the work for an end and are raised when it has ended; so does an answer that
/// is False.
template <typename Work>
void run_long(Listener& listener, const py::object& progress, const Work& work)
{
    std::mutex mutex;
    std::condition_variable changed;
    bool ended = false;
    std::exception_ptr failure;
    {
        const py::gil_scoped_release released;
        const std::jthread thread([&] {
            const StopWhen wanted([&listener] { return listener.stop.load(); });
            try {
                work();
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            ended = true;
            changed.notify_all();
        });
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, between_hearings, [&] { return ended; })) {
            if (listener.stop) continue;
            lock.unlock();
            listener.hear(progress);
            lock.lock();
        }
    }
    listener.raise();
    if (failure) std::rethrow_exception(failure);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(listener.done.load(), listener.total.load());
}

}  // namespace supple::python
