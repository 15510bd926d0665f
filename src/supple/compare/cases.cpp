#include <supple/analysis/solve.hpp>
#include <supple/compare/cases.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace supple {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// What is kept of one solve.
struct Outcome {
    Status status = Status::invalid;
    Deviation error;
    double length = missing;  ///< of the rod [m]
    double measured_position = missing, measured_rotation = missing, seconds = missing;
};

void compare_with_measured(const Equilibrium& found, const MeasuredTip& measured, bool twists,
                           Outcome& outcome)
{
    if (found.status != Status::converged) return;
    if (measured.position) outcome.measured_position = (found.tip().position() - *measured.position).norm();
    if (measured.frame) {
        const Matrix3d R = found.tip().rotation(), R_true = measured.frame->toRotationMatrix();
        const Vector3d d3 = R.col(2), d3_true = R_true.col(2);
        outcome.measured_rotation = twists ? so3::log(R.transpose() * R_true).norm()
                                           : std::atan2(d3.cross(d3_true).norm(), d3.dot(d3_true));
    }
}

/// Threads take row after row; what is left of each row is a line of outcomes, the exact rod's first.
class Campaign {
 public:
    Campaign(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
             const CaseSource& source, const CasesOptions& options)
        : manipulator_(manipulator), source_(source), options_(options), judge_(judge_for(manipulator))
    {
        for (const Candidate& candidate : candidates)
            tried_.push_back(try_out(manipulator, candidate));
        lines_.resize(source.rows);
        failures_.resize(tried_.size() + 1);
    }

    CasesComparison run()
    {
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const std::size_t wanted = options_.threads > 0 ? static_cast<std::size_t>(options_.threads) : cores;
        working_ = std::min(wanted, std::max<std::size_t>(1, source_.rows));
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = working_; i > 0; --i)
                threads.emplace_back([this] { work(); });
            std::unique_lock lock(mutex_);
            while (working_ > 0) {
                changed_.wait_for(lock, std::chrono::milliseconds(100));
                if (options_.progress) options_.progress(done_);
            }
        }
        if (failure_) std::rethrow_exception(failure_);
        return summary();
    }

 private:
    bool stopped() const { return abandoned_ || (options_.stop && *options_.stop); }

    void work()
    {
        try {
            Manipulator manipulator = manipulator_;
            for (std::size_t row = next_++; row < source_.rows && !stopped(); row = next_++)
                solve_row(row, manipulator);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            abandoned_ = true;
        }
        const std::lock_guard lock(mutex_);
        --working_;
        changed_.notify_all();
    }

    void solve_row(std::size_t row, Manipulator& manipulator)
    {
        std::vector<Outcome> line(tried_.size() + 1);
        const std::string mistake = source_.set(row, manipulator);
        if (!mistake.empty()) {
            for (std::size_t i = 0; i < line.size(); ++i)
                note(i, row, Status::invalid, mistake);
        } else {
            const MeasuredTip measured = source_.measured ? source_.measured(row) : MeasuredTip{};
            const ModelChoice own = manipulator.model;
            manipulator.model = judge_.model;
            const Equilibrium exact = solve(manipulator);
            line[0] = judge(0, row, exact, exact, true, measured);
            for (std::size_t i = 0; i < tried_.size(); ++i) {
                if (stopped()) {  // discard the partially solved case
                    manipulator.model = own;
                    return;
                }
                if (!tried_[i].reason.empty()) continue;
                const Candidate& candidate = tried_[i].candidate;
                manipulator.model = candidate.as_written ? own : candidate.model;
                line[i + 1] = judge(i + 1, row, solve(manipulator), exact, tried_[i].twists, measured);
            }
            manipulator.model = own;
            for (Outcome& outcome : line)
                outcome.length = manipulator.rod.length;
        }
        const std::lock_guard lock(mutex_);
        lines_[row] = std::move(line);
        ++done_;
    }

    Outcome judge(std::size_t which, std::size_t row, const Equilibrium& found, const Equilibrium& exact,
                  bool twists, const MeasuredTip& measured)
    {
        Outcome outcome;
        outcome.status = found.status;
        outcome.seconds = found.solver.seconds;
        if (found.status == Status::converged && exact.status == Status::converged)
            outcome.error = deviation(found, exact);
        compare_with_measured(found, measured, twists, outcome);
        if (found.status != Status::converged) note(which, row, found.status, found.message);
        return outcome;
    }

    /// Keeps the failure of the first row, whichever thread met it.
    void note(std::size_t which, std::size_t row, Status status, const std::string& message)
    {
        const std::lock_guard lock(mutex_);
        Failure& kept = failures_[which];
        if (row >= kept.row) return;
        kept = {row, "case " + std::to_string(row + 1) + ": " + name(status) + ": " + message};
    }

    CasesJudged summary_of(std::size_t which, Tried tried) const
    {
        CasesJudged all;
        all.model = std::move(tried);
        all.first_failure = failures_[which].text;
        const auto collect = [&](auto value) {
            std::vector<double> values;
            for (const auto& line : lines_)
                if (!line.empty()) values.push_back(value(line[which]));
            return statistics(std::move(values));
        };
        for (const auto& line : lines_)
            if (!line.empty() && line[which].status == Status::converged) ++all.converged;
        all.position = collect([](const Outcome& o) { return o.error.position; });
        all.relative = collect([](const Outcome& o) { return o.error.position / o.length; });
        all.rotation = collect([](const Outcome& o) { return o.error.rotation; });
        all.tangent = collect([](const Outcome& o) { return o.error.tangent; });
        all.reaction = collect([](const Outcome& o) { return o.error.reaction; });
        all.measured_position = collect([](const Outcome& o) { return o.measured_position; });
        all.measured_relative = collect([](const Outcome& o) { return o.measured_position / o.length; });
        all.measured_rotation = collect([](const Outcome& o) { return o.measured_rotation; });
        all.seconds = collect([](const Outcome& o) { return o.seconds; });
        return all;
    }

    CasesComparison summary() const
    {
        CasesComparison all;
        all.done = done_;
        all.judge = judge_;
        all.exact = summary_of(0, {{judge_.model}, "", 0, true});
        for (std::size_t i = 0; i < tried_.size(); ++i)
            all.models.push_back(summary_of(i + 1, tried_[i]));
        return all;
    }

    struct Failure {
        std::size_t row = std::numeric_limits<std::size_t>::max();
        std::string text;
    };

    const Manipulator& manipulator_;
    const CaseSource& source_;
    const CasesOptions& options_;
    const Judge judge_;
    std::vector<Tried> tried_;

    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> abandoned_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::vector<Outcome>> lines_;  // empty: not done
    std::vector<Failure> failures_;
    std::size_t done_ = 0, working_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

CasesComparison compare_cases(const Manipulator& manipulator, const std::vector<Candidate>& candidates,
                              const CaseSource& source, const CasesOptions& options)
{
    return Campaign(manipulator, candidates, source, options).run();
}

}  // namespace supple
