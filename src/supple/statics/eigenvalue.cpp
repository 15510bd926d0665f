#include <supple/model/constraint_gradient.hpp>
#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/problem.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace supple {
namespace {

/// With guides, whose slip takes part: the eigenvalues 1/ν of the pencil (A, K) that are finite, where A is
/// the tangent of all unknowns and K acts on the coordinates alone, so that ν are those of (A⁻¹) K there.
double smallest_with_slips(StaticProblem& p)
{
    p.evaluate(1.0);
    const int n = p.coordinates();
    const VectorXd& scale = p.system().model->coordinate_scale();
    const VectorXd K = p.system().model->rest_stiffness().cwiseProduct(scale).cwiseProduct(scale) *
                       (p.row_scale() / p.tangent_scale());
    const Eigen::FullPivLU<MatrixXd> lu(p.A);
    if (!lu.isInvertible()) return 0.0;
    const MatrixXd M = lu.inverse().topLeftCorner(n, n) * K.asDiagonal();
    const auto nu = Eigen::EigenSolver<MatrixXd>(M, false).eigenvalues().eval();
    const double negligible = 1e-9 * nu.cwiseAbs().maxCoeff();
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& each : nu) {
        if (std::abs(each) > negligible) smallest = std::min(smallest, (1.0 / each).real());
    }
    return smallest;
}

}  // namespace

double smallest_eigenvalue(System& system)
{
    assert(system.workspace);
    auto& problem = *static_cast<StaticProblem*>(system.workspace.get());
    if (problem.slips() > 0) return smallest_with_slips(problem);
    Model& model = *system.model;
    VectorXd g(model.size());
    MatrixXd G(model.size(), model.size());
    model.assemble(problem.forces, g, &G);
    for (CoupledLoad* load : system.coupled) {
        load->subtract_tangent(model, G);
        load->add_held_stiffness(G);
    }

    // Coordinates in which the unloaded stiffness is the identity.
    const VectorXd weight = model.rest_stiffness().cwiseSqrt().cwiseInverse();
    G = (weight.asDiagonal() * G * weight.asDiagonal()).eval();
    if (system.held() > 0) {
        const MatrixXd Ct = weight.asDiagonal() * constraint_gradient(system).transpose();
        const Eigen::ColPivHouseholderQR<MatrixXd> qr(Ct);
        const MatrixXd Q = qr.householderQ();
        const MatrixXd free = Q.rightCols(model.size() - qr.rank());
        G = (free.transpose() * G * free).eval();
    }
    if (G.size() == 0) return std::numeric_limits<double>::infinity();
    if (std::all_of(system.loads.begin(), system.loads.end(),
                    [](const auto& load) { return load->conservative(); }))
        return Eigen::SelfAdjointEigenSolver<MatrixXd>(G, Eigen::EigenvaluesOnly).eigenvalues()[0];
    return Eigen::EigenSolver<MatrixXd>(G, false).eigenvalues().real().minCoeff();
}

}  // namespace supple
