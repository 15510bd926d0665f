#include <supple/result/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace supple {

Statistics statistics(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return std::isnan(value); });
    Statistics all;
    all.count = values.size();
    if (values.empty()) return all;
    std::sort(values.begin(), values.end());
    const auto quantile = [&](double fraction) {
        const double place = fraction * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return std::lerp(values[below], values[above], place - static_cast<double>(below));
    };
    all.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    all.median = quantile(0.5);
    all.p95 = quantile(0.95);
    all.max = values.back();
    all.rms = std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0) /
                        static_cast<double>(values.size()));
    return all;
}

Histogram histogram(const std::vector<double>& errors, std::size_t classes)
{
    Histogram all{0.0, std::vector<std::size_t>(classes, 0)};
    double largest = 0.0;
    for (const double error : errors)
        largest = std::isnan(error) ? largest : std::max(largest, error);
    all.width = largest / static_cast<double>(classes);
    for (const double error : errors) {
        if (std::isnan(error)) continue;
        const double at = all.width > 0.0 ? error / all.width : 0.0;
        ++all.counts[std::min(classes - 1, static_cast<std::size_t>(at))];
    }
    return all;
}

}  // namespace supple
