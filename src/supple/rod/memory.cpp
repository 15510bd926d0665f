#include <supple/rod/memory.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Adds when the play of a column is taken up between its samples.
void add_kinks_of_play(double play, const std::vector<double>& t, const std::vector<double>& u,
                       std::vector<double>& times)
{
    double w = u[0];
    for (std::size_t k = 1; k < u.size(); ++k) {
        const double side = u[k] > u[k - 1] ? play : -play;
        const double fraction = (w + side - u[k - 1]) / (u[k] - u[k - 1]);
        if (fraction > 0.0 && fraction < 1.0) times.push_back(t[k - 1] + fraction * (t[k] - t[k - 1]));
        w = std::clamp(w, u[k] - play, u[k] + play);
    }
}

/// Adds times at most `step` apart, until `end`.
void refine(double step, double end, std::vector<double>& times)
{
    std::vector<double> fine;
    times.push_back(end);
    for (std::size_t k = 1; k < times.size(); ++k) {
        const double length = times[k] - times[k - 1];
        const int parts = std::clamp(static_cast<int>(std::ceil(length / step)), 1, 2000);
        for (int i = 0; i < parts; ++i)
            fine.push_back(times[k - 1] + length * i / parts);
    }
    fine.push_back(end);
    times = std::move(fine);
}

}  // namespace

bool remembers(const Memory& memory) noexcept
{
    return memory.play > 0.0 || memory.relaxation != 0.0;
}

double MemoryState::arrive(double command, double time) noexcept
{
    if (!begun_) {
        arrived_ = settled_ = command;
        time_ = time;
        begun_ = true;
    }
    arrived_ = std::clamp(arrived_, command - memory_.play, command + memory_.play);
    settled_ = arrived_ + (settled_ - arrived_) * std::exp(-(time - time_) / memory_.relaxation_time);
    time_ = time;
    return arrived_ + memory_.relaxation * (arrived_ - settled_);
}

void remember(const Memory& memory, std::span<const double> times, std::span<double> commands)
{
    MemoryState state(memory);
    for (std::size_t k = 0; k < commands.size(); ++k)
        commands[k] = state.arrive(commands[k], times[k]);
}

History arrived(const Memory& memory, const History& commands)
{
    if (!remembers(memory) || commands.time.empty()) return commands;
    History out;
    out.time = commands.time;
    for (const History::Column& column : commands.columns)
        add_kinks_of_play(memory.play, commands.time, column.values, out.time);
    std::sort(out.time.begin(), out.time.end());
    out.time.erase(std::unique(out.time.begin(), out.time.end()), out.time.end());
    const double tau = memory.relaxation_time;
    if (memory.relaxation != 0.0) refine(tau / 100.0, out.time.back() + 12.0 * tau, out.time);

    for (const History::Column& column : commands.columns) {
        History::Column arriving{column.path, {}};
        double w = column.values.front(), behind = 0.0;  // behind: z − w
        for (std::size_t k = 0; k < out.time.size(); ++k) {
            const double u = value_at(commands, column, out.time[k]);
            const double before = w;
            w = std::clamp(w, u - memory.play, u + memory.play);
            if (k > 0) {
                // τ ż = w − z where w is a straight line.
                const double h = out.time[k] - out.time[k - 1], fade = std::exp(-h / tau);
                behind = behind * fade - (w - before) / h * tau * (1.0 - fade);
            }
            arriving.values.push_back(w - memory.relaxation * behind);
        }
        out.columns.push_back(std::move(arriving));
    }
    return out;
}

}  // namespace supple
