/// @file
/// Which eigenvalues of a tangent mean divergence.
///
/// λ is an eigenvalue of K⁻¹G: G the tangent, K the stiffness of the rod in the same shape without stress. A
/// negative real λ is divergence. A pair off the real axis is flutter: whether it grows depends on mass and
/// damping, which statics does not know. A round rod buckles in two planes at once, and the smallest moment
/// turns its double eigenvalue into a pair close to the axis. Such a pair counts as real: what it moves grows
/// by more than 10²⁷ before it has gone round once.
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
