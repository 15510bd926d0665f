#include <supple/field/magnetic_field.hpp>
#include <supple/io/summary.hpp>
#include <supple/rod/attached.hpp>
#include <supple/rod/completed.hpp>
#include <supple/text/units.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

namespace supple {
namespace {

using Lines = std::vector<SummaryLine>;

std::string show(const Vector3d& v, Dimension dimension)
{
    return format_quantity(std::vector<double>{v[0], v[1], v[2]}, dimension);
}

std::string show(double value, Dimension dimension)
{
    return format_quantity(value, dimension);
}

std::string show_pair(const Vector2d& v, Dimension dimension)
{
    return v[0] == v[1] ? show(v[0], dimension) : format_quantity(std::vector<double>{v[0], v[1]}, dimension);
}

std::string place(double at, const Rod& rod)
{
    return at == rod.length ? "the tip" : show(at, dimension::length);
}

std::string direction(const Vector3d& d)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
            if (d == sign * Vector3d::Unit(axis))
                return fmt::format("{}{}", sign < 0 ? "-" : "", "xyz"[axis]);
        }
    }
    return fmt::format("({:.4g} {:.4g} {:.4g})", d[0], d[1], d[2]);
}

std::string when(const Timing& timing)
{
    std::string text;
    if (std::isfinite(timing.from)) text += ", from " + show(timing.from, dimension::time);
    if (std::isfinite(timing.until)) text += ", until " + show(timing.until, dimension::time);
    if (!timing.history.time.empty())
        text += fmt::format(", history of {}", counted(timing.history.time.size(), "time"));
    return text;
}

std::string until(double time)
{
    return std::isfinite(time) ? ", until " + show(time, dimension::time) : "";
}

std::string title(const std::string& name)
{
    return name.empty() ? "" : name + ": ";
}

struct ProfileText {
    std::string operator()(const Circle& c) const
    {
        return "circle, diameter " + show(c.diameter, dimension::length);
    }
    std::string operator()(const Tube& t) const
    {
        return fmt::format("tube, {} outside, {} inside", show(t.outer_diameter, dimension::length),
                           show(t.inner_diameter, dimension::length));
    }
    std::string operator()(const Rectangle& r) const
    {
        return fmt::format("rectangle, {} along d1, {} along d2", show(r.width, dimension::length),
                           show(r.height, dimension::length));
    }
};

void add_rod(Lines& lines, const Rod& rod)
{
    const RodProperties p = rod_properties(rod);
    lines.push_back({"rod", show(rod.length, dimension::length) + " long" +
                                (rod.section ? ", " + std::visit(ProfileText{}, rod.section->profile) : "")});
    lines.push_back({"  bending", "EI " + show_pair(p.bending_stiffness, dimension::bending_stiffness)});
    lines.push_back({"  torsion", "GJ " + show(p.torsional_stiffness, dimension::bending_stiffness) +
                                      (p.torsion_assumed ? ", assumed: Poisson's ratio 0.3" : "")});
    if (std::isfinite(p.axial_stiffness))
        lines.push_back({"  stretch", "EA " + show(p.axial_stiffness, dimension::force)});
    if (p.shear_stiffness.allFinite())
        lines.push_back({"  shear", "GA " + show_pair(p.shear_stiffness, dimension::force)});
    if (p.mass_per_length > 0.0) {
        lines.push_back(
            {"  mass", fmt::format("{}, {} in all", show(p.mass_per_length, dimension::mass_per_length),
                                   show(p.mass_per_length * rod.length, dimension::mass))});
    }
    for (const RestPiece& piece : rod.rest_shape) {
        lines.push_back({"  rest shape",
                         fmt::format("{} with curvature {}, twist {}", show(piece.length, dimension::length),
                                     show_pair(piece.curvature, dimension::per_length),
                                     show(piece.twist, dimension::per_length))});
    }
    const Damping& damping = rod.damping;
    if (damping.viscous_rate > 0.0)
        lines.push_back({"  damping", "viscous rate " + show(damping.viscous_rate, dimension::rate)});
    if (damping.retardation_time > 0.0)
        lines.push_back({"  damping", "retardation time " + show(damping.retardation_time, dimension::time)});
}

