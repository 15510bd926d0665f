#include <supple/fields/model_table.hpp>

namespace supple {
namespace {

std::vector<Field> inertia_fields(BodyInertia& inertia)
{
    return {optional("mass", {number(inertia.mass, dimension::mass, not_negative)}, "mass", "0 g"),
            optional("radial_inertia", {number(inertia.radial_inertia, dimension::inertia, not_negative)},
                     "moment of inertia about d1 and d2", "0 kg m^2"),
            optional("axial_inertia", {number(inertia.axial_inertia, dimension::inertia, not_negative)},
                     "moment of inertia about d3", "0 kg m^2")};
}

Table magnet_cylinder_table(MagnetCylinder& cylinder)
{
    return {{required("diameter", {number(cylinder.diameter, dimension::length, positive)}, "outer diameter"),
             required("length", {number(cylinder.length, dimension::length, positive)}, "extent along d3"),
             optional("inner_diameter", {number(cylinder.inner_diameter, dimension::length, not_negative)},
                      "of the hole of a ring", "0 mm")},
            [&cylinder] { return mistake_in(cylinder); }};
}

Table magnet_sphere_table(MagnetSphere& sphere)
{
    return {{required("diameter", {number(sphere.diameter, dimension::length, positive)}, "diameter")}, {}};
}

Table magnet_block_table(MagnetBlock& block)
{
    return {
        {required("size", {vector3(block.size, dimension::length, positive)}, "extents along d1, d2, d3")},
        {}};
}

/// A map that gives the magnet a shape of that kind.
template <class Kind>
Object shape_of(Magnet& magnet, Table (*table_of)(Kind&))
{
    return {[&magnet, table_of] { return table_of(magnet.shape.emplace().emplace<Kind>()); },
            [&magnet, table_of]() -> std::optional<Table> {
                auto* kind = magnet.shape ? std::get_if<Kind>(&*magnet.shape) : nullptr;
                return kind ? std::optional<Table>(table_of(*kind)) : std::nullopt;
            }};
}

/// No place where something else says the value.
std::function<std::vector<Slot>()> unless(std::function<std::vector<Slot>()> slots,
                                          std::function<bool()> otherwise)
{
    return [slots = std::move(slots), otherwise = std::move(otherwise)] {
        return otherwise() ? std::vector<Slot>{} : slots();
    };
}

Table magnet_table(Magnet& magnet, TableContext& context)
{
    Numbers dipole = free_vector3(magnet.dipole, dimension::dipole);
    dipole.slots = unless(dipole.slots, [&magnet] { return magnet.shape.has_value(); });
    Numbers remanence = number(magnet.remanence, dimension::magnetic_field, positive);
    remanence.slots = unless(remanence.slots, [&magnet] { return !magnet.shape; });
    remanence.example = "1.3 T";
    Table table{
        {optional("name", name_form(magnet.name, context), "its name"),
         required("at", arc_length(magnet.at, context), "where it is fixed"),
         one_of("dipole", {dipole}, "dipole moment in the body frame"),
         one_of("cylinder", {shape_of<MagnetCylinder>(magnet, magnet_cylinder_table)},
                "a cylinder or ring along d3, in place of dipole"),
         one_of("sphere", {shape_of<MagnetSphere>(magnet, magnet_sphere_table)},
                "a sphere, in place of dipole"),
         one_of("block", {shape_of<MagnetBlock>(magnet, magnet_block_table)}, "a block, in place of dipole"),
         optional("remanence", {remanence},
                  "B_r of the shape: the dipole moment is B_r V / mu0, V its volume"),
         optional("axis", direction(magnet.axis), "of the magnetisation of the shape, in the body frame",
                  "z")},
        [&magnet] { return mistake_in(magnet); }};
    std::vector<Field> inertia = inertia_fields(magnet.inertia);
    for (Field& field : inertia) {
        auto& form = std::get<Numbers>(field.forms[0]);
        form.slots = unless(form.slots, [&magnet] { return magnet.density.has_value(); });
    }
    append(table.fields, std::move(inertia));
    table.fields.push_back(optional("density", {number(magnet.density, dimension::density, positive)},
                                    "of the shape, in place of mass: mass and inertia follow"));
    return table;
}

// Nine numbers by rows; columns are the coils' axes in the body frame.
Numbers orientation_form(Matrix3d& orientation)
{
    Numbers form{dimension::none,
                 {9, 9},
                 anything,
                 false,
                 [&orientation](const auto& v) {
                     orientation << v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8];
                     return orientation_mistake(orientation);
                 },
                 "1 0 0  0 1 0  0 0 1"};
    form.slots = [&orientation] {
        std::vector<Slot> slots;
        for (int i = 0; i < 9; ++i)
            slots.push_back({&orientation(i / 3, i % 3)});
        return slots;
    };
    return form;
}

Table coil_set_table(CoilSet& coils, TableContext& context)
{
    Table table{
        {optional("name", name_form(coils.name, context), "its name as an actuation"),
         required("at", arc_length(coils.at, context), "where it is fixed"),
         required("turns", {vector3(coils.turns, dimension::none, not_negative)},
                  "turns of the coils along x, y, z"),
         required("areas", {vector3(coils.areas, dimension::area, not_negative)}, "area of one turn of each"),
         required("currents", {free_vector3(coils.currents, dimension::current)}, "current of each"),
         optional("orientation", {orientation_form(coils.orientation)},
                  "matrix whose columns are the axes of the coils in the body frame, written row by row",
                  "1 0 0  0 1 0  0 0 1"),
         optional("current_limits",
                  {bounds(coils.current_limits.lower, coils.current_limits.upper, dimension::current)},
                  "least and greatest current when they are to be found", "none")},
        [&coils] { return mistake_in(coils.timing); }};
    append(table.fields, inertia_fields(coils.inertia));
    append(table.fields, timing_fields(coils.timing, {{"currents", dimension::current, 3}}, context));
    return table;
}

Table mass_table(PointMass& mass, TableContext& context)
{
    Table table{{optional("name", name_form(mass.name, context), "its name"),
                 required("at", arc_length(mass.at, context), "where it is fixed")},
                {}};
    append(table.fields, inertia_fields(mass.inertia));
    table.fields[2].need = Need::required;
    return table;
}

// A count leaves the positions to be found; positions leave no count.
Numbers count_form(Disks& disks)
{
    Numbers form = whole_number(disks.count, 1, 10000);
    form.slots = unless(form.slots, [&disks] { return disks.count == 0; });
    return form;
}

Numbers positions_form(Disks& disks)
{
    Numbers form = numbers(disks.positions, dimension::length, positive);
    form.slots = unless(form.slots, [&disks] { return disks.count > 0; });
    return form;
}

Table disks_table(Disks& disks, TableContext& context)
{
    return {{optional("name", name_form(disks.name, context), "their name"),
             one_of("count", {count_form(disks)}, "how many, equally spaced, the last at the tip"),
             one_of("positions", {positions_form(disks)}, "where they are"),
             optional("mass", {numbers(disks.mass, dimension::mass, not_negative)}, "mass of all, or of each",
                      "none"),
             optional("radial_inertia", {numbers(disks.radial_inertia, dimension::inertia, not_negative)},
                      "about d1 and d2, of all or of each", "0 kg m^2"),
             optional("axial_inertia", {numbers(disks.axial_inertia, dimension::inertia, not_negative)},
                      "about d3, of all or of each", "0 kg m^2"),
             optional("radius", {number(disks.radius, dimension::length, positive)},
                      "with thickness and density: mass and inertia follow"),
             optional("thickness", {number(disks.thickness, dimension::length, positive)}, "along the rod"),
             optional("density", {number(disks.density, dimension::density, positive)}, "of the disks")},
            [&disks, &context] { return mistake_in(disks, *context.rod); }};
}

}  // namespace

