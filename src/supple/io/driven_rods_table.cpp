#include <supple/io/side_files.hpp>

#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace {

using List1 = std::vector<double>;

struct Raw {
    List1 diameter, youngs_modulus, density, tensions, retractions, end_disks;
};

/// A list that must have one value, or as many as there are rods.
struct Sized {
    const char* key;
    List1* values;
};

// Angles that spread the rods that end together evenly, and each such group between those of the others.
List1 default_angles(const List1& ends)
{
    std::vector<double> distinct;
    for (const double end : ends) {
        if (std::find(distinct.begin(), distinct.end(), end) == distinct.end()) distinct.push_back(end);
    }
    List1 angles(ends.size());
    for (std::size_t group = 0; group < distinct.size(); ++group) {
        const auto members = static_cast<double>(std::count(ends.begin(), ends.end(), distinct[group]));
        double member = 0.0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends[i] != distinct[group]) continue;
            angles[i] = 2.0 * std::numbers::pi *
                        (member + static_cast<double>(group) / static_cast<double>(distinct.size())) /
                        members;
            member += 1.0;
        }
    }
    return angles;
}

std::optional<Mistake> complete(DrivenRods& rods, Raw& raw, const TableContext& context)
{
    rods.by_retraction = !raw.retractions.empty();
    rods.drive = rods.by_retraction ? raw.retractions : raw.tensions;
    const std::size_t count = rods.drive.size();

    // Everything that is given, once for all or once for each.
    const Sized lists[] = {{"radius", &rods.radii},
                           {"angles", &rods.angles},
                           {"ends", &rods.ends},
                           {"end_disks", &raw.end_disks},
                           {"diameter", &raw.diameter},
                           {"youngs_modulus", &raw.youngs_modulus},
                           {"density", &raw.density},
                           {"bending_stiffness", &rods.bending_stiffness},
                           {"axial_stiffness", &rods.axial_stiffness},
                           {"pretension", &rods.pretension}};
    for (const auto& [key, values] : lists) {
        if (values->size() == 1 && values != &rods.angles) values->resize(count, values->front());
        if (!values->empty() && values->size() != count) {
            return Mistake{key,
                           fmt::format("has {}; expected {}, as many as {}", counted(values->size(), "value"),
                                       count, rods.by_retraction ? "retractions" : "tensions")};
        }
    }

    // Stiffness: outright, or from diameter and modulus.
    for (const auto& [key, values] : lists) {
        const bool outright = values == &rods.bending_stiffness || values == &rods.axial_stiffness;
        if (outright && !values->empty() && !raw.diameter.empty())
            return Mistake{key, "found diameter too; expected one source of stiffness: remove one"};
    }
    if (raw.diameter.empty() != raw.youngs_modulus.empty()) {
        return Mistake{"",
                       "diameter and youngs_modulus go together; expected both, or the stiffnesses outright"};
    }
    for (std::size_t i = 0; i < raw.diameter.size(); ++i) {
        const double area = std::numbers::pi / 4.0 * raw.diameter[i] * raw.diameter[i];
        rods.axial_stiffness.push_back(raw.youngs_modulus[i] * area);
        if (!rods.cable) {
            rods.bending_stiffness.push_back(raw.youngs_modulus[i] * area * raw.diameter[i] *
                                             raw.diameter[i] / 16.0);
        }
    }
    if (raw.diameter.empty() && !raw.density.empty())
        return Mistake{"density", "found no diameter; expected it too, because the mass follows from both"};
    for (std::size_t i = 0; i < raw.density.size(); ++i)
        rods.mass_per_length.push_back(raw.density[i] * std::numbers::pi / 4.0 * raw.diameter[i] *
                                       raw.diameter[i]);
    rods.diameters = raw.diameter;
    rods.bending_stiffness.resize(count, 0.0);
    rods.axial_stiffness.resize(count, std::numeric_limits<double>::infinity());
    rods.pretension.resize(count, 0.0);

    // Where each ends: at a disk (its arc length is known once all disks are), at an arc length, or at the
    // tip.
    if (!raw.end_disks.empty() && !rods.ends.empty())
        return Mistake{"end_disks", "found ends too; expected one of them: remove one"};
    for (const double disk : raw.end_disks)
        rods.end_disks.push_back(static_cast<int>(disk));
    if (raw.end_disks.empty() && rods.ends.empty()) rods.ends.assign(count, context.rod->length);
    if (rods.angles.empty()) rods.angles = default_angles(raw.end_disks.empty() ? rods.ends : raw.end_disks);
    for (const auto& column : rods.timing.history.columns) {
        const std::string key = rods.by_retraction ? "retractions" : "tensions";
        if (!column.path.starts_with(key) || std::stoul(column.path.substr(key.size() + 1)) >= count) {
            return Mistake{"history", fmt::format("varies {}; expected {}.0 to {}.{}", column.path, key, key,
                                                  count - 1)};
        }
    }
    if (rods.base_clearance > 0.0 && rods.base_support != BaseSupport::clearance)
        return Mistake{"base_clearance", "acts only with \"base_support: clearance\"; expected that too"};
    return timing_mistake(rods.timing);
}

}  // namespace

