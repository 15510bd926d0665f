#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/divergence.hpp>
#include <supple/model/constraint_gradient.hpp>
#include <supple/statics/eigenvalue.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {

const VectorXd& scaled_rest_stiffness(StaticProblem& p)
{
    const Model& model = *p.system().model;
    p.unloaded = model.rest_stiffness().cwiseProduct(model.coordinate_scale().cwiseAbs2()) * p.row_scale();
    return p.unloaded;
}

namespace {

constexpr double not_found = std::numeric_limits<double>::quiet_NaN();

/// Of a symmetric tangent: the interval in which the count of eigenvalues below leaves zero is halved.
double smallest_by_counts(Tangent& A, const VectorXd& K)
{
    constexpr double most = 1e12;
    double low = 0.0, high = 1.0719;  // not 1, which a part of the rod without force has exactly
    const auto below = [&](double sigma) { return A.negative_where_free(K, -sigma); };
    for (int count = below(low); count != 0; count = below(low)) {
        if (count < 0 || low < -most) return not_found;
        high = low;
        low = 2.0 * low - 1.0;
    }
    for (int count = high > low ? below(high) : 0; count == 0; count = below(high)) {
        if (high > most) return std::numeric_limits<double>::infinity();
        low = high;
        high *= 2.0;
    }
    for (int i = 0; i < 200 && high - low > 4e-16 * std::max(1.0, std::abs(low)); ++i) {
        double middle = 0.5 * (low + high);
        int count = below(middle);
        if (count < 0) count = below(middle = low + 0.3719 * (high - low));
        // Uncounted next to an eigenvalue that many parts of the rod have: it is this one.
        if (count < 0) return high - low < 1e-9 ? middle : not_found;
        (count == 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/// Of any tangent that is a chain: Arnoldi's method with ((A + σK)⁻¹) K, whose eigenvalues are 1/(λ + σ).
double smallest_by_iteration(Tangent& A, const VectorXd& K, Eigen::Index unknowns)
{
    constexpr Eigen::Index most = 240;
    double sigma = 1.0;
    for (int count = A.negative_where_free(K, sigma); count != 0; count = A.negative_where_free(K, sigma)) {
        sigma *= 2.0;
        if (count < 0 || sigma > 1e18) return not_found;
    }
    A.add_diagonal(K, sigma);
    if (!A.factor()) return not_found;
    const Eigen::Index n = K.size(), last = std::min(n, most);
    VectorXd full(unknowns);
    const auto apply = [&](const auto& v) -> VectorXd {
        full.setZero();
        full.head(n) = K.cwiseProduct(v);
        A.solve(full);
        return full.head(n);
    };
    MatrixXd V(n, last + 1), H = MatrixXd::Zero(last + 1, last);
    VectorXd start(n);
    for (Eigen::Index j = 0; j < n; ++j)
        start[j] = std::sin(1.0 + 2.399963 * static_cast<double>(j));  // favours no direction
    V.col(0) = apply(start).normalized();                              // no motion that is held
    for (Eigen::Index k = 0; k < last; ++k) {
        VectorXd w = apply(V.col(k));
        const double before = w.norm();
        for (int twice = 0; twice < 2; ++twice) {
            const VectorXd along = V.leftCols(k + 1).transpose() * w;
            w -= V.leftCols(k + 1) * along;
            H.col(k).head(k + 1) += along;
        }
        const double rest = w.norm();
        const bool ends = rest <= 1e-14 * before || k + 1 == last;
        if (!ends) V.col(k + 1) = w / rest;
        H(k + 1, k) = rest;
        if (!ends && (k + 1) % 20 != 0) continue;

        // The smallest that counts, once all that might lie left of it are found.
        const auto ritz = general_eigen(H.topLeftCorner(k + 1, k + 1));
        if (!ritz) return not_found;
        // No λ lies left of −σ, so that Re ν > 0; what is not is rounding.
        double smallest = std::numeric_limits<double>::infinity();
        for (const auto& nu : ritz->values) {
            if (nu.real() > 0.0) smallest = std::min(smallest, without_flutter(1.0 / nu - sigma));
        }
        bool found = std::isfinite(smallest);
        for (Eigen::Index i = 0; i <= k && found; ++i) {
            const std::complex<double> nu = ritz->values[i];
            if (!(nu.real() > 0.0) || (1.0 / nu - sigma).real() > smallest) continue;
            const double left = rest * std::abs(ritz->vectors(k, i)) / ritz->vectors.col(i).norm();
            found = left <= 1e-10 * std::abs(nu);
        }
        if (found || rest <= 1e-14 * before || k + 1 == n) return smallest;
    }
    return not_found;
}

}  // namespace

double smallest_of_bordered(StaticProblem& p, Tangent& A)
{
    // With a shift σ the finite eigenvalues are λ = 1/ν − σ, ν those of ((A + σK)⁻¹) K on the coordinates.
    // Motions that are held have ν = 0 up to rounding. No rod that anybody chose has this eigenvalue.
    constexpr double shift = 0.3719;
    const int n = p.coordinates();
    const VectorXd& K = scaled_rest_stiffness(p);
    const Eigen::Index unknowns = A.unknowns();
    if (A.is_chain()) return smallest_by_iteration(A, K, unknowns);
    A.add_diagonal(K, shift);
    if (!A.factor()) return not_found;
    if (!p.eigenvalues) p.eigenvalues = std::make_unique<StaticProblem::Eigenvalues>(n);
    auto& [solver, M, column] = *p.eigenvalues;
    for (int j = 0; j < n; ++j) {
        column.setZero(unknowns);
        column[j] = K[j];
        A.solve(column);
        M.col(j) = column.head(n);
    }
    const Eigen::VectorXcd* nu = solver.find(M);
    if (!nu) return not_found;
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
        return smallest_of_bordered(problem, problem.A);
    }
    if (problem.A.is_chain()) {
        problem.evaluate(1.0);
        return smallest_by_counts(problem.A, scaled_rest_stiffness(problem));
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
