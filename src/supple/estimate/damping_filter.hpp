/// @file
/// Damping from a measured motion: a model without it follows the measurement by a damping force found on
/// line.
///
/// Each measured node, in each world component, feels −K v, v its velocity on arrival. With the acceleration
/// of the model without that force (its own and its neighbours' poses decide it), the measurement y a time
/// τ = H dt ahead, mass m,
///
///     H = 1    G = dt² v/m,      a = p + dt v + dt² acc,
///     H > 1    G = τ² v/(2m),    a = p + τ v + τ² acc/2,
///
///     K = G R (a − y)/(G² R + W)   minimises   R (a − G K − y)²/2 + W K²/2.
///
/// [docs/theory/s4, Eq. (4.22), (4.23)]. H = 1 is the law of the study [Tariverdi 2020], corrected: a spring
/// on the error, weighted with v², that hardly damps the error itself. It follows the measurement, noise and
/// all, and its K says nothing about the rod. A horizon H > 1 adds the rate of the error, and K becomes an
/// estimate; it reads the measurement τ ahead, so it is a smoother. The causal form extrapolates instead, y =
/// y_j + H (y_j − y_{j−1}).
///
/// K at one instant is no estimate with any horizon: where v is small it is noise, and negative about as
/// often as not. Reported is the dissipation-weighted mean Σ K v²/Σ m v² over the motion and the nodes, a
/// viscous rate [docs/theory/s4, Eq. (4.24)].
///
/// Three distances say whether the rate is that of the data: that of the two starts, that of the filter to
/// the data, and that of a rod with the rate which moves by itself. They are shares of the motion in the
/// data, its root mean square about its mean. Large ones are refused, smaller ones are warnings.
///
/// Nodes without a measurement feel the rate K/m interpolated along the arc length between measured ones,
/// from none at a clamped base, and constant beyond the last: this is an assumption, not a finding.
#pragma once

#include <supple/estimate/track.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

#include <limits>

namespace supple {

/// One component of one node.
struct FilterSample {
    double p = 0.0;    ///< [m]
    double v = 0.0;    ///< on arrival [m/s]
    double acc = 0.0;  ///< without the filter's force [m/s²]
    double y = 0.0;    ///< measurement at t + τ [m]
    double m = 0.0;    ///< [kg]
};

struct FilterLaw {
    double dt = 0.0;  ///< [s]
    int horizon = 1;  ///< H
    double R = 1.0;
    double W = 0.0;

    double damping(const FilterSample& sample) const noexcept;  ///< K [kg/s]
    double influence(double v, double m) const noexcept;        ///< G [m s/kg]
};

struct DampingFilterOptions {
    int horizon = 60;     ///< steps
    bool causal = false;  ///< extrapolate the measurement instead of reading it ahead
    double R = 1.0;
    double reference_speed = 0.05;  ///< v at which W takes half of K: W = R G(v)² [m/s]
    std::optional<double> W{};      ///< in place of that, the same for all nodes
    double noise = 0.0;             ///< standard deviation of the measurement [m]; smooths it
    double rotational_rate = 0.0;   ///< viscous damping of rotation, which positions do not show [1/s]
    std::optional<double> step{};   ///< [s]; 0.4 times the stability limit where not given
};

/// Measured positions of the rod at one arc length.
struct MeasuredPoint {
    double at = 0.0;  ///< [m], at a node of the model
    Track track;
};

struct DampingEstimate {
    Status status = Status::invalid;
    std::string message;
    std::vector<std::string> warnings;
    double rate = 0.0;                ///< viscous, of the whole rod [1/s]
    std::vector<double> point_rates;  ///< of each measured point, which trades with its neighbours [1/s]
    std::vector<double> negative;     ///< share of samples with K < 0, of each point
    double largest_error = 0.0;       ///< of the filter's last measured point to its measurement [m]
    double mean_error = 0.0;          ///< [m]
    double replay_error = std::numeric_limits<double>::quiet_NaN();  ///< in the mean, of a rod with the rate
                                                                     ///< that moves by itself [m]
    double step = 0.0;                                               ///< [s]
    long steps = 0;
    std::vector<double> time;      ///< of the last point's course below [s]
    std::vector<Vector3d> course;  ///< of the filter's last measured point [m]
};

/// Runs the variational rod of the manipulator, its own viscous damping left out, along the measurement.
DampingEstimate estimate_damping(const Manipulator& manipulator, const std::vector<MeasuredPoint>& points,
                                 const DampingFilterOptions& options = {});

}  // namespace supple
