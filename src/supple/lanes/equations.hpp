/// @file
/// The equations of a chain in lanes, and their solution. See vector.hpp for how this is compiled.
#pragma once

#include <supple/lanes/place.hpp>

namespace supple::lanes {
namespace {

/// Wrenches on all points beyond a coordinate [model/wrench_sum.hpp]; with slopes where they vary.
template <bool varies>
struct Sums {
    V3 f{}, couple{}, m{};
    M3 N{};                     ///< Σ P fᵀ
    M3 vv{}, vw{}, wv{}, ww{};  ///< blocks of D

    SUPPLE_LANES_INLINE void add_point(const ChainView& chain, int k)
    {
        const V3 P = load3(chain.arm, k), force = load3(chain.force, 2 * k),
                 moment = load3(chain.force, 2 * k + 1);
        f = f + force;
        couple = couple + moment;
        m = m + (moment + cross(P, force));
        N.c[0] = add(N.c[0], force.x, P);
        N.c[1] = add(N.c[1], force.y, P);
        N.c[2] = add(N.c[2], force.z, P);
        if constexpr (!varies) return;
        // T = [I −P^; 0 I] takes a twist about the base to the point: D += Tᵀ K T. Column j of K P^ is K (P ×
        // e_j).
        const double* K = chain.slope + 36 * k * width;
        M3 K_vv, K_wv, K_vw, K_ww;
        for (int j = 0; j < 3; ++j) {
            K_vv.c[j] = load3(K, 2 * j);
            K_wv.c[j] = load3(K, 2 * j + 1);
            K_vw.c[j] = load3(K, 6 + 2 * j);
            K_ww.c[j] = load3(K, 6 + 2 * j + 1);
        }
        const V3 hat[3] = {{V{}, P.z, -P.y}, {-P.z, V{}, P.x}, {P.y, -P.x, V{}}};
        for (int j = 0; j < 3; ++j) {
            const V3 back = scaled(V{} - 1.0, hat[j]);
            const V3 vw_j = times_add(K_vv, back, K_vw.c[j]), ww_j = times_add(K_wv, back, K_ww.c[j]);
            vv.c[j] = vv.c[j] + K_vv.c[j];
            vw.c[j] = vw.c[j] + vw_j;
            wv.c[j] = wv.c[j] + (K_wv.c[j] + cross(P, K_vv.c[j]));
            ww.c[j] = ww.c[j] + (ww_j + cross(P, vw_j));
        }
    }
};

/// ∂(ω_a·m)/∂q_b of the joint's own map, m the moment about its origin, in the axes of A.
template <JointKind kind>
SUPPLE_LANES_INLINE void curve(const V3& phi, const V3& m, V (&Q)[3][3])
{
    const V x = dot(phi, phi);
    const Stumpff f = stumpff(x);
    const V da = take_product(f.c4, V{} + 0.5, f.c3);
    const V db = multiply_add(V{} + 1.5, f.c5, V{} - 0.5 * f.c4);
    // J_r m = m − a φ × m + b φ × (φ × m), with φ × (φ × m) = φ (φ·m) − x m.
    const V3 turned = cross(phi, m);
    const V along = dot(phi, m);
    const V p[3] = {phi.x, phi.y, phi.z}, n[3] = {m.x, m.y, m.z}, t[3] = {turned.x, turned.y, turned.z};
    const V hat[3][3] = {{V{}, -m.z, m.y}, {m.z, V{}, -m.x}, {-m.y, m.x, V{}}};
    for (int a = 0; a < dof(kind); ++a) {
        const V twice = take_product(p[a] * along, x, n[a]);
        const V rate = 2.0 * take_product(db * twice, da, t[a]);
        for (int b = 0; b < dof(kind); ++b) {
            V q = multiply_add(rate, p[b], f.c2 * hat[a][b]);
            q = multiply_add(f.c3, take_product(p[a] * n[b], n[a] + n[a], p[b]), q);
            Q[a][b] = a == b ? multiply_add(f.c3, along, q) : q;
        }
    }
}

/// Springs of one joint's coordinates, and the forces of everything beyond it.
template <JointKind kind, bool varies>
SUPPLE_LANES_INLINE void assemble_joint(const ChainView& chain, int e, const Sums<varies>& sums)
{
    constexpr int size = dof(kind);
    const int n = chain.coordinates, first = chain.first_coordinate[e];
    V3 v[3], w[3], column_v[3], column_w[3], row_v[3], row_w[3];
    const V trace = sums.N.c[0].x + sums.N.c[1].y + sums.N.c[2].z;
    for (int b = 0; b < size; ++b) {
        v[b] = load3(chain.twist_v, first + b);
        w[b] = load3(chain.twist_w, first + b);
        column_w[b] = add(cross(v[b], sums.f) + times(sums.N, w[b]), -trace, w[b]);
        row_w[b] = column_w[b] + cross(w[b], sums.couple);
        if constexpr (!varies) continue;
        column_v[b] = times_add(sums.vw, w[b], times(sums.vv, v[b]));
        column_w[b] = times_add(sums.ww, w[b], times_add(sums.wv, v[b], column_w[b]));
        row_v[b] = transposed_add(sums.wv, w[b], transposed_add(sums.vv, v[b], V3{}));
        row_w[b] = transposed_add(sums.ww, w[b], transposed_add(sums.vw, v[b], row_w[b]));
    }
    for (int i = 0; i < first; ++i) {
        const V3 w_i = load3(chain.twist_w, i), v_i = load3(chain.twist_v, i);
        for (int b = 0; b < size; ++b) {
            V column = dot(w_i, column_w[b]), row = dot(w_i, row_w[b]);
            if constexpr (varies) {
                column = dot_add(v_i, column_v[b], column);
                row = dot_add(v_i, row_v[b], row);
            }
            store(chain.G, (first + b) * n + i, -column);
            store(chain.G, i * n + first + b, -row);
        }
    }
    // The map's own curvature, under the moment about O.
    const V3 m_O = sums.m + scaled(V{} - 1.0, cross(load3(chain.origin, e), sums.f));
    V Q[3][3] = {};
    if constexpr (turns_by_axes(kind)) {
        for (int a = 1; a < size; ++a) {
            for (int b = 0; b < a; ++b)
                Q[a][b] = dot(cross(w[b], w[a]), m_O);
        }
    } else {
        const M3 R_A = load9(chain.rotation, e);
        curve<kind>(rotation_vector<kind>(chain, first), transposed_add(R_A, m_O, V3{}), Q);
    }
    for (int b = 0; b < size; ++b) {
        const V K = load(chain.stiffness, first + b);
        const V d = load(chain.q, first + b) - load(chain.rest, first + b);
        const V hardening = load(chain.cubic, first + b) * d * d;
        const V moment = multiply_add(K * d, hardening, K * d);
        store(chain.g, first + b, moment - dot_add(v[b], sums.f, dot(w[b], sums.m)));
        for (int a = 0; a < size; ++a) {
            V entry = dot_add(w[a], column_w[b], Q[a][b]);
            if constexpr (varies) entry = dot_add(v[a], column_v[b], entry);
            if (a == b) entry = entry - multiply_add(K, 3.0 * hardening, K);
            store(chain.G, (first + b) * n + first + a, -entry);
        }
    }
}

template <bool varies>
void assemble_all(const ChainView& chain) noexcept
{
    Sums<varies> sums;
    for (int e = chain.joints; e-- > 0;) {
        for (int k = chain.first_point[e]; k < chain.first_point[e + 1]; ++k) {
            if (chain.beyond[k]) sums.add_point(chain, k);
        }
        with_kind(chain.kind[e], [&]<JointKind kind>() { assemble_joint<kind, varies>(chain, e, sums); });
        for (int k = chain.first_point[e]; k < chain.first_point[e + 1]; ++k) {
            if (!chain.beyond[k]) sums.add_point(chain, k);
        }
    }
}

void assemble(const ChainView& chain) noexcept
{
    if (chain.varies)
        assemble_all<true>(chain);
    else
        assemble_all<false>(chain);
}

}  // namespace
}  // namespace supple::lanes