struct ModelText {
    std::string operator()(const SegmentModel& m) const
    {
        const std::size_t count = m.lengths.empty() ? static_cast<std::size_t>(m.segments) : m.lengths.size();
        return fmt::format(
            "{}, gamma {:.6g}, k {:.6g}{}", counted(count, "segment"), fmt::join(m.parameters.gamma, " "),
            fmt::join(m.parameters.k_eta, " "),
            m.isotropic ? "" : fmt::format(" and {:.6g}", fmt::join(m.parameters.k_theta, " ")));
    }
    std::string operator()(const SphericalModel& m) const
    {
        const char* layouts[] = {"gauss",      "split",      "equal-links",   "equal-links-exact",
                                 "half-links", "base-joint", "given outright"};
        return fmt::format("{}, layout {}{}", counted(static_cast<std::size_t>(m.joints), "joint"),
                           layouts[static_cast<int>(m.layout)], m.extension ? ", links that stretch" : "");
    }
    std::string operator()(const CurvatureModel& m) const
    {
        return m.arcs > 0 ? counted(static_cast<std::size_t>(m.arcs), "arc")
                          : std::string("one arc between neighbouring disks");
    }
    std::string operator()(const VariationalModel& m) const
    {
        return fmt::format("{}, {} strain", counted(static_cast<std::size_t>(m.elements), "element"),
                           m.strain == StrainPlace::nodal ? "nodal" : "midpoint");
    }
    std::string operator()(const CosseratModel& m) const
    {
        return fmt::format("tolerance {:.3g}", m.tolerance);
    }
};

void add_environment(Lines& lines, const Environment& e)
{
    if (!e.gravity.isZero()) lines.push_back({"gravity", show(e.gravity, dimension::acceleration)});
    if (e.surrounding_density > 0.0)
        lines.push_back({"liquid", show(e.surrounding_density, dimension::density)});
    const MagneticField& field = e.magnetic_field;
    if (!field.uniform.isZero())
        lines.push_back(
            {"field", "uniform " + show(field.uniform, dimension::magnetic_field) + when(field.timing)});
    if (!field.gradient.isZero()) {
        const Matrix3d& g = field.gradient;
        lines.push_back(
            {"field", "gradient xx xy xz yy yz " +
                          format_quantity(std::vector<double>{g(0, 0), g(0, 1), g(0, 2), g(1, 1), g(1, 2)},
                                          dimension::field_gradient)});
    }
    for (const Coil& coil : field.coils) {
        lines.push_back(
            {"field", fmt::format("{}coil at {} along {}, {:.6g} x {}{}", title(coil.name),
                                  show(coil.position, dimension::length), direction(coil.axis), coil.turns,
                                  show(coil.current, dimension::current), when(coil.timing))});
    }
    for (const HelmholtzPair& pair : field.helmholtz_pairs) {
        lines.push_back(
            {"field", fmt::format("{}Helmholtz pair around {} along {}, {:.6g} x {}{}", title(pair.coil.name),
                                  show(pair.coil.position, dimension::length), direction(pair.coil.axis),
                                  pair.coil.turns, show(pair.coil.current, dimension::current),
                                  when(pair.coil.timing))});
    }
    for (const FieldDipole& dipole : field.dipoles) {
        lines.push_back(
            {"field",
             fmt::format("{}dipole {} at {}{}", title(dipole.name), show(dipole.moment, dimension::dipole),
                         show(dipole.position, dimension::length), when(dipole.timing))});
    }
    if (field.map) {
        lines.push_back({"field", fmt::format("map of {} x {} x {} points from {}, spacing {}",
                                              field.map->count[0], field.map->count[1], field.map->count[2],
                                              show(field.map->origin, dimension::length),
                                              show(field.map->spacing, dimension::length))});
    }
}

std::string inertia(const BodyInertia& body)
{
    return body.mass > 0.0 ? ", mass " + show(body.mass, dimension::mass) : "";
}

