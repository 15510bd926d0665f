#include <supple/lie/so3.hpp>
#include <supple/result/check.hpp>
#include <supple/steer/actuation_names.hpp>
#include <supple/steer/describe_steering.hpp>

#include <limits>

namespace supple {
namespace {

/// Numbers of the actuations by their names.
void describe_by_name(Describer& to, const Steering& s, const Eigen::Ref<const VectorXd>& values)
{
    for (const ActuationGroup& group : group_actuations(s.paths)) {
        const ResultField field{.name = group.name.c_str(),
                                .help = "SI, one a component",
                                .unit = {"", actuation_unit(group.dimension)}};
        const auto read = [&](std::size_t i, double* out) {
            *out = values[static_cast<Eigen::Index>(group.k[i])];
        };
        to.numbers(field, {group.vector ? 1 : 0, {group.k.size()}, read});
    }
}

void describe_target(Describer& to, const Target& target, const std::string& at)
{
    to.text({.name = "at", .help = "the point: tip, or a station"}, at);
    to.numbers({.name = "position",
                .help = "asked for; null where it is free",
                .unit = unit::length,
                .shape = "[3]",
                .components = "x y z",
                .open = true},
               {1, {3}, [&](std::size_t i, double* out) {
                    *out = target.position[i].value_or(std::numeric_limits<double>::quiet_NaN());
                }});
    const Vector3d tangent = target.tangent.value_or(Vector3d::Zero());
    to.numbers({.name = "tangent",
                .help = "asked for",
                .shape = "[3]",
                .components = "x y z",
                .absent = "none is asked for"},
               {1,
                {3},
                [&](std::size_t i, double* out) { *out = tangent[static_cast<Eigen::Index>(i)]; },
                target.tangent.has_value()});
    const Eigen::Quaterniond q =
        target.rotation ? so3::quaternion(*target.rotation) : Eigen::Quaterniond::Identity();
    to.numbers({.name = "quaternion",
                .help = "asked for",
                .shape = "[4]",
                .components = "w x y z",
                .absent = "none is asked for"},
               {1,
                {4},
                [&](std::size_t i, double* out) {
                    *out = i == 0 ? q.w() : q.vec()[static_cast<Eigen::Index>(i) - 1];
                },
                target.rotation.has_value()});
}

void describe_conditioning(Describer& to, const Steering& s)
{
    to.array({.name = "singular_values",
              .help = "of the motion by the actuations, in metres per unit of the first",
              .shape = "[..]"},
             s.singular_values);
    to.whole({.name = "rank", .help = "how many of them are not zero"}, s.rank);
    to.number({.name = "condition", .help = "largest over smallest that is not zero"}, s.condition());
    to.list({.name = "null_directions", .help = "actuations that change no shape"},
            {static_cast<std::size_t>(s.nulls), [](std::size_t) { return std::string_view(); },
             [&](Describer& d, std::size_t i) {
                 if (i != prototype)
                     describe_by_name(d, s, s.null_directions.col(static_cast<Eigen::Index>(i)));
             }});
    const bool mixed = s.weights.size() > 0 && (s.weights.array() != 1.0).any();
    to.group({.name = "weights",
              .help = "what counts as one of the first actuation's unit",
              .absent = "all actuations have one unit"},
             mixed, [&](Describer& d) { describe_by_name(d, s, s.weights); });
}

}  // namespace

void describe(Describer& to, const SteeringRecord& record)
{
    const Steering& s = record.steering;
    const Equilibrium& e = s.equilibrium;
    const bool balanced = claims_balance(e.status), found = balanced && !s.paths.empty();
    constexpr const char* absent = "there is no balanced shape";
    to.text({.name = "model", .help = "type of the model"}, e.model);
    // Steering is not a success where the equilibrium is not balanced.
    const bool spoilt = s.status == Status::converged && !balanced;
    to.outcome(spoilt ? e.status : s.status, spoilt ? e.message : s.message);
    to.group({.name = "target", .help = "what was asked for"}, true,
             [&](Describer& d) { describe_target(d, record.target, record.at); });
    to.group({.name = "actuation", .help = "by name", .absent = absent, .null = true}, found,
             [&](Describer& d) { describe_by_name(d, s, s.actuation); });
    to.number({.name = "residual",
               .help = "distance from the target that is left",
               .unit = unit::length,
               .absent = absent,
               .null = true},
              found ? std::optional(s.distance) : std::nullopt);
    const bool turned = found && (record.target.rotation || record.target.tangent);
    to.number({.name = "turn",
               .help = "from the direction or orientation asked for",
               .unit = unit::angle,
               .absent = "none is asked for"},
              turned ? std::optional(s.turn) : std::nullopt);
    to.number({.name = "slope",
               .help = "what a small step within the limits could still gain; 0 at a closest point",
               .absent = absent},
              found ? std::optional(s.slope) : std::nullopt);
    to.group({.name = "conditioning", .help = "of the motion by the actuations", .absent = absent}, found,
             [&](Describer& d) { describe_conditioning(d, s); });
    to.flag({.name = "restarted", .help = "reached from rest and not from the last shape", .absent = absent},
            found ? std::optional(s.restarted) : std::nullopt);
    describe_shape(to, e, {s.iterations, e.solver.residual, s.seconds});
}

}  // namespace supple
