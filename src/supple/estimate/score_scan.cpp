#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/score_scan.hpp>

#include <algorithm>

namespace supple::estimation {

std::vector<Score> scan_scores(ForceFitter& fitter, const ForceFit& fit, const std::vector<double>& places,
                               const ForcePrior* prior)
{
    std::vector<Score> scores;
    Unknowns many = fit.unknowns;
    VectorXd theta = fit.theta;
    for (const double s : places) {
        theta = many.with_contact(theta, s);
        ++many.contacts;
    }
    const ForceFit wide = fitter.differentiate(many, theta);
    if (!std::isfinite(wide.cost)) return scores;
    const auto p = fit.theta.size();
    const int each = many.each() - 1;
    const MatrixXd WJ = wide.weights.asDiagonal() * wide.J;
    MatrixXd A = WJ.leftCols(p).transpose() * wide.J.leftCols(p);
    if (prior && prior->mean.size() > 0) A += prior->root.transpose() * prior->root;
    // What is not seen at all must not divide by zero.
    if (p > 0) A.diagonal().array() += 1e-12 * A.diagonal().maxCoeff() + 1e-300;
    for (std::size_t k = 0; k < places.size(); ++k) {
        const auto at = p + static_cast<Eigen::Index>(k) * many.each() + 1;
        const auto B = wide.J.middleCols(at, each);
        const auto WB = WJ.middleCols(at, each);
        MatrixXd M = WB.transpose() * B;
        if (p > 0)
            M -= WB.transpose() * wide.J.leftCols(p) * linear_solution(A, WJ.leftCols(p).transpose() * B);
        M.diagonal().array() += 1e-9 * M.diagonal().maxCoeff() + 1e-300;
        const VectorXd g = WB.transpose() * wide.r;
        Score score;
        score.s = places[k];
        score.b = -linear_solution(M, g);
        score.gain = -g.dot(score.b);
        scores.push_back(score);
    }
    std::sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) { return a.gain > b.gain; });
    return scores;
}

}  // namespace supple::estimation
