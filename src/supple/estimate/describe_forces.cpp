#include <supple/estimate/describe_forces.hpp>

namespace supple {
namespace {

/// A vector that may not be there, with its standard deviation.
void describe_found(Describer& to, const ResultField& value_field, const ResultField& sd_field,
                    const std::optional<Vector3d>& value, const std::optional<Vector3d>& sd)
{
    const auto three = [&](const ResultField& field, const std::optional<Vector3d>& v) {
        to.numbers(field, {1,
                           {3},
                           [&](std::size_t i, double* out) { *out = v ? (*v)[static_cast<int>(i)] : 0.0; },
                           v.has_value()});
    };
    three(value_field, value);
    three(sd_field, sd);
}

void describe_tip(Describer& to, const ForceEstimate& e)
{
    const char* known = "it was not unknown";
    describe_found(to,
                   {.name = "force",
                    .help = "on the rod, in the world",
                    .unit = unit::force,
                    .shape = "[3]",
                    .components = "x y z",
                    .absent = known},
                   {.name = "force_sd",
                    .help = "standard deviations",
                    .unit = unit::force,
                    .shape = "[3]",
                    .components = "x y z",
                    .absent = known},
                   e.tip_force, e.tip_force_sd);
    describe_found(to,
                   {.name = "moment",
                    .help = "on the rod, in the world",
                    .unit = unit::moment,
                    .shape = "[3]",
                    .components = "x y z",
                    .absent = known},
                   {.name = "moment_sd",
                    .help = "standard deviations",
                    .unit = unit::moment,
                    .shape = "[3]",
                    .components = "x y z",
                    .absent = known},
                   e.tip_moment, e.tip_moment_sd);
    describe(to, e.tip);
}

void describe_patch(Describer& to, const FoundPatch& p)
{
    to.number({.name = "from", .help = "where it begins", .unit = unit::length}, p.from);
    to.number({.name = "from_sd", .help = "standard deviation", .unit = unit::length}, p.from_sd);
    to.number({.name = "to", .help = "where it ends", .unit = unit::length}, p.to);
    to.number({.name = "to_sd", .help = "standard deviation", .unit = unit::length}, p.to_sd);
    to.vector({.name = "force", .help = "resultant on the rod, in the world", .unit = unit::force}, p.force);
    to.vector({.name = "force_sd", .help = "standard deviations", .unit = unit::force}, p.force_sd);
}

constexpr FieldUnit per_length{"N/m", "N/m"};

}  // namespace

void describe(Describer& to, const FoundContact& c)
{
    to.number({.name = "at", .help = "arc length", .unit = unit::length}, c.at);
    to.number({.name = "at_sd", .help = "standard deviation", .unit = unit::length}, c.at_sd);
    to.numbers({.name = "at_interval",
                .help = "of 95 %, from the profile of the likelihood",
                .unit = unit::length,
                .shape = "[2]",
                .components = "lower upper"},
               {1, {2}, [&](std::size_t i, double* out) { *out = c.at_interval[i]; }});
    to.vector({.name = "position", .help = "of the rod's axis there, in the world", .unit = unit::length},
              c.position);
    to.vector({.name = "force", .help = "on the rod, in the world", .unit = unit::force}, c.force);
    to.number({.name = "size_sd", .help = "standard deviation of the size of the force", .unit = unit::force},
              c.size_sd);
    to.matrix({.name = "covariance", .help = "of the force, in N^2", .shape = "[3][3]"}, c.covariance);
}

void describe(Describer& to, const Explanation& x)
{
    to.whole({.name = "contacts", .help = "forces at unknown places"}, x.contacts);
    to.flag({.name = "weight", .help = "with a load per length"}, x.weight);
    to.flag({.name = "patch", .help = "with a pressure along a stretch"}, x.patch);
    to.whole({.name = "parameters", .help = "unknowns"}, x.parameters);
    to.number({.name = "chi_square", .help = "sum of squares over variances", .open = true}, x.chi_square);
    to.number({.name = "bic", .help = "chi-square and the price of the unknowns; least wins", .open = true},
              x.bic);
    to.flag({.name = "chosen", .help = "this one is reported"}, x.chosen);
}

void describe(Describer& to, const ShapeResidual& r)
{
    to.number({.name = "at", .help = "arc length", .unit = unit::length}, r.at);
    to.text({.name = "of", .help = "point, curvature or pose"}, r.of);
    to.number({.name = "size", .help = "length over the standard deviation"}, r.size);
}

void describe(Describer& to, const ForceEstimate& e)
{
    to.text({.name = "model", .help = "type of the model"}, e.model);
    to.outcome(e.status, e.message);
    to.number({.name = "time", .help = "of the measurement", .unit = unit::time, .absent = "it has none"},
              e.time);
    to.group({.name = "tip"}, true, [&](Describer& d) { describe_tip(d, e); });
    describe_list(to, {.name = "contacts", .help = "ordered by place", .in_table = InTable::count},
                  e.contacts);
    describe_found(to,
                   {.name = "weight",
                    .help = "load per length, in the world",
                    .unit = per_length,
                    .shape = "[3]",
                    .components = "x y z",
                    .absent = "there is none"},
                   {.name = "weight_sd",
                    .help = "standard deviations",
                    .unit = per_length,
                    .shape = "[3]",
                    .components = "x y z",
                    .absent = "there is none"},
                   e.weight, e.weight_sd);
    to.group({.name = "patch", .help = "uniform pressure along a stretch", .absent = "there is none"},
             e.patch.has_value(), [&](Describer& d) { describe_patch(d, e.patch.value_or(FoundPatch{})); });
    to.number({.name = "roll",
               .help = "of the fibre about the rod",
               .unit = unit::angle,
               .absent = "it was not unknown"},
              e.roll);
    to.number({.name = "roll_sd",
               .help = "standard deviation",
               .unit = unit::angle,
               .absent = "it was not unknown"},
              e.roll_sd);
    to.number({.name = "chi_square", .help = "of the chosen explanation"}, e.chi_square);
    to.whole({.name = "degrees_of_freedom", .help = "measured numbers less unknowns"}, e.degrees_of_freedom);
    to.whole({.name = "data", .help = "measured numbers"}, e.data);
    to.whole({.name = "dropped", .help = "rows with an empty cell"}, e.dropped);
    to.whole({.name = "outliers", .help = "rows that the robust loss almost leaves out"}, e.outliers);
    to.number({.name = "sigma_factor",
               .help = "of the standard deviations, found from the data",
               .absent = "they were given"},
              e.sigma_factor);
    to.number({.name = "stiffness_sd", .help = "of EI, relative; its share is in the deviations"},
              e.stiffness_sd);
    describe_list(to,
                  {.name = "evidence", .help = "explanations that were tried", .in_table = InTable::nothing},
                  e.evidence);
    to.number({.name = "condition", .help = "of the scaled unknowns"}, e.condition);
    to.array({.name = "singular_values",
              .help = "of the whitened Jacobian by scaled unknowns",
              .shape = "[unknowns]",
              .in_table = InTable::nothing},
             e.singular_values);
    to.texts({.name = "unknowns",
              .help = "in the order of values and covariance",
              .shape = "[unknowns]",
              .in_table = InTable::count},
             e.unknowns);
    to.array({.name = "values",
              .help = "of the unknowns: forces over EI/L^2, moments over EI/L, places over L",
              .shape = "[unknowns]",
              .in_table = InTable::nothing},
             e.values);
    to.matrix({.name = "covariance",
               .help = "of the values",
               .shape = "[unknowns][unknowns]",
               .in_table = InTable::nothing},
              e.covariance);
    to.number({.name = "region_rise", .help = "of chi-square at the edge of the joint 95 % region"},
              e.region_rise);
    describe_list(to, {.name = "residuals", .help = "one a measured row", .in_table = InTable::nothing},
                  e.residuals);
    to.group({.name = "shape", .help = "of the rod that fits", .in_table = InTable::nothing}, true,
             [&](Describer& d) { describe(d, e.shape); });
    to.group({.name = "solver"}, true, [&](Describer& d) {
        d.whole({.name = "evaluations", .help = "of the model"}, e.solver.iterations);
        d.number({.name = "seconds", .help = "wall time", .unit = unit::time, .clock = true},
                 e.solver.seconds);
    });
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             e.warnings);
}

void describe(Describer& to, const ForceRecord& record)
{
    if (!record.stream) return describe(to, record.steps.empty() ? ForceEstimate{} : record.steps.front());
    describe_list(to, {.name = "steps", .help = "one for each time", .rows = true}, record.steps);
}

}  // namespace supple
