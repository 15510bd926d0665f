/// @file
/// The wish that work on this thread ends soon: Ctrl-C, a page that is closed, a callback that failed.
///
///     const StopWhen wanted([&] { return flag.load(); });
///     const Equilibrium eq = solve(manipulator);  // not_converged, "stopped from outside"
///
/// Every solver asks in each round of what may take long. A result that was stopped is no success and says
/// so; one that was complete already stays what it is.
///
/// Laws (tests/analysis/test_stop.cpp):
///   1. Every verb ends soon after the wish, not converged, with that sentence.
///   2. The wish is remembered until its StopWhen ends, and nothing of it is left then.
///   3. A thread without a StopWhen is never stopped.
#pragma once

#include <functional>

namespace supple {

inline constexpr const char* stopped_sentence = "stopped from outside";

/// While it lives, work on the thread that made it ends when the function says so. The innermost of several
/// and those around it are all asked.
class StopWhen {
 public:
    /// The function is called often, on this thread, and must not throw.
    explicit StopWhen(std::function<bool()> wanted);
    ~StopWhen();
    StopWhen(const StopWhen&) = delete;
    StopWhen& operator=(const StopWhen&) = delete;

 private:
    friend bool stop_wanted() noexcept;

    std::function<bool()> asked_;
    StopWhen* around_;
    bool wanted_ = false;
};

/// Whether work on this thread is to end.
bool stop_wanted() noexcept;

}  // namespace supple
