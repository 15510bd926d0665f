/// @file
/// From a fit to an estimate in SI: covariances, intervals, what cannot be seen.
///
/// C = (JᵀWJ)⁻¹ of the scaled unknowns. That of a contact's force R(s) b in the world comes by its
/// derivative. An error of the stiffness moves the answer by g = ∂θ/∂ln EI and adds sd² g gᵀ. A place has the
/// interval in which the cost, least over all other unknowns, rises by 3.84.
#pragma once

#include <supple/estimate/force_search.hpp>

namespace supple::estimation {

/// What a report is made from.
struct Concluded {
    ForceFitter& fitter;
    const ForceFit& fit;
    const ForceOptions& options;
    const ForcePrior* prior = nullptr;  ///< of a stream
    VectorXd by_stiffness{};            ///< ∂θ/∂ln EI; empty: none
    double sigma_factor = 1.0;          ///< by which all deviations are larger than the data say
};

/// Everything but evidence, status and warnings of the search.
void report_forces(const Concluded& from, ForceEstimate& estimate);

/// The interval of a contact's place over L. Where a better fit is met on the way, it is put into `better`.
std::array<double, 2> profile_interval(ForceFitter& fitter, const ForceFit& fit, int contact, double sd,
                                       double rise, ForceFit& better);

/// What cannot be seen, in words (s5 B5). @pre the estimate is reported
void warn_of_unseen(const Concluded& from, const ShapeData& data, ForceEstimate& estimate);

/// What the fit and its rivals say about themselves.
void warn_of_fit(const ForceFit& fit, const ForceOptions& options, ForceEstimate& estimate);

}  // namespace supple::estimation
