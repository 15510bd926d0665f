#include <supple/lie/so3.hpp>
#include <supple/model/chain.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace supple {
namespace {

/// What a coordinate of the element is measured by, so that all are of order one.
double coordinate_size(const Element& element, double chain_length)
{
    switch (traits(element).coordinates) {
        case Coordinates::angles:
            return 1.0;
        case Coordinates::curvatures:
            return 1.0 / length(element);
        case Coordinates::displacements:
            return chain_length;
    }
    return 1.0;
}

}  // namespace

Chain::Chain(const SE3& X_WB, std::vector<Link> links, std::vector<Place> points)
    : X_WB_(X_WB), links_(std::move(links)), points_(std::move(points))
{
    assert(std::is_sorted(points_.begin(), points_.end(),
                          [](const Place& a, const Place& b) { return a.element < b.element; }));
    int n = 0;
    std::size_t point = 0;
    for (std::size_t e = 0; e < links_.size(); ++e) {
        first_coordinate_.push_back(n);
        first_point_.push_back(static_cast<int>(point));
        n += dof(links_[e].element);
        while (point < points_.size() && points_[point].element == static_cast<int>(e))
            ++point;
    }
    first_coordinate_.push_back(n);
    first_point_.push_back(static_cast<int>(point));

    scale_.resize(n);
    stiffness_.resize(n);
    measure_.resize(n);
    rest_.resize(n);
    cubic_.resize(static_cast<std::size_t>(n));
    double total = 0.0;
    for (const Link& link : links_)
        total += length(link.element);
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const auto& [element, law] = links_[e];
        const double size = coordinate_size(element, total);
        for (int a = 0; a < dof(element); ++a) {
            const int j = first_coordinate_[e] + a;
            scale_[j] = size;
            stiffness_[j] = law.stiffness[a];
            measure_[j] = law.stiffness[a] + law.measure;
            rest_[j] = law.rest[a];
            cubic_[static_cast<std::size_t>(j)] = law.cubic;
        }
    }

    q_ = rest_;
    maps_.resize(links_.size());
    base_frames_.resize(links_.size() + 1);
    origins_.resize(links_.size());
    carried_.resize(links_.size());
    twists_.resize(static_cast<std::size_t>(n));
    states_.resize(points_.size());
    frames_.resize(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k)
        states_[k].side = side_of(points_[k]);
    place(rest_);
}

Chain::Side Chain::side_of(const Place& point) const
{
    const Element& element = links_[static_cast<std::size_t>(point.element)].element;
    if (point.fraction == 1.0) return Side::beyond;
    if (traits(element).bends_inside) return Side::inside;
    return point.fraction < joint_fraction(element) ? Side::before : Side::beyond;
}

void Chain::place_inside(std::size_t k, const SE3& X_A, const double* q)
{
    const Place& point = points_[k];
    const Element& element = links_[static_cast<std::size_t>(point.element)].element;
    LocalMap& map = states_[k].map;
    supple::place(element, q, point.fraction, map);
    const SE3 X = X_A * map.X_AB;
    states_[k].P = X.position();
    frames_[k] = SE3(X.rotation(), X_WB_.position() + X.position());
    if (states_[k].side != Side::inside) return;
    const Vector3d O = X_A * map.O;
    for (int a = 0; a < dof(element); ++a) {
        const Vector3d w = X_A.rotation() * map.omega[a];
        states_[k].own[a] = {X_A.rotation() * map.v[a] - w.cross(O), w};
    }
}

// A universal joint turns the frame in place: about its own x, then its own y, then its own z.
void Chain::turn(const UniversalJoint& joint, const double* q, Vector3d& O, Twist* twists, SE3& X) noexcept
{
    Matrix3d R = X.rotation();
    O = X.position() + joint.inboard * R.col(2);
    const auto turn_about = [&](int axis) {
        const double s = std::sin(q[axis]), c = std::cos(q[axis]);
        const int second = (axis + 1) % 3, third = (axis + 2) % 3;
        const Vector3d w = R.col(axis), moved = c * R.col(second) + s * R.col(third);
        R.col(third) = c * R.col(third) - s * R.col(second);
        R.col(second) = moved;
        twists[axis] = {O.cross(w), w};
    };
    turn_about(0);
    turn_about(1);
    if (joint.twists) turn_about(2);
    X = SE3(R, O + joint.outboard * R.col(2));
}

// A joint that turns the frame by a rotation vector with n free entries.
template <int n, class Joint>
void Chain::turn(const Joint& joint, const double* q, Vector3d& O, Twist* twists, SE3& X) noexcept
{
    const Matrix3d& R_A = X.rotation();
    O = X.position() + joint.inboard * R_A.col(2);
    const auto [R_AB, J] = so3::exp_and_left_jacobian({q[0], q[1], n == 3 ? q[2] : 0.0});
    for (int a = 0; a < n; ++a) {
        const Vector3d w = R_A * J.col(a);
        twists[a] = {O.cross(w), w};
    }
    const Matrix3d R_B = R_A * R_AB;
    X = SE3(R_B, O + joint.outboard * R_B.col(2));
}

