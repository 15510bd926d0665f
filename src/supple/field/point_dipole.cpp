#include <supple/field/point_dipole.hpp>
#include <supple/field/symmetric_tensor.hpp>

#include <cmath>
#include <numbers>

namespace supple {

FieldSample dipole_field(const Vector3d& position, const Vector3d& moment, const Vector3d& x_W) noexcept
{
    // With n = r/|r| the powers of |r| stand apart from the angles.
    const Vector3d r = x_W - position;
    const double length = r.norm();
    if (!(length > 0.0)) return undefined_field();
    const Vector3d n = r / length;
    const Vector3d& m = moment;
    const double mn = m.dot(n);

    // B = c (3 (m·n) n − m)
    FieldSample field;
    const double c = vacuum_permeability / (4.0 * std::numbers::pi * length * length * length);
    field.B = c * (3.0 * mn * n - m);

    // G = 3c/r [(m·n) (I − 5 n nᵀ) + m nᵀ + n mᵀ]
    const double c1 = 3.0 * c / length;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i <= j; ++i) {
            const double delta = i == j ? 1.0 : 0.0;
            field.gradient(i, j) = c1 * (mn * (delta - 5.0 * n[i] * n[j]) + m[i] * n[j] + n[i] * m[j]);
            field.gradient(j, i) = field.gradient(i, j);
        }
    }

    // H = 3c/r² [sym(δ a) − 5 sym(m n n) + 35 (m·n) n n n],  a = m − 5 (m·n) n,
    // where sym adds the three different orders of the indices.
    const double c2 = c1 / length;
    const Vector3d a = m - 5.0 * mn * n;
    std::array<double, 10> h;
    for (std::size_t e = 0; e < h.size(); ++e) {
        const auto [i, j, k] = symmetric_triples[e];
        const double sym_a = (i == j ? a[k] : 0.0) + (i == k ? a[j] : 0.0) + (j == k ? a[i] : 0.0);
        const double sym_mnn = m[i] * n[j] * n[k] + n[i] * m[j] * n[k] + n[i] * n[j] * m[k];
        h[e] = c2 * (sym_a - 5.0 * sym_mnn + 35.0 * mn * n[i] * n[j] * n[k]);
    }
    field.second = symmetric_tensor(h);
    return field;
}

}  // namespace supple
