#include <supple/fit/search.hpp>

#include <nlopt.hpp>

namespace supple {
namespace {

struct Descent {
    FitEvaluation& evaluation;
    nlopt::opt& solver;
};

double cost_and_gradient(const std::vector<double>& x, std::vector<double>& gradient, void* data)
{
    auto& [evaluation, solver] = *static_cast<Descent*>(data);
    const VectorXd y = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    if (!evaluation.at(y, !gradient.empty())) {
        if (evaluation.stopped()) solver.force_stop();
        std::fill(gradient.begin(), gradient.end(), 0.0);
        return HUGE_VAL;
    }
    for (std::size_t i = 0; i < gradient.size(); ++i)
        gradient[i] = evaluation.gradient()[static_cast<Eigen::Index>(i)];
    return evaluation.cost();
}

/// One side of one value that a sum determines: negative inside its bound.
struct Bound {
    Eigen::RowVectorXd slope;
    double offset;
};

double beyond_bound(const std::vector<double>& x, std::vector<double>& gradient, void* data)
{
    const auto& bound = *static_cast<const Bound*>(data);
    const Eigen::Map<const VectorXd> y(x.data(), static_cast<Eigen::Index>(x.size()));
    for (std::size_t i = 0; i < gradient.size(); ++i)
        gradient[i] = bound.slope[static_cast<Eigen::Index>(i)];
    return bound.slope * y + bound.offset;
}

std::vector<Bound> bounds_of_sums(const FitProblem& problem, const FreeVariables& variables)
{
    std::vector<Bound> bounds;
    for (const FixedSum& sum : problem.sums) {
        const auto i = static_cast<Eigen::Index>(sum.back());
        const double scale = problem.scale[i];
        const Eigen::RowVectorXd slope = variables.jacobian().row(i) / scale;
        if (std::isfinite(problem.lower[i]))
            bounds.push_back({-slope, (problem.lower[i] - problem.start[i]) / scale});
        if (std::isfinite(problem.upper[i]))
            bounds.push_back({slope, (problem.start[i] - problem.upper[i]) / scale});
    }
    return bounds;
}

}  // namespace

void search_quasi_newton(FitEvaluation& evaluation, const FitOptions& options, VectorXd y)
{
    const FreeVariables& variables = evaluation.variables();
    const auto n = static_cast<std::size_t>(variables.size());
    std::vector<Bound> bounds = bounds_of_sums(evaluation.problem(), variables);
    const auto descend = [&] {
        nlopt::opt solver(nlopt::LD_SLSQP, static_cast<unsigned>(n));
        Descent descent{evaluation, solver};
        solver.set_min_objective(cost_and_gradient, &descent);
        solver.set_lower_bounds({variables.lower().data(), variables.lower().data() + n});
        solver.set_upper_bounds({variables.upper().data(), variables.upper().data() + n});
        for (Bound& bound : bounds)
            solver.add_inequality_constraint(beyond_bound, &bound, 0.0);
        solver.set_ftol_rel(options.tolerance);
        solver.set_xtol_rel(1e-10);
        solver.set_maxeval(options.max_passes);
        std::vector<double> x(y.data(), y.data() + n);
        double cost = std::numeric_limits<double>::infinity();
        try {
            solver.optimize(x, cost);
        } catch (const std::exception&) {
            // Rounding, or told to stop: what was reached stands, and its gradient tells how good it is.
        }
        y = Eigen::Map<const VectorXd>(x.data(), variables.size());
        return cost;
    };
    // A norm has a kink at zero, where an optimum often lies: the kink is rounded less and less. Starting
    // again forgets the curvature gathered on the way, which may be what stopped a descent.
    evaluation.rounding = 0.0;
    if (!evaluation.at(y, false)) return;
    const double size = evaluation.cost();
    for (const double part : {1e-2, 1e-4, 1e-6, 0.0}) {
        evaluation.rounding = part * size;
        double before = std::numeric_limits<double>::infinity();
        for (int round = 0; round < 6 && !evaluation.stopped(); ++round) {
            const double now = descend();
            if (!(now < before * (1.0 - 1e-7))) break;
            before = now;
        }
    }
}

}  // namespace supple
