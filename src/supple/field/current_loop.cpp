#include <supple/field/current_loop.hpp>
#include <supple/field/elliptic.hpp>
#include <supple/field/symmetric_tensor.hpp>

#include <cmath>
#include <numbers>

namespace supple {

namespace {

/// f, g and the derivatives of f from which all others follow; subscripts are derivatives.
struct AxialField {
    double g, f, f_z, f_s, f_ss, f_sz;
};

// Near the axis and far away: S_mn = ∮ sin²ᵐφ R⁻²ⁿ⁻¹ dφ.
//
// R² = P − D cos φ with P = a² + s + z², D = 2a√s. Written as α²(1 − 2h cos φ + h²),
//
//     S_mn = 2B(m+½, ½) α⁻²ⁿ⁻¹ (1−h²)²⁽ᵐ⁻ⁿ⁾ F(m−n+½, 2m−n+½; m+1; h²),
//
// where F is the hypergeometric series after Euler's transformation, whose terms fall faster than h²ʲ.
// Integration by parts keeps all integrands positive and all results regular in s:
//
//     ∂S_mn/∂s = (n+½) (−S_m,n+1 + (2n+3) a²/(2m+1) S_m+1,n+2),    ∂S_mn/∂z = −(2n+1) z S_m,n+1.

constexpr double series_limit = 0.2;  // of h²; the last term is then below 1e-17
constexpr std::size_t series_terms = 19;
constexpr std::size_t family_size = 8;  // seven are needed; eight fill vector registers
constexpr std::array<std::array<int, 2>, family_size> family = {
    {{0, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {2, 5}, {3, 6}, {0, 0}}};

/// Coefficients of (2/π) B(m+½, ½) F as powers of h², one column for each of the family.
constexpr std::array<std::array<double, family_size>, series_terms> series_coefficients()
{
    std::array<std::array<double, family_size>, series_terms> table{};
    for (std::size_t e = 0; e < family_size; ++e) {
        const double m = family[e][0];
        const double n = family[e][1];
        double term = 2.0;
        for (int i = 0; i < family[e][0]; ++i)
            term *= (i + 0.5) / (i + 1.0);
        for (std::size_t j = 0; j < series_terms; ++j) {
            table[j][e] = term;
            const double i = static_cast<double>(j);
            term *= (m - n + 0.5 + i) * (2.0 * m - n + 0.5 + i) / ((m + 1.0 + i) * (i + 1.0));
        }
    }
    return table;
}

AxialField regular_series(double a, double s, double z, double h2, double alpha2, double bd)
{
    static constexpr auto coefficients = series_coefficients();
    std::array<double, family_size> F = coefficients[series_terms - 1];
    for (std::size_t j = series_terms - 1; j-- > 0;) {
        for (std::size_t e = 0; e < family_size; ++e)
            F[e] = F[e] * h2 + coefficients[j][e];
    }

    // S_mn / π = F v^½ yⁿ ω²ᵐ with v = 1/α², ω = 1 − h², y = v/ω².
    const double v = 1.0 / alpha2;
    const double omega = bd * v;
    const double omega2 = omega * omega;
    const double y = v / omega2;
    const double y2 = y * y;
    const double c = 0.25 * vacuum_permeability * a * a * std::sqrt(v);
    const double S01 = y * F[0];
    const double S12 = y2 * omega2 * F[1];
    const double S13 = y2 * y * omega2 * F[2];
    const double S14 = y2 * y2 * omega2 * F[3];
    const double S24 = y2 * y2 * omega2 * omega2 * F[4];
    const double S25 = y2 * y2 * y * omega2 * omega2 * F[5];
    const double S36 = y2 * y2 * y2 * omega2 * omega2 * omega2 * F[6];

    const double a2 = a * a;
    const double z2 = z * z;
    const double S12_s = 2.5 * (-S13 + 7.0 / 3.0 * a2 * S24);
    const double S13_s = 3.5 * (-S14 + 3.0 * a2 * S25);
    const double S24_s = 4.5 * (-S25 + 2.2 * a2 * S36);
    return {.g = c * (S01 - 3.0 * s * S12),
            .f = 3.0 * c * z * S12,
            .f_z = 3.0 * c * (S12 - 5.0 * z2 * S13),
            .f_s = 3.0 * c * z * S12_s,
            .f_ss = 7.5 * c * z * (-S13_s + 7.0 / 3.0 * a2 * S24_s),
            .f_sz = 3.0 * c * (S12_s - 5.0 * z2 * S13_s)};
}

// Elsewhere: closed form in Tₙ = ∫ R⁻²ⁿ⁻¹ over a quarter turn of φ/2 (elliptic.hpp),
//
//     g = c (T₀ + q T₁),    f = c z N/s,    N = P T₁ − T₀,    c = μ0 I/2π,    q = a² − s − z²,
//     ∂Tₙ/∂s = (2n+1)/(4s) (p Tₙ₊₁ − Tₙ),   ∂Tₙ/∂z = −(2n+1) z Tₙ₊₁,        p = a² − s + z².
//
// p and q are small near the wire and taken from a − ρ, so they keep their digits there.
AxialField closed_form(double a, double rho, double z, double b2, double d2)
{
    const double s = rho * rho;
    const double P = 0.5 * (b2 + d2);
    const double bd2 = b2 * d2;
    const double p = (a - rho) * (a + rho) + z * z;
    const double q = (a - rho) * (a + rho) - z * z;

    const auto [T0, T1] = complete_elliptic(std::sqrt(b2), std::sqrt(d2));
    const double T2 = (4.0 * P * T1 - T0) / (3.0 * bd2);
    const double T3 = (8.0 * P * T2 - 3.0 * T1) / (5.0 * bd2);

    const double over_s = 1.0 / s;
    const double T0_s = 0.25 * over_s * (p * T1 - T0);
    const double T1_s = 0.75 * over_s * (p * T2 - T1);
    const double T2_s = 1.25 * over_s * (p * T3 - T2);
    const double T0_ss = over_s * (0.25 * (p * T1_s - T1 - T0_s) - T0_s);
    const double T1_ss = over_s * (0.75 * (p * T2_s - T2 - T1_s) - T1_s);

    // ∂N/∂z = 3 z M, M = T₁ − P T₂
    const double N = P * T1 - T0;
    const double N_s = T1 + P * T1_s - T0_s;
    const double N_ss = 2.0 * T1_s + P * T1_ss - T0_ss;
    const double M = T1 - P * T2;
    const double M_s = T1_s - T2 - P * T2_s;

    const double c = vacuum_permeability / (2.0 * std::numbers::pi);
    const double N_z = N + 3.0 * z * z * M;
    return {.g = c * (T0 + q * T1),
            .f = c * z * over_s * N,
            .f_z = c * over_s * N_z,
            .f_s = c * z * over_s * (N_s - over_s * N),
            .f_ss = c * z * over_s * (N_ss - 2.0 * over_s * (N_s - over_s * N)),
            .f_sz = c * over_s * (N_s + 3.0 * z * z * M_s - over_s * N_z)};
}

/// B = f w + g n and its derivatives as tensors; w ⊥ n, |w|² = s.
FieldSample assemble(const AxialField& axial, const Vector3d& w, const Vector3d& n, double s)
{
    const auto [g, f, f_z, f_s, f_ss, f_sz] = axial;
    const double g_z = -2.0 * (f + s * f_s);
    const double g_zz = -2.0 * (f_z + s * f_sz);
    const double f_zz = -4.0 * (2.0 * f_s + s * f_ss);  // since f w is harmonic

    // G = f I + 2 f_s w wᵀ + f_z (w nᵀ + n wᵀ) + (g_z − f) n nᵀ
    FieldSample field;
    field.B = f * w + g * n;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i <= j; ++i) {
            field.gradient(i, j) = (i == j ? f : 0.0) + 2.0 * f_s * w[i] * w[j] +
                                   f_z * (w[i] * n[j] + n[i] * w[j]) + (g_z - f) * n[i] * n[j];
            field.gradient(j, i) = field.gradient(i, j);
        }
    }

