// Derivatives of M q̈ + c.
//
// Let a coordinate a of an element move, and everything beyond with it. A body b there has U_b, A_b and needs
// the wrench F_b = I A + U ×* (I U). With 𝓑 V = I ad(V) U + V ×* (I U) + U ×* (I V), per unit of q̇_a
//
//     ∂U_b = V_a,    ∂A_b = Φ_a + ad(V_a) U_b,    ∂F_b = I Φ_a + 𝓑 V_a,
//     Φ_a = ad(U_A) V_a + 2 B(e_a, q̇) + ad(U_B) V_a
//
// (A, B the element's ends, B(q̇, q̇) = Ẇ q̇ its own rate). Per unit of q_a everything beyond turns with V_a, so
// that the inertia and all distal twists are carried along; by Jacobi's identity what remains is
//
//     ∂U_b = ad(V_a) U_b + μ_a,    ∂A_b = ad(V_a) A_b + α_a + ad(μ_a) U_b,    ∂F_b = V_a ×* F_b + I α_a + 𝓑
//     μ_a, μ_a = ∂(V q̇)/∂q_a − ad(V_a) U_B,    α_a = ∂A_B/∂q_a − ad(V_a) A_B − ad(μ_a) U_B.
//
// Distal coordinates i see ∂τ_i = V_i·Σ(I Φ + 𝓑 V) and V_i·Σ(I α + 𝓑 μ): the carried parts of V_i and F
// cancel.
#include <supple/dynamics/chain_inertia.hpp>
#include <supple/lie/so3.hpp>

#include <cmath>

namespace supple {
namespace {

Vector6d stack(const Spatial& x)
{
    Vector6d all;
    all << x.linear, x.angular;
    return all;
}

Spatial unstack(const Vector6d& x)
{
    return {x.head<3>(), x.tail<3>()};
}

Spatial operator-(Spatial a, const Spatial& b)
{
    a.add(-1.0, b.linear, b.angular);
    return a;
}

/// V ×* [p; L]
Spatial cross_force(const Spatial& V, const Spatial& F)
{
    return {V.angular.cross(F.linear), V.angular.cross(F.angular) + V.linear.cross(F.linear)};
}

/// The matrix of 𝓑 = −I ad(U) + ad*(U) I + [0 −p^; −p^ −L^].
Matrix6d rate_matrix(const SpatialInertia& I, const Spatial& U)
{
    Matrix6d inertia, ad, force;
    const Matrix3d h = so3::hat(I.h), w = so3::hat(U.angular), v = so3::hat(U.linear);
    inertia << I.m * Matrix3d::Identity(), -h, h, I.J;
    ad << w, v, Matrix3d::Zero(), w;
    force << w, Matrix3d::Zero(), v, w;
    const Spatial p = I.momentum(U);
    Matrix6d B = force * inertia - inertia * ad;
    const Matrix3d p_hat = so3::hat(p.linear);
    B.topRightCorner<3, 3>() -= p_hat;
    B.bottomLeftCorner<3, 3>() -= p_hat;
    B.bottomRightCorner<3, 3>() -= so3::hat(p.angular);
    return B;
}

}  // namespace

/// Sums over all that lies beyond.
struct ChainInertia::Sums {
    SpatialInertia I;
    Matrix6d B = Matrix6d::Zero();
    Spatial F;

