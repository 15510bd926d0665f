#include <supple/result/describe_fit.hpp>

namespace supple {
namespace {

/// Over the cases; a case that was not solved has no error.
void describe_errors(Describer& to, const FitReport& report)
{
    constexpr FieldUnit unit = unit::length;  // where positions were seen; else weighted, without unit
    const Statistics& s = report.error;
    to.whole({.name = "cases", .help = "with an error"}, static_cast<long>(s.count));
    to.whole({.name = "failed", .help = "cases without a stable equilibrium"},
             static_cast<long>(report.failed));
    to.number({.name = "mean", .help = "of the errors", .unit = unit, .open = true}, s.mean);
    to.number({.name = "median", .help = "of the errors", .unit = unit, .open = true}, s.median);
    to.number({.name = "p95", .help = "95 % lie at or below", .unit = unit, .open = true}, s.p95);
    to.number({.name = "max", .help = "the largest", .unit = unit, .open = true}, s.max);
    to.number({.name = "rmse", .help = "root of the mean square", .unit = unit, .open = true}, s.rms);
}

void describe_spread(Describer& to, const std::vector<double>& deviations, FieldUnit unit)
{
    const Statistics s = statistics(deviations);
    to.number({.name = "mean", .help = "over the cases", .unit = unit, .open = true}, s.mean);
    to.number({.name = "max", .help = "over the cases", .unit = unit, .open = true}, s.max);
}

void describe_fit_spread(Describer& to, const Spread& spread)
{
    to.group({.name = "tip", .help = "of its position"}, true,
             [&](Describer& d) { describe_spread(d, spread.tip, unit::length); });
    to.list({.name = "reactions", .help = "of the force of each constraint", .keyed = true},
            {spread.reactions.size(),
             [&](std::size_t i) -> std::string_view {
                 return i == prototype ? std::string_view() : spread.reactions[i].name;
             },
             [&](Describer& d, std::size_t i) {
                 describe_spread(d, i == prototype ? std::vector<double>() : spread.reactions[i].deviations,
                                 unit::force);
             }});
}

}  // namespace

void describe(Describer& to, const FittedParameter& p)
{
    to.text({.name = "path", .help = "in the model file"}, p.path);
    to.number({.name = "value", .help = "fitted, SI"}, p.value);
    to.number({.name = "start", .help = "of the file, SI"}, p.start);
    to.number({.name = "lower", .help = "bound; null: none", .open = true}, p.lower);
    to.number({.name = "upper", .help = "bound; null: none", .open = true}, p.upper);
    to.number({.name = "deviation", .help = "standard; null: the data do not tell", .open = true},
              p.deviation);
    const std::array<double, 2> interval = {p.interval_lower, p.interval_upper};
    to.numbers({.name = "interval",
                .help = "of 95 % confidence",
                .shape = "[2]",
                .components = "lower upper",
                .open = true},
               {1, {2}, [&](std::size_t i, double* out) { *out = interval[i]; }});
    to.flag({.name = "at_bound", .help = "the fit stopped there"}, p.at_bound);
}

void describe(Describer& to, const FlatDirection& flat)
{
    to.array({.name = "direction",
              .help = "of unit length, in relative changes of the parameters",
              .shape = "[parameters]"},
             flat.direction);
    to.number({.name = "eigenvalue", .help = "of the scaled curvature, over the largest"}, flat.eigenvalue);
}

void describe(Describer& to, const FitRecord& record)
{
    const FitReport& report = record.report;
    to.text({.name = "file", .help = "of the model"}, record.file);
    to.text({.name = "data", .help = "what was fitted to"}, record.data);
    to.outcome(report.status, report.message);
    to.text({.name = "objective", .help = "what was made small"}, report.objective);
    to.text({.name = "metric", .help = "rmse or rmse-centred"}, record.metric);
    to.number({.name = "cost", .help = "at the fitted values", .open = true}, report.cost);
    to.number({.name = "start_cost", .help = "at the values of the file", .open = true}, report.start_cost);
    to.number({.name = "largest_gradient",
               .help = "per relative change of a free parameter, over the cost",
               .open = true},
              report.largest_gradient);
    describe_list(to, {.name = "parameters", .help = "that were fitted", .uniform = true, .rows = true},
                  report.parameters);
    to.matrix({.name = "covariance",
               .help = "of the parameters",
               .shape = "[parameters][parameters]",
               .open = true},
              report.covariance);
    to.matrix({.name = "correlation",
               .help = "of the parameters",
               .shape = "[parameters][parameters]",
               .open = true},
              report.correlation);
    describe_list(to, {.name = "flat", .help = "combinations that the data do not determine"}, report.flat);
    to.group({.name = "training", .help = "errors of the cases"}, true,
             [&](Describer& d) { describe_errors(d, report); });
    to.group({.name = "spread", .help = "what the uncertainty of the parameters leaves open"}, true,
             [&](Describer& d) { describe_fit_spread(d, report.spread); });
    to.group({.name = "validation",
              .help = "errors of the cases that were kept back",
              .absent = "none were",
              .null = true},
             record.validation != nullptr,
             [&](Describer& d) { describe_errors(d, record.validation ? *record.validation : FitReport{}); });
    to.group({.name = "histogram", .help = "of the errors"}, true, [&](Describer& d) {
        const Histogram bars = histogram(report.errors);
        d.number({.name = "width", .help = "of a class", .unit = unit::length}, bars.width);
        d.numbers(
            {.name = "counts", .help = "of each class from zero", .shape = "[classes]", .integers = true},
            {1, {bars.counts.size()}, [&](std::size_t i, double* out) {
                 *out = static_cast<double>(bars.counts[i]);
             }});
    });
    to.whole({.name = "cases", .help = "of the data"}, static_cast<long>(record.cases));
    to.whole({.name = "passes", .help = "over all cases"}, report.passes);
    to.number({.name = "seconds", .help = "wall time", .unit = unit::time, .clock = true}, report.seconds);
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             report.warnings);
}

}  // namespace supple