    // H = sym(δ c) + 4 f_ss w w w + 2 f_sz sym(w w n) + (f_zz − 2 f_s) sym(w n n) + (g_zz − 3 f_z) n n n,
    // c = 2 f_s w + f_z n, where sym adds the three different orders of the indices.
    const Vector3d c = 2.0 * f_s * w + f_z * n;
    std::array<double, 10> h;
    for (std::size_t e = 0; e < h.size(); ++e) {
        const auto [i, j, k] = symmetric_triples[e];
        const double sym_c = (i == j ? c[k] : 0.0) + (i == k ? c[j] : 0.0) + (j == k ? c[i] : 0.0);
        const double sym_wwn = w[i] * w[j] * n[k] + w[i] * n[j] * w[k] + n[i] * w[j] * w[k];
        const double sym_wnn = w[i] * n[j] * n[k] + n[i] * w[j] * n[k] + n[i] * n[j] * w[k];
        h[e] = sym_c + 4.0 * f_ss * w[i] * w[j] * w[k] + 2.0 * f_sz * sym_wwn + (f_zz - 2.0 * f_s) * sym_wnn +
               (g_zz - 3.0 * f_z) * n[i] * n[j] * n[k];
    }
    field.second = symmetric_tensor(h);
    return field;
}

}  // namespace

FieldSample loop_field_per_current(const Vector3d& centre, const Vector3d& axis, double radius,
                                   const Vector3d& x_W) noexcept
{
    // Coordinates along and across the axis
    const double a = radius;
    const Vector3d r = x_W - centre;
    const double z = axis.dot(r);
    const Vector3d w = r - z * axis;
    const double s = w.squaredNorm();
    const double rho = std::sqrt(s);

    // Greatest and smallest distance to the wire, squared
    const double b2 = (a + rho) * (a + rho) + z * z;
    const double d2 = (a - rho) * (a - rho) + z * z;
    if (!(d2 > 0.0)) return undefined_field();

    // h² tells near the wire (1) from near the axis or far away (0)
    const double bd = std::sqrt(b2 * d2);
    const double alpha2 = 0.25 * (b2 + d2) + 0.5 * bd;
    const double h2 = s * (a * a) / (alpha2 * alpha2);
    const AxialField axial =
        h2 < series_limit ? regular_series(a, s, z, h2, alpha2, bd) : closed_form(a, rho, z, b2, d2);
    return assemble(axial, w, axis, s);
}

}  // namespace supple