struct AttachmentText {
    const Rod& rod;

    /// What is known of any attachment; those below say more.
    template <class Any>
    std::string operator()(const Any& any) const
    {
        return title(any.name) + "at " + place(any.at, rod);
    }

    std::string operator()(const Magnet& m) const
    {
        return fmt::format("{}dipole {} at {}{}", title(m.name), show(m.dipole, dimension::dipole),
                           place(m.at, rod), inertia(m.inertia));
    }
    std::string operator()(const CoilSet& c) const
    {
        return fmt::format("{}at {}, currents {}{}{}", title(c.name), place(c.at, rod),
                           show(c.currents, dimension::current), inertia(c.inertia), when(c.timing));
    }
    std::string operator()(const PointMass& m) const
    {
        return fmt::format("{}{} at {}", title(m.name), show(m.inertia.mass, dimension::mass),
                           place(m.at, rod));
    }
    std::string operator()(const Disks& d) const
    {
        double mass = 0.0;
        for (const BodyInertia& body : d.inertia)
            mass += body.mass;
        return fmt::format("{}{}{}", title(d.name), counted(d.positions.size(), "disk"),
                           mass > 0.0        ? ", " + show(mass, dimension::mass) + " in all"
                           : d.density > 0.0 ? ", mass from their shape"
                                             : "");
    }
    std::string operator()(const DrivenRods& r) const
    {
        const char* laws[] = {"capstan", "tendon", "least-squares"};
        std::string drives;
        if (!r.tensions.empty()) drives = "tensions of " + format_quantity(r.tensions, dimension::force);
        if (!r.retractions.empty())
            drives += (drives.empty() ? "retractions of " : ", then retractions of ") +
                      format_quantity(r.retractions, dimension::length);
        return fmt::format("{}{}, {} contact, friction {:.4g}{}", title(r.name), drives,
                           laws[static_cast<int>(r.contact)], r.friction, when(r.timing));
    }
};

struct ConstraintText {
    const Rod& rod;

    /// What is known of any constraint; those below say more.
    template <class Any>
    std::string operator()(const Any& any) const
    {
        return title(any.name) + "at " + place(any.at, rod) + until(any.until);
    }

    std::string operator()(const Fixture& f) const
    {
        std::string held;
        for (std::size_t i = 0; i < 3; ++i) {
            if (f.hold[i]) held += fmt::format(" {} = {}", "xyz"[i], show(*f.hold[i], dimension::length));
        }
        if (f.tangent) held += " the tangent along " + direction(*f.tangent);
        return fmt::format("{}at {} holds{}{}", title(f.name), place(f.at, rod), held, until(f.until));
    }
    std::string operator()(const Guide& g) const
    {
        return title(g.name) + "through " + show(g.point, dimension::length) + until(g.until);
    }
    std::string operator()(const Clamp& c) const
    {
        return fmt::format("{}{} held at {}, tangent {}, normal {}{}", title(c.name), place(c.at, rod),
                           show(c.X_WC.position(), dimension::length), direction(c.X_WC.rotation().col(2)),
                           direction(c.X_WC.rotation().col(0)),
                           when({.until = c.until, .history = c.history}));
    }
    std::string operator()(const Plane& p) const
    {
        return fmt::format("{}{} stays above {} along {}{}, friction {:.4g}{}", title(p.name), touching(p.at),
                           show(p.point, dimension::length), direction(p.normal), rod_radius(p.at),
                           p.friction, until(p.until));
    }
    std::string operator()(const Sphere& s) const
    {
        return fmt::format("{}{} stays {} the sphere of radius {} around {}{}, friction {:.4g}{}",
                           title(s.name), touching(s.at), side(s.inside), show(s.radius, dimension::length),
                           show(s.centre, dimension::length), rod_radius(s.at), s.friction, until(s.until));
    }
    std::string operator()(const Cylinder& c) const
    {
        return fmt::format("{}{} stays {} the cylinder of radius {} through {} along {}{}, friction {:.4g}{}",
                           title(c.name), touching(c.at), side(c.inside), show(c.radius, dimension::length),
                           show(c.point, dimension::length), direction(c.axis), rod_radius(c.at), c.friction,
                           until(c.until));
    }
    std::string operator()(const Conduit& c) const
    {
        const bool by_radius = !c.radius.empty();
        const std::string along = c.pieces.empty() ? fmt::format("{} points", c.centerline.size())
                                                   : counted(c.pieces.size(), "piece");
        return fmt::format("{}{} {}, {}{}{}, friction {:.4g}{}", title(c.name),
                           by_radius ? "radius" : "clearance",
                           format_quantity(by_radius ? c.radius : c.clearance, dimension::length), along,
                           c.open_end ? ", open at its end" : "", by_radius ? rod_radius(at_rod) : "",
                           c.friction, until(c.until));
    }

