#include <supple/io/side_files.hpp>

#include <fmt/format.h>

namespace supple {
namespace {

// Five independent entries xx xy xz yy yz, or all nine by rows.
std::vector<Form> gradient_forms(Matrix3d& gradient)
{
    Numbers five = {dimension::field_gradient,
                    {5, 5},
                    anything,
                    false,
                    [&gradient](const auto& v) {
                        gradient << v[0], v[1], v[2], v[1], v[3], v[4], v[2], v[4], -v[0] - v[3];
                        return Verdict();
                    },
                    "1 0 0 1 0 T/m"};
    Numbers nine = {dimension::field_gradient,
                    {9, 9},
                    anything,
                    false,
                    [&gradient](const auto& v) {
                        gradient << v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8];
                        const double size = gradient.cwiseAbs().maxCoeff();
                        const double skew = (gradient - gradient.transpose()).cwiseAbs().maxCoeff();
                        if (skew > 1e-6 * size)
                            return Verdict(
                                "is not symmetric, as a magnetic field's is; expected equal "
                                "entries across the diagonal");
                        if (std::abs(gradient.trace()) > 1e-6 * size)
                            return Verdict(
                                "is not without trace, as a magnetic field's is; expected "
                                "xx + yy + zz = 0");
                        return Verdict();
                    },
                    "1 0 0  0 1 0  0 0 -2 T/m"};
    return {std::move(five), std::move(nine)};
}

void append(std::vector<Field>& fields, std::vector<Field> more)
{
    for (Field& field : more)
        fields.push_back(std::move(field));
}

std::vector<Field> coil_fields(Coil& coil, TableContext& context)
{
    std::vector<Field> fields = {
        optional("name", name_form(coil.name, context), "its name as an actuation"),
        required("position", {vector3(coil.position, dimension::length)}, "centre"),
        required("axis", direction(coil.axis), "direction of the field of a positive current"),
        required("radius", {number(coil.radius, dimension::length, positive)}, "radius of the loop"),
        optional("turns", {number(coil.turns, dimension::none, positive)}, "number of turns", "1"),
        required("current", {number(coil.current, dimension::current)}, "current"),
        optional("current_limits",
                 {bounds(coil.current_limits.lower, coil.current_limits.upper, dimension::current)},
                 "least and greatest current when it is to be found", "none")};
    append(fields, timing_fields(coil.timing, {{"current", dimension::current}}, context));
    return fields;
}

Table coil_table(Coil& coil, TableContext& context)
{
    return {coil_fields(coil, context), [&coil] { return timing_mistake(coil.timing); }};
}

Table helmholtz_table(HelmholtzPair& pair, TableContext& context)
{
    Table table{coil_fields(pair.coil, context), [&pair] {
                    if (pair.separation == 0.0) pair.separation = pair.coil.radius;
                    return timing_mistake(pair.coil.timing);
                }};
    table.fields.push_back(optional("separation", {number(pair.separation, dimension::length, positive)},
                                    "distance of the two loops", "the radius"));
    return table;
}

Table dipole_table(FieldDipole& dipole, TableContext& context)
{
    Table table{
        {optional("name", name_form(dipole.name, context), "its name as an actuation"),
         required("position", {vector3(dipole.position, dimension::length)}, "where it is"),
         required("moment", {vector3(dipole.moment, dimension::dipole)}, "dipole moment in the world frame")},
        [&dipole] { return timing_mistake(dipole.timing); }};
    append(table.fields, timing_fields(dipole.timing, {{"moment", dimension::dipole, 3}}, context));
    return table;
}

template <class Source, class TableOf>
List list_of(std::vector<Source>& sources, TableContext& context, TableOf table_of)
{
    return {several, [&sources, &context, table_of] {
                return std::vector<Form>{Object{
                    [&sources, &context, table_of] { return table_of(sources.emplace_back(), context); }}};
            }};
}

Table map_table(MagneticField& field, TableContext& context)
{
    return {{required("file",
                      {Text{"the name of a CSV file",
                            [&field, &context](const std::string& file) {
                                return read_field_map(field.map.emplace(), file, context);
                            },
                            any_characters}},
                      "table with the columns x, y, z, B.x, B.y, B.z on a regular grid")},
            {}};
}

std::vector<HistoryValue> field_history_values()
{
    std::vector<HistoryValue> values = {{"uniform", dimension::magnetic_field, 3}};
    for (const char* entry : {"xx", "xy", "xz", "yy", "yz"}) {
        values.push_back({std::string("gradient.") + entry, dimension::field_gradient, 0});
    }
    return values;
}

Table field_table(MagneticField& field, TableContext& context)
{
    context.names.clear();
    Table table{
        {optional("uniform", {vector3(field.uniform, dimension::magnetic_field)},
                  "field at the world's origin", "0 0 0 T"),
         optional("gradient", gradient_forms(field.gradient),
                  "change of the field along x, y, z: xx xy xz yy yz, or all nine", "0"),
         optional("uniform_limits",
                  {bounds(field.uniform_limits.lower, field.uniform_limits.upper, dimension::magnetic_field)},
                  "least and greatest component when it is to be found", "none"),
         optional("coils", {list_of(field.coils, context, coil_table)}, "circular current loops"),
         optional("helmholtz_pairs", {list_of(field.helmholtz_pairs, context, helmholtz_table)},
                  "pairs of equal coaxial loops"),
         optional("dipoles", {list_of(field.dipoles, context, dipole_table)}, "point magnets"),
         optional("map", {Object{[&field, &context] { return map_table(field, context); }}},
                  "a field sampled on a grid")},
        [&field] { return timing_mistake(field.timing); }};
    append(table.fields, timing_fields(field.timing, field_history_values(), context));
    return table;
}

}  // namespace

Table environment_table(Environment& environment, TableContext& context)
{
    MagneticField& field = environment.magnetic_field;
    return {{optional("gravity", {vector3(environment.gravity, dimension::acceleration)},
                      "acceleration of free fall", "0 0 0 m/s^2"),
             optional("surrounding_density",
                      {number(environment.surrounding_density, dimension::density, not_negative)},
                      "density of the liquid around, for buoyancy", "0 kg/m^3"),
             optional("magnetic_field",
                      {vector3(field.uniform, dimension::magnetic_field),
                       Object{[&field, &context] { return field_table(field, context); }}},
                      "a uniform field, or its parts", "0 0 0 T")},
            {}};
}

}  // namespace supple
