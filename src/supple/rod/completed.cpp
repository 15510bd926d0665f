#include <supple/lie/so3.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/magnet.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace supple {
namespace {

using List = std::vector<double>;

/// One value for all becomes one for each.
template <class Number>
void spread(std::vector<Number>& values, std::size_t count)
{
    if (values.size() == 1) values.resize(count, values.front());
}

/// Angles that spread the rods that end together evenly, and each such group between those of the others.
template <class End>
List even_angles(const std::vector<End>& ends)
{
    std::vector<End> distinct;
    for (const End end : ends) {
        if (std::find(distinct.begin(), distinct.end(), end) == distinct.end()) distinct.push_back(end);
    }
    List angles(ends.size());
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

bool is_unit(const Vector3d& direction)
{
    return std::abs(direction.squaredNorm() - 1.0) <= 1e-15;
}

bool symmetric(const Matrix3d& gradient)
{
    return !std::isnan(gradient(2, 2));
}

/// Completes, or finds out whether there is anything to complete: one walk for both, so that they agree.
class Walk {
 public:
    Walk(Manipulator& m, bool change) : m_(m), change_(change), L_(m.rod.length) {}

    /// Whether nothing is (or, before the change, was) left to complete.
    bool run()
    {
        walk_rod();
        walk_model();
        walk_field();
        walk_base();
        for (PointLoad& load : m_.loads)
            place(load.at);
        for (Attachment& attachment : m_.attachments)
            std::visit([this](auto& one) { walk(one); }, attachment);
        // Where rods end is known when all disks are.
        for (Attachment& attachment : m_.attachments) {
            if (auto* rods = std::get_if<DrivenRods>(&attachment)) end(*rods);
        }
        for (Constraint& constraint : m_.constraints)
            std::visit([this](auto& one) { walk(one); }, constraint);
        for (Station& station : m_.stations)
            place(station.at);
        return complete_;
    }

 private:
    template <class Value>
    void put(Value& target, const Value& value)
    {
        complete_ = false;
        if (change_) target = value;
    }

    void place(double& at)
    {
        if (at == at_tip) put(at, L_);
    }

    void direct(Vector3d& direction)
    {
        if (!is_unit(direction)) put(direction, unit_vector(direction));
    }

    void put_pose(SE3& X, const SE3& made)
    {
        if (!(made.rotation() == X.rotation() && made.position() == X.position())) put(X, made);
    }

    /// What the pose was before depth and roll is kept as what was written, so that they count once.
    void walk_base()
    {
        Base& base = m_.base;
        const bool moved = base.depth != 0.0 || base.roll != 0.0;
        as_written_ = pose_as_written(base);
        if (moved && !base.written) {
            complete_ = false;
            if (!change_) return;
            base.written = as_written(base.X_WB, false);
        }
        if (!base.written) return;
        put_pose(base.X_WB, base_pose(base));
    }

    void walk_rod()
    {
        Rod& rod = m_.rod;
        for (auto* pair : {&rod.bending_stiffness, &rod.shear_stiffness}) {
            if (*pair && std::isnan((**pair)[1])) put((**pair)[1], (**pair)[0]);
        }
        double before = 0.0;
        for (RestPiece& piece : rod.rest_shape) {
            if (std::isnan(piece.length)) put(piece.length, rod.length - before);
            before += piece.length;
        }
    }

    void walk_model()
    {
        if (auto* segments = std::get_if<SegmentModel>(&m_.model)) {
            SegmentParameters& p = segments->parameters;
            if (std::isnan(p.gamma[1])) {
                const double g = p.gamma[0];
                put(p.gamma, {g, 0.5 - g, 0.5 - g, g});
            }
            // One list serves both axes of an isotropic joint.
            if (std::isnan(p.k_theta[0])) put(p.k_theta, p.k_eta);
            for (auto* k : {&p.k_eta, &p.k_theta, &p.k_twist}) {
                if (std::isnan((*k)[2])) put((*k)[2], (*k)[0]);
            }
        }
        if (auto* spherical = std::get_if<SphericalModel>(&m_.model)) {
            const SphericalModel usual;
            const bool outright = !spherical->links.empty();
            const int joints = outright                 ? static_cast<int>(spherical->links.size()) - 1
                               : spherical->joints == 0 ? usual.joints
                                                        : spherical->joints;
            const JointLayout layout = outright                                  ? JointLayout::given
                                       : spherical->layout == JointLayout::given ? usual.layout
                                                                                 : spherical->layout;
            if (spherical->joints != joints) put(spherical->joints, joints);
            if (spherical->layout != layout) put(spherical->layout, layout);
        }
    }

    void walk_field()
    {
        MagneticField& field = m_.environment.magnetic_field;
        if (!symmetric(field.gradient)) {
            Matrix3d G = field.gradient;
            G(1, 0) = G(0, 1);
            G(2, 0) = G(0, 2);
            G(2, 1) = G(1, 2);
            G(2, 2) = -G(0, 0) - G(1, 1);
            put(field.gradient, G);
        }
        for (Coil& coil : field.coils)
            direct(coil.axis);
        for (HelmholtzPair& pair : field.helmholtz_pairs) {
            direct(pair.coil.axis);
            if (std::isnan(pair.separation)) put(pair.separation, pair.coil.radius);
        }
    }

    /// What is fixed at one place; the others have more to complete.
    template <class Any>
    void walk(Any& any)
    {
        place(any.at);
    }

    void walk(Magnet& magnet)
    {
        place(magnet.at);
        if (!magnet.shape) return;
        direct(magnet.axis);
        Magnet unit = magnet;
        unit.axis = unit_vector(magnet.axis);
        const Vector3d dipole = dipole_by_remanence(unit);
        if (magnet.dipole != dipole) put(magnet.dipole, dipole);
        if (!magnet.density) return;
        const BodyInertia inertia = inertia_by_density(magnet);
        if (magnet.inertia != inertia) put(magnet.inertia, inertia);
    }

    void walk(Disks& disks)
    {
        if (disks.count > 0) {
            List positions;
            for (int i = 1; i <= disks.count; ++i)
                positions.push_back(L_ * i / disks.count);
            if (disks.positions != positions) put(disks.positions, positions);
        }
        if (disks.mass.empty()) return;
        const std::size_t count = disks.positions.size();
        const auto of = [](const List& list, std::size_t i) {
            return list.empty() ? 0.0 : list[std::min(i, list.size() - 1)];
        };
        std::vector<BodyInertia> inertia;
        for (std::size_t i = 0; i < count; ++i)
            inertia.push_back({of(disks.mass, i), of(disks.radial_inertia, i), of(disks.axial_inertia, i)});
        if (disks.inertia != inertia) put(disks.inertia, inertia);
    }

    void walk(DrivenRods& rods)
    {
        const std::size_t count = rods.count();
        const auto differs = [count](const auto& list) { return list.size() == 1 && count > 1; };
        for (List* list : {&rods.radii, &rods.diameters, &rods.youngs_modulus, &rods.density,
                           &rods.bending_stiffness, &rods.axial_stiffness, &rods.pretension}) {
            if (!differs(*list)) continue;
            complete_ = false;
            if (change_) spread(*list, count);
        }
        if (differs(rods.end_disks)) {
            complete_ = false;
            if (change_) spread(rods.end_disks, count);
        }
        const bool by_size = !rods.diameters.empty() && !rods.youngs_modulus.empty();
        if (by_size && rods.axial_stiffness.empty()) {
            complete_ = false;
            for (std::size_t i = 0; change_ && i < rods.diameters.size(); ++i) {
                const double d = rods.diameters[i], area = std::numbers::pi / 4.0 * d * d;
                rods.axial_stiffness.push_back(rods.youngs_modulus[i] * area);
                if (!rods.cable)
                    rods.bending_stiffness.push_back(rods.youngs_modulus[i] * area * d * d / 16.0);
            }
        }
        if (!rods.density.empty() && rods.mass_per_length.empty()) {
            complete_ = false;
            for (std::size_t i = 0; change_ && i < rods.density.size(); ++i)
                rods.mass_per_length.push_back(rods.density[i] * std::numbers::pi / 4.0 * rods.diameters[i] *
                                               rods.diameters[i]);
        }
        fill(rods.bending_stiffness, count, 0.0);
        fill(rods.axial_stiffness, count, std::numeric_limits<double>::infinity());
        fill(rods.pretension, count, 0.0);
    }

    void fill(List& list, std::size_t count, double value)
    {
        if (list.size() >= count) return;
        complete_ = false;
        if (change_) list.resize(count, value);
    }

    void end(DrivenRods& rods)
    {
        const std::size_t count = rods.count();
        const Disks* disks = nullptr;
        for (const Attachment& attachment : m_.attachments) {
            if (const auto* found = std::get_if<Disks>(&attachment)) disks = found;
        }
        List ends = rods.ends;
        if (!rods.end_disks.empty() && disks) {
            ends.clear();
            for (const int disk : rods.end_disks) {
                const auto i = static_cast<std::size_t>(disk - 1);
                ends.push_back(i < disks->positions.size() ? disks->positions[i] : L_);
            }
        } else if (ends.empty()) {
            ends.assign(count, L_);
        } else {
            spread(ends, count);
        }
        if (rods.angles.empty() && count > 0) {
            complete_ = false;
            if (change_)
                rods.angles = rods.end_disks.empty() ? even_angles(ends) : even_angles(rods.end_disks);
        }
        if (rods.ends != ends) put(rods.ends, ends);
    }

    void walk(Fixture& fixture)
    {
        place(fixture.at);
        if (fixture.tangent) direct(*fixture.tangent);
    }
    void walk(Guide& guide)
    {
        if (std::isnan(guide.near)) put(guide.near, L_ / 2.0);
        place(guide.near);
    }
    void walk(Clamp& clamp)
    {
        place(clamp.at);
        if (!clamp.written) return;
        const Matrix3d base = as_written_.rotation();
        put_pose(clamp.X_WC, SE3(rotation_of(clamp.written->tangent.value_or(base.col(2)),
                                             clamp.written->normal.value_or(base.col(0))),
                                 clamp.written->position));
    }
    void walk(Plane& plane)
    {
        place(plane.at);
        direct(plane.normal);
    }
    void walk(Sphere& sphere) { place(sphere.at); }
    void walk(Cylinder& cylinder)
    {
        place(cylinder.at);
        direct(cylinder.axis);
    }
    void walk(Conduit& conduit)
    {
        if (!conduit.pieces.empty() && !conduit.start) {
            complete_ = false;
            if (change_) conduit.start = ConduitStart{as_written_.position(), as_written_.rotation().col(2)};
        }
        if (conduit.start) direct(conduit.start->tangent);
    }

    Manipulator& m_;
    const bool change_;
    const double L_;
    SE3 as_written_;  // the base, before depth and roll
    bool complete_ = true;
};

}  // namespace

bool is_complete(const Manipulator& manipulator)
{
    // Nothing is changed.
    return Walk(const_cast<Manipulator&>(manipulator), false).run();
}

void complete(Manipulator& manipulator)
{
    Walk(manipulator, true).run();
}

Manipulator completed(const Manipulator& manipulator)
{
    Manipulator copy = manipulator;
    complete(copy);
    return copy;
}

Complete::Complete(const Manipulator& manipulator) : given_(manipulator)
{
    if (!is_complete(manipulator)) copy_ = completed(manipulator);
}

Vector3d unit_vector(const Vector3d& direction)
{
    return is_unit(direction) ? direction : Vector3d(direction / direction.stableNorm());
}

Matrix3d rotation_of(const Vector3d& along, const Vector3d& across)
{
    const Vector3d tangent = unit_vector(along);
    Vector3d d1 = across;
    if (d1.isZero(0.0)) {
        // The axis after the one nearest to the tangent, made perpendicular to it.
        Eigen::Index nearest = 0;
        tangent.cwiseAbs().maxCoeff(&nearest);
        const Vector3d next = Vector3d::Unit((nearest + 1) % 3);
        d1 = (next - next.dot(tangent) * tangent).normalized();
    } else {
        d1 = unit_vector(d1);
    }
    d1 = (d1 - d1.dot(tangent) * tangent).normalized();
    Matrix3d R;
    R << d1, tangent.cross(d1), tangent;
    return R;
}

SE3 pose_as_written(const Base& base)
{
    if (!base.written) return base.X_WB;
    return SE3(rotation_of(base.written->tangent.value_or(Vector3d::UnitZ()),
                           base.written->normal.value_or(Vector3d(Vector3d::Zero()))),
               base.written->position);
}

SE3 base_pose(const Base& base)
{
    const SE3 written = pose_as_written(base);
    if (base.depth == 0.0 && base.roll == 0.0) return written;
    return written * SE3(so3::exp(Vector3d(0.0, 0.0, base.roll)), Vector3d(0.0, 0.0, base.depth));
}

PoseAsWritten as_written(const SE3& pose, bool straight)
{
    PoseAsWritten written;
    written.position = pose.position();
    if (straight && pose.rotation() == Matrix3d::Identity()) return written;
    written.tangent = pose.rotation().col(2);
    written.normal = pose.rotation().col(0);
    return written;
}

}  // namespace supple
