/// @file
/// The map of an arc that bends but does not twist, in closed form.
///
/// With φ = ℓ (κ₁, κ₂), x = φ·φ, s = φ₁φ̇₂ − φ₂φ̇₁ and the Stumpff functions c_n(x) of lie/series.hpp,
///
///     p = ℓ (c2 φ₂, −c2 φ₁, c1),      ω = (φ̇₁ + c3 φ₂ s, φ̇₂ − c3 φ₁ s, c2 s)
///
/// and with ċ = c′ẋ, c̈ = c″ẋ² + c′ẍ at φ̈ = 0 (ẋ = 2 φ·φ̇, ẍ = 2 φ̇·φ̇)
///
///     ω̇ = s (ċ3 φ₂ + c3 φ̇₂, −ċ3 φ₁ − c3 φ̇₁, ċ2),   p̈ = ℓ (c̈2 φ₂ + 2 ċ2 φ̇₂, −c̈2 φ₁ − 2 ċ2 φ̇₁, c̈1).
///
/// [docs/theory/s3, Eq. (3.4), (3.5), (3.6)]. The same numbers as the exponential of SE(3) gives
/// (tests/model/test_element.cpp), several times faster, and without a branch at zero curvature.
#pragma once

#include <supple/model/element_rate.hpp>

namespace supple {

/// The arc of length l with curvatures q[0], q[1].
void place_bending_arc(double l, const double* q, LocalMap& map) noexcept;

/// Ẇ q̇ about A's origin. `map` is what place_bending_arc gave.
TwistRate bending_arc_rate(double l, const double* q, const double* rate, const LocalMap& map) noexcept;

}  // namespace supple
