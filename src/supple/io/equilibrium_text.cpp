#include <supple/io/report.hpp>
#include <supple/io/result_text.hpp>
#include <supple/result/check.hpp>
#include <supple/result/verdict.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

void add_status(Report& report, const Equilibrium& eq)
{
    std::string rest;
    if (!eq.shape.frames.empty()) {
        const double us = eq.solver.seconds * 1e6;
        rest = fmt::format(", {} in {:.3g} {}, residual {:.1e}, balance {:.1e}",
                           counted(static_cast<std::size_t>(eq.solver.iterations), "iteration"),
                           us < 1e3 ? us : us / 1e3, us < 1e3 ? "us" : "ms", eq.solver.residual, eq.balance);
    }
    report.status(name(eq.status), eq.status == Status::converged, rest, eq.message);
    if (eq.snapped && claims_balance(eq.status)) report.line("", snapped_in_words);
}

void add_pose(Report& report, const std::string& label, const SE3& X)
{
    const Eigen::Quaterniond q = X.quaternion();
    report.line(label, vector_in_words(X.position(), dimension::length));
    report.line("  tangent", direction_in_words(X.rotation().col(2)));
    report.line("  quaternion",
                direction_in_words(Eigen::Vector4d(q.w(), q.x(), q.y(), q.z())) + "   (w x y z)");
}

void add_reaction(Report& report, const std::string& label, const Reaction& reaction)
{
    std::string text = vector_in_words(reaction.force, dimension::force);
    if (!reaction.moment.isZero(0.0))
        text = fmt::format("{:<32} {}", text, vector_in_words(reaction.moment, dimension::moment));
    report.line("  " + label,
                fmt::format("{:<10} {}", format_quantity(reaction.at, dimension::length, 4), text));
}

void add_reactions(Report& report, const Equilibrium& eq)
{
    report.line("reactions",
                fmt::format("{:<10} {:<32} {}", "at s", "force on the rod", "moment on the rod"));
    for (std::size_t i = 0; i < eq.reactions.size(); ++i)
        add_reaction(report, eq.reactions[i].name.empty() ? fmt::format("{}", i) : eq.reactions[i].name,
                     eq.reactions[i]);
    add_reaction(report, "base", eq.base_reaction);
}

/// What a rod touches that may touch something anywhere.
void add_touches(Report& report, const Equilibrium& eq)
{
    for (const ContactSummary& summary : eq.contact_summaries) {
        report.line("contacts",
                    fmt::format("{}: {}", summary.name.empty() ? "of all" : summary.name,
                                summary.count == 0
                                    ? std::string("nothing is touched")
                                    : fmt::format("{}, the hardest with {}", counted(summary.count, "place"),
                                                  format_quantity(summary.largest_normal_force,
                                                                  dimension::force, 4))));
    }
    if (!eq.contact_groups.empty())
        report.line("  together", fmt::format("{:<24} {}", "from s to s", "force on the rod"));
    for (const ContactGroup& group : eq.contact_groups)
        report.line("  " + group.name,
                    fmt::format("{:<24} {}",
                                fmt::format("{} to {}", format_quantity(group.from, dimension::length, 4),
                                            format_quantity(group.to, dimension::length, 4)),
                                vector_in_words(group.force, dimension::force)));
    if (eq.push) report.line("push", format_quantity(*eq.push, dimension::force, 4));
    const BranchCheck branch = eq.contact_check ? eq.contact_check->branch : BranchCheck::not_checked;
    if (branch == BranchCheck::same)
        report.line("branch", "loads that are brought on by and by lead to the same shape");
    if (branch == BranchCheck::differs)
        report.line("branch",
                    "loads that are brought on by and by lead to another shape: several are balanced");
    if (eq.energy_slope) report.line("energy slope", format_quantity(*eq.energy_slope, dimension::force, 4));
}

void add_contacts(Report& report, const Equilibrium& eq)
{
    if (eq.contact_check) return add_touches(report, eq);
    if (eq.contacts.empty()) return;
    report.line("contacts",
                fmt::format("{:<8} {:<16} {:<16} {}", "state", "gap", "normal force", "friction"));
    for (const Contact& c : eq.contacts) {
        const bool open = c.state == ContactState::open;
        report.line("  " + c.name,
                    fmt::format("{:<8} {:<16} {:<16} {}", name(c.state),
                                open ? format_quantity(c.gap, dimension::length, 4) : "0",
                                open ? "0" : format_quantity(c.normal_force, dimension::force, 4),
                                open ? "0" : format_quantity(c.friction_force.norm(), dimension::force, 4)));
    }
}

void add_drive(Report& report, const DriveState& drive, std::size_t index)
{
    const std::string name = drive.name.empty() ? fmt::format("{}", index) : drive.name;
    report.line("drive", fmt::format("{}, {}", name,
                                     drive.friction == FrictionUsed::none
                                         ? "without friction"
                                         : fmt::format("friction {}", supple::name(drive.friction))));
    report.line("", fmt::format("{:<11} {:<11} {:<11} {}", "tension", "at the end", "retraction",
                                "force on each disk before the end"));
    double most = 0.0, longest = 0.0;
    for (std::size_t j = 0; j < drive.tensions.size(); ++j) {
        most = std::max(most, std::abs(drive.tensions[j]));
        longest = std::max(longest, std::abs(drive.retractions[j]));
    }
    for (std::size_t j = 0; j < drive.tensions.size(); ++j) {
        // All contacts of a rod in one unit, without the rounding of those that do not press.
        std::vector<double> contacts = drive.contacts[j];
        for (double& force : contacts)
            force = std::abs(force) <= 1e-9 * most ? 0.0 : force;
        const bool touches = std::any_of(contacts.begin(), contacts.end(), [](double f) { return f != 0.0; });
        report.line(fmt::format("  {}", j),
                    fmt::format("{:<11} {:<11} {:<11} {}",
                                measure_in_words(drive.tensions[j], most, dimension::force),
                                measure_in_words(drive.end_tensions[j], most, dimension::force),
                                measure_in_words(drive.retractions[j], longest, dimension::length),
                                touches ? format_quantity(contacts, dimension::force, 4) : "0"));
    }
}

