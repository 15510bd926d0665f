#include <supple/io/error.hpp>
#include <supple/io/fit_table.hpp>
#include <supple/io/side_files.hpp>
#include <supple/rod/disk_inertia.hpp>

#include <supple/io/text.hpp>

#include <fmt/format.h>

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
    if (text.size() > longest_title)
        return fmt::format("is too long; expected at most {} bytes", longest_title);
    return {};
}

Table base_table(Base& base, TableContext& context)
{
    struct Pose {
        Vector3d position = Vector3d::Zero(), tangent = Vector3d::UnitZ(), normal = Vector3d::Zero();
    };
    const auto pose = std::make_shared<Pose>();
    Table table{pose_fields(pose->position, pose->tangent, pose->normal, false), [&base, pose]() {
                    const PoseOrMistake made = make_pose(pose->position, pose->tangent, pose->normal);
                    base.X_WB = made.pose;
                    return made.mistake ? made.mistake : timing_mistake(base.timing);
                }};
    table.fields.push_back(optional("free", {flag(base.free)}, "not clamped: for motion only", "false"));
    for (Field& field : timing_fields(
             base.timing, {{"position", dimension::length, 3}, {"rotation", dimension::none, 3}}, context)) {
        table.fields.push_back(std::move(field));
    }
    return table;
}

Table load_table(PointLoad& load, TableContext& context)
{
    Table table{
        {optional("name", name_form(load.name, context), "its name in case tables"),
         required("at", arc_length(load.at, context), "where it acts"),
         optional("force", {vector3(load.force, dimension::force)}, "force", "0 0 0 N"),
         optional("moment", {vector3(load.moment, dimension::moment)}, "moment about the point", "0 0 0 N m"),
         optional("frame", words(load.frame, {{"world", LoadFrame::world}, {"body", LoadFrame::body}}),
                  "fixed in the world, or turning with the section", "world")},
        [&load] { return timing_mistake(load.timing); }};
    for (Field& field : timing_fields(
             load.timing, {{"force", dimension::force, 3}, {"moment", dimension::moment, 3}}, context)) {
        table.fields.push_back(std::move(field));
    }
    return table;
}

Table initial_table(Simulation& simulation)
{
    simulation.initial = InitialState::given;
    return {{required("coordinates", {numbers(simulation.coordinates, dimension::none)},
                      "of the model, in SI without a unit"),
             optional("velocities", {numbers(simulation.velocities, dimension::none)},
                      "their rates, in SI without a unit", "0")},
            [&simulation]() -> std::optional<Mistake> {
                if (simulation.velocities.empty() ||
                    simulation.velocities.size() == simulation.coordinates.size())
                    return std::nullopt;
                return Mistake{"velocities", fmt::format("has {}; expected {}, as many as coordinates",
                                                         counted(simulation.velocities.size(), "value"),
                                                         simulation.coordinates.size())};
            }};
}

Table simulation_table(Simulation& simulation)
{
    auto initial = words(simulation.initial,
                         {{"straight", InitialState::straight}, {"equilibrium", InitialState::equilibrium}});
    initial.push_back(Object{[&simulation] { return initial_table(simulation); }});
    return {
        {required("duration", {number(simulation.duration, dimension::time, positive)}, "how long"),
         required("output_every", {number(simulation.output_every, dimension::time, positive)},
                  "time between outputs"),
         optional("initial", initial, "state at t = 0", "equilibrium"),
         optional("integrator",
                  words(simulation.integrator,
                        {{"explicit", Integrator::explicit_}, {"implicit", Integrator::implicit}}),
                  "kind of time stepping", "chosen for the rod"),
         optional("step", {number(simulation.step, dimension::time, positive)}, "time step",
                  "chosen and reported"),
         optional("allow_unstable_step", {flag(simulation.allow_unstable_step)},
                  "take a step beyond the stability limit, to see it fail", "false"),
         optional("tolerance",
                  {number(simulation.tolerance, dimension::none, {1e-14, 0.1, false, "from 1e-14 to 0.1"})},
                  "relative error of adaptive steps", "1e-8")},
        [&simulation]() -> std::optional<Mistake> {
            constexpr double most_outputs = 1e7;
            if (simulation.output_every > simulation.duration)
                return Mistake{"output_every", "is longer than the duration; expected less"};
            if (simulation.duration / simulation.output_every > most_outputs)
                return Mistake{"output_every",
                               "gives more than 10 million outputs; expected a longer time between them"};
            return std::nullopt;
        }};
}

