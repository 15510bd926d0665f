#include <supple/fields/fit_table.hpp>
#include <supple/fields/model_table.hpp>
#include <supple/fields/uncertain_table.hpp>
#include <supple/rod/completed.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr int format_version = 1;

bool is_name(const std::string& text)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto rest = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && text.size() <= 64 && letter(text[0]) &&
           std::all_of(text.begin(), text.end(), rest);
}

constexpr const char* not_a_name = "is not a name; expected a letter, then letters, digits, _ or -";

// A name is a step of dotted paths, so it holds no dot and does not look like an index.
Verdict name_mistake(const std::string& text, TableContext& context)
{
    if (!is_name(text)) return not_a_name;
    if (!context.names.insert(text).second)
        return "is the name of another item of this list; expected every name once";
    return {};
}

constexpr std::size_t longest_title = 256;

// A title is printed on terminals, where control characters are commands.
Verdict title_mistake(const std::string& text)
{
    const bool printable =
        std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
    if (!printable) return "has control characters; expected one line of plain text";
    if (text.size() > longest_title) return filled("is too long; expected at most {} bytes", longest_title);
    return {};
}

Table base_table(Base& base, TableContext& context)
{
    if (!base.written) base.written = as_written(base.X_WB, true);
    Table table{pose_fields(*base.written, false), [&base]() {
                    const MaybeMistake mistake = mistake_in(base);
                    if (!mistake) base.X_WB = pose_as_written(base);
                    return mistake;
                }};
    Numbers roll = number(base.roll, dimension::none);
    roll.angle = true;
    append(table.fields, {optional("depth", {number(base.depth, dimension::length)},
                                   "how far it is moved along its tangent", "0 mm"),
                          optional("roll", {roll}, "how far it is turned about its tangent", "0 deg")});
    table.fields.push_back(optional("free", {flag(base.free)}, "held by nothing: for motion only", "false"));
    table.fields.push_back(
        optional("pinned", {flag(base.pinned)}, "held in its place, free to turn: no moment there", "false"));
    append(table.fields, timing_fields(base.timing, pose_history_values(), context));
    return table;
}

Table load_table(PointLoad& load, TableContext& context)
{
    Table table{
        {optional("name", name_form(load.name, context), "its name in case tables"),
         required("at", arc_length(load.at, context), "where it acts"),
         optional("force", {free_vector3(load.force, dimension::force)}, "force", "0 0 0 N"),
         optional("moment", {free_vector3(load.moment, dimension::moment)}, "moment about the point",
                  "0 0 0 N m"),
         optional("frame", words(load.frame, {{"world", LoadFrame::world}, {"body", LoadFrame::body}}),
                  "fixed in the world, or turning with the section", "world")},
        [&load] { return mistake_in(load.timing); }};
    append(table.fields,
           timing_fields(load.timing, {{"force", dimension::force, 3}, {"moment", dimension::moment, 3}},
                         context));
    return table;
}

// Numbers in one text, or a list of them.
std::vector<Form> coordinates_form(std::vector<double>& values)
{
    const auto one = [](double& value) { return std::vector<Form>{number(value, dimension::none)}; };
    return {numbers(values, dimension::none), list_of_values(values, several, one)};
}

Table initial_table(Simulation& simulation)
{
    return {{required("coordinates", coordinates_form(simulation.coordinates),
                      "of the model, in SI without a unit: from the base to the tip, in the order of "
                      "`coordinates` in a "
                      "result"),
             optional("velocities", coordinates_form(simulation.velocities),
                      "their rates, in SI without a unit", "0")},
            [&simulation]() -> std::optional<Mistake> {
                if (simulation.velocities.empty() ||
                    simulation.velocities.size() == simulation.coordinates.size())
                    return std::nullopt;
                return Mistake{"velocities", filled("has {}; expected {}, as many as coordinates",
                                                    counted(simulation.velocities.size(), "value"),
                                                    simulation.coordinates.size())};
            }};
}

Table simulation_table(Simulation& simulation)
{
    auto initial = words(simulation.initial,
                         {{"straight", InitialState::straight}, {"equilibrium", InitialState::equilibrium}});
    initial.push_back(Object{[&simulation] {
                                 simulation.initial = InitialState::given;
                                 return initial_table(simulation);
                             },
                             [&simulation]() -> std::optional<Table> {
                                 if (simulation.initial != InitialState::given) return std::nullopt;
                                 return initial_table(simulation);
                             }});
    return {
        {required("duration", {number(simulation.duration, dimension::time, positive)}, "how long"),
         required("output_every", {number(simulation.output_every, dimension::time, positive)},
                  "time between outputs"),
         optional("initial", initial, "state at t = 0", "equilibrium"),
         optional("integrator",
                  words(simulation.integrator, {{"automatic", Integrator::automatic},
                                                {"explicit", Integrator::explicit_},
                                                {"implicit", Integrator::implicit}}),
                  "kind of time stepping; automatic: chosen for the rod", "automatic"),
         optional("step", {number(simulation.step, dimension::time, positive)}, "time step",
                  "chosen and reported"),
         optional("allow_unstable_step", {flag(simulation.allow_unstable_step)},
                  "take a step beyond the stability limit, to see it fail", "false"),
         optional("tolerance",
                  {number(simulation.tolerance, dimension::none, {1e-14, 0.1, false, "from 1e-14 to 0.1"})},
                  "relative error of adaptive steps", "1e-8")},
        [&simulation] { return mistake_in(simulation); }};
}

