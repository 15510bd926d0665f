/// @file
/// The shape of a chain in lanes: poses of its points and twists of its coordinates. See vector.hpp for how
/// this is compiled.
#pragma once

#include <supple/lanes/kernel.hpp>
#include <supple/lanes/vector.hpp>

namespace supple::lanes {
namespace {

/// c_0 to c_5 of lie/series.hpp.
struct Stumpff {
    V c0, c1, c2, c3, c4, c5;
};

/// Σ a[m] x^m, in pairs, then pairs of pairs: shorter to wait for than one term after the other.
template <int terms>
SUPPLE_LANES_INLINE V power_series(const double (&a)[terms], V x, V x2, V x4)
{
    V sum{};
    for (int m = (terms - 1) / 4 * 4; m >= 0; m -= 4) {
        V four = V{} + a[m];
        if (m + 1 < terms) four = multiply_add(V{} + a[m + 1], x, four);
        if (m + 2 < terms) {
            V upper = V{} + a[m + 2];
            if (m + 3 < terms) upper = multiply_add(V{} + a[m + 3], x, upper);
            four = multiply_add(upper, x2, four);
        }
        sum = multiply_add(sum, x4, four);
    }
    return sum;
}

// The first term that is left out is x^8/20!, below 1e-17 up to x = largest_angle².
SUPPLE_LANES_INLINE Stumpff stumpff(V x)
{
    constexpr int terms = 8;
    struct Series {
        double c4[terms] = {}, c5[terms] = {};
        constexpr Series()
        {
            double factorial = 24.0, sign = 1.0;
            for (int m = 0; m < terms; ++m) {
                c4[m] = sign / factorial;
                factorial *= 5 + 2 * m;
                c5[m] = sign / factorial;
                factorial *= 6 + 2 * m;
                sign = -sign;
            }
        }
    };
    constexpr Series series;
    const V x2 = x * x, x4 = x2 * x2;
    Stumpff f;
    f.c4 = power_series(series.c4, x, x2, x4);
    f.c5 = power_series(series.c5, x, x2, x4);
    f.c3 = take_product(V{} + 1.0 / 6.0, x, f.c5);
    f.c2 = take_product(V{} + 0.5, x, f.c4);
    f.c1 = take_product(V{} + 1.0, x, f.c3);
    f.c0 = take_product(V{} + 1.0, x, f.c2);
    return f;
}

/// A universal joint turns the frame about its own x, then its own y, then its own z.
template <int axis>
SUPPLE_LANES_INLINE void turn_about(V angle, M3& R)
{
    const Stumpff f = stumpff(angle * angle);
    const V c = f.c0, s = angle * f.c1;
    constexpr int second = (axis + 1) % 3, third = (axis + 2) % 3;
    const V3 moved = add(scaled(c, R.c[second]), s, R.c[third]);
    R.c[third] = add(scaled(c, R.c[third]), -s, R.c[second]);
    R.c[second] = moved;
}

/// I + a φ^ + b φ^².
SUPPLE_LANES_INLINE M3 axial(V a, V b, const V3& phi, V x)
{
    const V3 bphi = scaled(b, phi), aphi = scaled(a, phi);
    const V diagonal = take_product(V{} + 1.0, b, x);
    const V xy = bphi.x * phi.y, xz = bphi.x * phi.z, yz = bphi.y * phi.z;
    return {V3{multiply_add(bphi.x, phi.x, diagonal), xy + aphi.z, xz - aphi.y},
            V3{xy - aphi.z, multiply_add(bphi.y, phi.y, diagonal), yz + aphi.x},
            V3{xz + aphi.y, yz - aphi.x, multiply_add(bphi.z, phi.z, diagonal)}};
}

constexpr int dof(JointKind kind)
{
    return kind == JointKind::universal || kind == JointKind::isotropic ? 2 : 3;
}

constexpr bool turns_by_axes(JointKind kind)
{
    return kind == JointKind::universal || kind == JointKind::universal_with_twist;
}

/// Calls work<kind>() with the kind as one that the compiler knows.
template <class Work>
SUPPLE_LANES_INLINE void with_kind(JointKind kind, const Work& work)
{
    switch (kind) {
        case JointKind::universal:
            return work.template operator()<JointKind::universal>();
        case JointKind::universal_with_twist:
            return work.template operator()<JointKind::universal_with_twist>();
        case JointKind::isotropic:
            return work.template operator()<JointKind::isotropic>();
        case JointKind::ball:
            return work.template operator()<JointKind::ball>();
    }
}

template <JointKind kind>
SUPPLE_LANES_INLINE V3 rotation_vector(const ChainView& chain, int first)
{
    return {load(chain.q, first), load(chain.q, first + 1),
            kind == JointKind::ball ? load(chain.q, first + 2) : V{}};
}

/// Turns the frame by one joint and writes the twists of its coordinates.
template <JointKind kind>
SUPPLE_LANES_INLINE void turn(const ChainView& chain, int first, const V3& O, M3& R)
{
    const auto twist = [&](int a, const V3& w) {
        store3(chain.twist_w, first + a, w);
        store3(chain.twist_v, first + a, cross(O, w));
    };
    if constexpr (turns_by_axes(kind)) {
        twist(0, R.c[0]);
        turn_about<0>(load(chain.q, first), R);
        twist(1, R.c[1]);
        turn_about<1>(load(chain.q, first + 1), R);
        if constexpr (dof(kind) == 3) {
            twist(2, R.c[2]);
            turn_about<2>(load(chain.q, first + 2), R);
        }
    } else {
        const V3 phi = rotation_vector<kind>(chain, first);
        const V x = dot(phi, phi);
        const Stumpff f = stumpff(x);
        const M3 J = axial(f.c2, f.c3, phi, x);
        for (int a = 0; a < dof(kind); ++a)
            twist(a, times(R, J.c[a]));
        R = R * axial(f.c1, f.c2, phi, x);
    }
}

SUPPLE_LANES_INLINE void put_point(const ChainView& chain, int k, const V3& from, const M3& R)
{
    const V3 P = add(from, load(chain.along, k), R.c[2]);
    store3(chain.arm, k, P);
    store3(chain.frame, 4 * k, R.c[0]);
    store3(chain.frame, 4 * k + 1, R.c[1]);
    store3(chain.frame, 4 * k + 2, R.c[2]);
    store3(chain.frame, 4 * k + 3, load3(chain.base, 3) + P);
}

template <JointKind kind>
SUPPLE_LANES_INLINE void place_joint(const ChainView& chain, int e, M3& R, V3& X)
{
    store9(chain.rotation, e, R);
    for (int k = chain.first_point[e]; k < chain.first_point[e + 1]; ++k) {
        if (!chain.beyond[k]) put_point(chain, k, X, R);
    }
    const V3 O = add(X, load(chain.inboard, e), R.c[2]);
    store3(chain.origin, e, O);
    turn<kind>(chain, chain.first_coordinate[e], O, R);
    X = add(O, load(chain.outboard, e), R.c[2]);
    for (int k = chain.first_point[e]; k < chain.first_point[e + 1]; ++k) {
        if (chain.beyond[k]) put_point(chain, k, O, R);
    }
}

void place(const ChainView& chain) noexcept
{
    M3 R = load9(chain.base, 0);
    V3 X = {V{}, V{}, V{}};
    for (int e = 0; e < chain.joints; ++e)
        with_kind(chain.kind[e], [&]<JointKind kind>() { place_joint<kind>(chain, e, R, X); });
    store9(chain.tip, 0, R);
    store3(chain.tip, 3, load3(chain.base, 3) + X);
}

}  // namespace
}  // namespace supple::lanes
