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

}  // namespace supple
