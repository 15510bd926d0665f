#include "estimate.hpp"

#include <supple/estimate/describe_estimate.hpp>
#include <supple/io/damping_text.hpp>
#include <supple/io/measured_points.hpp>
#include <supple/io/result_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace supple::app {
namespace {

DampingFilterOptions filter_options(const EstimateOptions& options)
{
    DampingFilterOptions filter;
    filter.horizon = options.horizon;
    filter.causal = options.causal;
    filter.noise = options.sigma;
    filter.rotational_rate = options.rotational_rate;
    if (options.step > 0.0) filter.step = options.step;
    return filter;
}

/// The points with noise of their own added, where a number of seeds is asked for.
std::vector<MeasuredPoint> with_noise(const std::vector<NamedPoint>& named, const EstimateOptions& options,
                                      int seed)
{
    std::mt19937 engine(static_cast<unsigned>(seed));
    std::normal_distribution<double> normal(0.0, 1.0);
    std::vector<MeasuredPoint> points;
    for (const NamedPoint& point : named) {
        points.push_back(point.point);
        if (options.seeds == 0) continue;
        for (Vector3d& p : points.back().track.positions)
            for (double& x : p)
                x += options.sigma * normal(engine);
    }
    return points;
}

}  // namespace

int estimate_damping_of(const EstimateOptions& options)
{
    const ModelDocument document = open_chosen(options.file, "", options.settings, {options.out});
    const Manipulator manipulator = read_model(document);
    auto named = measured_points(read_case_table(options.data.front()), manipulator);
    std::sort(named.begin(), named.end(),
              [](const NamedPoint& a, const NamedPoint& b) { return a.point.at < b.point.at; });
    DampingRecord record;
    record.seeded = options.seeds > 0;
    for (const NamedPoint& point : named)
        record.points.push_back(point.name);
    int code = done;
    std::string text;
    for (int seed = options.seeds > 0 ? 1 : 0; seed <= options.seeds; ++seed) {
        const DampingEstimate e =
            estimate_damping(manipulator, with_noise(named, options, seed), filter_options(options));
        record.runs.push_back(e);
        if (e.status == Status::converged) {
            const std::string report = damping_text(e, record.points, seed);
            if (!options.json) fmt::print("{}", report);
            text += report;
            continue;
        }
        print_error(fmt::format("{}: {}: {}", options.data.front(), name(e.status), e.message));
        code = not_solved;
        break;
    }
    if (options.json)
        fmt::print("{}", to_json(record));
    else if (code == done)
        fmt::print("{}", damping_assumption);
    text += damping_assumption;
    const auto told = [&](Describer& d) { describe(d, record); };
    return write_estimate(options, document, told, text) ? code : static_cast<int>(bad_usage);
}

}  // namespace supple::app
