// Derivatives of a chain by its own numbers.
//
// A link that grows by δl moves everything beyond it along itself: a prismatic coordinate with the twist
// [t; 0]. An arc X = exp(ℓ [e3; κ]) grows at its end: the twist Ad(X) [e3; κ], and because its own twists are
// V_a = ∫₀^ℓ Ad(exp(σ [e3; κ])) [0; e_a] dσ, they grow by Ad(X) [0; e_a]. Twists further out are carried
// along, δV_j = ad(U) V_j with U the sum of the twists before them.
#include <supple/model/chain.hpp>

#include <algorithm>
#include <cassert>

namespace supple {
namespace {

/// Reads the lengths of an element, or writes them.
struct ReadLengths {
    ElementNumbers& numbers;

    template <class Joint>
    void operator()(const Joint& joint) const
    {
        numbers.inboard = joint.inboard;
        numbers.outboard = joint.outboard;
    }
    void operator()(const ConstantCurvature& arc) const { numbers.outboard = arc.length; }
    void operator()(const Slide& slide) const { numbers.outboard = slide.outboard; }
};

struct WriteLengths {
    const ElementNumbers& numbers;

    template <class Joint>
    void operator()(Joint& joint) const
    {
        joint.inboard = numbers.inboard;
        joint.outboard = numbers.outboard;
    }
    void operator()(ConstantCurvature& arc) const { arc.length = numbers.outboard; }
    void operator()(Slide& slide) const { slide.outboard = numbers.outboard; }
};

/// The entry of a variation for an element, if it has one; moves on along the variation.
const ElementNumbers* next_for(std::size_t element, std::span<const ElementNumbers>& variation)
{
    if (variation.empty() || variation.front().element != static_cast<int>(element)) return nullptr;
    const ElementNumbers* change = &variation.front();
    variation = variation.subspan(1);
    return change;
}

}  // namespace

/// What a change of lengths does within an element, up to a fraction of it.
struct Chain::Growth {
    Twist end{Vector3d::Zero(), Vector3d::Zero()};  ///< of the place, relative to A, about the base's origin
    Vector3d joint = Vector3d::Zero();              ///< velocity of the joint relative to A
    double bends = 0.0;                             ///< growth of the arc up to the place
};

Chain::Growth Chain::growth(const ElementNumbers& change, double fraction) const noexcept
{
    Growth grown;
    if (change.inboard == 0.0 && change.outboard == 0.0) return grown;
    const auto e = static_cast<std::size_t>(change.element);
    const Element& element = links_[e].element;
    const SE3& X_A = base_frames_[e];
    const double total = fraction * (change.inboard + change.outboard);
    if (traits(element).bends_inside) {
        const double* q = q_.data() + first_coordinate_[e];
        LocalMap map;
        supple::place(element, q, fraction, map);
        const SE3 X = X_A * map.X_AB;
        const Vector3d kappa(q[0], q[1], dof(element) > 2 ? q[2] : 0.0);
        grown.bends = total;
        grown.end.w = total * (X.rotation() * kappa);
        grown.end.v = total * X.rotation().col(2) + X.position().cross(grown.end.w);
        return grown;
    }
    const bool before = fraction < 1.0 && fraction < joint_fraction(element);
    grown.joint = change.inboard * X_A.rotation().col(2);
    if (before) {
        grown.end.v = total * X_A.rotation().col(2);
    } else {
        const Vector3d t_B = base_frames_[e + 1].rotation().col(2);
        grown.end.v = grown.joint + (total - change.inboard) * t_B;
    }
    return grown;
}

void Chain::vary(std::span<const ElementNumbers> variation, std::span<const FrameForce> forces, VectorXd& dg,
                 std::span<Vector6d> dx) noexcept
{
    assert(forces.size() == points_.size() && dx.size() == points_.size());
    const auto motion = [](const Twist& U, const Vector3d& P) {
        Vector6d x;
        x << U.v + U.w.cross(P), U.w;
        return x;
    };

    // Outwards: how far every frame is moved.
    Twist U{Vector3d::Zero(), Vector3d::Zero()};
    auto left = variation;
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const ElementNumbers* change = next_for(e, left);
        const Twist U_A = carried_[e] = U;
        if (change) {
            const Twist end = growth(*change, 1.0).end;
            U = {U.v + end.v, U.w + end.w};
        }
        for (auto k = static_cast<std::size_t>(first_point_[e]);
             k < static_cast<std::size_t>(first_point_[e + 1]); ++k) {
            const double fraction = points_[k].fraction;
            Twist here = fraction == 1.0 ? U : U_A;
            if (change && fraction != 1.0) {
                const Twist end = growth(*change, fraction).end;
                here = {here.v + end.v, here.w + end.w};
            }
            dx[k] = motion(here, states_[k].P);
        }
    }