// Rods that end at disks: the disks may stand anywhere in the list, so this waits until all are read.
std::optional<Mistake> resolve_end_disks(Manipulator& m)
{
    const Disks* disks = nullptr;
    for (const Attachment& attachment : m.attachments) {
        if (const auto* found = std::get_if<Disks>(&attachment)) disks = found;
    }
    for (std::size_t i = 0; i < m.attachments.size(); ++i) {
        auto* rods = std::get_if<DrivenRods>(&m.attachments[i]);
        if (!rods || rods->end_disks.empty()) continue;
        const std::string key = fmt::format("attachments.{}.{}.end_disks", i, kind(m.attachments[i]));
        if (!disks)
            return Mistake{
                key,
                "there are no disks to end at; expected an attachment \"disks\", or \"ends\" by arc length"};
        rods->ends.clear();
        for (const int disk : rods->end_disks) {
            if (disk > static_cast<int>(disks->positions.size())) {
                return Mistake{key, fmt::format("there is no disk {}; expected numbers from 1 to {}", disk,
                                                disks->positions.size())};
            }
            rods->ends.push_back(disks->positions[static_cast<std::size_t>(disk - 1)]);
        }
    }
    return std::nullopt;
}

// A strain that is asked for needs a stiffness; without one it would be held at zero in silence.
std::optional<Mistake> freedom_mistake(const Manipulator& m)
{
    Freedoms asked;
    if (const auto* segments = std::get_if<SegmentModel>(&m.model)) asked = segments->freedoms;
    if (const auto* cosserat = std::get_if<CosseratModel>(&m.model)) {
        asked.shear = cosserat->shear;
        asked.extension = cosserat->extension;
    }
    const RodProperties rod = rod_properties(m.rod);
    if (asked.shear && !rod.shear_stiffness.allFinite()) {
        return Mistake{
            "model.shear",
            "the rod has no shear stiffness; expected rod.shear_stiffness, or section and material"};
    }
    if (asked.extension && !std::isfinite(rod.axial_stiffness)) {
        return Mistake{
            "model.extension",
            "the rod has no axial stiffness; expected rod.axial_stiffness, or section and material"};
    }
    return std::nullopt;
}

std::optional<Mistake> manipulator_mistake(Manipulator& m)
{
    if (auto mistake = freedom_mistake(m)) return mistake;
    if (auto mistake = resolve_end_disks(m)) return mistake;
    const auto* curvature = std::get_if<CurvatureModel>(&m.model);
    const auto is_disks = [](const Attachment& a) { return std::holds_alternative<Disks>(a); };
    const auto groups = std::count_if(m.attachments.begin(), m.attachments.end(), is_disks);
    if (groups > 1) return Mistake{"attachments", "found disks twice; expected all disks in one item"};
    if (curvature && curvature->arcs == 0 && groups == 0) {
        return Mistake{"model",
                       "has neither arcs nor disks; expected \"arcs: 12\", or an attachment \"disks\""};
    }
    for (const Attachment& attachment : m.attachments) {
        const auto* rods = std::get_if<DrivenRods>(&attachment);
        if (rods && !rods->mass_per_length.empty() && !disks_carry_rods(m))
            return Mistake{"attachments",
                           "the driving rods have a density but no disks to carry their mass; expected disks "
                           "with radius, thickness and density, or no density"};
    }
    return std::nullopt;
}

template <class Item, class TableOf>
List list_of(std::vector<Item>& items, TableContext& context, TableOf table_of)
{
    return {
        {0, 4096}, [&items, &context, table_of] {
            if (items.empty()) context.names.clear();
            return std::vector<Form>{Object{[&items, table_of] { return table_of(items.emplace_back()); }}};
        }};
}

}  // namespace

std::vector<Form> name_form(std::string& target, TableContext& context)
{
    return {Text{
        "a name",
        [&target, &context](const std::string& text) { return target = text, name_mistake(text, context); },
        name_pattern}};
}

std::vector<Form> arc_length(double& target, const TableContext& context)
{
    const double length = context.rod->length;
    const Range range = length > 0.0 ? Range{0.0, length, false,
                                             fmt::format("from 0 to {} (the rod's length)",
                                                         format_quantity(length, dimension::length))}
                                     : not_negative;
    return {number(target, dimension::length, range), Word{"tip", [&target, length] { target = length; }}};
}

Field until_field(double& until)
{
    return optional("until", {number(until, dimension::time)}, "time at which it ends", "for ever");
}