/// A list of maps whose names, if they have any, are their own.
template <class Item, class TableOf>
List named_list_of(std::vector<Item>& items, TableContext& context, TableOf table_of)
{
    List list = list_of(items, {0, 4096}, table_of);
    list.add = [&items, &context, add = list.add] {
        if (items.empty()) context.names.clear();
        return add();
    };
    return list;
}

}  // namespace

void append(std::vector<Field>& fields, std::vector<Field> more)
{
    for (Field& field : more)
        fields.push_back(std::move(field));
}

std::vector<Form> name_form(std::string& target, TableContext& context)
{
    return {text("a name", target, name_pattern,
                 [&context](const std::string& text) { return name_mistake(text, context); })};
}

std::vector<Form> arc_length(double& target, const TableContext& context)
{
    const double length = context.rod->length;
    const Range range =
        length > 0.0
            ? Range{0.0, length, false,
                    filled("from 0 to {} (the rod's length)", format_quantity(length, dimension::length))}
            : not_negative;
    return {number(target, dimension::length, range),
            Word{"tip", [&target] { target = at_tip; }, [&target] { return target == at_tip; }}};
}

Field until_field(double& until)
{
    return optional("until", {number(until, dimension::time)}, "time at which it ends", "for ever");
}

Field history_field(History& history, std::vector<HistoryValue> values, const TableContext& context)
{
    return optional("history",
                    {Text{"the name of a CSV file",
                          [&history, values, &context](const std::string& file) -> Verdict {
                              history.file = file;
                              if (!context.files.history) return no_files;
                              return context.files.history(file, values, history);
                          },
                          any_characters, [&history] { return history.file; }}},
                    "table with a column \"time [s]\" and the values that vary", "constant");
}

std::vector<HistoryValue> pose_history_values()
{
    return {{"position", dimension::length, 3}, {"rotation", dimension::none, 3}};
}

std::vector<Field> timing_fields(Timing& timing, std::vector<HistoryValue> values,
                                 const TableContext& context)
{
    return {optional("from", {number(timing.from, dimension::time)}, "time at which it begins", "always"),
            until_field(timing.until), history_field(timing.history, std::move(values), context)};
}

std::vector<Field> pose_fields(PoseAsWritten& pose, bool position_required)
{
    Field place =
        optional("position", {vector3(pose.position, dimension::length)}, "where it is", "0 0 0 mm");
    if (position_required) place.need = Need::required;
    return {place,
            optional("tangent", direction(pose.tangent), "direction of the rod (d3)",
                     position_required ? "that of the base" : "z"),
            optional("normal", direction(pose.normal), "direction of d1, perpendicular to the tangent",
                     position_required ? "that of the base" : "the next axis: y for x, z for y, x for z")};
}

Table manipulator_table(Manipulator& m, TableContext& context)
{
    context.rod = &m.rod;
    Numbers version = {dimension::none,
                       {1, 1},
                       {format_version, format_version, false, "equal to 1 (the format this program reads)"},
                       true,
                       [](const auto&) { return Verdict(); },
                       {}};
    version.slots = [] {
        static int number = format_version;
        return std::vector<Slot>{{&number}};
    };
    // Stations are a map, which cannot repeat a key: their names need only be names.
    const auto station_name = [](const std::string& name) {
        return is_name(name) ? Verdict() : Verdict(not_a_name);
    };
    const auto station = [&m, &context](const std::string& name) {
        m.stations.push_back({name, 0.0});
        return arc_length(m.stations.back().at, context);
    };
    const auto station_names = [&m] {
        std::vector<std::string> names;
        for (const Station& one : m.stations)
            names.push_back(one.name);
        return names;
    };
    const auto station_at = [&m, &context](std::size_t i) { return arc_length(m.stations[i].at, context); };
    return {
        {required("supple", {version}, "format of this file"),
         optional("name", {text("a title", m.name, any_characters, title_mistake)}, "a title"),
         required("rod", {map_of(m.rod, rod_table)}, "the rod"),
         optional("base", {map_of(m.base, [&context](Base& base) { return base_table(base, context); })},
                  "where the rod starts", "at the origin, along z"),
         optional("model", {model_forms(m.model, m.rod)}, "how it is computed", "isotropic-prb, one segment"),
         optional(
             "environment",
             {map_of(m.environment, [&context](Environment& e) { return environment_table(e, context); })},
             "gravity, liquid, magnetic field", "none"),
         optional("attachments",
                  {named_list_of(m.attachments, context,
                                 [&context](Attachment& a) { return attachment_table(a, context); })},
                  "what is fixed to the rod", "none"),
         optional(
             "loads",
             {named_list_of(m.loads, context, [&context](PointLoad& l) { return load_table(l, context); })},
             "forces and moments", "none"),
         optional(
             "constraints",
             {named_list_of(m.constraints, context,
                            [&m, &context](Constraint& c) { return constraint_table(c, m.base, context); })},
             "what holds or bounds the rod", "none"),
         optional("stations", {NamedMap{station_name, station, station_names, station_at}},
                  "named points whose pose is in every result", "none"),
         optional("simulation", {map_of(m.simulation, simulation_table)}, "for motion in time"),
         optional("fit", {map_of(m.fit, fit_table)}, "for fitting parameters"),
         optional("uncertain", {list_of(m.uncertain, several, uncertain_table)},
                  "numbers of this file that are not known exactly, for samples and fits", "none")},
        [&m] { return mistake_among_parts(m); }};
}

}  // namespace supple
