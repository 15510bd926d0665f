#include <supple/rod/timing.hpp>

#include <algorithm>

namespace supple {

double value_at(const History& history, const History::Column& column, double time)
{
    const auto& t = history.time;
    const auto after = std::upper_bound(t.begin(), t.end(), time);
    if (after == t.begin()) return column.values.front();
    if (after == t.end()) return column.values.back();
    const auto i = static_cast<std::size_t>(after - t.begin());
    const double fraction = (time - t[i - 1]) / (t[i] - t[i - 1]);
    return column.values[i - 1] + fraction * (column.values[i] - column.values[i - 1]);
}

bool acts_at(const Timing& timing, double time) noexcept
{
    return timing.from <= time && time < timing.until;
}

double value_at(const Timing& timing, std::string_view path, double time, double constant) noexcept
{
    for (const auto& column : timing.history.columns) {
        if (column.path == path) return value_at(timing.history, column, time);
    }
    return constant;
}

}  // namespace supple
