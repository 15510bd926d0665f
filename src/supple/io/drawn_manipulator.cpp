#include <supple/io/drawn_manipulator.hpp>
#include <supple/rod/attached.hpp>
#include <supple/rod/surfaces.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

constexpr double at_rest = -1e-9;  // an equilibrium is that just before 0 s

std::vector<Vector3d> circle(const SE3& X, double radius, double along = 0.0)
{
    std::vector<Vector3d> points;
    for (int i = 0; i < 48; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / 48.0;
        points.push_back(X * Vector3d(radius * std::cos(angle), radius * std::sin(angle), along));
    }
    return points;
}

std::vector<Vector3d> cylinder(const SE3& X, double radius, double length)
{
    std::vector<Vector3d> points = circle(X, radius, -0.5 * length);
    const std::vector<Vector3d> end = circle(X, radius, 0.5 * length);
    points.insert(points.end(), end.begin(), end.end());
    return points;
}

class Parts {
 public:
    Parts(Drawing& to, const Manipulator& m, const Shape& shape)
        : to_(to), m_(m), shape_(shape), radius_(contact_radius(m.rod).value_or(0.0))
    {
    }

    void operator()(const Magnet& magnet) const
    {
        const SE3 X = frame_at(shape_, magnet.at);
        std::vector<Vector3d> points;
        if (!magnet.shape) {
            points = cylinder(X, std::max(1.5 * radius_, 0.012 * m_.rod.length), 0.05 * m_.rod.length);
        } else if (const auto* body = std::get_if<MagnetCylinder>(&*magnet.shape)) {
            points = cylinder(X, 0.5 * body->diameter, body->length);
        } else if (const auto* block = std::get_if<MagnetBlock>(&*magnet.shape)) {
            for (int corner = 0; corner < 8; ++corner) {
                const Vector3d signs(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5,
                                     corner & 4 ? 0.5 : -0.5);
                points.push_back(X * signs.cwiseProduct(block->size));
            }
        } else {
            const double r = 0.5 * std::get<MagnetSphere>(*magnet.shape).diameter;
            for (int i = -6; i <= 6; ++i)
                for (const Vector3d& p : circle(X, r * std::cos(i * std::numbers::pi / 12.0),
                                                r * std::sin(i * std::numbers::pi / 12.0)))
                    points.push_back(p);
        }
        to_.bodies.push_back({Ink::magnet, std::move(points)});
        name(X, magnet.name);
    }
    void operator()(const CoilSet& coils) const
    {
        const SE3 X = frame_at(shape_, coils.at);
        to_.bodies.push_back(
            {Ink::coil, cylinder(X, std::max(1.4 * radius_, 0.012 * m_.rod.length), 0.05 * m_.rod.length)});
        name(X, coils.name);
    }
    void operator()(const PointMass& mass) const
    {
        const SE3 X = frame_at(shape_, mass.at);
        to_.marks.push_back({DrawnMark::Shape::mass, X.position(), X.rotation().col(2)});
        name(X, mass.name);
    }
    void operator()(const Disks& disks) const
    {
        double radius = disks.radius;
        for (const Attachment& other : m_.attachments) {
            const auto* driven = std::get_if<DrivenRods>(&other);
            for (std::size_t j = 0; driven && disks.radius == 0.0 && j < driven->radii.size(); ++j)
                radius = std::max(radius, 1.25 * driven->radii[j]);
        }
        for (const double at : disks.positions)
            to_.lines.push_back(
                {.ink = Ink::disk, .points = circle(frame_at(shape_, at), radius), .closed = true});
    }
    /// A tendon is straight between disks; a rod bends with the arm.
    void operator()(const DrivenRods& driven) const
    {
        std::vector<double> disks;
        for (const Attachment& other : m_.attachments)
            if (const auto* found = std::get_if<Disks>(&other)) disks = found->positions;
        for (std::size_t j = 0; j < driven.count() && j < driven.radii.size(); ++j) {
            const double end = j < driven.ends.size() ? driven.ends[j] : m_.rod.length;
            const bool bends = j < driven.bending_stiffness.size() && driven.bending_stiffness[j] > 0.0;
            const Vector3d beside(driven.radii[j] * std::cos(driven.angles[j]),
                                  driven.radii[j] * std::sin(driven.angles[j]), 0.0);
            DrawnLine line{.ink = Ink::tendon};
            const std::vector<double>& places = bends || disks.empty() ? shape_.arclength : disks;
            line.points.push_back(shape_.frames.front() * beside);
            for (const double s : places)
                if (s <= end * (1.0 + 1e-9)) line.points.push_back(frame_at(shape_, s) * beside);
            if (j < driven.diameters.size()) line.thickness = driven.diameters[j];
            to_.lines.push_back(std::move(line));
        }
    }

