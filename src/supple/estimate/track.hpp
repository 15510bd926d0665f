/// @file
/// A measured course of a point in time: noisy samples made smooth, and read between them.
///
/// Samples y_i at equal intervals become z that minimises Σ|z_i − y_i|² + λ Σ|Δ³z_i|²
/// [docs/theory/s4, Eq. (4.25)]: a smoothing spline of
/// fifth degree, discretised. It passes parabolas unchanged and halves an oscillation of n samples a period
/// where λ (2 sin(π/n))⁶ = 1. With known noise σ, λ is the largest for which the root mean square of z − y
/// does not exceed σ.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <vector>

namespace supple {

struct Track {
    double start = 0.0;               ///< time of the first sample [s]
    double interval = 0.0;            ///< [s]
    std::vector<Vector3d> positions;  ///< [m]

    double end() const { return start + interval * static_cast<double>(positions.size() - 1); }
};

/// Cubic between the samples, held constant beyond them. @pre at least two samples
Vector3d position_at(const Track& track, double time) noexcept;

/// How far the samples lie from their mean: the root mean square [m].
double spread(const Track& track) noexcept;

/// Standard deviation of a coordinate's noise, as third differences show it, whose mean square is 20 σ² [m].
/// Motion of few samples a period adds to it. @pre at least four samples
double noise_of(const Track& track) noexcept;

/// Whether the samples differ by more than noise: by more than that of the standard deviation sigma [m], and
/// by more than `noise_of` them.
bool moves_beyond_noise(const Track& track, double sigma) noexcept;

/// The smoothed track for a given λ. Tracks of fewer than four samples stay as they are.
Track smoothed(const Track& track, double lambda);

/// The smoothed track for a known standard deviation of each coordinate [m]; 0: unchanged.
Track smoothed_to_noise(const Track& track, double sigma);

}  // namespace supple
