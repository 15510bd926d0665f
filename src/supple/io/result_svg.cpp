#include <supple/io/drawn_manipulator.hpp>
#include <supple/io/report.hpp>
#include <supple/io/result_svg.hpp>
#include <supple/rod/completed.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace supple {
namespace {

std::string in_words(const DrawnArrow& arrow)
{
    constexpr Dimension dimensions[] = {dimension::force, dimension::moment, dimension::magnetic_field};
    return format_quantity(arrow.vector.norm(), dimensions[static_cast<std::size_t>(arrow.kind)], 3);
}

/// Arrows that are rounding beside the largest are left out; others get their values.
void finish(Drawing& drawing)
{
    for (const ArrowKind kind : arrow_kinds) {
        double most = 0.0;
        for (const DrawnArrow& arrow : drawing.arrows)
            if (arrow.kind == kind) most = std::max(most, arrow.vector.norm());
        std::erase_if(drawing.arrows, [&](const DrawnArrow& arrow) {
            return arrow.kind == kind && arrow.vector.norm() <= 1e-6 * most;
        });
    }
    constexpr std::pair<Ink, const char*> kinds[] = {{Ink::load, "load"},
                                                     {Ink::reaction, "reaction on the rod"},
                                                     {Ink::contact, "contact force on the rod"},
                                                     {Ink::field, "magnetic field"}};
    for (const auto& [ink, words] : kinds) {
        const auto of_kind = [ink = ink](const DrawnArrow& arrow) { return arrow.ink == ink; };
        if (std::any_of(drawing.arrows.begin(), drawing.arrows.end(), of_kind))
            drawing.key.emplace_back(ink, words);
    }
    std::string forces;
    for (DrawnArrow& arrow : drawing.arrows) {
        if (arrow.label == " ") {  // one of a group, which is named
            arrow.label.clear();
            continue;
        }
        arrow.label = arrow.label.empty() ? in_words(arrow) : arrow.label + " " + in_words(arrow);
        forces += "; " + arrow.label;
    }
    drawing.key.emplace_back(Ink::unloaded, "unloaded");
    if (!forces.empty()) drawing.description += " Arrows: " + forces.substr(2) + ".";
    drawing.description += " The scale bar says how long the rod is.";
}

void add_reactions(Drawing& to, const Equilibrium& eq)
{
    // What touches is shown where it touches; the base's own reaction comes last.
    std::set<std::string> touching;
    for (const Contact& contact : eq.contacts)
        touching.insert(contact.name);
    for (const ContactSummary& summary : eq.contact_summaries)
        touching.insert(summary.name);
    const auto add = [&](const Reaction& reaction, const std::string& name) {
        const Vector3d p = frame_at(eq.shape, reaction.at).position();
        to.arrows.push_back({Ink::reaction, p, reaction.force, ArrowKind::force, name});
        to.arrows.push_back({Ink::reaction, p, reaction.moment, ArrowKind::moment, name});
    };
    for (const Reaction& reaction : eq.reactions)
        if (!touching.contains(reaction.name)) add(reaction, reaction.name);
    add(eq.base_reaction, "base");
}

/// Of touches that lie close together only the hardest is named, with the force of them all.
void add_contacts(Drawing& to, const Equilibrium& eq)
{
    for (const Contact& contact : eq.contacts) {
        std::string label = contact.name;
        for (const ContactGroup& group : eq.contact_groups) {
            const auto in_group = [&](const Contact& one) {
                return one.name == group.name && one.at >= group.from && one.at <= group.to;
            };
            if (!in_group(contact) || group.from == group.to) continue;
            const auto hardest = std::max_element(
                eq.contacts.begin(), eq.contacts.end(), [&](const Contact& a, const Contact& b) {
                    return (in_group(a) ? a.force.norm() : -1.0) < (in_group(b) ? b.force.norm() : -1.0);
                });
            label = " ";
            if (&*hardest == &contact)
                to.names.push_back({contact.position,
                                    fmt::format("{} {} together", group.name,
                                                format_quantity(group.force.norm(), dimension::force, 3)),
                                    Ink::contact});
        }
        to.arrows.push_back({Ink::contact, contact.position, contact.force, ArrowKind::force, label});
    }
}

/// With its status where that is not a success: a picture cannot hide it.
std::string warning_of(Status status)
{
    if (status == Status::converged) return "";
    return status == Status::unstable ? "unstable: this shape does not hold" : name(status);
}

std::string title_of(const Manipulator& m, const char* what)
{
    return m.name.empty() ? what : fmt::format("{}: {}", m.name, what);
}

Drawing drawn_equilibrium(const Manipulator& m, const Equilibrium& eq)
{
    Drawing drawing = drawn(m, eq.shape);
    drawing.title = title_of(m, "equilibrium");
    drawing.description = fmt::format(
        "A rod of {}, computed by the model {}, {}, seen along axes of the world. Its tip is at {}.",
        format_quantity(m.rod.length, dimension::length, 4), eq.model, name(eq.status),
        vector_in_words(eq.tip().position(), dimension::length));
    drawing.warning = warning_of(eq.status);
    add_loads(drawing, m, eq.shape);
    add_reactions(drawing, eq);
    add_contacts(drawing, eq);
    for (const FieldReading& one : eq.fields)
        drawing.arrows.push_back(
            {Ink::field, frame_at(eq.shape, one.at).position(), one.field, ArrowKind::field, "B"});
    return drawing;
}

}  // namespace

