#include <supple/model/arc_map.hpp>

#include <cmath>

namespace supple {
namespace {

/// c1 to c6 and what derivatives in x are needed of the first three.
struct ArcSeries {
    double c1, c2, c3, c4, c5, c6;

    explicit ArcSeries(double x) noexcept
    {
        if (x < 2.5) {
            // The first term left out is below 1e-16 of the sum.
            if (x < 0.1) {
                sum<5>(x);
            } else {
                sum<10>(x);
            }
            c4 = 1.0 / 24.0 - x * c6;
            c3 = 1.0 / 6.0 - x * c5;
            c2 = 0.5 - x * c4;
            c1 = 1.0 - x * c3;
        } else {
            const double theta = std::sqrt(x);
            c1 = std::sin(theta) / theta;
            c2 = (1.0 - std::cos(theta)) / x;
            c3 = (1.0 - c1) / x;
            c4 = (0.5 - c2) / x;
            c5 = (1.0 / 6.0 - c3) / x;
            c6 = (1.0 / 24.0 - c4) / x;
        }
    }

    double d1() const noexcept { return 0.5 * (c3 - c2); }
    double d2() const noexcept { return c4 - 0.5 * c3; }
    double d3() const noexcept { return 0.5 * (3.0 * c5 - c4); }
    double dd1() const noexcept { return 0.25 * (3.0 * c5 - 3.0 * c4 + c3); }
    double dd2() const noexcept { return 0.25 * (8.0 * c6 - 5.0 * c5 + c4); }

 private:
    template <int terms>
    void sum(double x) noexcept
    {
        c5 = c6 = 1.0;
        for (int m = terms - 1; m >= 0; --m) {
            c5 = 1.0 - c5 * x * of_5[m];
            c6 = 1.0 - c6 * x * of_6[m];
        }
        c5 *= 1.0 / 120.0;
        c6 *= 1.0 / 720.0;
    }

    // Ratios of neighbouring terms, 1/((n+2m+1)(n+2m+2)).
    static constexpr double of_5[10] = {1.0 / 42,  1.0 / 72,  1.0 / 110, 1.0 / 156, 1.0 / 210,
                                        1.0 / 272, 1.0 / 342, 1.0 / 420, 1.0 / 506, 1.0 / 600};
    static constexpr double of_6[10] = {1.0 / 56,  1.0 / 90,  1.0 / 132, 1.0 / 182, 1.0 / 240,
                                        1.0 / 306, 1.0 / 380, 1.0 / 462, 1.0 / 552, 1.0 / 650};
};

}  // namespace

void place_bending_arc(double l, const double* q, LocalMap& map) noexcept
{
    const double f1 = l * q[0], f2 = l * q[1];
    const double xx = f1 * f1, yy = f2 * f2, xy = f1 * f2;
    const ArcSeries c(xx + yy);
    Matrix3d R;
    R << 1.0 - c.c2 * yy, c.c2 * xy, c.c1 * f2,  //
        c.c2 * xy, 1.0 - c.c2 * xx, -c.c1 * f1,  //
        -c.c1 * f2, c.c1 * f1, 1.0 - c.c2 * (xx + yy);
    map.O = {l * c.c2 * f2, -l * c.c2 * f1, l * c.c1};
    map.X_AB = SE3(R, map.O);

    map.omega[0] = {l * (1.0 - c.c3 * yy), l * c.c3 * xy, -l * c.c2 * f2};
    map.omega[1] = {l * c.c3 * xy, l * (1.0 - c.c3 * xx), l * c.c2 * f1};
    map.omega[2].setZero();
    const double ll = l * l, twice_d2 = 2.0 * c.d2(), twice_d1 = 2.0 * c.d1();
    map.v[0] = {ll * twice_d2 * xy, -ll * (c.c2 + twice_d2 * xx), ll * twice_d1 * f1};
    map.v[1] = {ll * (c.c2 + twice_d2 * yy), -ll * twice_d2 * xy, ll * twice_d1 * f2};
    map.v[2].setZero();
}

TwistRate bending_arc_rate(double l, const double* q, const double* rate, const LocalMap& map) noexcept
{
    const double f1 = l * q[0], f2 = l * q[1], r1 = l * rate[0], r2 = l * rate[1];
    const ArcSeries c(f1 * f1 + f2 * f2);
    const double s = f1 * r2 - f2 * r1;
    const double dx = 2.0 * (f1 * r1 + f2 * r2), ddx = 2.0 * (r1 * r1 + r2 * r2);
    const double c2_dot = c.d2() * dx, c3_dot = c.d3() * dx;
    const double c1_ddot = c.dd1() * dx * dx + c.d1() * ddx, c2_ddot = c.dd2() * dx * dx + c.d2() * ddx;
    const Vector3d p_ddot(l * (c2_ddot * f2 + 2.0 * c2_dot * r2), -l * (c2_ddot * f1 + 2.0 * c2_dot * r1),
                          l * c1_ddot);
    const Vector3d omega = rate[0] * map.omega[0] + rate[1] * map.omega[1];
    const Vector3d p_dot = rate[0] * map.v[0] + rate[1] * map.v[1];
    const Vector3d omega_dot(s * (c3_dot * f2 + c.c3 * r2), -s * (c3_dot * f1 + c.c3 * r1), s * c2_dot);
    // The point at A's origin: v = ṗ − ω × p.
    return {p_ddot - omega_dot.cross(map.O) - omega.cross(p_dot), omega_dot};
}

}  // namespace supple
