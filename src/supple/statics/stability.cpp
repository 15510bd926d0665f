#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
Stability judge_stability(StaticProblem& p, bool positive_definite) noexcept
{
    const auto& loads = p.system().loads;
    // At a guide the force along the rod is set to zero, not derived from an energy of the cut chain.
    const bool conservative = p.slips() == 0 && std::all_of(loads.begin(), loads.end(), [](const auto& load) {
                                  return load->conservative();
                              });
    Stability verdict;
    verdict.kind = conservative ? StabilityKind::energy : StabilityKind::divergence_only;
    // Positive on all motions, so on those the constraints leave; and a positive symmetric part cannot
    // diverge.
    // A round rod that buckled may turn at no cost, and so may any whose base is pinned: a part of its
    // stiffness is taken away, so that rounding does not decide, and what then is not positive is left to the
    // eigenvalue.
    const bool pinned = p.system().base_spring;
    if (pinned && positive_definite) p.evaluate(1.0);
    const bool proven = positive_definite && !pinned;
    if (conservative && !proven) p.A.add_diagonal(scaled_rest_stiffness(p), -100.0 * neutral_eigenvalue);
    const bool positive = p.slips() == 0 && (proven || p.A.positive_where_free());
    if (positive) {
        if (conservative) verdict.stable = true;
        return verdict;
    }
    judge_by_eigenvalue(smallest_eigenvalue(p), verdict);
    return verdict;
}

void judge_by_eigenvalue(double smallest, Stability& verdict) noexcept
{
    if (std::isnan(smallest)) verdict.kind = StabilityKind::not_assessed;
    if (smallest < -neutral_eigenvalue) verdict.stable = false;
    if (smallest > neutral_eigenvalue && verdict.kind == StabilityKind::energy) verdict.stable = true;
}

}  // namespace supple
