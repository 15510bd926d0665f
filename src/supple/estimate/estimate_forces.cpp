#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/force_report.hpp>

#include <chrono>
#include <cmath>

namespace supple {
namespace {

using namespace estimation;

/// The same rod, stiffer by a factor.
Manipulator stiffened(const Manipulator& manipulator, double factor)
{
    Manipulator other = manipulator;
    const RodProperties p = rod_properties(manipulator.rod);
    other.rod.bending_stiffness = factor * p.bending_stiffness;
    other.rod.torsional_stiffness = factor * p.torsional_stiffness;
    return other;
}

/// ∂θ/∂ln EI of the estimate: forces in SI are kept while the rod is made stiffer, and the fit follows.
VectorXd answer_to_stiffness(const Manipulator& manipulator, const ForceFit& fit, ShapeResiduals& residuals,
                             const ForcePrior* prior)
{
    constexpr double small = 1e-3;
    const Unknowns& u = fit.unknowns;
    VectorXd forces = fit.theta;  // places and angles do not scale with EI
    for (int i = 0; i < forces.size(); ++i) {
        if (u.is_place(i) || (u.roll && i == u.of_roll())) forces[i] = 0.0;
    }
    VectorXd dr = VectorXd::Zero(fit.r.size());
    for (const double sign : {1.0, -1.0}) {
        const double factor = 1.0 + sign * small;
        const MadeShape made = make_forward_shape(stiffened(manipulator, factor));
        VectorXd r;
        if (!made.model ||
            !residuals.evaluate(*made.model, u, fit.theta + (1.0 / factor - 1.0) * forces, r, nullptr))
            return forces;
        dr += sign / (2.0 * small) * r;
    }
    // Springs that are given outright do not follow the rod: then all loads scale alike.
    if (dr.norm() < 1e-9 * fit.r.norm() + 1e-12) return forces;
    const MatrixXd A = ForceFitter::information(fit, prior);
    return -linear_solution(A, fit.J.transpose() * fit.weights.cwiseProduct(dr));
}

}  // namespace

std::string mistake_in(const ShapeData& data, const ForceOptions& options, double length)
{
    if (data.empty()) return "there is nothing measured";
    if (options.max_contacts < 0 || options.max_contacts > most_contacts)
        return "up to three contacts can be looked for";
    const auto off = [&](double s) { return !(s > 0.0 && s <= length * (1.0 + 1e-9)); };
    for (const PointOfShape& p : data.points) {
        if (p.at && off(*p.at)) return "a point lies beyond the rod";
        if (!(p.sigma.minCoeff() > 0.0)) return "a point has no standard deviation; give --sigma";
    }
    for (const CurvatureOfShape& c : data.curvatures) {
        if (off(c.at)) return "a curvature lies beyond the rod";
        if (!(c.sigma.minCoeff() > 0.0)) return "a curvature has no standard deviation; give --sigma";
    }
    for (const PoseOfShape& p : data.poses) {
        if (off(p.at)) return "a pose lies beyond the rod";
        if (!(p.sigma.minCoeff() > 0.0 && p.sigma_rotation > 0.0))
            return "a pose has no standard deviation; give columns sigma and sigma_rotation";
    }
    const Unknowns unknowns(options);
    if (unknowns.size() + options.max_contacts == 0 && !options.weight && !options.patch)
        return "nothing is unknown; name it with --unknown";
    if (options.roll && data.curvatures.empty()) return "a roll of the fibre needs curvatures";
    return "";
}

ForceEstimate estimate_forces(const Manipulator& manipulator, const ShapeData& data,
                              const ForceOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    ForceEstimate e;
    e.time = data.time;
    e.dropped = data.dropped;
    e.message = mistake_in(data, options, manipulator.rod.length);
    if (!e.message.empty()) return e;
    const MadeShape made = make_forward_shape(manipulator);
    e.message = made.refusal;
    if (!made.model) return e;
    ShapeResiduals residuals(data, made.model->scales());
    ForceFitter fitter(*made.model, residuals, options.robust);
    e.data = residuals.size();
    Unknowns most(options);
    most.contacts = options.max_contacts;
    if (most.size() >= residuals.size()) {
        e.message = "there are " + std::to_string(residuals.size()) + " measured numbers for " +
                    std::to_string(most.size()) + " unknowns; measure more or ask for less";
        return e;
    }

    FoundForces found = search_forces(fitter, options);
    e.evidence = found.evidence;
    e.model = made.model->type();
    if (!std::isfinite(found.best().cost)) {
        e.status = Status::not_converged;
        e.message = "no equilibrium was found with any forces";
        return e;
    }
    double factor = 1.0;
    if (options.unknown_sigma) {
        // From the fit with the most unknowns; χ² then says nothing about the model.
        const ForceFit* richest = &found.fits.front();
        for (const ForceFit& fit : found.fits) {
            if (std::isfinite(fit.cost) && fit.theta.size() > richest->theta.size()) richest = &fit;
        }
        const auto dof = static_cast<double>(richest->r.size() - richest->theta.size());
        factor = std::sqrt(richest->cost / dof);
        e.sigma_factor = factor;
        std::size_t least = 0;
        for (std::size_t i = 0; i < e.evidence.size(); ++i) {
            Explanation& x = e.evidence[i];
            x.chi_square /= factor * factor;
            x.bic = found.fits[i].cost / (factor * factor) +
                    x.parameters * std::log(static_cast<double>(richest->r.size()));
            x.chosen = false;
            if (x.bic < e.evidence[least].bic) least = i;
        }
        e.evidence[least].chosen = true;
        found.chosen = least;
    }
    const ForceFit& best = found.best();
    Concluded from{fitter, best, options};
    from.sigma_factor = factor;
    if (options.stiffness_sd > 0.0)
        from.by_stiffness = answer_to_stiffness(manipulator, best, residuals, nullptr);
    e.status = Status::converged;
    report_forces(from, e);
    e.solver.iterations = fitter.evaluations();
    e.solver.residual = best.chi_square;
    if (e.status != Status::converged) return e;
    warn_of_fit(best, options, e);
    warn_of_unseen(from, data, e);
    if (options.unknown_sigma)
        e.warnings.emplace_back(
            "sigma was estimated from the data: chi-square says nothing about an error of the model");
    if (e.dropped > 0)
        e.warnings.push_back(std::to_string(e.dropped) + " rows with an empty cell were left out");
    e.solver.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return e;
}

}  // namespace supple
