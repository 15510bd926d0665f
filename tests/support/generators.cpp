#include "support/generators.hpp"

#include <cmath>
#include <cstdlib>

namespace supple::test {
namespace {

// RapidCheck reads its settings when the first property runs: a failing test fails again.
[[maybe_unused]] const int seed_is_fixed = setenv("RC_PARAMS", "seed=20240607", /*overwrite=*/0);

}  // namespace

rc::Gen<double> real(double low, double high)
{
    return rc::gen::map(rc::gen::inRange(0, 1000001),
                        [=](int i) { return low + (high - low) * 1e-6 * static_cast<double>(i); });
}

rc::Gen<Vector3d> vector3_of_size(double size)
{
    return rc::gen::apply([](double x, double y, double z) { return Vector3d(x, y, z); }, real(-size, size),
                          real(-size, size), real(-size, size));
}

rc::Gen<Vector6d> vector6_of_size(double size)
{
    return rc::gen::apply(
        [](const Vector3d& a, const Vector3d& b) {
            Vector6d x;
            x << a, b;
            return x;
        },
        vector3_of_size(size), vector3_of_size(size));
}

rc::Gen<Vector3d> rotation_vector(double limit)
{
    const auto scaled = [=](const Vector3d& direction, double fraction, double exponent,
                            int kind) -> Vector3d {
        if (direction.norm() == 0.0) return direction;
        const double theta = kind == 0 ? std::pow(10.0, -exponent) : limit * fraction;
        return theta * direction.normalized();
    };
    return rc::gen::apply(scaled, vector3_of_size(1.0), real(0.0, 1.0 - 1e-9), real(0.5, 15.0),
                          rc::gen::inRange(0, 3));
}

rc::Gen<Vector6d> twist(double limit)
{
    return rc::gen::apply(
        [](const Vector3d& rho, const Vector3d& phi) {
            Vector6d xi;
            xi << rho, phi;
            return xi;
        },
        vector3_of_size(2.0), rotation_vector(limit));
}

}  // namespace supple::test