Table driven_rods_table(DrivenRods& rods, bool cable, TableContext& context)
{
    rods.cable = cable;
    const auto raw = std::make_shared<Raw>();
    const Range along_rod = context.rod->length > 0.0
                                ? Range{0.0, context.rod->length, true,
                                        fmt::format("above 0 and at most {}",
                                                    format_quantity(context.rod->length, dimension::length))}
                                : positive;
    Numbers end_disks = numbers(raw->end_disks, dimension::none, {1.0, 10000.0, false, "from 1"});
    end_disks.whole = true;
    Numbers angles = numbers(rods.angles, dimension::none);
    angles.angle = true;
    angles.example = "0 120 240 deg";
    const Range tension = cable ? not_negative : anything;

    Table table{
        {optional("name", name_form(rods.name, context), "their name as an actuation"),
         required("radius", {numbers(rods.radii, dimension::length, positive)},
                  "distance from the middle, of all or of each"),
         optional("angles", {angles}, "around the middle, from d1 towards d2", "evenly spread"),
         optional("end_disks", {end_disks}, "number of the disk at which each ends, from 1", "the tip"),
         optional("ends", {numbers(rods.ends, dimension::length, along_rod)},
                  "arc length at which each ends, in place of end_disks", "the tip"),
         optional("diameter", {numbers(raw->diameter, dimension::length, positive)},
                  "of all or of each; with youngs_modulus"),
         optional("youngs_modulus", {numbers(raw->youngs_modulus, dimension::pressure, positive)},
                  "of all or of each; with diameter"),
         optional("density", {numbers(raw->density, dimension::density, positive)},
                  "of all or of each; their mass is lumped into disks whose shape is given", "no mass"),
         optional("axial_stiffness", {numbers(rods.axial_stiffness, dimension::force, positive)},
                  "EA of all or of each", "does not stretch"),
         optional("friction", {number(rods.friction, dimension::none, {0.0, 100.0, false, "from 0 to 100"})},
                  "Coulomb coefficient at the disks", "0"),
         optional("contact",
                  words(rods.contact, {{"capstan", ContactLaw::capstan},
                                       {"tendon", ContactLaw::tendon},
                                       {"least-squares", ContactLaw::least_squares}}),
                  "law of contact with the disks", "capstan"),
         optional("friction_rounds", {whole_number(rods.friction_rounds, 1, 100)},
                  "rounds of the friction iteration, under least-squares", "6"),
         one_of("tensions", {numbers(raw->tensions, dimension::force, tension)}, "pull on each"),
         one_of("retractions", {numbers(raw->retractions, dimension::length)},
                "by how much each is pulled out at the base"),
         optional("pretension", {numbers(rods.pretension, dimension::force, not_negative)},
                  "pull before it is driven, of all or of each", "0 N"),
         optional("tension_limits",
                  {bounds(rods.tension_limits.lower, rods.tension_limits.upper, dimension::force)},
                  "least and greatest tension when it is to be found", "none"),
         optional("retraction_limits",
                  {bounds(rods.retraction_limits.lower, rods.retraction_limits.upper, dimension::length)},
                  "least and greatest retraction when it is to be found", "none")},
        [&rods, raw, &context] { return complete(rods, *raw, context); }};
    if (!cable) {
        table.fields.push_back(
            optional("bending_stiffness",
                     {numbers(rods.bending_stiffness, dimension::bending_stiffness, not_negative)},
                     "EI of all or of each", "0 N m^2"));
        table.fields.push_back(optional("base_support",
                                        words(rods.base_support, {{"clamped", BaseSupport::clamped},
                                                                  {"pinned", BaseSupport::pinned},
                                                                  {"clearance", BaseSupport::clearance}}),
                                        "how the base plate holds the rods", "clamped"));
        table.fields.push_back(optional("base_clearance",
                                        {number(rods.base_clearance, dimension::length, not_negative)},
                                        "half play in the base holes", "0 mm"));
        table.fields.push_back(optional(
            "bending", words(rods.bending, {{"arcs", RodBending::arcs}, {"contacts", RodBending::contacts}}),
            "what carries the rods' own bending", "arcs"));
    }
    for (Field& field : timing_fields(rods.timing,
                                      {{"tensions", dimension::force, static_cast<int>(several.most)},
                                       {"retractions", dimension::length, static_cast<int>(several.most)}},
                                      context)) {
        table.fields.push_back(std::move(field));
    }
    return table;
}

}  // namespace supple
