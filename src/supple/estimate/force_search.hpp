/// @file
/// How many forces, and where: the fits with none, one, two and more contacts, and the evidence for each.
///
/// The cost is nearly quadratic in the forces and has many minima in the places. The fit with k contacts
/// starts from that with k − 1 and one more on a grid of places. These stay while the forces take a few
/// steps. For k = 2 pairs on a grid are starts too, because opposing pairs are missed one by one. The best
/// starts are let go. Curvature has a kink where a contact passes a grating: there the place is also tried
/// exactly. A fit whose unknowns the data do not hold is taken only where there is no other. The explanation
/// with the smallest BIC = C + p ln N wins.
#pragma once

#include <supple/estimate/force_fit.hpp>
#include <supple/result/force_estimate.hpp>

namespace supple::estimation {

struct FoundForces {
    std::vector<ForceFit> fits;  ///< one an explanation
    std::vector<Explanation> evidence;
    std::size_t chosen = 0;

    const ForceFit& best() const { return fits[chosen]; }
};

/// The fit with no contact.
ForceFit fit_without_contact(ForceFitter& fitter, const Unknowns& unknowns);

/// The best fit with one contact more than `fewer` has; `none` is that without any.
ForceFit fit_with_one_more(ForceFitter& fitter, const ForceFit& fewer, const ForceFit& none);

/// All explanations that were asked for.
FoundForces search_forces(ForceFitter& fitter, const ForceOptions& options);

/// What a fit costs as an explanation.
Explanation explanation_of(const ForceFit& fit);

}  // namespace supple::estimation