    // Inwards: τ_j = V_j·W changes with its twist and with the wrenches beyond it, all about the origin.
    struct Moving {
        Vector3d f = Vector3d::Zero(), m = Vector3d::Zero(), df = Vector3d::Zero(), dm = Vector3d::Zero();

        void operator+=(const Moving& other)
        {
            f += other.f;
            m += other.m;
            df += other.df;
            dm += other.dm;
        }
        double power_rate(const Twist& V, const Twist& dV) const
        {
            return dV.v.dot(f) + dV.w.dot(m) + V.v.dot(df) + V.w.dot(dm);
        }
    };
    const auto wrench = [&](std::size_t k) {
        Moving W;
        W.f = forces[k].F.head<3>();
        W.m = forces[k].F.tail<3>() + states_[k].P.cross(W.f);
        W.dm = dx[k].head<3>().cross(W.f);
        if (forces[k].varies) {
            const Vector6d dF = forces[k].dF_dx * dx[k];
            W.df = dF.head<3>();
            W.dm += dF.tail<3>() + states_[k].P.cross(W.df);
        }
        return W;
    };
    // The rate of a twist that A carries along, with its joint moved and its arc grown at X.
    const auto rate = [](const Twist& V, const Twist& U_A, const Growth& g, const Matrix3d& R,
                         const Vector3d& P, int a) -> Twist {
        const Vector3d v = U_A.v + g.joint;
        const Vector3d w = g.bends * R.col(a);
        return {U_A.w.cross(V.v) + v.cross(V.w) + P.cross(w), U_A.w.cross(V.w) + w};
    };
    Moving beyond;
    for (std::size_t e = links_.size(), entry = variation.size(); e-- > 0;) {
        const int first = first_coordinate_[e], last = first_coordinate_[e + 1];
        const auto first_point = static_cast<std::size_t>(first_point_[e]),
                   last_point = static_cast<std::size_t>(first_point_[e + 1]);
        const bool changed = entry > 0 && variation[entry - 1].element == static_cast<int>(e);
        const ElementNumbers* change = changed ? &variation[--entry] : nullptr;
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) beyond += wrench(k);
        }
        const Growth grown = change ? growth(*change, 1.0) : Growth{};
        const SE3& X_B = base_frames_[e + 1];
        for (int j = first; j < last; ++j) {
            const int a = j - first;
            const Twist& V = twists_[static_cast<std::size_t>(j)];
            const Twist dV = rate(V, carried_[e], grown, X_B.rotation(), X_B.position(), a);
            dg[j] = -beyond.power_rate(V, dV);
            if (change) {
                const double d = q_[j] - rest_[j];
                const double cubic = cubic_[static_cast<std::size_t>(j)];
                dg[j] += change->stiffness[a] * d * (1.0 + cubic * d * d) -
                         change->rest[a] * stiffness_[j] * (1.0 + 3.0 * cubic * d * d) +
                         change->cubic * stiffness_[j] * d * d * d;
            }
        }
        for (std::size_t k = first_point; k < last_point; ++k) {
            if (states_[k].side == Side::beyond) continue;
            const Moving W = wrench(k);
            beyond += W;
            if (states_[k].side == Side::before) continue;
            const Growth here = change ? growth(*change, points_[k].fraction) : Growth{};
            for (int j = first; j < last; ++j) {
                const Twist& V = states_[k].own[j - first];
                dg[j] -= W.power_rate(
                    V, rate(V, carried_[e], here, frames_[k].rotation(), states_[k].P, j - first));
            }
        }
    }
}

