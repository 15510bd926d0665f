#include <supple/dynamics/chain_inertia.hpp>

#include <numeric>

namespace supple {

void ChainInertia::Rigid::add(double mass, const Vector3d& inertia, double at) noexcept
{
    if (!(mass > 0.0)) {
        J += inertia;
        return;
    }
    // Parallel axes: the distance of two centres counts for the two transverse axes.
    const double apart = at - z;
    const double reduced = m * mass / (m + mass);
    J += inertia + reduced * apart * apart * Vector3d(1.0, 1.0, 0.0);
    z += apart * mass / (m + mass);
    m += mass;
}

ChainInertia::ChainInertia(const Chain& chain, std::span<const Body> bodies) : chain_(chain)
{
    const auto& links = chain.links();
    const auto is_inside = [&links](const Body& body) {
        const Element& element = links[static_cast<std::size_t>(body.place.element)].element;
        return traits(element).bends_inside && body.place.fraction < 1.0;
    };
    rigid_.resize(links.size());
    reduced_.resize(links.size());
    for (auto* list : {&U_, &A_, &F_})
        list->resize(links.size());
    ways_.resize(static_cast<std::size_t>(chain.size()));
    first_inside_.assign(links.size() + 1, 0);
    for (const Body& body : bodies) {
        const auto e = static_cast<std::size_t>(body.place.element);
        const double L = length(links[e].element), s = body.place.fraction;
        if (is_inside(body)) {
            ++first_inside_[e + 1];
        } else if (s == 1.0 || s >= joint_fraction(links[e].element)) {
            rigid_[e].add(body.mass, body.inertia, (s - 1.0) * L);
        } else if (e > 0) {
            rigid_[e - 1].add(body.mass, body.inertia, s * L);  // moves with what is inboard of the joint
        } else {
            continue;  // fixed to the base
        }
        mass_ += body.mass;
    }

    // Bodies inside arcs, by element.
    std::partial_sum(first_inside_.begin(), first_inside_.end(), first_inside_.begin());
    inside_.resize(first_inside_.back());
    std::vector<std::size_t> next = first_inside_;
    for (const Body& body : bodies) {
        if (!is_inside(body)) continue;
        Inside& inside = inside_[next[static_cast<std::size_t>(body.place.element)]++];
        inside.fraction = body.place.fraction;
        inside.m = body.mass;
        inside.J = body.inertia;
    }
    place();
}

void ChainInertia::place() noexcept
{
    const auto& links = chain_.links();
    for (std::size_t e = 0; e < links.size(); ++e) {
        const SE3& A = chain_.base_frame(e);
        Rigid& body = rigid_[e];
        if (body.m > 0.0 || !body.J.isZero(0.0)) {
            const SE3& B = chain_.base_frame(e + 1);
            body.I = inertia_at(body.m, body.J, B.rotation(), B.position() + body.z * B.rotation().col(2));
        }
        const double* q = chain_.coordinates().data() + chain_.first_coordinate(e);
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k) {
            Inside& inside = inside_[k];
            supple::place(links[e].element, q, inside.fraction, inside.map);
            const SE3 X = A * inside.map.X_AB;
            inside.I = inertia_at(inside.m, inside.J, X.rotation(), X.position());
            const Vector3d O = A * inside.map.O;
            for (int a = 0; a < dof(links[e].element); ++a) {
                const Vector3d w = A.rotation() * inside.map.omega[a];
                inside.own[a] = {A.rotation() * inside.map.v[a] - w.cross(O), w};
            }
        }
    }
}

void ChainInertia::mass_matrix(MatrixXd& M) const noexcept
{
    SpatialInertia beyond;
    for (std::size_t e = rigid_.size(); e-- > 0;) {
        beyond += rigid_[e].I;
        const int first = chain_.first_coordinate(e), last = chain_.first_coordinate(e + 1);
        for (int j = first; j < last; ++j) {
            // Momentum of all that lies beyond per unit of this coordinate's rate.
            Spatial p = beyond.momentum(chain_.twist_v(j), chain_.twist_w(j));
            for (int i = first; i <= j; ++i)
                M(i, j) = p.dot(chain_.twist_v(i), chain_.twist_w(i));
            for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k) {
                const Inside& inside = inside_[k];
                const Spatial own = inside.I.momentum(inside.own[j - first]);
                for (int i = first; i <= j; ++i)
                    M(i, j) += own.dot(inside.own[i - first]);
                p += own;
            }
            double* column = &M(0, j);
            for (int i = 0; i < first; ++i)
                column[i] = p.dot(chain_.twist_v(i), chain_.twist_w(i));
            for (int i = 0; i < j; ++i)
                M(j, i) = column[i];
        }
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k)
            beyond += inside_[k].I;
    }
}

