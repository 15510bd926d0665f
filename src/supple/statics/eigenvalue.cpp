#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/divergence.hpp>
#include <supple/model/constraint_gradient.hpp>
#include <supple/statics/eigenvalue.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {

double smallest_of_bordered(StaticProblem& p, MatrixXd& A, DenseLu& lu)
{
    // With a shift σ the finite eigenvalues are λ = 1/ν − σ, ν those of ((A + σK)⁻¹) K on the coordinates.
    // Motions that are held have ν = 0 up to rounding. No rod that anybody chose has this eigenvalue.
    constexpr double shift = 0.3719;
    const int n = p.coordinates();
    const VectorXd& scale = p.system().model->coordinate_scale();
    const VectorXd& stiffness = p.system().model->rest_stiffness();
    const auto K = [&](int j) { return stiffness[j] * scale[j] * scale[j] * p.row_scale(); };
    if (!p.eigenvalues) p.eigenvalues = std::make_unique<StaticProblem::Eigenvalues>(n);
    for (int j = 0; j < n; ++j)
        A(j, j) += shift * K(j);
    lu.factor(A);
    if (lu.singular) return std::numeric_limits<double>::quiet_NaN();
    auto& [solver, M, column] = *p.eigenvalues;
    for (int j = 0; j < n; ++j) {
        column.setZero(A.rows());
        column[j] = K(j);
        lu.solve(A, column);
        M.col(j) = column.head(n);
    }
    const Eigen::VectorXcd* nu = solver.find(M);
    if (!nu) return std::numeric_limits<double>::quiet_NaN();
    const double negligible = 1e-9 * nu->cwiseAbs().maxCoeff();
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& each : *nu) {
        if (std::abs(each) > negligible) smallest = std::min(smallest, without_flutter(1.0 / each - shift));
    }
    return smallest;
}

double smallest_eigenvalue(StaticProblem& problem)
{
    System& system = problem.system();
    const bool symmetric =
        problem.slips() == 0 && std::all_of(system.loads.begin(), system.loads.end(),
                                            [](const auto& load) { return load->conservative(); });
    if (!symmetric) {
        problem.evaluate(1.0);
        return smallest_of_bordered(problem, problem.A, problem.lu);
    }
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
        const MatrixXd free = orthogonal_complement(Ct);
        G = (free.transpose() * G * free).eval();
    }
    if (G.size() == 0) return std::numeric_limits<double>::infinity();
    return symmetric_eigenvalues(G)[0];
}

}  // namespace supple
