#include "solve.hpp"

#include <supple/io/units.hpp>

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple::app {
namespace {

constexpr std::size_t most_stations = 12;  ///< of the table of the shape

/// A vector in one unit. What is 1e-9 of its largest part, or less, is rounding and shown as 0.
std::string quantity(Vector3d v, Dimension dimension)
{
    v = (v.array().abs() <= 1e-9 * v.cwiseAbs().maxCoeff()).select(0.0, v);
    return format_quantity({v.x(), v.y(), v.z()}, dimension);
}

/// A direction, or the parts of a quaternion, to four decimals; never "-0.0000".
std::string plain(const Eigen::Ref<const VectorXd>& values)
{
    std::string text;
    for (const double value : values)
        text += fmt::format("{}{:.4f}", text.empty() ? "" : " ", std::abs(value) < 5e-5 ? 0.0 : value);
    return text;
}

class Report {
 public:
    explicit Report(bool colour) : colour_(colour) {}

    void line(std::string_view label, std::string_view text)
    {
        text_ += text.empty() ? fmt::format("{}\n", label) : fmt::format("{:<12} {}\n", label, text);
    }
    void title(std::string_view text) { text_ += styled(text, fmt::emphasis::bold) + "\n"; }
    void gap() { text_ += '\n'; }

    template <typename Style>
    std::string styled(std::string_view text, const Style& style) const
    {
        return colour_ ? fmt::format(fmt::text_style(style), "{}", text) : std::string(text);
    }
    std::string take() { return std::move(text_); }

 private:
    bool colour_;
    std::string text_;
};

void add_status(Report& report, const Equilibrium& eq)
{
    const bool good = eq.status == Status::converged;
    const std::string status =
        report.styled(name(eq.status), fmt::fg(good ? fmt::terminal_color::green : fmt::terminal_color::red));
    if (eq.shape.frames.empty()) {
        report.line("status", status);
    } else {
        const double us = eq.solver.seconds * 1e6;
        report.line("status", fmt::format("{}, {} iteration{} in {:.3g} {}, residual {:.1e}, balance {:.1e}",
                                          status, eq.solver.iterations, eq.solver.iterations == 1 ? "" : "s",
                                          us < 1e3 ? us : us / 1e3, us < 1e3 ? "us" : "ms",
                                          eq.solver.residual, eq.balance));
    }
    if (!eq.message.empty()) report.line("", eq.message);
    if (eq.snapped && is_balanced(eq))
        report.line("", "the load path ended on its way: the rod snapped to another branch");
}

void add_pose(Report& report, const std::string& label, const SE3& X)
{
    const Eigen::Quaterniond q = X.quaternion();
    report.line(label, quantity(X.position(), dimension::length));
    report.line("  tangent", plain(X.rotation().col(2)));
    report.line("  quaternion", plain(Eigen::Vector4d(q.w(), q.x(), q.y(), q.z())) + "   (w x y z)");
}

void add_reaction(Report& report, const std::string& label, const Reaction& reaction)
{
    std::string text = quantity(reaction.force, dimension::force);
    if (!reaction.moment.isZero(0.0))
        text = fmt::format("{:<32} {}", text, quantity(reaction.moment, dimension::moment));
    report.line("  " + label, text);
}

void add_reactions(Report& report, const Equilibrium& eq)
{
    report.line("reactions", fmt::format("{:<32} {}", "force on the rod", "moment on the rod"));
    for (std::size_t i = 0; i < eq.reactions.size(); ++i)
        add_reaction(report, eq.reactions[i].name.empty() ? fmt::format("{}", i) : eq.reactions[i].name,
                     eq.reactions[i]);
    add_reaction(report, "base", eq.base_reaction);
}

void add_contacts(Report& report, const Equilibrium& eq)
{
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

/// A number in its unit, to four digits; what is far below the scale is rounding and shown as 0.
std::string measure(double value, double scale, Dimension dimension)
{
    return std::abs(value) <= 1e-9 * scale ? "0" : format_quantity(value, dimension, 4);
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
                    fmt::format("{:<11} {:<11} {:<11} {}", measure(drive.tensions[j], most, dimension::force),
                                measure(drive.end_tensions[j], most, dimension::force),
                                measure(drive.retractions[j], longest, dimension::length),
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

std::string stability_in_words(const Equilibrium& eq)
{
    std::string text = "not assessed";
    if (eq.stability.kind == StabilityKind::energy) {
        text = eq.stability.stable == true ? "stable: the energy has a minimum here"
                                           : "unstable: the energy has no minimum here";
    } else if (eq.stability.kind == StabilityKind::divergence_only) {
        const bool rubs = std::any_of(eq.contacts.begin(), eq.contacts.end(), [](const Contact& c) {
            return c.state != ContactState::open && c.friction > 0.0;
        });
        text = eq.stability.stable == false ? "unstable: the rod diverges from this shape"
               : rubs ? "no divergence beside the wall; friction has no energy to judge by"
                      : "no divergence; flutter is not excluded (a moment has no energy)";
    }
    if (eq.stability.smallest_eigenvalue)
        text += fmt::format("; smallest eigenvalue {:.4g} (1 unloaded, 0 at buckling)",
                            *eq.stability.smallest_eigenvalue);
    return text;
}

void add_shape(Report& report, const Shape& shape)
{
    const std::size_t points = shape.frames.size();
    const std::size_t rows = std::min(points, most_stations);
    report.line("shape", fmt::format("{:>9} {:>10} {:>10} {:>10}   {}", "s [mm]", "x [mm]", "y [mm]",
                                     "z [mm]", "tangent"));
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t i = rows == 1 ? 0 : row * (points - 1) / (rows - 1);
        const Vector3d p = 1e3 * shape.frames[i].position();
        const Vector3d shown = (p.array().abs() < 5e-4).select(0.0, p);
        report.line(
            "", fmt::format("{:9.3f} {:10.3f} {:10.3f} {:10.3f}   {}", 1e3 * shape.arclength[i], shown.x(),
                            shown.y(), shown.z(), plain(shape.frames[i].rotation().col(2))));
    }
}

}  // namespace

std::string solve_report(const Manipulator& manipulator, const Equilibrium& eq, bool with_shape, bool colour)
{
    Report report(colour);
    if (!manipulator.name.empty()) report.title(manipulator.name);
    report.line("model", eq.model);
    add_status(report, eq);
    for (const std::string& warning : eq.warnings)
        report.line(report.styled(fmt::format("{:<12}", "warning"), fmt::fg(fmt::terminal_color::yellow)),
                    warning);

    // What a failed solve leaves behind is no result.
    if (!is_balanced(eq)) return report.take();
    report.gap();
    add_pose(report, "tip", eq.tip());
    const Vector3d d3_base = eq.shape.frames.front().rotation().col(2), d3_tip = eq.tip().rotation().col(2);
    const double bend = std::atan2(d3_base.cross(d3_tip).norm(), d3_base.dot(d3_tip));
    report.line("  bent by", fmt::format("{:.2f} deg from the base", bend * 180.0 / std::numbers::pi));
    for (const StationPose& station : eq.stations)
        add_pose(report, station.name, station.X_WS);
    report.gap();
    add_reactions(report, eq);
    add_contacts(report, eq);
    report.gap();
    for (std::size_t i = 0; i < eq.drives.size(); ++i)
        add_drive(report, eq.drives[i], i);
    if (!eq.drives.empty()) report.gap();
    add_section_forces(report, eq.shape);
    report.gap();
    report.line("energy", fmt::format("{} elastic, {} with the loads that have a potential",
                                      format_quantity(eq.energy.elastic, dimension::moment),
                                      format_quantity(eq.energy.total, dimension::moment)));
    report.line("stability", stability_in_words(eq));
    if (with_shape) {
        report.gap();
        add_shape(report, eq.shape);
    }
    return report.take();
}

}  // namespace supple::app
