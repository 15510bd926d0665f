/// @file
/// Forces from a stream of measured shapes: one measurement after another.
///
///     Estimator estimator(manipulator, {.max_contacts = 2});
///     for (const ShapeData& data : stream) const ForceEstimate& e = estimator.update(data);
///
/// Between two measurements forces and places walk at random: after a time Δt what was known, θ with the
/// covariance C, is θ with C + Q Δt. The next fit starts there and adds this as prior knowledge, so that its
/// deviations are those of all that was measured. Where the walk is refuted (its part of the cost is beyond
/// 99.9 %) the fit is made anew without it, and a warning says so.
///
/// A contact appears when it lowers the BIC by `appear`, and vanishes when the BIC without it is lower than
/// with it by `vanish`: between the two the decision stays. Where a contact may be new is seen first by one
/// evaluation with pushes of no force on a grid: their score says what each would gain.
///
/// Laws (tests/estimate/test_estimator.cpp): a steady stream agrees with one fit of all its data; stated
/// intervals cover simulated walks as often as they say; contacts appear and vanish once.
#pragma once

#include <supple/estimate/force_options.hpp>
#include <supple/estimate/shape_data.hpp>
#include <supple/result/force_estimate.hpp>
#include <supple/rod/manipulator.hpp>

#include <memory>

namespace supple {

struct StreamOptions {
    double force_walk = 10.0;  ///< standard deviation of a force after one second [EI/L²]; moments [EI/L]
    double place_walk = 0.5;   ///< of a place [L]
    double step = 0.1;         ///< between measurements without times [s]
    double appear = 6.0;       ///< gain of BIC at which a contact appears
    double vanish = 2.0;       ///< loss of BIC at which it vanishes
};

class Estimator {
 public:
    Estimator(const Manipulator& manipulator, const ForceOptions& options, const StreamOptions& stream = {});
    ~Estimator();
    Estimator(Estimator&&) noexcept;
    Estimator& operator=(Estimator&&) noexcept;

    /// Never throws: see status and message. The result stays until the next update.
    const ForceEstimate& update(const ShapeData& data);

    /// Forgets what was known; the next update is a search from nothing.
    void forget();

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace supple