void Chain::place(const VectorXd& q) noexcept
{
    q_ = q;
    SE3 X(X_WB_.rotation(), Vector3d::Zero());
    base_frames_[0] = X;
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const Element& element = links_[e].element;
        const double* qe = q_.data() + first_coordinate_[e];
        Twist* twists = twists_.data() + first_coordinate_[e];
        Vector3d& O = origins_[e];
        if (const auto* joint = std::get_if<UniversalJoint>(&element)) {
            turn(*joint, qe, O, twists, X);
        } else if (const auto* isotropic = std::get_if<IsotropicJoint>(&element)) {
            turn<2>(*isotropic, qe, O, twists, X);
        } else if (const auto* ball = std::get_if<SphericalJoint>(&element)) {
            turn<3>(*ball, qe, O, twists, X);
        } else {
            LocalMap& map = maps_[e];
            supple::place(element, qe, 1.0, map);
            O = X * map.O;
            for (int a = 0; a < first_coordinate_[e + 1] - first_coordinate_[e]; ++a) {
                const Vector3d w = X.rotation() * map.omega[a];
                twists[a] = {X.rotation() * map.v[a] - w.cross(O), w};
            }
            X = X * map.X_AB;
        }
        base_frames_[e + 1] = X;
        for (auto k = static_cast<std::size_t>(first_point_[e]);
             k < static_cast<std::size_t>(first_point_[e + 1]); ++k) {
            if (points_[k].fraction == 1.0) {
                states_[k].P = X.position();
                frames_[k] = SE3(X.rotation(), X_WB_.position() + X.position());
            } else {
                place_inside(k, base_frames_[e], qe);
            }
        }
    }
}

LocalMap Chain::map(std::size_t e) const noexcept
{
    const Element& element = links_[e].element;
    if (!traits(element).is_joint) return maps_[e];
    LocalMap map;
    supple::place(element, q_.data() + first_coordinate_[e], 1.0, map);
    return map;
}

SE3 Chain::frame_at(const Place& place) const noexcept
{
    const auto e = static_cast<std::size_t>(place.element);
    if (place.fraction == 1.0)
        return SE3(base_frames_[e + 1].rotation(), X_WB_.position() + base_frames_[e + 1].position());
    LocalMap map;
    supple::place(links_[e].element, q_.data() + first_coordinate_[e], place.fraction, map);
    const SE3 X = base_frames_[e] * map.X_AB;
    return SE3(X.rotation(), X_WB_.position() + X.position());
}

double Chain::elastic_energy() const noexcept
{
    double U = 0.0;
    for (int j = 0; j < size(); ++j) {
        const double d = q_[j] - rest_[j];
        U += 0.5 * stiffness_[j] * d * d * (1.0 + 0.5 * cubic_[static_cast<std::size_t>(j)] * d * d);
    }
    return U;
}

void Chain::jacobian(int point, Matrix6Xd& J) const noexcept
{
    const auto k = static_cast<std::size_t>(point);
    const auto e = static_cast<std::size_t>(points_[k].element);
    const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
    J.setZero();
    const auto column = [&](int j, const Twist& V) { J.col(j) << V.v + V.w.cross(states_[k].P), V.w; };
    for (int j = 0; j < first; ++j)
        column(j, twists_[static_cast<std::size_t>(j)]);
    if (states_[k].side == Side::before) return;
    for (int j = first; j < last; ++j) {
        column(j, states_[k].side == Side::inside ? states_[k].own[j - first]
                                                  : twists_[static_cast<std::size_t>(j)]);
    }
}

void Chain::velocities(const VectorXd& qd, std::span<Vector6d> velocities) const noexcept
{
    Twist U{Vector3d::Zero(), Vector3d::Zero()};
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
        const Twist before = U;
        for (int j = first; j < last; ++j) {
            U.v += qd[j] * twists_[static_cast<std::size_t>(j)].v;
            U.w += qd[j] * twists_[static_cast<std::size_t>(j)].w;
        }
        for (auto k = static_cast<std::size_t>(first_point_[e]);
             k < static_cast<std::size_t>(first_point_[e + 1]); ++k) {
            Twist V = states_[k].side == Side::beyond ? U : before;
            for (int j = first; states_[k].side == Side::inside && j < last; ++j) {
                V.v += qd[j] * states_[k].own[j - first].v;
                V.w += qd[j] * states_[k].own[j - first].w;
            }
            velocities[k] << V.v + V.w.cross(states_[k].P), V.w;
        }
    }
}

}  // namespace supple