/// The largest section forces along the rod, each with where it is.
void add_section_forces(Report& report, const Shape& shape)
{
    struct Largest {
        const char* label;
        Dimension dimension;
        double value = 0.0;
        double at = 0.0;

        void look_at(double found, double s)
        {
            if (std::abs(found) > std::abs(value)) value = found, at = s;
        }
    };
    Largest bending{"bending", dimension::moment}, torsion{"torsion", dimension::moment};
    Largest axial{"axial", dimension::force}, shear{"shear", dimension::force};
    for (std::size_t i = 0; i < shape.moment.size() && i < shape.force.size(); ++i) {
        const Vector3d t = shape.frames[i].rotation().col(2);
        const Vector3d &m = shape.moment[i], &n = shape.force[i];
        const double s = shape.arclength[i];
        bending.look_at((m - m.dot(t) * t).norm(), s);
        torsion.look_at(m.dot(t), s);
        axial.look_at(n.dot(t), s);
        shear.look_at((n - n.dot(t) * t).norm(), s);
    }
    report.line("section", "largest along the rod; a positive axial force pulls");
    const double m_most = std::max(bending.value, std::abs(torsion.value));
    const double n_most = std::max(shear.value, std::abs(axial.value));
    for (const Largest& one : {bending, torsion, axial, shear}) {
        const double most = one.dimension == dimension::force ? n_most : m_most;
        const bool none = std::abs(one.value) <= 1e-9 * most;
        report.line(fmt::format("  {}", one.label),
                    none ? "0"
                         : fmt::format("{:<14} at s = {}", format_quantity(one.value, one.dimension, 4),
                                       format_quantity(one.at, dimension::length, 4)));
    }
}

void add_fields(Report& report, const Equilibrium& eq)
{
    if (eq.fields.empty()) return;
    report.line("field", "magnetic, at each magnet and coil set");
    for (const FieldReading& one : eq.fields) {
        const std::string place = format_quantity(one.at, dimension::length, 4);
        report.line("  " + (one.name.empty() ? "at " + place : one.name),
                    fmt::format("{}   {} in all", vector_in_words(one.field, dimension::magnetic_field),
                                format_quantity(one.field.norm(), dimension::magnetic_field, 4)));
    }
    report.gap();
}

void add_shape(Report& report, const Shape& shape)
{
    report.line("shape", fmt::format("{:>9} {:>10} {:>10} {:>10}   {}", "s [mm]", "x [mm]", "y [mm]",
                                     "z [mm]", "tangent"));
    for (const std::size_t i : spread_rows(shape.frames.size())) {
        const Vector3d p = 1e3 * shape.frames[i].position();
        const Vector3d shown = (p.array().abs() < 5e-4).select(0.0, p);
        report.line(
            "", fmt::format("{:9.3f} {:10.3f} {:10.3f} {:10.3f}   {}", 1e3 * shape.arclength[i], shown.x(),
                            shown.y(), shown.z(), direction_in_words(shape.frames[i].rotation().col(2))));
    }
}

std::string model_error_in_words(const ModelError& error)
{
    if (!error.message.empty()) return error.message;
    return fmt::format(
        "the tip is {} and {} off, judged by {}", format_quantity(error.tip, dimension::length, 3),
        angle_in_words(error.rotation),
        error.judge == "cosserat" ? "the exact rod" : fmt::format("the finest chain ({})", error.judge));
}

}  // namespace

std::string to_text(const Manipulator& manipulator, const JudgedEquilibrium& judged,
                    const TextOptions& options)
{
    const Equilibrium& eq = judged.equilibrium;
    Report report(options.colour);
    report.title(manipulator.name);
    report.line("model", eq.model);
    add_status(report, eq);
    report.warnings(eq.warnings);

    // What a failed solve leaves behind is no result.
    if (!claims_balance(eq.status)) return report.take();
    report.gap();
    add_pose(report, "tip", eq.tip());
    const Vector3d d3_base = eq.shape.frames.front().rotation().col(2), d3_tip = eq.tip().rotation().col(2);
    const double bend = std::atan2(d3_base.cross(d3_tip).norm(), d3_base.dot(d3_tip));
    report.line("  bent by", angle_in_words(bend) + " from the base");
    for (const StationPose& station : eq.stations)
        add_pose(report, station.name, station.X_WS);
    report.gap();
    add_reactions(report, eq);
    add_contacts(report, eq);
    report.gap();
    for (std::size_t i = 0; i < eq.drives.size(); ++i)
        add_drive(report, eq.drives[i], i);
    if (!eq.drives.empty()) report.gap();
    add_fields(report, eq);
    add_section_forces(report, eq.shape);
    report.gap();
    report.line("energy", fmt::format("{} elastic, {} with the loads that have a potential",
                                      format_quantity(eq.energy.elastic, dimension::moment),
                                      format_quantity(eq.energy.total, dimension::moment)));
    report.line("stability", stability_in_words(eq));
    if (judged.error) report.line("model error", model_error_in_words(*judged.error));
    if (!options.brief) {
        report.gap();
        add_shape(report, eq.shape);
    }
    return report.take();
}

std::string to_text(const Manipulator& manipulator, const Equilibrium& equilibrium,
                    const TextOptions& options)
{
    return to_text(manipulator, JudgedEquilibrium{equilibrium, std::nullopt}, options);
}

}  // namespace supple
