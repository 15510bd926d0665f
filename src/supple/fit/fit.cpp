#include <supple/algebra/decompositions.hpp>
#include <supple/fit/doubts.hpp>
#include <supple/fit/propagate.hpp>
#include <supple/fit/search.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace supple {
namespace {

constexpr double flat_limit = 1e-10;  ///< of the largest eigenvalue of the scaled curvature

/// Covariance, correlations and flat directions from the curvature at the best values [Gauss-Newton].
void judge(const FitEvaluation& evaluation, FitReport& report)
{
    const FitProblem& problem = evaluation.problem();
    const MatrixXd& T = evaluation.variables().jacobian();
    const VectorXd weights =
        curvature_weights(problem.objective, evaluation.blocks(), evaluation.residuals());
    const MatrixXd& J = evaluation.residuals().J;
    const MatrixXd curvature = J.transpose() * weights.asDiagonal() * J;
    const SymmetricEigenpairs eigen = symmetric_eigen(curvature);
    const double largest = std::max(eigen.values.maxCoeff(), std::numeric_limits<double>::min());

    // Residual variance a row; a weight of 1/σ makes it one where the model is right.
    const auto rows = static_cast<double>((weights.array() > 0.0).count());
    const double freedom = std::max(1.0, rows - static_cast<double>(J.cols()));
    const VectorXd e = evaluation.residuals().e;
    const double variance = (weights.array() * e.array().square()).sum() / freedom;

    MatrixXd inverse = MatrixXd::Zero(J.cols(), J.cols());
    VectorXd unknown = VectorXd::Zero(report.covariance.rows());
    for (Eigen::Index i = 0; i < J.cols(); ++i) {
        const VectorXd v = eigen.vectors.col(i);
        if (eigen.values[i] > flat_limit * largest) {
            inverse += v * v.transpose() / eigen.values[i];
        } else {
            const VectorXd relative = (T * v).cwiseQuotient(problem.scale);
            report.flat.push_back({relative.normalized(), eigen.values[i] / largest});
            unknown += relative.cwiseAbs();
        }
    }
    const MatrixXd free_covariance = variance * inverse;
    report.covariance = T * free_covariance * T.transpose();
    const VectorXd deviation = report.covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
    report.correlation = MatrixXd::Identity(deviation.size(), deviation.size());
    for (Eigen::Index i = 0; i < deviation.size(); ++i) {
        for (Eigen::Index j = 0; j < deviation.size(); ++j) {
            const double product = deviation[i] * deviation[j];
            if (i != j) report.correlation(i, j) = product > 0.0 ? report.covariance(i, j) / product : 0.0;
        }
    }
    for (Eigen::Index i = 0; i < deviation.size(); ++i) {
        FittedParameter& parameter = report.parameters[static_cast<std::size_t>(i)];
        constexpr double quantile = 1.959964;  // of the normal distribution, 97.5 %
        parameter.deviation =
            unknown.size() > 0 && unknown[i] > 1e-6 ? std::numeric_limits<double>::infinity() : deviation[i];
        parameter.interval_lower = parameter.value - quantile * parameter.deviation;
        parameter.interval_upper = parameter.value + quantile * parameter.deviation;
    }
}

double largest_free_gradient(const FitEvaluation& evaluation, const VectorXd& y)
{
    constexpr double near = 1e-9;
    double largest = 0.0;
    for (Eigen::Index j = 0; j < y.size(); ++j) {
        const double slope = evaluation.gradient()[j];
        const bool held = (y[j] <= evaluation.variables().lower()[j] + near && slope > 0.0) ||
                          (y[j] >= evaluation.variables().upper()[j] - near && slope < 0.0);
        if (!held) largest = std::max(largest, std::abs(slope));
    }
    return largest;
}

/// From the start and, where asked for, from the best of each swarm; the best of all is left in the
/// evaluation.
void search(FitEvaluation& evaluation, const FitOptions& options, const VectorXd& start)
{
    std::vector<VectorXd> starts = {start};
    if (options.search) {
        for (VectorXd& found : search_swarm(evaluation, options))
            starts.push_back(std::move(found));
    }
    // How deep a valley is shows only at its end: every one is followed down.
    const bool norms = evaluation.problem().objective.kind == FitObjective::mean_of_norms;
    for (const VectorXd& y : starts) {
        if (!norms) {
            search_least_squares(evaluation, options, y);
        } else if (!search_norms(evaluation, options, y)) {
            evaluation.forget();
            search_quasi_newton(evaluation, options, y);
        }
    }
}

}  // namespace

std::vector<double> case_errors(const Study& study, const std::vector<ResidualBlock>& blocks,
                                const Residuals& residuals)
{
    std::vector<double> points(study.cases.size(), 0.0), positions = points, all = points;
    std::size_t within = 0, previous = 0;
    for (const ResidualBlock& block : blocks) {
        const std::size_t k = block.sample;
        within = k == previous ? within : 0;
        previous = k;
        const double weight = study.cases[k].observations[within++].weight;
        const double squared = residuals.e.segment(block.first, block.size).squaredNorm();
        all[k] += squared;
        if (!block.is_position || weight == 0.0) continue;
        positions[k] += squared / (weight * weight);
        points[k] += 1.0;
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (residuals.statuses[k] != Status::converged || study.cases[k].observations.empty())
            all[k] = std::numeric_limits<double>::quiet_NaN();
        else
            all[k] = std::sqrt(points[k] > 0.0 ? positions[k] / points[k] : all[k]);
    }
    return all;
}

