/// @file
/// Which eigenvalues of a tangent mean divergence.
///
/// In M ẍ + G x = 0 an eigenvalue μ of M⁻¹G gives motions e^{λt} with λ² = −μ. A negative real μ is
/// divergence. A pair off the real axis is flutter: whether it grows depends on mass and damping, which
/// statics do not know. A round rod buckles in two planes at once, and the smallest moment turns its double
/// eigenvalue into a pair close to the axis. Such a pair counts as real: what it moves grows by more than
/// 10⁵⁰ before it has gone round once.
#pragma once

#include <complex>
#include <limits>

namespace supple {

/// The real part of an eigenvalue; infinite where it belongs to flutter, and so says nothing of divergence.
inline double without_flutter(std::complex<double> mu)
{
    const bool nearly_real = std::abs(mu.imag()) <= 0.1 * std::abs(mu.real());
    return mu.real() > 0.0 || nearly_real ? mu.real() : std::numeric_limits<double>::infinity();
}

}  // namespace supple
