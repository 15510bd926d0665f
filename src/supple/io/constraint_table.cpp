#include <supple/io/model_table.hpp>

#include <fmt/format.h>

namespace supple {
namespace {

Numbers friction_form(double& friction)
{
    return number(friction, dimension::none, {0.0, 100.0, false, "from 0 to 100"});
}

Table hold_table(Fixture& fixture)
{
    auto& hold = fixture.hold;
    const auto tangent = std::make_shared<Vector3d>(Vector3d::Zero());
    return {{optional("x", {number(hold[0], dimension::length)}, "world x at which it is held", "free"),
             optional("y", {number(hold[1], dimension::length)}, "world y at which it is held", "free"),
             optional("z", {number(hold[2], dimension::length)}, "world z at which it is held", "free"),
             optional("tangent", direction(*tangent), "direction of the rod (d3) that is held: its slope",
                      "free")},
            [&fixture, tangent]() -> std::optional<Mistake> {
                if (!tangent->isZero(0.0)) fixture.tangent = *tangent;
                if (fixture.tangent || fixture.hold[0] || fixture.hold[1] || fixture.hold[2])
                    return std::nullopt;
                return Mistake{"", "holds nothing; expected at least one of x, y, z, tangent"};
            }};
}

Table fixture_table(Fixture& fixture, TableContext& context)
{
    return {{optional("name", name_form(fixture.name, context), "its name in results"),
             required("at", arc_length(fixture.at, context), "point of the rod that is held"),
             required("hold", {Object{[&fixture] { return hold_table(fixture); }}},
                      "world coordinates and direction that are held"),
             until_field(fixture.until)},
            {}};
}

Table guide_table(Guide& guide, TableContext& context)
{
    guide.near = context.rod->length / 2.0;
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
    struct Pose {
        Vector3d position, tangent, normal;
    };
    clamp.at = context.rod->length;
    const auto pose = std::make_shared<Pose>(
        Pose{Vector3d::Zero(), base.X_WB.rotation().col(2), base.X_WB.rotation().col(0)});
    Table table{{optional("name", name_form(clamp.name, context), "its name in results"),
                 optional("at", arc_length(clamp.at, context), "section that is held", "tip")},
                [&clamp, pose, base_normal = pose->normal]() {
                    PoseOrMistake made = make_pose(pose->position, pose->tangent, pose->normal);
                    clamp.X_WC = made.pose;
                    if (made.mistake && pose->normal == base_normal) {
                        made.mistake = Mistake{"tangent",
                                               "is not perpendicular to the base's normal; expected a "
                                               "\"normal\" beside it"};
                    }
                    return made.mistake;
                }};
    for (Field& field : pose_fields(pose->position, pose->tangent, pose->normal, true))
        table.fields.push_back(field);
    table.fields.push_back(until_field(clamp.until));
    return table;
}

Table plane_table(Plane& plane, TableContext& context)
{
    plane.at = context.rod->length;
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
    const auto point = [&conduit] {
        return std::vector<Form>{vector3(conduit.centerline.emplace_back(), dimension::length)};
    };
    return {
        {optional("name", name_form(conduit.name, context), "its name in results"),
         required("radius", {number(conduit.radius, dimension::length, positive)}, "inner radius"),
         required("centerline", {List{{2, 4096}, point}}, "points along its middle, from the base"),
         optional("friction", {friction_form(conduit.friction)}, "Coulomb coefficient", "0"),
         until_field(conduit.until)},
        [&conduit, &context]() -> std::optional<Mistake> {
            for (std::size_t i = 1; i < conduit.centerline.size(); ++i) {
                if (conduit.centerline[i] == conduit.centerline[i - 1]) {
                    return Mistake{
                        "centerline",
                        fmt::format("points {} and {} are the same; expected points that lead along the tube",
                                    i - 1, i)};
                }
            }
            const double rod_radius =
                context.rod->section ? section_properties(*context.rod->section).outer_radius : 0.0;
            if (conduit.radius > rod_radius) return std::nullopt;
            return Mistake{"radius", fmt::format("does not leave room for the rod; expected more than {}",
                                                 format_quantity(rod_radius, dimension::length))};
        }};
}

}  // namespace

Table constraint_table(Constraint& constraint, const Base& base, TableContext& context)
{
    const auto object = [&constraint](auto kind, auto table) {
        return std::vector<Form>{Object{[&constraint, kind, table] {
            constraint = kind;
            return table(std::get<decltype(kind)>(constraint));
        }}};
    };
    return {
        {one_of("fixture", object(Fixture{}, [&context](Fixture& f) { return fixture_table(f, context); }),
                "holds world coordinates of a point of the rod, or its tangent"),
         one_of("guide", object(Guide{}, [&context](Guide& g) { return guide_table(g, context); }),
                "a point in space that the rod slips through"),
         one_of("clamp",
                object(Clamp{}, [&base, &context](Clamp& c) { return clamp_table(c, base, context); }),
                "holds the pose of a section"),
         one_of("plane", object(Plane{}, [&context](Plane& p) { return plane_table(p, context); }),
                "a wall that a point of the rod cannot pass"),
         one_of("conduit", object(Conduit{}, [&context](Conduit& c) { return conduit_table(c, context); }),
                "a tube around the rod")},
        {}};
}

}  // namespace supple
