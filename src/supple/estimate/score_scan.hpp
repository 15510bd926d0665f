/// @file
/// Where one force more would help, by one evaluation.
///
/// Pushes without force on a grid leave the shape as it is, but have derivatives. With their columns B and
/// those of the unknowns J, the gain of a force at a place is, to first order,
///
///     gᵀ (BᵀW B − BᵀWJ (JᵀWJ)⁻¹ JᵀWB)⁻¹ g,    g = BᵀW r            (the score of Rao's test).
#pragma once

#include <supple/estimate/force_fit.hpp>

namespace supple::estimation {

struct Score {
    double s = 0.0;
    double gain = 0.0;  ///< of the cost
    VectorXd b;         ///< force that would give it, along d1, d2 (, d3)
};

/// One entry a place, the best first. @pre the fit has its Jacobian
std::vector<Score> scan_scores(ForceFitter& fitter, const ForceFit& fit, const std::vector<double>& places,
                               const ForcePrior* prior = nullptr);

}  // namespace supple::estimation
