#include <supple/fields/model_table.hpp>

#include <cmath>

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
                        gradient.setConstant(not_written);
                        gradient.row(0) << v[0], v[1], v[2];
                        gradient.row(1).tail<2>() << v[3], v[4];
                        return Verdict();
                    },
                    "1 0 0 1 0 T/m"};
    five.slots = [&gradient] {
        if (!std::isnan(gradient(2, 2))) return std::vector<Slot>{};
        return std::vector<Slot>{
            {&gradient(0, 0)}, {&gradient(0, 1)}, {&gradient(0, 2)}, {&gradient(1, 1)}, {&gradient(1, 2)}};
    };
    Numbers nine = {dimension::field_gradient,
                    {9, 9},
                    anything,
                    false,
                    [&gradient](const auto& v) {
                        gradient << v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8];
                        return gradient_mistake(gradient);
                    },
                    "1 0 0  0 1 0  0 0 -2 T/m"};
    nine.slots = [&gradient] {
        std::vector<Slot> slots;
        for (int i = 0; i < 9 && !std::isnan(gradient(2, 2)); ++i)
            slots.push_back({&gradient(i / 3, i % 3)});
        return slots;
    };
    return {std::move(five), std::move(nine)};
}

Numbers free_number(double& target, Dimension dimension)
{
    Numbers form = number(target, dimension);
    form.free = true;
    return form;
}

std::vector<Field> coil_fields(Coil& coil, TableContext& context)
{
    std::vector<Field> fields = {
        optional("name", name_form(coil.name, context), "its name as an actuation"),
        required("position", {vector3(coil.position, dimension::length)}, "centre"),
        required("axis", direction(coil.axis), "direction of the field of a positive current"),
        required("radius", {number(coil.radius, dimension::length, positive)}, "radius of the loop"),
        optional("turns", {number(coil.turns, dimension::none, positive)}, "number of turns", "1"),
        required("current", {free_number(coil.current, dimension::current)}, "current"),
        optional("current_limits",
                 {bounds(coil.current_limits.lower, coil.current_limits.upper, dimension::current)},
                 "least and greatest current when it is to be found", "none")};
    append(fields, timing_fields(coil.timing, {{"current", dimension::current}}, context));
    return fields;
}

Table coil_table(Coil& coil, TableContext& context)
{
    return {coil_fields(coil, context), [&coil] { return mistake_in(coil.timing); }};
}

Table helmholtz_table(HelmholtzPair& pair, TableContext& context)
{
    Table table{coil_fields(pair.coil, context), [&pair] { return mistake_in(pair.coil.timing); }};
    table.fields.push_back(optional("separation", {number(pair.separation, dimension::length, positive)},
                                    "distance of the two loops", "the radius"));
    return table;
}

Table dipole_table(FieldDipole& dipole, TableContext& context)
{
    Table table{{optional("name", name_form(dipole.name, context), "its name as an actuation"),
                 required("position", {vector3(dipole.position, dimension::length)}, "where it is"),
                 required("moment", {free_vector3(dipole.moment, dimension::dipole)},
                          "dipole moment in the world frame")},
                [&dipole] { return mistake_in(dipole.timing); }};
    append(table.fields, timing_fields(dipole.timing, {{"moment", dimension::dipole, 3}}, context));
    return table;
}

Table map_table(MagneticField& field, TableContext& context)
{
    return {
        {required("file",
                  {Text{"the name of a CSV file",
                        [&field, &context](const std::string& file) -> Verdict {
                            const auto map = std::make_shared<FieldMap>();
                            map->file = file;
                            field.map = map;
                            if (!context.files.field_map) return no_files;
                            return context.files.field_map(file, *map);
                        },
                        any_characters, [&field] { return field.map ? field.map->file : std::string(); }}},
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
    const auto with = [&context](auto table_of) {
        return [&context, table_of](auto& source) { return table_of(source, context); };
    };
    const auto map = [&field, &context] { return map_table(field, context); };
    context.names.clear();
    Table table{
        {optional("uniform", {free_vector3(field.uniform, dimension::magnetic_field)},
                  "field at the world's origin", "0 0 0 T"),
         optional("gradient", gradient_forms(field.gradient),
                  "change of the field along x, y, z: xx xy xz yy yz, or all nine", "0"),
         optional("uniform_limits",
                  {bounds(field.uniform_limits.lower, field.uniform_limits.upper, dimension::magnetic_field)},
                  "least and greatest component when it is to be found", "none"),
         optional("coils", {list_of(field.coils, several, with(coil_table))}, "circular current loops"),
         optional("helmholtz_pairs", {list_of(field.helmholtz_pairs, several, with(helmholtz_table))},
                  "pairs of equal coaxial loops"),
         optional("dipoles", {list_of(field.dipoles, several, with(dipole_table))}, "point magnets"),
         optional("map",
                  {Object{map, [&field, map] { return field.map ? std::optional(map()) : std::nullopt; }}},
                  "a field sampled on a grid")},
        [&field] { return mistake_in(field.timing); }};
    append(table.fields, timing_fields(field.timing, field_history_values(), context));
    return table;
}

bool is_uniform(const MagneticField& field)
{
    return field.gradient.isZero(0.0) && !std::isfinite(field.uniform_limits.lower) &&
           !std::isfinite(field.timing.from) && !std::isfinite(field.timing.until) &&
           field.timing.history.columns.empty() && field.coils.empty() && field.helmholtz_pairs.empty() &&
           field.dipoles.empty() && !field.map;
}

}  // namespace

Table environment_table(Environment& environment, TableContext& context)
{
    MagneticField& field = environment.magnetic_field;
    // Three numbers stand for a field that has nothing else.
    Numbers uniform = free_vector3(field.uniform, dimension::magnetic_field);
    uniform.slots = [&field, all = uniform.slots] { return is_uniform(field) ? all() : std::vector<Slot>{}; };
    return {
        {optional("gravity", {free_vector3(environment.gravity, dimension::acceleration)},
                  "acceleration of free fall", "0 0 0 m/s^2"),
         optional("surrounding_density",
                  {number(environment.surrounding_density, dimension::density, not_negative)},
                  "density of the liquid around, for buoyancy", "0 kg/m^3"),
         optional("magnetic_field",
                  {uniform, map_of(field, [&context](MagneticField& f) { return field_table(f, context); })},
                  "a uniform field, or its parts", "0 0 0 T")},
        {}};
}

}  // namespace supple
