/// @file
/// Which eigenvalues of a tangent mean divergence.
///
/// λ is an eigenvalue of K⁻¹G: G the tangent, K the stiffness of the rod in the same shape without stress.
/// What is proven: where the symmetric part of G is positive definite no λ has a negative real part; a
/// negative real λ is divergence. A pair off the real axis is flutter: whether it grows depends on mass and
/// damping, which statics does not know, so `modes` judges it.
///
/// A round rod buckles in two planes at once, and the smallest moment turns its double eigenvalue into a pair
/// close to the axis, a ± ib with b small beside a < 0. Such a pair counts as real where |b| ≤ 0.1 |a|. That
/// number is a convention and no proof. Two facts stand behind it. The pair is a double real eigenvalue a of
/// a tangent that differs from G by no more than |b| K (law 1), and hardly a rod is known, or round, to a
/// tenth of the stiffness that it has lost. And with a material that creeps, what the pair moves grows by
/// more than 10²⁷ before it has gone round once. Counting every pair with a < 0 was tried: it calls driven
/// arms unstable that are at rest.
///
/// Law (tests/algebra/test_divergence.cpp):
///   1. A pair that counts as real is a double real eigenvalue of a matrix that is no further away than |b|.
#pragma once

#include <complex>
#include <limits>

namespace supple {

/// The real part of an eigenvalue; infinite where it belongs to flutter, and so says nothing of divergence.
inline double without_flutter(std::complex<double> lambda)
{
    const bool nearly_real = std::abs(lambda.imag()) <= 0.1 * std::abs(lambda.real());
    return lambda.real() > 0.0 || nearly_real ? lambda.real() : std::numeric_limits<double>::infinity();
}

}  // namespace supple