Vector6d Chain::drift_at(const Place& place, std::span<const ElementNumbers> variation) const noexcept
{
    Twist U{Vector3d::Zero(), Vector3d::Zero()};
    for (const ElementNumbers& change : variation) {
        if (change.element > place.element) break;
        const Twist end = growth(change, change.element < place.element ? 1.0 : place.fraction).end;
        U = {U.v + end.v, U.w + end.w};
    }
    const Vector3d P = frame_at(place).position() - X_WB_.position();
    Vector6d x;
    x << U.v + U.w.cross(P), U.w;
    return x;
}

void Chain::jacobian_at(const Place& place, Matrix6Xd& J) const noexcept
{
    const auto e = static_cast<std::size_t>(place.element);
    const Element& element = links_[e].element;
    const SE3& X_A = base_frames_[e];
    LocalMap map;
    supple::place(element, q_.data() + first_coordinate_[e], place.fraction, map);
    const Vector3d P = X_A * map.X_AB.position();
    J.setZero();
    for (int j = 0; j < first_coordinate_[e]; ++j) {
        const Twist& V = twists_[static_cast<std::size_t>(j)];
        J.col(j) << V.v + V.w.cross(P), V.w;
    }
    if (side_of(place) == Side::before) return;
    for (int j = first_coordinate_[e], a = 0; j < first_coordinate_[e + 1]; ++j, ++a) {
        const Vector3d w = X_A.rotation() * map.omega[a];
        J.col(j) << X_A.rotation() * map.v[a] + w.cross(P - X_A * map.O), w;
    }
}

double Chain::arclength_at(const Place& place) const noexcept
{
    double s = 0.0;
    for (std::size_t e = 0; e < static_cast<std::size_t>(place.element); ++e)
        s += length(links_[e].element);
    return s + place.fraction * length(links_[static_cast<std::size_t>(place.element)].element);
}

Place Chain::place_at(double arclength) const noexcept
{
    double start = 0.0;
    for (std::size_t e = 0; e < links_.size(); ++e) {
        const double L = length(links_[e].element);
        if (L > 0.0 && arclength <= start + L)
            return {static_cast<int>(e), std::clamp((arclength - start) / L, 0.0, 1.0)};
        start += L;
    }
    return {static_cast<int>(links_.size()) - 1, 1.0};
}

ElementNumbers Chain::numbers(int element) const noexcept
{
    const Link& link = links_[static_cast<std::size_t>(element)];
    ElementNumbers numbers;
    numbers.element = element;
    numbers.stiffness = link.law.stiffness;
    numbers.rest = link.law.rest;
    numbers.cubic = link.law.cubic;
    std::visit(ReadLengths{numbers}, link.element);
    return numbers;
}

void Chain::assign(const ElementNumbers& numbers) noexcept
{
    const auto e = static_cast<std::size_t>(numbers.element);
    Link& link = links_[e];
    std::visit(WriteLengths{numbers}, link.element);
    link.law.stiffness = numbers.stiffness;
    link.law.rest = numbers.rest;
    link.law.cubic = numbers.cubic;
    for (int j = first_coordinate_[e], a = 0; j < first_coordinate_[e + 1]; ++j, ++a) {
        stiffness_[j] = numbers.stiffness[a];
        measure_[j] = numbers.stiffness[a] + link.law.measure;
        rest_[j] = numbers.rest[a];
        cubic_[static_cast<std::size_t>(j)] = numbers.cubic;
    }
}

void Model::change(std::span<const ElementNumbers> variation, double amount) noexcept
{
    for (const ElementNumbers& rate : variation) {
        ElementNumbers now = numbers(rate.element);
        now.stiffness += amount * rate.stiffness;
        now.rest += amount * rate.rest;
        now.cubic += amount * rate.cubic;
        now.inboard += amount * rate.inboard;
        now.outboard += amount * rate.outboard;
        assign(now);
    }
}

}  // namespace supple
