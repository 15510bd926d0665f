#include <supple/fields/model_table.hpp>
#include <supple/rod/completed.hpp>

namespace supple {
namespace {

Numbers friction_form(double& friction)
{
    return number(friction, dimension::none, {0.0, 100.0, false, "from 0 to 100"});
}

Table hold_table(Fixture& fixture)
{
    auto& hold = fixture.hold;
    return {{optional("x", {number(hold[0], dimension::length)}, "world x at which it is held", "free"),
             optional("y", {number(hold[1], dimension::length)}, "world y at which it is held", "free"),
             optional("z", {number(hold[2], dimension::length)}, "world z at which it is held", "free"),
             optional("tangent", direction(fixture.tangent),
                      "direction of the rod (d3) that is held: its slope", "free")},
            [&fixture] { return mistake_in(fixture); }};
}

Table fixture_table(Fixture& fixture, TableContext& context)
{
    return {{optional("name", name_form(fixture.name, context), "its name in results"),
             required("at", arc_length(fixture.at, context), "point of the rod that is held"),
             required("hold", {map_of(fixture, hold_table)}, "world coordinates and direction that are held"),
             until_field(fixture.until)},
            {}};
}

Table guide_table(Guide& guide, TableContext& context)
{
    return {{optional("name", name_form(guide.name, context), "its name in results"),
             required("point", {vector3(guide.point, dimension::length)},
                      "point in space the rod passes through"),
             optional("near", arc_length(guide.near, context), "arc length near which the rod passes it",
                      "half the rod"),
             until_field(guide.until)},
            {}};
}

Table clamp_table(Clamp& clamp, const Base& base, TableContext& context)
{
    if (!clamp.written) clamp.written = as_written(clamp.X_WC, false);
    Table table{{optional("name", name_form(clamp.name, context), "its name in results"),
                 optional("at", arc_length(clamp.at, context), "section that is held", "tip")},
                [&clamp, &base] { return mistake_in(clamp, base); }};
    append(table.fields, pose_fields(*clamp.written, true));
    table.fields.push_back(until_field(clamp.until));
    return table;
}

Table plane_table(Plane& plane, TableContext& context)
{
    return {{optional("name", name_form(plane.name, context), "its name in results"),
             optional("at", arc_length(plane.at, context), "point of the rod that cannot pass", "tip"),
             required("point", {vector3(plane.point, dimension::length)}, "a point of the wall"),
             required("normal", direction(plane.normal), "direction towards the free side"),
             optional("friction", {friction_form(plane.friction)}, "Coulomb coefficient", "0"),
             until_field(plane.until)},
            {}};
}

Table conduit_table(Conduit& conduit, TableContext& context)
{
    const auto point = [](Vector3d& p) { return std::vector<Form>{vector3(p, dimension::length)}; };
    return {{optional("name", name_form(conduit.name, context), "its name in results"),
             required("radius", {number(conduit.radius, dimension::length, positive)}, "inner radius"),
             required("centerline", {list_of_values(conduit.centerline, {2, 4096}, point)},
                      "points along its middle, from the base"),
             optional("friction", {friction_form(conduit.friction)}, "Coulomb coefficient", "0"),
             until_field(conduit.until)},
            [&conduit, &context] { return mistake_in(conduit, *context.rod); }};
}

}  // namespace

Table constraint_table(Constraint& constraint, const Base& base, TableContext& context)
{
    const auto with = [&context](auto table_of) {
        return [&context, table_of](auto& kind) { return table_of(kind, context); };
    };
    Clamp clamp;
    clamp.at = at_tip;
    clamp.written.emplace();
    Plane plane;
    plane.at = at_tip;
    const auto clamp_at_base = [&base, &context](Clamp& c) { return clamp_table(c, base, context); };
    return {
        {one_of("fixture", {kind_of<Fixture>(constraint, with(fixture_table))},
                "holds world coordinates of a point of the rod, or its tangent"),
         one_of("guide", {kind_of<Guide>(constraint, with(guide_table))},
                "a point in space that the rod slips through"),
         one_of("clamp", {kind_of<Clamp>(constraint, clamp_at_base, clamp)}, "holds the pose of a section"),
         one_of("plane", {kind_of<Plane>(constraint, with(plane_table), plane)},
                "a wall that a point of the rod cannot pass"),
         one_of("conduit", {kind_of<Conduit>(constraint, with(conduit_table))}, "a tube around the rod")},
        {}};
}

}  // namespace supple