 private:
    std::string touching(double at) const { return at == at_rod ? "the whole rod" : place(at, rod); }
    static const char* side(bool inside) { return inside ? "inside" : "outside of"; }

    /// What counts of the rod where all of it may touch.
    std::string rod_radius(double at) const
    {
        if (at != at_rod) return "";
        const auto radius = contact_radius(rod);
        return radius ? ", rod's radius " + show(*radius, dimension::length)
                      : ", rod's radius 0 (rod.radius is not given)";
    }
};

/// The field at a magnet or a coil set where the unloaded rod has it.
std::string field_in_words(const Manipulator& m, const Attachment& attachment)
{
    const SE3 X = unloaded_pose(m.rod, m.base.X_WB, *place_of(attachment));
    const Vector3d B = field_at(m.environment.magnetic_field, X.position(), -1e-9).B;
    if (!B.allFinite()) return "not known at its place on the unloaded rod";
    return fmt::format("{} at its place on the unloaded rod, {} in all", show(B, dimension::magnetic_field),
                       show(B.norm(), dimension::magnetic_field));
}

}  // namespace

std::vector<SummaryLine> summarize(const Manipulator& manipulator)
{
    const Complete complete(manipulator);
    const Manipulator& m = *complete;
    Lines lines;
    if (!m.name.empty()) lines.push_back({"name", m.name});
    add_rod(lines, m.rod);
    const Matrix3d& R = m.base.X_WB.rotation();
    lines.push_back(
        {"base", m.base.free ? "free"
                             : fmt::format("{}at {}, tangent {}, normal {}{}", m.base.pinned ? "pinned " : "",
                                           show(m.base.X_WB.position(), dimension::length),
                                           direction(R.col(2)), direction(R.col(0)), when(m.base.timing))});
    lines.push_back({"model", fmt::format("{}, {}", type_name(m.model), std::visit(ModelText{}, m.model))});
    add_environment(lines, m.environment);
    for (const Attachment& a : m.attachments) {
        lines.push_back({kind(a), std::visit(AttachmentText{m.rod}, a)});
        if (is_magnetic(a)) lines.push_back({"  field", field_in_words(m, a)});
    }
    for (const PointLoad& load : m.loads) {
        lines.push_back(
            {"load",
             fmt::format("{}at {}, force {}, moment {}, {}{}", title(load.name), place(load.at, m.rod),
                         show(load.force, dimension::force), show(load.moment, dimension::moment),
                         load.frame == LoadFrame::body ? "follower" : "dead", when(load.timing))});
    }
    for (const Constraint& c : m.constraints)
        lines.push_back({kind(c), std::visit(ConstraintText{m.rod}, c)});
    for (const Station& s : m.stations)
        lines.push_back({"station", fmt::format("{}: {}", s.name, place(s.at, m.rod))});
    if (m.simulation) {
        lines.push_back({"simulation",
                         fmt::format("{} with output every {}", show(m.simulation->duration, dimension::time),
                                     show(m.simulation->output_every, dimension::time))});
    }
    if (m.fit) lines.push_back({"fit", counted(m.fit->parameters.size(), "parameter")});
    if (!m.uncertain.empty()) lines.push_back({"uncertain", counted(m.uncertain.size(), "number")});
    return lines;
}

}  // namespace supple