    void add(const SpatialInertia& inertia, const Spatial& U, const Spatial& wrench)
    {
        I += inertia;
        B += rate_matrix(inertia, U);
        F += wrench;
    }
    /// Wrenches that come with one rate, and with one coordinate.
    Spatial per_rate(const Ways& way) const
    {
        Spatial f = I.momentum(way.Phi);
        f += unstack(B * stack(way.V));
        return f;
    }
    Spatial per_coordinate(const Ways& way) const
    {
        Spatial f = I.momentum(way.alpha);
        f += unstack(B * stack(way.mu));
        return f;
    }
};

void ChainInertia::find_ways(std::size_t e, double fraction, const VectorXd& qd, const VectorXd& qdd,
                             const Spatial& U, const Spatial& A, Ways* ways) const noexcept
{
    const Element& element = chain_.links()[e].element;
    const int first = chain_.first_coordinate(e), n = dof(element);
    const Spatial& U_A = e == 0 ? base_.U : U_[e - 1];
    double q[3], rate[3];
    for (int a = 0; a < n; ++a) {
        q[a] = chain_.coordinates()[first + a];
        rate[a] = qd[first + a];
    }
    LocalMap map;
    supple::place(element, q, fraction, map);
    const auto twist = [&](const LocalMap& at, int i) {
        return world_rate(e, {at.v[i] - at.omega[i].cross(at.O), at.omega[i]});
    };

    for (int a = 0; a < n; ++a) {
        Ways& way = ways[a];
        way.V = twist(map, a);

        // 2 B(e_a, q̇) by polarisation: exact, because the rate is quadratic.
        const double given = rate[a];
        const double size = std::max(1.0, std::abs(given));
        rate[a] = given + size;
        Spatial bias = world_rate(e, twist_rate(element, q, rate, fraction, map));
        rate[a] = given - size;
        bias = bias - world_rate(e, twist_rate(element, q, rate, fraction, map));
        rate[a] = given;
        way.Phi = bracket(U_A, way.V);
        way.Phi.add(0.5 / size, bias.linear, bias.angular);
        way.Phi += bracket(U, way.V);

        // Its own twists and rate by its own coordinate: central differences.
        const double step = 1e-5 * chain_.coordinate_scale()[first + a], kept = q[a];
        LocalMap ahead, behind;
        q[a] = kept + step;
        supple::place(element, q, fraction, ahead);
        Spatial d_rate = world_rate(e, twist_rate(element, q, rate, fraction, ahead));
        q[a] = kept - step;
        supple::place(element, q, fraction, behind);
        d_rate = d_rate - world_rate(e, twist_rate(element, q, rate, fraction, behind));
        q[a] = kept;
        Spatial moved, A_change;
        A_change.add(0.5 / step, d_rate.linear, d_rate.angular);
        for (int i = 0; i < n; ++i) {
            const Spatial change = twist(ahead, i) - twist(behind, i);
            way.dV[i] = Spatial{};
            way.dV[i].add(0.5 / step, change.linear, change.angular);
            moved.add(rate[i], way.dV[i].linear, way.dV[i].angular);
            A_change.add(qdd[first + i], way.dV[i].linear, way.dV[i].angular);
        }
        A_change += bracket(U_A, moved);
        way.mu = moved - bracket(way.V, U);
        way.alpha = A_change - bracket(way.V, A) - bracket(way.mu, U);
    }
}

void ChainInertia::add_tangents(const VectorXd& qd, const VectorXd& qdd, MatrixXd& by_rate,
                                MatrixXd& by_coordinate) noexcept
{
    const std::size_t elements = rigid_.size();
    for (std::size_t e = 0; e < elements; ++e)
        find_ways(e, 1.0, qd, qdd, U_[e], A_[e],
                  &ways_[static_cast<std::size_t>(chain_.first_coordinate(e))]);

    Sums beyond;
    Ways own[3];
    for (std::size_t e = elements; e-- > 0;) {
        beyond.add(rigid_[e].I, U_[e], F_[e]);
        const int first = chain_.first_coordinate(e), last = chain_.first_coordinate(e + 1);

        // Rows of this element: momenta p and 𝓑ᵀV, against proximal coordinates; columns against these rows.
        Spatial p[3], b[3], column_rate[3], column_coordinate[3];
        const auto add_body = [&](const Sums& sums, const Ways* ways) {
            for (int a = first; a < last; ++a) {
                const Ways& way = ways[a - first];
                const auto k = a - first;
                p[k] += sums.I.momentum(way.V);
                b[k] += unstack(sums.B.transpose() * stack(way.V));
                const Spatial per_rate = sums.per_rate(way);
                Spatial per_coordinate = sums.per_coordinate(way);
                per_coordinate += cross_force(way.V, sums.F);
                column_rate[k] += per_rate;
                column_coordinate[k] += per_coordinate;
                for (int i = first; i < last; ++i) {
                    by_rate(i, a) += ways[i - first].V.dot(per_rate);
                    by_coordinate(i, a) +=
                        ways[i - first].V.dot(per_coordinate) + way.dV[i - first].dot(sums.F);
                }
            }
        };
        add_body(beyond, &ways_[static_cast<std::size_t>(first)]);
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k) {
            const Inside& inside = inside_[k];
            find_ways(e, inside.fraction, qd, qdd, inside.U, inside.A, own);
            Sums alone;
            alone.add(inside.I, inside.U, inside.F);
            add_body(alone, own);
        }
        for (int k = 0; k < last - first; ++k) {
            for (int i = 0; i < first; ++i) {
                const Ways& proximal = ways_[static_cast<std::size_t>(i)];
                by_rate(i, first + k) += proximal.V.dot(column_rate[k]);
                by_coordinate(i, first + k) += proximal.V.dot(column_coordinate[k]);
                by_rate(first + k, i) += p[k].dot(proximal.Phi) + b[k].dot(proximal.V);
                by_coordinate(first + k, i) += p[k].dot(proximal.alpha) + b[k].dot(proximal.mu);
            }
        }
        for (std::size_t k = first_inside_[e]; k < first_inside_[e + 1]; ++k)
            beyond.add(inside_[k].I, inside_[k].U, inside_[k].F);
    }
}

}  // namespace supple
