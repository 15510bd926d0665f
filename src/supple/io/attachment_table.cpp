#include <supple/io/side_files.hpp>

#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

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

void append(std::vector<Field>& fields, std::vector<Field> more)
{
    for (Field& field : more)
        fields.push_back(std::move(field));
}

Table magnet_table(Magnet& magnet, TableContext& context)
{
    Table table{
        {optional("name", name_form(magnet.name, context), "its name"),
         required("at", arc_length(magnet.at, context), "where it is fixed"),
         required("dipole", {vector3(magnet.dipole, dimension::dipole)}, "dipole moment in the body frame")},
        {}};
    append(table.fields, inertia_fields(magnet.inertia));
    return table;
}

// Nine numbers by rows; columns are the coils' axes in the body frame.
Numbers orientation_form(Matrix3d& orientation)
{
    return {dimension::none,
            {9, 9},
            anything,
            false,
            [&orientation](const auto& v) {
                orientation << v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8];
                const double error =
                    (orientation.transpose() * orientation - Matrix3d::Identity()).cwiseAbs().maxCoeff();
                return error < 1e-6 ? Verdict()
                                    : Verdict(
                                          "is not made of perpendicular unit vectors; expected the coils' "
                                          "axes as columns, by rows");
            },
            "1 0 0  0 1 0  0 0 1"};
}

Table coil_set_table(CoilSet& coils, TableContext& context)
{
    Table table{
        {optional("name", name_form(coils.name, context), "its name as an actuation"),
         required("at", arc_length(coils.at, context), "where it is fixed"),
         required("turns", {vector3(coils.turns, dimension::none, not_negative)},
                  "turns of the coils along x, y, z"),
         required("areas", {vector3(coils.areas, dimension::area, not_negative)}, "area of one turn of each"),
         required("currents", {vector3(coils.currents, dimension::current)}, "current of each"),
         optional("orientation", {orientation_form(coils.orientation)},
                  "axes of the coils in the body frame, by rows", "1 0 0  0 1 0  0 0 1"),
         optional("current_limits",
                  {bounds(coils.current_limits.lower, coils.current_limits.upper, dimension::current)},
                  "least and greatest current when they are to be found", "none")},
        [&coils] { return timing_mistake(coils.timing); }};
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

// One value for all, or one for each.
bool spread(std::vector<double>& values, std::size_t count)
{
    if (values.size() == 1) values.resize(count, values.front());
    return values.empty() || values.size() == count;
}

Mistake wrong_size(const char* key, std::size_t found, std::size_t count)
{
    return {key,
            fmt::format("has {}; expected one for all, or {}: one for each", counted(found, "value"), count)};
}

Table disks_table(Disks& disks, TableContext& context)
{
    struct Raw {
        int count = 0;
        std::vector<double> mass, radial_inertia, axial_inertia;
    };
    const auto raw = std::make_shared<Raw>();
    Numbers positions = numbers(disks.positions, dimension::length, positive);
    const auto complete = [&disks, &context, raw]() -> std::optional<Mistake> {
        const double length = context.rod->length;
        for (int i = 1; i <= raw->count; ++i)
            disks.positions.push_back(length * i / raw->count);
        for (std::size_t i = 0; i < disks.positions.size() && length > 0.0; ++i) {
            const std::string here = format_quantity(disks.positions[i], dimension::length);
            if (disks.positions[i] > length * (1.0 + 1e-12)) {
                return Mistake{"positions", fmt::format("{} is beyond the tip; expected at most {}", here,
                                                        format_quantity(length, dimension::length))};
            }
            if (i > 0 && disks.positions[i] <= disks.positions[i - 1]) {
                return Mistake{
                    "positions",
                    fmt::format("{} is not beyond the disk before it; expected ascending positions", here)};
            }
        }
        const std::size_t count = disks.positions.size();
        if (!spread(raw->mass, count)) return wrong_size("mass", raw->mass.size(), count);
        if (!spread(raw->radial_inertia, count))
            return wrong_size("radial_inertia", raw->radial_inertia.size(), count);
        if (!spread(raw->axial_inertia, count))
            return wrong_size("axial_inertia", raw->axial_inertia.size(), count);
        const bool lumped = disks.radius > 0.0 || disks.thickness > 0.0 || disks.density > 0.0;
        if (lumped && !(disks.radius > 0.0 && disks.thickness > 0.0 && disks.density > 0.0)) {
            return Mistake{"",
                           "the disks' shape is incomplete; expected radius, thickness and density together"};
        }
        if (lumped && !raw->mass.empty())
            return Mistake{
                "mass", "found radius, thickness and density too; expected one source of mass: remove one"};
        if (raw->mass.empty() && !(raw->radial_inertia.empty() && raw->axial_inertia.empty())) {
            return Mistake{"", "inertia without mass; expected mass too"};
        }
        raw->radial_inertia.resize(count, 0.0);
        raw->axial_inertia.resize(count, 0.0);
        for (std::size_t i = 0; i < raw->mass.size(); ++i) {
            disks.inertia.push_back({raw->mass[i], raw->radial_inertia[i], raw->axial_inertia[i]});
        }
        return std::nullopt;
    };
    return {{optional("name", name_form(disks.name, context), "their name"),
             one_of("count", {whole_number(raw->count, 1, 10000)},
                    "how many, equally spaced, the last at the tip"),
             one_of("positions", {positions}, "where they are"),
             optional("mass", {numbers(raw->mass, dimension::mass, not_negative)}, "mass of all, or of each",
                      "none"),
             optional("radial_inertia", {numbers(raw->radial_inertia, dimension::inertia, not_negative)},
                      "about d1 and d2, of all or of each", "0 kg m^2"),
             optional("axial_inertia", {numbers(raw->axial_inertia, dimension::inertia, not_negative)},
                      "about d3, of all or of each", "0 kg m^2"),
             optional("radius", {number(disks.radius, dimension::length, positive)},
                      "with thickness and density: mass and inertia follow"),
             optional("thickness", {number(disks.thickness, dimension::length, positive)}, "along the rod"),
             optional("density", {number(disks.density, dimension::density, positive)}, "of the disks")},
            complete};
}

}  // namespace

Table driven_rods_table(DrivenRods& rods, bool cable, TableContext& context);

Table attachment_table(Attachment& attachment, TableContext& context)
{
    const auto object = [&attachment, &context](auto kind, auto table) {
        return std::vector<Form>{Object{[&attachment, &context, kind, table] {
            attachment = kind;
            return table(std::get<decltype(kind)>(attachment), context);
        }}};
    };
    const auto rods = [](DrivenRods& r, TableContext& c) { return driven_rods_table(r, false, c); };
    const auto tendons = [](DrivenRods& r, TableContext& c) { return driven_rods_table(r, true, c); };
    return {{one_of("magnet", object(Magnet{}, magnet_table), "a permanent magnet"),
             one_of("coil_set", object(CoilSet{}, coil_set_table), "three coils that carry currents"),
             one_of("mass", object(PointMass{}, mass_table), "a lumped mass"),
             one_of("disks", object(Disks{}, disks_table), "rigid disks along the rod"),
             one_of("rods", object(DrivenRods{}, rods), "driving rods that pull and push"),
             one_of("tendons", object(DrivenRods{}, tendons), "driving cables that pull")},
            {}};
}

}  // namespace supple
