#include <supple/result/describe.hpp>

#include <algorithm>

namespace supple {
namespace {

void describe_frames(Describer& to, const std::vector<SE3>& frames)
{
    to.numbers({.name = "position",
                .help = "of the rod's axis, in the world",
                .unit = unit::length,
                .shape = "[points][3]",
                .components = "x y z",
                .rows = true},
               {2,
                {frames.size(), 3},
                [&](std::size_t i, double* out) { std::copy_n(frames[i].position().data(), 3, out); },
                true,
                frames.empty() ? nullptr : frames[0].position().data(),
                {sizeof(SE3) / sizeof(double), 1}});
    to.numbers({.name = "quaternion",
                .help = "of the section's frame, w first; its z axis is the tangent",
                .shape = "[points][4]",
                .components = "w x y z",
                .rows = true},
               {2, {frames.size(), 4}, [&](std::size_t i, double* out) {
                    const Eigen::Quaterniond q = frames[i].quaternion();
                    out[0] = q.w();
                    std::copy_n(q.vec().data(), 3, out + 1);
                }});
}

void describe_wrench(Describer& to, const Reaction& reaction)
{
    to.vector({.name = "force", .help = "on the rod, in the world", .unit = unit::force}, reaction.force);
    to.vector({.name = "moment", .help = "on the rod about its point, in the world", .unit = unit::moment},
              reaction.moment);
}

}  // namespace

void describe(Describer& to, const Shape& shape)
{
    const std::size_t points = shape.arclength.size();
    to.must_match("shape.frames", shape.frames.size(), points);
    to.array({.name = "arclength",
              .help = "from the base, ascending to the rod's length",
              .unit = unit::length,
              .shape = "[points]",
              .rows = true,
              .column = "s"},
             shape.arclength);
    describe_frames(to, shape.frames);
    const auto section = [&](const char* name, const char* path, const char* help, FieldUnit unit,
                             const std::vector<Vector3d>& values) {
        if (!values.empty()) to.must_match(path, values.size(), points);
        to.vectors(
            {.name = name, .help = help, .unit = unit, .absent = "the model does not give it", .rows = true},
            values, !values.empty());
    };
    section("force", "shape.force", "internal force, in the world", unit::force, shape.force);
    section("moment", "shape.moment", "internal moment, in the world", unit::moment, shape.moment);
    section("curvature", "shape.curvature", "about d1 and d2, and twist about d3", unit::curvature,
            shape.curvature);
}

void describe(Describer& to, const StationPose& station)
{
    describe(to, station.X_WS);
}

void describe(Describer& to, const Reaction& reaction)
{
    to.text({.name = "name", .help = "of the constraint"}, reaction.name);
    describe_wrench(to, reaction);
    to.number(
        {.name = "at", .help = "arc length of the point; found where the rod slips", .unit = unit::length},
        reaction.at);
}

void describe(Describer& to, const Contact& contact)
{
    to.text({.name = "name", .help = "of the wall"}, contact.name);
    to.text({.name = "state", .help = "open, stick or slip"}, name(contact.state));
    to.number({.name = "gap", .help = "distance of the point from the wall", .unit = unit::length},
              contact.gap);
    to.number(
        {.name = "normal_force", .help = "of the wall on the rod, along its normal", .unit = unit::force},
        contact.normal_force);
    to.vector({.name = "friction_force", .help = "of the wall on the rod, in the world", .unit = unit::force},
              contact.friction_force);
    to.vector(
        {.name = "slip", .help = "of the point along the wall in the last increment", .unit = unit::length},
        contact.slip);
    to.number({.name = "friction", .help = "coefficient"}, contact.friction);
    to.number({.name = "at", .help = "arc length of the point", .unit = unit::length}, contact.at);
    to.vector({.name = "position", .help = "of the rod's axis there, in the world", .unit = unit::length},
              contact.position);
    to.vector({.name = "normal", .help = "of the wall, towards the free side, in the world"}, contact.normal);
    to.vector(
        {.name = "force", .help = "normal and friction force together, in the world", .unit = unit::force},
        contact.force);
}

void describe(Describer& to, const ContactGroup& group)
{
    to.text({.name = "name", .help = "of the constraint"}, group.name);
    to.number({.name = "from", .help = "arc length of its first contact", .unit = unit::length}, group.from);
    to.number({.name = "to", .help = "arc length of its last contact", .unit = unit::length}, group.to);
    to.vector({.name = "force", .help = "of all of them on the rod, in the world", .unit = unit::force},
              group.force);
}

void describe(Describer& to, const ContactSummary& summary)
{
    to.text({.name = "name", .help = "of the constraint"}, summary.name);
    to.whole({.name = "count", .help = "of its contacts"}, summary.count);
    to.number({.name = "largest_normal_force", .help = "of one contact", .unit = unit::force},
              summary.largest_normal_force);
}

void describe(Describer& to, const DriveState& drive)
{
    to.text({.name = "name", .help = "of the set of rods or tendons"}, drive.name);
    to.text({.name = "friction", .help = "none, sharp or smoothed"}, name(drive.friction));
    to.array(
        {.name = "tensions", .help = "at the base, pull positive", .unit = unit::tension, .shape = "[rods]"},
        drive.tensions);
    to.array({.name = "end_tensions", .help = "at the far ends", .unit = unit::tension, .shape = "[rods]"},
             drive.end_tensions);
    to.array({.name = "retractions",
              .help = "length pulled out at the base, with stretch",
              .unit = unit::length,
              .shape = "[rods]"},
             drive.retractions);
    to.ragged({.name = "contacts",
               .help = "force on each disk before the rod's end, towards the centre of curvature",
               .unit = unit::tension,
               .shape = "[rods][..]",
               .in_table = InTable::largest},
              drive.contacts);
}

void describe(Describer& to, const FieldReading& reading)
{
    to.text({.name = "name", .help = "of the magnet or coil set"}, reading.name);
    to.number({.name = "at", .help = "arc length of the magnet or coil set", .unit = unit::length},
              reading.at);
    to.vector({.name = "field", .help = "magnetic field there, in the world", .unit = unit::magnetic_field},
              reading.field);
}

namespace {

/// What only a rod has that may touch something anywhere.
void describe_touches(Describer& to, const Equilibrium& e)
{
    constexpr const char* absent = "there is no conduit, and no obstacle for the whole rod";
    const bool present = e.contact_check.has_value();
    describe_list(to,
                  {.name = "contact_summaries",
                   .help = "of each conduit and of each obstacle for the whole rod",
                   .absent = absent,
                   .uniform = true},
                  e.contact_summaries, present);
    describe_list(to,
                  {.name = "contact_groups",
                   .help = "contacts of one side, closer to each other than 0.2 of the rod's length",
                   .absent = absent,
                   .in_table = InTable::nothing},
                  e.contact_groups, present);
    to.group({.name = "contact_check", .absent = absent}, present, [&](Describer& d) {
        const ContactCheck check = e.contact_check.value_or(ContactCheck{});
        d.number({.name = "complementarity",
                  .help = "largest of |normal force times gap|, of a penetration and of a pull, scaled"},
                 check.complementarity);
        d.number({.name = "penetration",
                  .help = "bound on how far the rod is beyond a wall between the places that were looked at",
                  .unit = unit::length},
                 check.penetration);
        d.text({.name = "branch", .help = "same from both starts, differs, or not checked"},
               name(check.branch));
    });
    to.number({.name = "push",
               .help = "force of the clamp on the rod along its tangent",
               .unit = unit::force,
               .absent = "there is no conduit"},
              e.push);
    to.number({.name = "energy_slope",
               .help = "energy over the depth of the base: the push without friction",
               .unit = unit::force,
               .absent = "there is friction, or not only the depth of the base has changed"},
              e.energy_slope);
}

}  // namespace

void describe_shape(Describer& to, const Equilibrium& e, const SolverReport& solver)
{
    to.group({.name = "tip", .help = "pose of the rod's end", .absent = "there is no shape", .null = true},
             !e.shape.frames.empty(), [&](Describer& d) {
                 const SE3 none;
                 describe(d, e.shape.frames.empty() ? none : e.tip());
             });
    to.group(
        {.name = "shape", .help = "the rod along its arc length", .rows = true, .in_table = InTable::nothing},
        true, [&](Describer& d) { describe(d, e.shape); });
    to.array({.name = "coordinates",
              .help = "of the model",
              .shape = "[coordinates]",
              .in_table = InTable::nothing},
             e.coordinates);
    describe_list(to, {.name = "stations", .help = "poses of named points of the rod", .keyed = true},
                  e.stations);
    describe_list(to, {.name = "reactions", .help = "of the constraints", .uniform = true}, e.reactions);
    describe_list(to,
                  {.name = "contacts",
                   .help = "at the walls, and where the whole rod touches something",
                   .absent = "there are no walls, and the whole rod touches nothing",
                   .uniform = true,
                   .in_table = e.contact_check ? InTable::nothing : InTable::entries},
                  e.contacts, !e.contacts.empty());
    describe_touches(to, e);
    to.group({.name = "base_reaction", .help = "of the clamp on the rod"}, true,
             [&](Describer& d) { describe_wrench(d, e.base_reaction); });
    describe_list(to,
                  {.name = "drives", .help = "rods and tendons", .absent = "there are no rods or tendons"},
                  e.drives, !e.drives.empty());
    describe_list(to,
                  {.name = "fields",
                   .help = "magnetic field at the magnets and coil sets",
                   .absent = "there are no magnets or coil sets",
                   .uniform = true},
                  e.fields, !e.fields.empty());
    to.number({.name = "balance", .help = "force and moment left over against the base reaction, scaled"},
              e.balance);
    to.flag({.name = "snapped", .help = "the load path jumped to another branch on its way"}, e.snapped);
    to.group({.name = "energy"}, true, [&](Describer& d) {
        d.number({.name = "elastic", .help = "of the rod", .unit = unit::energy}, e.energy.elastic);
        d.number({.name = "total", .help = "elastic and of all conservative loads", .unit = unit::energy},
                 e.energy.total);
    });
    to.group({.name = "stability"}, true, [&](Describer& d) {
        d.flag({.name = "stable",
                .help = "the verdict",
                .absent = "neither can be said",
                .null = true,
                .withdrawn = ""},
               e.stability.stable);
        d.text({.name = "kind",
                .help = "energy (complete), divergence-only (flutter is not excluded) or not-assessed",
                .withdrawn = name(StabilityKind::not_assessed)},
               name(e.stability.kind));
        d.number({.name = "smallest_eigenvalue",
                  .help = "1 unloaded, 0 where the rod buckles",
                  .absent = "it is not asked for"},
                 e.stability.smallest_eigenvalue);
    });
    to.group({.name = "solver"}, true, [&](Describer& d) {
        d.whole({.name = "iterations", .help = "of the solver"}, solver.iterations);
        d.number({.name = "residual", .help = "scaled, without unit"}, solver.residual);
        d.number({.name = "seconds", .help = "wall time", .unit = unit::time, .clock = true}, solver.seconds);
    });
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             e.warnings);
}

void describe(Describer& to, const Equilibrium& e)
{
    to.text({.name = "model", .help = "type of the model"}, e.model);
    to.outcome(e.status, e.message);
    describe_shape(to, e, e.solver);
}

}  // namespace supple