std::vector<Field> timing_fields(Timing& timing, std::vector<HistoryValue> values,
                                 const TableContext& context)
{
    return {optional("from", {number(timing.from, dimension::time)}, "time at which it begins", "always"),
            until_field(timing.until),
            optional("history",
                     {Text{"the name of a CSV file",
                           [&timing, values, &context](const std::string& file) {
                               return read_history(timing.history, file, values, context);
                           },
                           any_characters}},
                     "table with a column \"time [s]\" and the values that vary", "constant")};
}

std::optional<Mistake> timing_mistake(const Timing& timing)
{
    if (timing.from < timing.until) return std::nullopt;
    return Mistake{"until", "is not after from; expected a later time"};
}

std::vector<Field> pose_fields(Vector3d& position, Vector3d& tangent, Vector3d& normal,
                               bool position_required)
{
    Field place = optional("position", {vector3(position, dimension::length)}, "where it is", "0 0 0 mm");
    if (position_required) place.need = Need::required;
    return {place,
            optional("tangent", direction(tangent), "direction of the rod (d3)",
                     position_required ? "that of the base" : "z"),
            optional("normal", direction(normal), "direction of d1, perpendicular to the tangent",
                     position_required ? "that of the base" : "the next axis: y for x, z for y, x for z")};
}

PoseOrMistake make_pose(const Vector3d& position, const Vector3d& tangent, const Vector3d& normal)
{
    Vector3d d1 = normal;
    if (d1.isZero()) {
        // The axis after the one nearest to the tangent, made perpendicular to it.
        Eigen::Index nearest = 0;
        tangent.cwiseAbs().maxCoeff(&nearest);
        const Vector3d next = Vector3d::Unit((nearest + 1) % 3);
        d1 = (next - next.dot(tangent) * tangent).normalized();
    } else if (std::abs(d1.dot(tangent)) > 1e-6) {
        return {
            {},
            Mistake{"normal", "is not perpendicular to the tangent; expected a direction across the rod"}};
    }
    d1 = (d1 - d1.dot(tangent) * tangent).normalized();
    Matrix3d R;
    R << d1, tangent.cross(d1), tangent;
    return {SE3(R, position), std::nullopt};
}

Table manipulator_table(Manipulator& m, TableContext& context)
{
    context.rod = &m.rod;
    const Numbers version = {
        dimension::none,
        {1, 1},
        {format_version, format_version, false, "equal to 1 (the format this program reads)"},
        true,
        [](const auto&) { return Verdict(); },
        {}};
    // Stations are a map, which cannot repeat a key: their names need only be names.
    const auto station_name = [](const std::string& name) {
        return is_name(name) ? Verdict() : Verdict(not_a_name);
    };
    const auto station = [&m, &context](const std::string& name) {
        m.stations.push_back({name, 0.0});
        return arc_length(m.stations.back().at, context);
    };
    return {
        {required("supple", {version}, "format of this file"),
         optional(
             "name",
             {Text{"a title", [&m](const std::string& text) { return m.name = text, title_mistake(text); },
                   any_characters}},
             "a title"),
         required("rod", {Object{[&m] { return rod_table(m.rod); }}}, "the rod"),
         optional("base", {Object{[&m, &context] { return base_table(m.base, context); }}},
                  "where the rod starts", "at the origin, along z"),
         optional("model", {model_forms(m.model, m.rod)}, "how it is computed", "isotropic-prb, one segment"),
         optional("environment",
                  {Object{[&m, &context] { return environment_table(m.environment, context); }}},
                  "gravity, liquid, magnetic field", "none"),
         optional("attachments",
                  {list_of(m.attachments, context,
                           [&context](Attachment& a) { return attachment_table(a, context); })},
                  "what is fixed to the rod", "none"),
         optional("loads",
                  {list_of(m.loads, context, [&context](PointLoad& l) { return load_table(l, context); })},
                  "forces and moments", "none"),
         optional("constraints",
                  {list_of(m.constraints, context,
                           [&m, &context](Constraint& c) { return constraint_table(c, m.base, context); })},
                  "what holds or bounds the rod", "none"),
         optional("stations", {NamedMap{station_name, station}}, "named points whose pose is in every result",
                  "none"),
         optional("simulation", {Object{[&m] { return simulation_table(m.simulation.emplace()); }}},
                  "for motion in time"),
         optional("fit", {Object{[&m] { return fit_table(m.fit.emplace()); }}}, "for fitting parameters")},
        [&m] { return manipulator_mistake(m); }};
}

}  // namespace supple
