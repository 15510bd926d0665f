#include <supple/dynamics/nodal_kernel.hpp>
#include <supple/dynamics/row_vectors.hpp>

#include <cmath>

namespace supple::variational {
namespace {

enum class Damped { no, yes };

template <StrainPlace strain, Damped damped>
void forces_of(const NodalRod& rod, const Rows& constants, const Rows& nodes, const Rows& state,
               Rows& forces) noexcept
{
    const double *px = state.row(motion::px), *py = state.row(motion::py), *pz = state.row(motion::pz);
    const double *qw = state.row(motion::qw), *qx = state.row(motion::qx), *qy = state.row(motion::qy),
                 *qz = state.row(motion::qz);
    const double *Px = state.row(motion::Px), *Py = state.row(motion::Py), *Pz = state.row(motion::Pz);
    const double *j1 = nodes.row(node::Ji1), *j2 = nodes.row(node::Ji2), *j3 = nodes.row(node::Ji3);
    const double* l1 = constants.row(element::l1);
    const double *c1 = constants.row(element::c1), *c2 = constants.row(element::c2),
                 *c3 = constants.row(element::c3);
    const double *r1 = constants.row(element::r1), *r2 = constants.row(element::r2),
                 *r3 = constants.row(element::r3);
    double *fx = forces.row(force::fx) + 1, *fy = forces.row(force::fy) + 1, *fz = forces.row(force::fz) + 1;
    double *ax = forces.row(force::ax) + 1, *ay = forces.row(force::ay) + 1, *az = forces.row(force::az) + 1;
    double *bx = forces.row(force::bx) + 1, *by = forces.row(force::by) + 1, *bz = forces.row(force::bz) + 1;
    const V3 C1 = {rod.C1.x(), rod.C1.y(), rod.C1.z()};
    const double T = rod.damping.retardation_time;
    const int count = rod.elements();

    SUPPLE_ROWS_ARE_APART
    for (int k = 0; k < count; ++k) {
        const Q a = {qw[k], load(qx, qy, qz, k)};
        const Q b = {qw[k + 1], load(qx, qy, qz, k + 1)};
        const V3 d = load(px, py, pz, k + 1) - load(px, py, pz, k);

        // Bending and twist.
        const double w = a.w * b.w + dot(a.u, b.u);
        const V3 u = a.w * b.u - b.w * a.u - cross(a.u, b.u);
        const V3 psi = (2.0 / w) * u;
        const V3 C = load(c1, c2, c3, k);
        V3 strain_of_bending = psi - load(r1, r2, r3, k);
        if constexpr (damped == Damped::yes) {
            const V3 wa = times(load(j1, j2, j3, k), load(Px, Py, Pz, k));
            const V3 wb = times(load(j1, j2, j3, k + 1), load(Px, Py, Pz, k + 1));
            const V3 rate = (wb - wa) + 0.5 * cross(psi, wa + wb) + 0.25 * dot(psi, wb - wa) * psi;
            strain_of_bending = strain_of_bending + T * rate;
        }
        const V3 m = times(C, strain_of_bending);
        const V3 c = 0.5 * cross(psi, m);
        const V3 e = m + 0.25 * dot(psi, m) * psi;
        // (m + c + (ψ·m)ψ/4) and (m − c + (ψ·m)ψ/4)
        V3 ga = -1.0 * (e + c);
        V3 gb = e - c;

        // Shear and stretch.
        V3 f;
        if constexpr (strain == StrainPlace::midpoint) {
            const double s = 1.0 / (1.0 + w);
            const M3 R = matrix({a.w + b.w, a.u + b.u}, s);
            const V3 y = back(R, d);
            const V3 n = times(C1, V3{l1[k] * y.x, l1[k] * y.y, l1[k] * y.z - 1.0});
            const V3 t = 0.5 * cross(n, y);
            const V3 ct = s * cross(u, t);
            f = forward(R, n);
            ga = ga + (t + ct);
            gb = gb + (t - ct);
        } else {
            const M3 Ra = matrix(a, 2.0);
            const M3 Rb = matrix(b, 2.0);
            const V3 ya = back(Ra, d);
            const V3 yb = back(Rb, d);
            const V3 na = times(C1, V3{l1[k] * ya.x, l1[k] * ya.y, l1[k] * ya.z - 1.0});
            const V3 nb = times(C1, V3{l1[k] * yb.x, l1[k] * yb.y, l1[k] * yb.z - 1.0});
            f = 0.5 * (forward(Ra, na) + forward(Rb, nb));
            ga = ga + 0.5 * cross(na, ya);
            gb = gb + 0.5 * cross(nb, yb);
        }
        store(fx, fy, fz, k, f);
        store(ax, ay, az, k, ga);
        store(bx, by, bz, k, gb);
    }
}

/// One Newton step for every rotation; true when none of them moved by more than the tolerance, whose square
/// is the error that is left.
bool newton(int nodes, double dt, const Rows& node, const Rows& state, Rows& f) noexcept
{
    constexpr double tolerance = 1e-8;
    const double *Px = state.row(motion::Px), *Py = state.row(motion::Py), *Pz = state.row(motion::Pz);
    const double *J1 = node.row(node::J1), *J2 = node.row(node::J2), *J3 = node.row(node::J3);
    double *f1 = f.row(0), *f2 = f.row(1), *f3 = f.row(2);
    long moved = 0;
    SUPPLE_ROWS_ARE_APART
    for (int i = 0; i < nodes; ++i) {
        const V3 g = dt * load(Px, Py, Pz, i);
        const V3 x = load(f1, f2, f3, i);
        const V3 J = 2.0 * load(J1, J2, J3, i);
        const double s = dot(g, x);
        const V3 r = times(J, x) - g - cross(g, x) - s * x;
        // Columns of 2J − g^ − (g·f)I − f gᵀ.
        const V3 m0 = {J.x - s - x.x * g.x, -g.z - x.y * g.x, g.y - x.z * g.x};
        const V3 m1 = {g.z - x.x * g.y, J.y - s - x.y * g.y, -g.x - x.z * g.y};
        const V3 m2 = {-g.y - x.x * g.z, g.x - x.y * g.z, J.z - s - x.z * g.z};
        const V3 k0 = cross(m1, m2);
        const V3 k1 = cross(m2, m0);
        const V3 k2 = cross(m0, m1);
        const double inverse = -1.0 / dot(m0, k0);
        const V3 step = {inverse * dot(k0, r), inverse * dot(k1, r), inverse * dot(k2, r)};
        store(f1, f2, f3, i, x + step);
        // Not (a > b) but !(a <= b): a NaN counts as moved.
        moved |= static_cast<long>(!(dot(step, step) <= tolerance * tolerance));
    }
    return moved == 0;
}

}  // namespace

void element_forces(const NodalRod& rod, const Rows& constants, const Rows& nodes, const Rows& state,
                    Rows& forces) noexcept
{
    const bool damped = rod.damping.retardation_time > 0.0;
    if (rod.strain == StrainPlace::midpoint) {
        if (damped)
            forces_of<StrainPlace::midpoint, Damped::yes>(rod, constants, nodes, state, forces);
        else
            forces_of<StrainPlace::midpoint, Damped::no>(rod, constants, nodes, state, forces);
    } else {
        if (damped)
            forces_of<StrainPlace::nodal, Damped::yes>(rod, constants, nodes, state, forces);
        else
            forces_of<StrainPlace::nodal, Damped::no>(rod, constants, nodes, state, forces);
    }
}

void kick(int nodes, const Kick& by, const Rows& node, const Rows& forces, const Rows& external,
          const Rows& from, Rows& to) noexcept
{
    const double half = 0.5 * by.rate * by.h;
    const double keep = (1.0 - half) / (1.0 + half);
    const double gain = by.h / (1.0 + half);
    const double half_turn = 0.5 * by.rotational_rate * by.h;
    const double keep_turn = (1.0 - half_turn) / (1.0 + half_turn);
    const double gain_turn = by.h / (1.0 + half_turn);
    for (int c = 0; c < 3; ++c) {
        const double* f = forces.row(force::fx + c);
        const double* ga = forces.row(force::ax + c);
        const double* gb = forces.row(force::bx + c);
        const double *F = external.row(c), *M = external.row(3 + c);
        const double *inverse_mass = node.row(node::m1x + c), *turns = node.row(node::turns);
        const double *v = from.row(motion::vx + c), *P = from.row(motion::Px + c);
        double *v_to = to.row(motion::vx + c), *P_to = to.row(motion::Px + c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a) {
            v_to[a] = keep * v[a] + gain * inverse_mass[a] * (F[a] - f[a] + f[a + 1]);
            const double torque = M[a] - gb[a] - ga[a + 1];
            P_to[a] = turns[a] > 0.0 ? keep_turn * P[a] + gain_turn * torque : P[a];
        }
    }
}

bool drift(int nodes, double dt, const Rows& node, Rows& state, Rows& f) noexcept
{
    for (int c = 0; c < 3; ++c) {
        double* p = state.row(motion::px + c);
        const double *v = state.row(motion::vx + c), *P = state.row(motion::Px + c);
        const double* inverse_inertia = node.row(node::Ji1 + c);
        double* x = f.row(c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a) {
            p[a] += dt * v[a];
            x[a] = 0.5 * dt * inverse_inertia[a] * P[a];
        }
    }

    bool solved = false;
    for (int i = 0; i < 12 && !solved; ++i)
        solved = newton(nodes, dt, node, state, f);

    double *qw = state.row(motion::qw), *qx = state.row(motion::qx), *qy = state.row(motion::qy),
           *qz = state.row(motion::qz);
    double *Px = state.row(motion::Px), *Py = state.row(motion::Py), *Pz = state.row(motion::Pz);
    const double *f1 = f.row(0), *f2 = f.row(1), *f3 = f.row(2);
    SUPPLE_ROWS_ARE_APART
    for (int a = 0; a < nodes; ++a) {
        const V3 x = load(f1, f2, f3, a);
        const Q q = {qw[a], load(qx, qy, qz, a)};
        // q (1, f), brought back to unit length.
        const double w = q.w - dot(q.u, x);
        const V3 u = q.u + q.w * x + cross(q.u, x);
        const double scale = 1.0 / std::sqrt(w * w + dot(u, u));
        qw[a] = scale * w;
        store(qx, qy, qz, a, scale * u);
        // Fᵀ P = P − 2/(1 + f·f) (f × P − f × (f × P))
        const V3 P = load(Px, Py, Pz, a);
        const V3 fP = cross(x, P);
        const double k = 2.0 / (1.0 + dot(x, x));
        store(Px, Py, Pz, a, P - k * (fP - cross(x, fP)));
    }
    return solved;
}

}  // namespace supple::variational
