/// @file
/// How the twists of an element change while it moves.
///
/// Seen from A, the part of an element up to a fraction of its length moves with the twist W q̇, [v; ω] about
/// A's origin. Its acceleration is W q̈ + Ẇ q̇; what is left at q̈ = 0 is
///
///     Ẇ q̇ = Σ_ab ∂W_a/∂q_b q̇_a q̇_b.
///
/// [docs/theory/s3, Eq. (3.22)]. A joint turns about a point O that is fixed in A, so v = O × ω. With a
/// rotation vector φ, ω = J_l(φ) φ̇ and ω̇ = (D J_l(φ)[φ̇]) φ̇. An arc is exp [ρ; φ] with ρ = ℓ e3 fixed: v = D
/// J_l(φ)[ρ] φ̇ besides.
///
/// Law (tests/dynamics/test_element_rate.cpp): Ẇ q̇ is the derivative of W q̇ along q̇.
#pragma once

#include <supple/model/element.hpp>

namespace supple {

struct TwistRate {
    Vector3d v = Vector3d::Zero();      ///< of the point at A's origin, in A's axes
    Vector3d omega = Vector3d::Zero();  ///< in A's axes
};

/// Ẇ q̇ at the fraction s. `map` is what place() gave there. @pre q and rate have dof(element) entries
TwistRate twist_rate(const Element& element, const double* q, const double* rate, double s,
                     const LocalMap& map) noexcept;

}  // namespace supple
