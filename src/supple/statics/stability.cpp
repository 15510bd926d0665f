#include <supple/statics/stability.hpp>

#include <algorithm>

namespace supple {

Stability judge_stability(StaticProblem& p, bool positive_definite) noexcept
{
    const auto& loads = p.system().loads;
    const bool conservative =
        std::all_of(loads.begin(), loads.end(), [](const auto& load) { return load->conservative(); });
    const int n = p.coordinates(), m = p.held();
    Stability verdict;
    if (p.slips() > 0) {
        // The force along the rod is set to zero, not derived from an energy of the cut chain.
        verdict.kind = StabilityKind::divergence_only;
        if (!p.factor() || !p.lu.determinant_positive) verdict.stable = false;
        return verdict;
    }
    verdict.kind = conservative ? StabilityKind::energy : StabilityKind::divergence_only;
    if (positive_definite) {
        // Positive on all motions, so on those the constraints leave; and a positive symmetric part cannot
        // diverge.
        if (conservative) verdict.stable = true;
        return verdict;
    }
    if (conservative) {
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
        verdict.stable = is_positive_definite(p.A, n, p.work);
    } else {
        if (!p.factor() || !p.lu.determinant_positive) verdict.stable = false;
    }
    return verdict;
}

}  // namespace supple
