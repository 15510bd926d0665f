/// @file
/// Ways to bring a static problem from the unloaded shape to the full load.
#pragma once

#include <supple/result/stop.hpp>
#include <supple/statics/problem.hpp>

#include <chrono>

namespace supple {

/// What a path did.
struct PathReport {
    bool converged = false;
    bool snapped = false;
    int iterations = 0;
    bool positive_definite = false;  ///< the symmetric part of the last tangent is known to be so
    double reached = 0.0;            ///< load factor
    bool held_last = false;          ///< the constraints came after the loads
    bool bent = false;               ///< they came to a rod that was bent first
};

struct PathOptions {
    using Clock = std::chrono::steady_clock;

    double tolerance = 1e-12;
    int max_iterations = 2000;
    Clock::time_point deadline = Clock::time_point::max();

    bool late() const noexcept
    {
        return stop_wanted() || (deadline != Clock::time_point::max() && Clock::now() >= deadline);
    }

    /// Whether a limit is reached.
    bool spent(int iterations) const noexcept { return iterations >= max_iterations || late(); }
};

/// Newton at the load factor from x. Fails on a singular or non-finite tangent and when it does not contract.
bool newton(StaticProblem& problem, double t, const PathOptions& options, int most, int& iterations) noexcept;

/// What counts as a light load, and how far one Newton step may go.
constexpr double light_load_turn = 2.5;      ///< sum of the joints' turns that linear theory predicts [rad]
constexpr double largest_newton_turn = 0.8;  ///< of a scaled coordinate in one step [rad]

/// Full load at once, from the unloaded shape: only where the load is light and far from buckling.
bool solve_at_once(StaticProblem& problem, const PathOptions& options, PathReport& report) noexcept;

/// Follows the path by its arc length from the unloaded shape. At a limit point the rod is let go and snaps;
/// where it does not come to rest (moments can keep it moving) the path is followed to full load after all.
void follow_load(StaticProblem& problem, const PathOptions& options, PathReport& report) noexcept;

/// The same from x at the load factor zero.
void follow_from_here(StaticProblem& problem, const PathOptions& options, PathReport& report) noexcept;

/// Newton at full load from x, which the last solve left. Fails too where it goes further than its first step
/// tells.
bool newton_from_last(StaticProblem& problem, const PathOptions& options, int& iterations) noexcept;

/// Follows the path from x of the last solve on which the loads go from the values that they had then to
/// those that they have now. Fails where more than the loads has changed.
bool follow_from_last(StaticProblem& problem, const VectorXd& last, const PathOptions& options,
                      PathReport& report) noexcept;

/// Follows the path by its arc length through limit points to the first full load.
void follow_arc_length(StaticProblem& problem, const PathOptions& options, PathReport& report) noexcept;

}  // namespace supple
