#include <supple/dynamics/implicit_kernel.hpp>
#include <supple/dynamics/row_vectors.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {
namespace {

constexpr double small_square = 0.25;  ///< of |φ|, up to which the series below are exact to rounding

/// cos(θ/2) and sin(θ/2)/θ from s = θ² <= 0.25: the terms left out are below 1e-17.
inline Q half_turn_by_series(V3 phi, double s)
{
    constexpr double c1 = -1.0 / 2, c2 = 1.0 / 24, c3 = -1.0 / 720, c4 = 1.0 / 40320, c5 = -1.0 / 3628800,
                     c6 = 1.0 / 479001600;
    constexpr double s1 = -1.0 / 6, s2 = 1.0 / 120, s3 = -1.0 / 5040, s4 = 1.0 / 362880, s5 = -1.0 / 39916800;
    const double y = 0.25 * s;
    const double c = 1.0 + y * (c1 + y * (c2 + y * (c3 + y * (c4 + y * (c5 + y * c6)))));
    const double f = 0.5 + 0.5 * y * (s1 + y * (s2 + y * (s3 + y * (s4 + y * s5))));
    return {c, f * phi};
}

inline Q half_turn(V3 phi, double s)
{
    if (s <= small_square) return half_turn_by_series(phi, s);
    const double theta = std::sqrt(s);
    return {std::cos(0.5 * theta), (std::sin(0.5 * theta) / theta) * phi};
}

/// q r, brought back to unit length: a product of unit quaternions is off by rounding alone.
inline Q turned(Q q, Q r)
{
    const double w = q.w * r.w - dot(q.u, r.u);
    const V3 u = q.w * r.u + r.w * q.u + cross(q.u, r.u);
    const double scale = 1.5 - 0.5 * (w * w + dot(u, u));
    return {scale * w, scale * u};
}

}  // namespace

void add_multiple(int nodes, double k, const Rows& x, const Rows& z, Rows& y) noexcept
{
    for (int c = 0; c < 6; ++c) {
        const double *from = x.row(c), *plus = z.row(c);
        double* to = y.row(c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a)
            to[a] = k * from[a] + plus[a];
    }
}

void move(int nodes, const Rows& from, const Rows& x, const Rows& u, const Rows& node, Rows& to) noexcept
{
    for (int c = 0; c < 3; ++c) {
        const double *p = from.row(motion::px + c), *d = x.row(c);
        const double *J = node.row(node::J1 + c), *omega = u.row(3 + c);
        double *p_to = to.row(motion::px + c), *P_to = to.row(motion::Px + c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a) {
            p_to[a] = p[a] + d[a];
            P_to[a] = J[a] * omega[a];
        }
    }
    const double *x1 = x.row(3), *x2 = x.row(4), *x3 = x.row(5);
    const double *qw = from.row(motion::qw), *qx = from.row(motion::qx), *qy = from.row(motion::qy),
                 *qz = from.row(motion::qz);
    double *w = to.row(motion::qw), *ux = to.row(motion::qx), *uy = to.row(motion::qy),
           *uz = to.row(motion::qz);
    long large = 0;
    SUPPLE_ROWS_ARE_APART
    for (int a = 0; a < nodes; ++a) {
        const V3 phi = load(x1, x2, x3, a);
        const double s = dot(phi, phi);
        const Q q = turned({qw[a], load(qx, qy, qz, a)}, half_turn_by_series(phi, s));
        w[a] = q.w;
        store(ux, uy, uz, a, q.u);
        large |= static_cast<long>(!(s <= small_square));
    }
    if (large == 0) return;
    for (int a = 0; a < nodes; ++a) {
        const V3 phi = load(x1, x2, x3, a);
        const Q q = turned({qw[a], load(qx, qy, qz, a)}, half_turn(phi, dot(phi, phi)));
        w[a] = q.w;
        store(ux, uy, uz, a, q.u);
    }
}

void imbalance(int nodes, double viscous_rate, const Rows& mass, const Rows& free, const RodRows& acting,
               const Rows& u, const Rows& rate, Rows& r) noexcept
{
    for (int c = 0; c < 3; ++c) {
        const double *f = acting.forces.row(force::fx + c), *F = acting.external.row(c);
        const double *m = mass.row(c), *open = free.row(c), *v = u.row(c), *dv = rate.row(c);
        double* out = r.row(c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a) {
            const double missing = f[a] - f[a + 1] - F[a] + m[a] * (dv[a] + viscous_rate * v[a]);
            out[a] = open[a] > 0.0 ? missing : 0.0;
        }
    }
    for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        const double *ga = acting.forces.row(force::ax + c), *gb = acting.forces.row(force::bx + c),
                     *M = acting.external.row(3 + c);
        const double *J = mass.row(3 + c), *Jd = mass.row(3 + d), *Je = mass.row(3 + e);
        const double *w = u.row(3 + c), *wd = u.row(3 + d), *we = u.row(3 + e), *dw = rate.row(3 + c);
        const double* open = free.row(3 + c);
        double* out = r.row(3 + c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a) {
            const double missing = gb[a] + ga[a + 1] - M[a] + J[a] * (dw[a] + viscous_rate * w[a]) +
                                   (Je[a] - Jd[a]) * wd[a] * we[a];
            out[a] = open[a] > 0.0 ? missing : 0.0;
        }
    }
}

StepEnergy step_energy(int nodes, const Rows& mass, const Rows& free, const StepEnds& step,
                       Rows& work) noexcept
{
    double *taken = work.row(0), *kinetic = work.row(1);
    std::fill_n(taken, nodes, 0.0);
    std::fill_n(kinetic, nodes, 0.0);
    for (int c = 0; c < 6; ++c) {
        const double *m = mass.row(c), *open = free.row(c), *x = step.x.row(c);
        const double *u = step.u.row(c), *u_next = step.u_next.row(c);
        const double *rate = step.rate.row(c), *rate_next = step.rate_next.row(c);
        SUPPLE_ROWS_ARE_APART
        for (int a = 0; a < nodes; ++a) {
            const double half = 0.5 * m[a] * open[a];
            taken[a] += half * ((rate[a] + rate_next[a]) * x[a] - (u_next[a] + u[a]) * (u_next[a] - u[a]));
            kinetic[a] += half * u_next[a] * u_next[a];
        }
    }
    StepEnergy sum;
    for (int a = 0; a < nodes; ++a) {
        sum.taken += taken[a];
        sum.kinetic += kinetic[a];
    }
    return sum;
}

}  // namespace supple::variational
