/// @file
/// Which frequencies a recorded motion holds.
///
/// The amplitude spectrum of N equally spaced samples has bins 1/(N Δt) apart: a peak is known to half of
/// that, however fine the motion was computed. Where one oscillation prevails, fitting
///
///     y(t) ≈ y₀ + a cos 2πft + b sin 2πft
///
/// by least squares over all samples finds its frequency several orders more closely
/// [docs/theory/s3, Eq. (3.25)].
///
/// Laws (tests/dynamics/test_spectrum.cpp): a pure oscillation on a bin has its amplitude there and nowhere
/// else; the fit finds a pure oscillation exactly; the fast transform is the plain sum.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <span>
#include <vector>

namespace supple {

struct Spectrum {
    std::vector<double> frequency;  ///< [Hz], from 0 to half the rate of sampling
    std::vector<double> amplitude;  ///< of the samples less their mean, in their unit
    double resolution = 0.0;        ///< distance of the bins [Hz]
    double peak = 0.0;              ///< frequency of the largest amplitude [Hz]
    double peak_amplitude = 0.0;
};

/// @pre at least two samples, `every` [s] apart; any number of them
Spectrum amplitude_spectrum(std::span<const double> samples, double every);

struct SineFit {
    double frequency = 0.0;  ///< [Hz]
    double mean = 0.0;       ///< y₀
    double amplitude = 0.0;  ///< of the oscillation
    double residual = 0.0;   ///< root of the mean square of what is left
};

/// The best fit near the peak of the spectrum of all samples. @pre at least eight samples
SineFit fit_sine(std::span<const double> samples, double every);

}  // namespace supple