Table driven_rods_table(DrivenRods& rods, bool cable, TableContext& context);

Table attachment_table(Attachment& attachment, TableContext& context)
{
    const auto with = [&context](auto table_of) {
        return [&context, table_of](auto& kind) { return table_of(kind, context); };
    };
    const auto driven = [&attachment, &context](bool cable) {
        const auto table_of = [&context, cable](DrivenRods& rods) {
            return driven_rods_table(rods, cable, context);
        };
        return Object{[&attachment, table_of] { return table_of(attachment.emplace<DrivenRods>()); },
                      [&attachment, table_of, cable]() -> std::optional<Table> {
                          auto* rods = std::get_if<DrivenRods>(&attachment);
                          if (!rods || rods->cable != cable) return std::nullopt;
                          return table_of(*rods);
                      }};
    };
    return {{one_of("magnet", {kind_of<Magnet>(attachment, with(magnet_table))}, "a permanent magnet"),
             one_of("coil_set", {kind_of<CoilSet>(attachment, with(coil_set_table))},
                    "three coils that carry currents"),
             one_of("mass", {kind_of<PointMass>(attachment, with(mass_table))}, "a lumped mass"),
             one_of("disks", {kind_of<Disks>(attachment, with(disks_table))}, "rigid disks along the rod"),
             one_of("rods", {driven(false)}, "driving rods that pull and push"),
             one_of("tendons", {driven(true)}, "driving cables that pull")},
            {}};
}

}  // namespace supple
