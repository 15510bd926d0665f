#include <supple/estimate/describe_estimate.hpp>

namespace supple {
namespace {

void describe_estimate(Describer& to, const DampingEstimate& e, const std::vector<std::string>& names,
                       std::optional<long> seed)
{
    to.outcome(e.status, e.message);
    to.whole({.name = "seed", .help = "of the noise that was added", .absent = "none was"}, seed);
    to.group({.name = "damping", .help = "viscous"}, true, [&](Describer& d) {
        d.number({.name = "viscous_rate",
                  .help = "of the whole rod, weighted by what it dissipates",
                  .unit = unit::rate},
                 e.rate);
        const auto name_of = [&](std::size_t i) -> std::string_view {
            return i < names.size() ? std::string_view(names[i]) : std::string_view();
        };
        d.list({.name = "points", .help = "that were measured", .uniform = true},
               {e.point_rates.size(), name_of, [&](Describer& p, std::size_t i) {
                    p.text({.name = "name", .help = "of the point"}, name_of(i));
                    p.number({.name = "viscous_rate",
                              .help = "trades with its neighbours; no estimate by itself",
                              .unit = unit::rate},
                             i == prototype ? 0.0 : e.point_rates[i]);
                    p.number({.name = "negative_share", .help = "of samples that feed energy"},
                             i == prototype ? 0.0 : e.negative[i]);
                }});
    });
    to.group({.name = "error", .help = "of the filter's last point to its measurement"}, true,
             [&](Describer& d) {
                 d.number({.name = "largest", .help = "over time", .unit = unit::length}, e.largest_error);
                 d.number({.name = "mean", .help = "over time", .unit = unit::length}, e.mean_error);
                 d.number({.name = "replay",
                           .help = "in the mean, of a rod with the rate found that moves by itself",
                           .unit = unit::length},
                          e.replay_error);
             });
    to.group({.name = "solver"}, true, [&](Describer& d) {
        d.number({.name = "step", .help = "of the filter's model", .unit = unit::time}, e.step);
        d.whole({.name = "steps", .help = "that were taken"}, e.steps);
    });
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             e.warnings);
}

}  // namespace

void describe(Describer& to, const DampingRecord& record)
{
    to.text({.name = "model", .help = "type of the model"}, "variational");
    if (!record.seeded)
        return describe_estimate(to, record.runs.empty() ? DampingEstimate{} : record.runs[0], record.points,
                                 std::nullopt);
    to.list({.name = "runs", .help = "one for each seed", .rows = true},
            {record.runs.size(), [](std::size_t) { return std::string_view(); },
             [&](Describer& d, std::size_t i) {
                 describe_estimate(d, i == prototype ? DampingEstimate{} : record.runs[i], record.points,
                                   i == prototype ? 0 : static_cast<long>(i + 1));
             }});
}

}  // namespace supple
