#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/problem.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cassert>
#include <limits>

namespace supple {
namespace {

/// ∂φ/∂q of all constraints, one row each.
MatrixXd constraint_gradient(const System& system)
{
    const Model& model = *system.model;
    MatrixXd C(system.held(), model.size());
    Matrix6Xd J(6, model.size());
    int row = 0;
    for (const auto& constraint : system.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(model.frames()[static_cast<std::size_t>(constraint->point())], phi, gradient);
        model.jacobian(constraint->point(), J);
        C.middleRows(row, constraint->size()) = gradient * J;
        row += constraint->size();
    }
    return C;
}

}  // namespace

double smallest_eigenvalue(System& system)
{
    assert(system.workspace);
    const auto& problem = *static_cast<const StaticProblem*>(system.workspace.get());
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