// A twist rate in A's axes about A's origin, seen in world axes about the base's origin.
Spatial ChainInertia::world_rate(std::size_t e, const TwistRate& rate) const noexcept
{
    const SE3& A = chain_.base_frame(e);
    const Vector3d w = A.rotation() * rate.omega;
    return {A.rotation() * rate.v + A.position().cross(w), w};
}

void ChainInertia::forces(const VectorXd& qd, const VectorXd* qdd, double rate, VectorXd& tau,
                          const BaseMotion& base) noexcept
{
    const auto& links = chain_.links();
    base_ = base;
    Spatial U = base.U, A = base.A;
    const auto wrench = [rate](const SpatialInertia& I, const Spatial& twist, Spatial acceleration) {
        acceleration.add(rate, twist.linear, twist.angular);
        return I.force(twist, acceleration);
    };

    // From the base outwards: twists and accelerations, and the wrench each body needs.
    for (std::size_t e = 0; e < links.size(); ++e) {
        const int first = chain_.first_coordinate(e), last = chain_.first_coordinate(e + 1);
        const double* q = chain_.coordinates().data() + first;
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k) {
            Inside& inside = inside_[k];
            Spatial own;
            for (int a = 0; a < last - first; ++a)
                own.add(qd[first + a], inside.own[a].linear, inside.own[a].angular);
            Spatial acceleration = A;
            acceleration += bracket(U, own);
            acceleration += world_rate(
                e, twist_rate(links[e].element, q, qd.data() + first, inside.fraction, inside.map));
            for (int a = 0; qdd && a < last - first; ++a)
                acceleration.add((*qdd)[first + a], inside.own[a].linear, inside.own[a].angular);
            own += U;
            inside.U = own;
            inside.A = acceleration;
            inside.F = wrench(inside.I, own, acceleration);
        }
        Spatial own;
        for (int j = first; j < last; ++j)
            own.add(qd[j], chain_.twist_v(j), chain_.twist_w(j));
        A += bracket(U, own);
        A += world_rate(e, twist_rate(links[e].element, q, qd.data() + first, 1.0, chain_.map(e)));
        for (int j = first; qdd && j < last; ++j)
            A.add((*qdd)[j], chain_.twist_v(j), chain_.twist_w(j));
        U += own;
        U_[e] = U;
        A_[e] = A;
        F_[e] = wrench(rigid_[e].I, U, A);
    }

    // From the tip inwards: all wrenches beyond a coordinate do work on its twist.
    Spatial beyond;
    for (std::size_t e = links.size(); e-- > 0;) {
        beyond += F_[e];
        const int first = chain_.first_coordinate(e), last = chain_.first_coordinate(e + 1);
        for (int j = first; j < last; ++j) {
            tau[j] = beyond.dot(chain_.twist_v(j), chain_.twist_w(j));
            for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k)
                tau[j] += inside_[k].F.dot(inside_[k].own[j - first]);
        }
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k)
            beyond += inside_[k].F;
    }
}

ChainInertia::Momentum ChainInertia::momentum(const VectorXd& qd, const BaseMotion& base) noexcept
{
    Momentum sum;
    const auto count = [&sum](const SpatialInertia& I, const Spatial& U) {
        const Spatial p = I.momentum(U);
        sum.kinetic_energy += 0.5 * p.dot(U);
        sum.total += p;
    };
    Spatial U = base.U;
    for (std::size_t e = 0; e < rigid_.size(); ++e) {
        const int first = chain_.first_coordinate(e), last = chain_.first_coordinate(e + 1);
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k) {
            Spatial own = U;
            for (int a = 0; a < last - first; ++a)
                own.add(qd[first + a], inside_[k].own[a].linear, inside_[k].own[a].angular);
            count(inside_[k].I, own);
        }
        for (int j = first; j < last; ++j)
            U.add(qd[j], chain_.twist_v(j), chain_.twist_w(j));
        count(rigid_[e].I, U);
    }
    sum.total.angular += chain_.base().position().cross(sum.total.linear);
    return sum;
}

}  // namespace supple