    void operator()(const Fixture& fixture) const { mark(DrawnMark::Shape::fixture, fixture.at); }
    void operator()(const Clamp& clamp) const { mark(DrawnMark::Shape::clamp, clamp.at); }
    void operator()(const Guide& guide) const { to_.marks.push_back({DrawnMark::Shape::guide, guide.point}); }
    void operator()(const Plane& plane) const
    {
        // Beside what touches it, or the whole rod beside its middle.
        const double s = plane.at == at_rod ? 0.5 * m_.rod.length : plane.at;
        const Vector3d p = frame_at(shape_, s).position();
        to_.walls.push_back({p - plane.normal.dot(p - plane.point) * plane.normal, plane.normal});
    }
    void operator()(const Sphere& sphere) const { to_.spheres.push_back({sphere.centre, sphere.radius}); }
    /// As long as the rod might be beside it.
    void operator()(const Cylinder& cylinder) const
    {
        DrawnTube tube;
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const SE3& X : shape_.frames) {
            const double along = (X.position() - cylinder.point).dot(cylinder.axis);
            low = std::min(low, along);
            high = std::max(high, along);
        }
        const double beyond = 0.1 * m_.rod.length;
        for (const double along : {low - beyond, high + beyond})
            add(tube, cylinder.point + along * cylinder.axis, cylinder.axis, cylinder.radius);
        to_.tubes.push_back(std::move(tube));
    }
    void operator()(const Conduit& conduit) const
    {
        const TubeGap gap = tube_of(conduit, m_.rod);
        const Curve& curve = gap.curve();
        const double beyond = 0.1 * m_.rod.length;
        const double base = curve.nearest(shape_.frames.front().position()),
                     tip = curve.nearest(shape_.frames.back().position());
        const double from = std::min(base, std::max(0.0, base - beyond)),
                     to = std::max(tip + beyond, std::min(curve.end(), tip + 3.0 * beyond));
        DrawnTube tube;
        constexpr int steps = 160;
        for (int i = 0; i <= steps; ++i) {
            const double u = from + (to - from) * i / steps;
            if (conduit.open_end && u > curve.end()) break;
            const Curve::Point p = curve.at(u);
            add(tube, p.c, p.d1.normalized(), gap.room(u) + radius_);
        }
        to_.tubes.push_back(std::move(tube));
    }

 private:
    static void add(DrawnTube& tube, const Vector3d& p, const Vector3d& tangent, double radius)
    {
        tube.points.push_back(p);
        tube.tangents.push_back(tangent);
        tube.radius.push_back(radius);
    }
    void mark(DrawnMark::Shape shape, double at) const
    {
        const SE3 X = frame_at(shape_, at);
        to_.marks.push_back({shape, X.position(), X.rotation().col(2)});
    }
    void name(const SE3& X, const std::string& text) const
    {
        if (!text.empty()) to_.names.push_back({X.position(), text});
    }

    Drawing& to_;
    const Manipulator& m_;
    const Shape& shape_;
    double radius_;
};

}  // namespace

SE3 frame_at(const Shape& shape, double s)
{
    const auto after = std::upper_bound(shape.arclength.begin(), shape.arclength.end(), s);
    if (after == shape.arclength.begin()) return shape.frames.front();
    if (after == shape.arclength.end()) return shape.frames.back();
    const auto i = static_cast<std::size_t>(after - shape.arclength.begin());
    const double h = shape.arclength[i] - shape.arclength[i - 1];
    const double part = h > 0.0 ? (s - shape.arclength[i - 1]) / h : 0.0;
    const SE3 &a = shape.frames[i - 1], &b = shape.frames[i];
    return {a.quaternion().slerp(part, b.quaternion()).toRotationMatrix(),
            (1.0 - part) * a.position() + part * b.position()};
}

DrawnLine drawn_line(const Manipulator& m, const std::vector<SE3>& frames)
{
    DrawnLine line{.ink = Ink::rod, .thickness = 2.0 * contact_radius(m.rod).value_or(0.0)};
    for (const SE3& X : frames)
        line.points.push_back(X.position());
    return line;
}

Drawing drawn(const Manipulator& m, const Shape& shape)
{
    Drawing drawing{.gravity = m.environment.gravity, .length = m.rod.length};
    DrawnLine unloaded{.ink = Ink::unloaded};
    for (int i = 0; i <= 100 && !m.base.free && !m.base.pinned; ++i)
        unloaded.points.push_back(unloaded_pose(m.rod, m.base.X_WB, m.rod.length * i / 100.0).position());
    drawing.lines.push_back(std::move(unloaded));
    drawing.lines.push_back(drawn_line(m, shape.frames));
    const Parts parts(drawing, m, shape);
    for (const Attachment& attachment : m.attachments)
        std::visit(parts, attachment);
    for (const Constraint& constraint : m.constraints)
        if (until_of(constraint) > at_rest) std::visit(parts, constraint);
    const SE3& base = shape.frames.front();
    if (!m.base.free)
        drawing.marks.push_back(
            {m.base.pinned ? DrawnMark::Shape::pinned_base : DrawnMark::Shape::clamped_base, base.position(),
             base.rotation().col(2)});
    return drawing;
}

void add_loads(Drawing& to, const Manipulator& m, const Shape& shape)
{
    for (const PointLoad& load : m.loads) {
        if (!acts_at(load.timing, at_rest)) continue;
        const SE3 X = frame_at(shape, load.at);
        const auto now = [&](const char* path, const Vector3d& constant) -> Vector3d {
            Vector3d value;
            for (int i = 0; i < 3; ++i)
                value[i] = value_at(load.timing, std::string(path) + "." + "xyz"[i], at_rest, constant[i]);
            return load.frame == LoadFrame::body ? Vector3d(X.rotation() * value) : value;
        };
        to.arrows.push_back({Ink::load, X.position(), now("force", load.force), ArrowKind::force, load.name});
        to.arrows.push_back(
            {Ink::load, X.position(), now("moment", load.moment), ArrowKind::moment, load.name});
    }
}

}  // namespace supple
