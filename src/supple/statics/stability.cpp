#include <supple/statics/stability.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <limits>

namespace supple {
namespace {

bool is_conservative(StaticProblem& p) noexcept
{
    const auto& loads = p.system().loads;
    return std::all_of(loads.begin(), loads.end(), [](const auto& load) { return load->conservative(); });
}

}  // namespace

Stability judge_stability(StaticProblem& p) noexcept
{
    const int n = p.coordinates(), m = p.held();
    Stability verdict;
    if (is_conservative(p)) {
        verdict.kind = StabilityKind::energy;
        if (m > 0) {
            const double rho = 1e7 * p.A.topLeftCorner(n, n).cwiseAbs().maxCoeff() /
                               std::max(1e-300, p.A.bottomLeftCorner(m, n).cwiseAbs2().maxCoeff());
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < n; ++i) {
                    for (int k = n; k < n + m; ++k)
                        p.A(i, j) += rho * p.A(k, i) * p.A(k, j);
                }
            }
        }
        verdict.stable = is_positive_definite(p.A, n, p.work);
    } else {
        verdict.kind = StabilityKind::divergence_only;
        if (!p.factor() || !p.lu.determinant_positive) verdict.stable = false;
    }
    return verdict;
}

double smallest_eigenvalue(StaticProblem& p)
{
    const int n = p.coordinates(), m = p.held();
    p.evaluate(1.0);

    // Coordinates in which the unloaded stiffness is the identity.
    const Model& model = *p.system().model;
    const VectorXd K =
        model.rest_stiffness().cwiseProduct(model.coordinate_scale().cwiseAbs2()) / p.moment_scale();
    const VectorXd weight = K.cwiseSqrt().cwiseInverse();
    MatrixXd G = weight.asDiagonal() * p.A.topLeftCorner(n, n) * weight.asDiagonal();
    if (m > 0) {
        const MatrixXd Ct = weight.asDiagonal() * p.A.bottomLeftCorner(m, n).transpose();
        const Eigen::ColPivHouseholderQR<MatrixXd> qr(Ct);
        const MatrixXd Q = qr.householderQ();
        const MatrixXd free = Q.rightCols(n - qr.rank());
        G = (free.transpose() * G * free).eval();
    }
    if (G.size() == 0) return std::numeric_limits<double>::infinity();
    if (is_conservative(p))
        return Eigen::SelfAdjointEigenSolver<MatrixXd>(G, Eigen::EigenvaluesOnly).eigenvalues()[0];
    return Eigen::EigenSolver<MatrixXd>(G, false).eigenvalues().real().minCoeff();
}

}  // namespace supple