std::string to_svg(const Manipulator& manipulator, const Equilibrium& equilibrium)
{
    Drawing drawing = drawn_equilibrium(*Complete(manipulator), equilibrium);
    finish(drawing);
    return to_svg(drawing);
}

std::string to_svg(const Manipulator& manipulator, const SteeringRecord& record)
{
    const Equilibrium& eq = record.steering.equilibrium;
    Drawing drawing = drawn_equilibrium(*Complete(manipulator), eq);
    drawing.title = title_of(manipulator, "steered");
    drawing.warning = warning_of(record.steering.status);
    Vector3d at = eq.tip().position();
    for (const StationPose& station : eq.stations)
        if (station.name == record.at) at = station.X_WS.position();
    // What is free of the target stays where the point is.
    bool wanted = false;
    for (int axis = 0; axis < 3; ++axis) {
        const auto& asked = record.target.position[static_cast<std::size_t>(axis)];
        wanted = wanted || asked.has_value();
        at[axis] = asked.value_or(at[axis]);
    }
    if (wanted) {
        drawing.marks.push_back({DrawnMark::Shape::target, at});
        drawing.key.emplace_back(Ink::target, "target");
    }
    finish(drawing);
    return to_svg(drawing);
}

std::string to_svg(const Manipulator& manipulator, const Trajectory& trajectory)
{
    const Complete complete(manipulator);
    const Manipulator& m = *complete;
    const std::size_t times = trajectory.frames.size();
    Drawing drawing = drawn(m, {.arclength = trajectory.arclength, .frames = trajectory.frames.back()});
    drawing.title = title_of(m, "motion");
    drawing.warning = trajectory.interrupted ? "interrupted" : warning_of(trajectory.status);
    DrawnLine way{.ink = Ink::way};
    const std::size_t stride = times / 2000 + 1;
    for (std::size_t i = 0; i < times; i += stride)
        way.points.push_back(trajectory.frames[i].back().position());
    drawing.lines.push_back(std::move(way));
    const std::vector<std::size_t> rows = spread_rows(times, 8);
    for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
        DrawnLine line = drawn_line(m, trajectory.frames[rows[k]]);
        line.thickness = 0.0;
        line.strength = 0.2 + 0.5 * static_cast<double>(k) / static_cast<double>(rows.size());
        drawing.lines.push_back(std::move(line));
    }
    for (const std::size_t row : {rows.front(), rows.back()})
        drawing.names.push_back({trajectory.frames[row].back().position(),
                                 "t = " + format_quantity(trajectory.time[row], dimension::time, 4)});
    drawing.description = fmt::format(
        "A rod of {} in motion by the model {}, at {} between {} and {}; the thin line is the way of its "
        "tip.",
        format_quantity(m.rod.length, dimension::length, 4), trajectory.model, counted(rows.size(), "time"),
        format_quantity(trajectory.time.front(), dimension::time, 4),
        format_quantity(trajectory.time.back(), dimension::time, 4));
    drawing.key.emplace_back(Ink::way, "way of the tip");
    finish(drawing);
    return to_svg(drawing);
}

std::string to_svg(const Manipulator& manipulator, const Modes& modes)
{
    const Complete complete(manipulator);
    const Manipulator& m = *complete;
    const Shape& shape = modes.equilibrium.shape;
    Drawing drawing = drawn(m, shape);
    drawing.title = title_of(m, "modes");
    drawing.warning = warning_of(modes.status);
    drawing.description = fmt::format("A rod of {} at rest by the model {}, with its slowest modes.",
                                      format_quantity(m.rod.length, dimension::length, 4), modes.model);
    constexpr Ink inks[] = {Ink::first_mode, Ink::second_mode, Ink::third_mode};
    std::size_t shown = 0;
    for (std::size_t k = 0; k < modes.modes.size() && shown < std::size(inks); ++k) {
        const Mode& mode = modes.modes[k];
        if (mode.along_twist || mode.displacement.empty()) continue;
        for (const double sign : {1.0, -1.0}) {
            DrawnLine line{.ink = inks[shown], .strength = sign > 0.0 ? 1.0 : 0.5};
            for (std::size_t i = 0; i < mode.displacement.size(); ++i)
                line.points.push_back(frame_at(shape, modes.arclength[i]).position() +
                                      sign * 0.1 * m.rod.length * mode.displacement[i].real());
            drawing.lines.push_back(std::move(line));
        }
        const std::string words =
            mode.frequency > 0.0 ? fmt::format("{:.4g} Hz", mode.frequency) : "not oscillating";
        drawing.key.emplace_back(inks[shown++], fmt::format("mode {}: {}", k + 1, words));
    }
    finish(drawing);
    return to_svg(drawing);
}

}  // namespace supple