namespace {

std::vector<ResidualSeries> series_of(const Study& study, const std::vector<ResidualBlock>& blocks,
                                      const Residuals& residuals)
{
    const Vector3d unseen = Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
    std::vector<ResidualSeries> all;
    for (const std::string& name : study.observed)
        all.push_back({name, std::vector<Vector3d>(study.cases.size(), unseen)});
    auto block = blocks.begin();
    for (std::size_t k = 0; k < study.cases.size(); ++k) {
        for (const Observation& observation : study.cases[k].observations) {
            int row = (block++)->first;
            if (observation.of >= all.size() || residuals.statuses[k] != Status::converged) continue;
            Vector3d& value = all[observation.of].values[k];
            for (std::size_t a = 0; a < 3; ++a) {
                if (observation.seen[a] && observation.weight > 0.0)
                    value[static_cast<Eigen::Index>(a)] = residuals.e[row] / observation.weight;
                row += observation.seen[a] ? 1 : 0;
            }
        }
    }
    return all;
}

}  // namespace

FitProblem part_of(const FitProblem& problem, std::size_t begin, std::size_t end)
{
    FitProblem part = problem;
    part.study = part_of(problem.study, begin, end);
    return part;
}

namespace {

/// What rounding may make of the objective: residuals as small as a billionth of what was observed.
double rounding_of(const FitProblem& problem, const FitEvaluation& last)
{
    constexpr double share = 1e-9;
    Residuals rounded = last.residuals();
    auto block = last.blocks().begin();
    for (const FitCase& each : problem.study.cases) {
        for (const Observation& seen : each.observations) {
            double square = 0.0;
            for (std::size_t a = 0; a < 3; ++a) {
                if (seen.seen[a]) square += std::pow(seen.value[static_cast<Eigen::Index>(a)], 2);
            }
            rounded.e.segment(block->first, block->size).setConstant(share * seen.weight * std::sqrt(square));
            ++block;
        }
    }
    return objective(problem.objective, last.blocks(), rounded, nullptr);
}

}  // namespace

FitReport fit(const FitProblem& problem, const FitOptions& options)
{
    const auto begin = std::chrono::steady_clock::now();
    FitReport report;
    report.objective = name(problem.objective.kind);
    report.warnings = problem.warnings;
    FitEvaluation evaluation(problem, options);
    const auto finish = [&](Status status, std::string message) {
        report.status = status;
        report.message = std::move(message);
        report.passes = evaluation.passes();
        report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return report;
    };
    const VectorXd y_start = evaluation.variables().reduce(problem.start);
    if (!evaluation.at(y_start, true)) {
        return finish(Status::invalid, evaluation.stopped()
                                           ? "stopped before the first pass was done"
                                           : "the values of the file cannot be evaluated: they describe no "
                                             "manipulator that can be solved, or lie outside their bounds");
    }
    report.start_cost = evaluation.cost();
    if (evaluation.residuals().failed == problem.study.cases.size())
        return finish(Status::not_converged, "no case was solved: " + evaluation.residuals().message);

    if (!options.evaluate_only) search(evaluation, options, y_start);

    // The last word is a pass from the unloaded shapes.
    const bool stopped = evaluation.stopped();
    const VectorXd y = evaluation.best;
    const double found = evaluation.best_cost;
    const FitOptions silent;
    FitEvaluation last(problem, silent);
    const VectorXd p = evaluation.variables().expand(y);
    report.parameters.resize(problem.paths.size());
    for (std::size_t i = 0; i < problem.paths.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        const double near = 1e-9 * problem.scale[at];
        const bool at_bound = p[at] <= problem.lower[at] + near || p[at] >= problem.upper[at] - near;
        report.parameters[i] = {.path = problem.paths[i],
                                .value = p[at],
                                .start = problem.start[at],
                                .lower = problem.lower[at],
                                .upper = problem.upper[at],
                                .at_bound = at_bound};
    }
    if (stopped || !last.at(y, true)) {
        report.cost = found;
        return finish(Status::not_converged, stopped ? "stopped: these are the best values so far"
                                                     : "the best values could not be solved again");
    }
    report.cost = last.cost();
    if (std::abs(report.cost - found) > 1e-6 * found + rounding_of(problem, last))
        report.warnings.emplace_back(
            "some cases have another shape when solved from rest than on the way here");
    const double size = std::max(report.cost, std::numeric_limits<double>::min());
    report.largest_gradient = largest_free_gradient(last, y) / size;
    report.errors = case_errors(problem.study, last.blocks(), last.residuals());
    report.error = statistics(report.errors);
    report.residuals = series_of(problem.study, last.blocks(), last.residuals());
    report.failed = last.residuals().failed;
    report.covariance.setZero(p.size(), p.size());
    judge(last, report);
    report.spread = propagate(problem.study, p, problem.scale, report.covariance, problem.input_deviations);
    for (std::string& doubt : doubts_about(problem, report))
        report.warnings.push_back(std::move(doubt));
    if (report.failed > 0)
        report.warnings.push_back(
            std::to_string(report.failed) +
            " cases have no stable equilibrium and do not count: " + last.residuals().message);
    return finish(Status::converged, "");
}

}  // namespace supple
