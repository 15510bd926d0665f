#include <supple/fields/model_table.hpp>
#include <supple/text/sentence.hpp>

namespace supple {
namespace {

// Tensions of rods may have any sign, and so may retractions.
Numbers drive_form(std::vector<double>& drive, Dimension dimension, Range range)
{
    Numbers form = numbers(drive, dimension, std::move(range));
    form.free = form.range.words.empty();
    return form;
}

}  // namespace

Table driven_rods_table(DrivenRods& rods, bool cable, TableContext& context)
{
    rods.cable = cable;
    const Range along_rod =
        context.rod->length > 0.0
            ? Range{0.0, context.rod->length, true,
                    filled("above 0 and at most {}", format_quantity(context.rod->length, dimension::length))}
            : positive;
    Numbers angles = numbers(rods.angles, dimension::none);
    angles.angle = true;
    angles.example = "0 120 240 deg";
    const Range tension = cable ? not_negative : anything;

    Table table{
        {optional("name", name_form(rods.name, context), "their name as an actuation"),
         required("radius", {numbers(rods.radii, dimension::length, positive)},
                  "distance from the middle, of all or of each"),
         optional("angles", {angles}, "around the middle, from d1 towards d2", "evenly spread"),
         optional("end_disks", {whole_numbers(rods.end_disks, 1, 10000)},
                  "number of the disk at which each ends, from 1", "the tip"),
         optional("ends", {numbers(rods.ends, dimension::length, along_rod)},
                  "arc length at which each ends, in place of end_disks", "the tip"),
         optional("diameter", {numbers(rods.diameters, dimension::length, positive)},
                  "of all or of each; with youngs_modulus"),
         optional("youngs_modulus", {numbers(rods.youngs_modulus, dimension::pressure, positive)},
                  "of all or of each; with diameter"),
         optional("density", {numbers(rods.density, dimension::density, positive)},
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
         at_least_one("tensions", {drive_form(rods.tensions, dimension::force, tension)},
                      "pull on each that is driven so; these are the first"),
         at_least_one("retractions", {drive_form(rods.retractions, dimension::length, anything)},
                      "by how much each that is driven so is pulled out at the base; these are the last"),
         optional("pretension", {numbers(rods.pretension, dimension::force, not_negative)},
                  "pull before it is driven, of all or of each", "0 N"),
         optional("play", {number(rods.memory.play, dimension::length, not_negative)},
                  "half width of the play between retractions and what arrives, in motion, in a sequence and "
                  "in a fit whose rows follow one another",
                  "0 mm"),
         optional("relaxation",
                  {number(rods.memory.relaxation, dimension::none, {-1.0, 10.0, false, "from -1 to 10"})},
                  "by how much more a fast command acts than one that has settled; in motion, and in a "
                  "sequence and a fit whose rows have a time",
                  "0"),
         optional("relaxation_time", {number(rods.memory.relaxation_time, dimension::time, positive)},
                  "in which it settles", "60 s"),
         optional("tension_limits",
                  {bounds(rods.tension_limits.lower, rods.tension_limits.upper, dimension::force)},
                  "least and greatest tension when it is to be found", "none"),
         optional("retraction_limits",
                  {bounds(rods.retraction_limits.lower, rods.retraction_limits.upper, dimension::length)},
                  "least and greatest retraction when it is to be found", "none")},
        [&rods] { return mistake_in(rods); }};
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
    append(table.fields, timing_fields(rods.timing,
                                       {{"tensions", dimension::force, static_cast<int>(several.most)},
                                        {"retractions", dimension::length, static_cast<int>(several.most)}},
                                       context));
    return table;
}

}  // namespace supple
