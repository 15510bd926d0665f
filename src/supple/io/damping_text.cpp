#include <supple/io/damping_text.hpp>
#include <supple/io/report.hpp>
#include <supple/text/units.hpp>

#include <fmt/format.h>

namespace supple {
namespace {

const Dimension rate_dimension = dimension::none / dimension::time;

}  // namespace

std::string damping_text(const DampingEstimate& e, const std::vector<std::string>& points, int seed)
{
    Report report(false, 14);
    if (seed > 0) report.line(fmt::format("noise of seed {}", seed), "");
    report.line("viscous rate", format_quantity(e.rate, rate_dimension, 4) +
                                    "  (of the whole rod, weighted by what it dissipates)");
    report.line("points", "trade damping with their neighbours; none is an estimate by itself");
    for (std::size_t i = 0; i < e.point_rates.size(); ++i)
        report.line("  " + points[i], format_quantity(e.point_rates[i], rate_dimension, 4));
    report.line("filter", fmt::format("{} steps of {}; {} off its measurement at most, {} in the mean",
                                      e.steps, format_quantity(e.step, dimension::time, 3),
                                      format_quantity(e.largest_error, dimension::length, 3),
                                      format_quantity(e.mean_error, dimension::length, 3)));
    report.line("replay", fmt::format("a rod with this rate, which moves by itself, is {} off in the mean",
                                      format_quantity(e.replay_error, dimension::length, 3)));
    report.warnings(e.warnings);
    return report.take();
}

}  // namespace supple
