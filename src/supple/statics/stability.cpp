#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/stability.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Whether the symmetric part of the tangent is positive definite on the motions that the constraints leave.
/// Overwrites it.
bool positive_where_free(StaticProblem& p) noexcept
{
    const int n = p.coordinates(), m = p.held();
    // Lengths that are held add the stiffness of what holds them.
    for (int u = p.first_unknown(); u < p.first_unknown() + p.unknowns(); ++u) {
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i)
                p.A(i, j) -= p.A(i, u) * p.A(u, j) / p.A(u, u);
        }
    }
    if (m > 0) {
        const double rho = 1e7 * p.A.topLeftCorner(n, n).cwiseAbs().maxCoeff() /
                           std::max(1e-300, p.A.block(n, 0, m, n).cwiseAbs2().maxCoeff());
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i) {
                for (int k = n; k < n + m; ++k)
                    p.A(i, j) += rho * p.A(k, i) * p.A(k, j);
            }
        }
    }
    return is_positive_definite(p.A, n, p.work);
}

}  // namespace

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
    const bool positive = p.slips() == 0 && (positive_definite || positive_where_free(p));
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
