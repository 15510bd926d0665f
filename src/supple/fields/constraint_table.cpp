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
    table.fields.push_back(history_field(clamp.history, pose_history_values(), context));
    return table;
}

/// A point of the rod, or all of it.
std::vector<Form> place_or_rod(double& at, const TableContext& context)
{
    std::vector<Form> forms = arc_length(at, context);
    forms.push_back(Word{"rod", [&at] { at = at_rod; }, [&at] { return at == at_rod; }});
    return forms;
}

/// What walls, spheres and cylinders have in common.
template <class Obstacle>
std::vector<Field> obstacle_fields(Obstacle& obstacle, const char* usual_place, TableContext& context)
{
    return {optional("name", name_form(obstacle.name, context), "its name in results"),
            optional("at", place_or_rod(obstacle.at, context),
                     "point of the rod's axis that cannot pass, or the whole rod", usual_place),
            optional("friction", {friction_form(obstacle.friction)}, "Coulomb coefficient", "0"),
            until_field(obstacle.until)};
}

Table plane_table(Plane& plane, TableContext& context)
{
    Table table{obstacle_fields(plane, "tip", context), {}};
    append(table.fields, {required("point", {vector3(plane.point, dimension::length)}, "a point of the wall"),
                          required("normal", direction(plane.normal), "direction towards the free side")});
    return table;
}

Table sphere_table(Sphere& sphere, TableContext& context)
{
    Table table{obstacle_fields(sphere, "rod", context), {}};
    append(table.fields,
           {required("centre", {vector3(sphere.centre, dimension::length)}, "its middle"),
            required("radius", {number(sphere.radius, dimension::length, positive)}, "its radius"),
            optional("inside", {flag(sphere.inside)}, "the rod stays in it", "false")});
    return table;
}

Table cylinder_table(Cylinder& cylinder, TableContext& context)
{
    Table table{obstacle_fields(cylinder, "rod", context), {}};
    append(table.fields,
           {required("point", {vector3(cylinder.point, dimension::length)}, "a point of its axis"),
            required("axis", direction(cylinder.axis), "direction of its axis; it has no ends"),
            required("radius", {number(cylinder.radius, dimension::length, positive)}, "its radius"),
            optional("inside", {flag(cylinder.inside)}, "the rod stays in it", "false")});
    return table;
}

Numbers angle_form(double& angle)
{
    Numbers form = number(angle, dimension::none, positive);
    form.angle = true;
    return form;
}

Table arc_piece_table(ArcPiece& arc)
{
    return {{required("radius", {number(arc.radius, dimension::length, positive)}, "of the curve"),
             required("angle", {angle_form(arc.angle)}, "by which it turns"),
             required("toward", direction(arc.toward),
                      "direction from the start of the piece to its centre, in the world")},
            {}};
}

Table helix_piece_table(HelixPiece& helix)
{
    return {{required("radius", {number(helix.radius, dimension::length, positive)}, "of the helix"),
             required("pitch", {number(helix.pitch, dimension::length, positive)}, "rise in a turn"),
             required("length", {number(helix.length, dimension::length, positive)}, "along the curve"),
             required("toward", direction(helix.toward),
                      "direction from the start of the piece to its axis, in the world"),
             optional("left", {flag(helix.left)}, "left-handed", "false")},
            {}};
}

/// The length of a line, which makes the piece a line.
Numbers line_form(ConduitPiece& piece)
{
    LinePiece none;
    Numbers form = number(none.length, dimension::length, positive);
    form.slots = [&piece] {
        auto* line = std::get_if<LinePiece>(&piece);
        return line ? std::vector<Slot>{{&line->length}} : std::vector<Slot>{};
    };
    form.set = [&piece](const std::vector<double>& v) { return piece = LinePiece{v[0]}, Verdict(); };
    return form;
}

Table piece_table(ConduitPiece& piece)
{
    return {{one_of("line", {line_form(piece)}, "straight, of that length"),
             one_of("arc", {kind_of<ArcPiece>(piece, arc_piece_table)}, "part of a circle"),
             one_of("helix", {kind_of<HelixPiece>(piece, helix_piece_table)}, "part of a helix")},
            {}};
}

Table start_table(ConduitStart& start)
{
    return {
        {required("position", {vector3(start.position, dimension::length)}, "where the first piece begins"),
         required("tangent", direction(start.tangent), "its direction there")},
        {}};
}

/// One of the fields of a second pair of which one is needed.
Field one_of_second(std::string key, std::vector<Form> forms, std::string help)
{
    Field field = one_of(std::move(key), std::move(forms), std::move(help));
    field.group = 1;
    return field;
}

Table conduit_table(Conduit& conduit, const Base& base, TableContext& context)
{
    const auto point = [](Vector3d& p) { return std::vector<Form>{vector3(p, dimension::length)}; };
    return {{optional("name", name_form(conduit.name, context), "its name in results"),
             one_of("radius", {numbers(conduit.radius, dimension::length, positive)},
                    "inner radius: one, or one at each point of the centreline or end of a piece"),
             one_of("clearance", {numbers(conduit.clearance, dimension::length, positive)},
                    "the same less the rod's radius: the room for the rod's axis"),
             one_of_second("centerline", {list_of_values(conduit.centerline, {2, 4096}, point)},
                           "points along its middle, joined by a smooth curve"),
             one_of_second("pieces", {list_of(conduit.pieces, several, piece_table)},
                           "lines, arcs and helices along its middle"),
             optional("start", {map_of(conduit.start, start_table)}, "where pieces begin",
                      "at the base, without its depth"),
             optional("friction", {friction_form(conduit.friction)}, "Coulomb coefficient", "0"),
             optional("open_end", {flag(conduit.open_end)},
                      "the rod may come out; else the tube goes on straight", "false"),
             until_field(conduit.until)},
            [&conduit, &base, &context] { return mistake_in(conduit, base, *context.rod); }};
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
    const auto conduit_at_base = [&base, &context](Conduit& c) { return conduit_table(c, base, context); };
    const auto clamp_at_base = [&base, &context](Clamp& c) { return clamp_table(c, base, context); };
    return {
        {one_of("fixture", {kind_of<Fixture>(constraint, with(fixture_table))},
                "holds world coordinates of a point of the rod, or its tangent"),
         one_of("guide", {kind_of<Guide>(constraint, with(guide_table))},
                "a point in space that the rod slips through"),
         one_of("clamp", {kind_of<Clamp>(constraint, clamp_at_base, clamp)}, "holds the pose of a section"),
         one_of("plane", {kind_of<Plane>(constraint, with(plane_table), plane)},
                "a wall that a point of the rod, or all of it, cannot pass"),
         one_of("sphere", {kind_of<Sphere>(constraint, with(sphere_table))}, "a ball, or a hollow one"),
         one_of("cylinder", {kind_of<Cylinder>(constraint, with(cylinder_table))},
                "an endless cylinder, or a hollow one"),
         one_of("conduit", {kind_of<Conduit>(constraint, conduit_at_base)}, "a tube around the rod")},
        {}};
}

}  // namespace supple
