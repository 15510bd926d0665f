/// @file
/// Complete elliptic integrals, in the form in which distances to a circle meet them.
///
///     T₀ = ∫ dθ/R,    T₁ = ∫ dθ/R³,    R² = b² cos²θ + d² sin²θ,    0 <= θ <= π/2,
///
/// so that, with the modulus k² = 1 − d²/b², Legendre's integrals are K(k) = b T₀ and E(k) = b d² T₁.
/// Higher powers Tₙ = ∫ dθ/R²ⁿ⁺¹ follow, with 2P = b² + d², from
///
///     (2n+1) b² d² Tₙ₊₁ = 4n P Tₙ − (2n−1) Tₙ₋₁.
///
/// Relative error below 1e-14 for every ratio d/b (tests/field/test_elliptic.cpp).
#pragma once

namespace supple {

struct EllipticIntegrals {
    double T0;  ///< [1/unit of b]
    double T1;  ///< [1/unit of b³]
};

/// @pre b >= d > 0
EllipticIntegrals complete_elliptic(double b, double d) noexcept;

}  // namespace supple
