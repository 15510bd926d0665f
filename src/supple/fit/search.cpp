#include <supple/fit/search.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

FreeVariables::FreeVariables(const FitProblem& problem) : problem_(problem), offset_(problem.start)
{
    const auto count = static_cast<std::size_t>(problem.start.size());
    const auto is_left_over = [&](std::size_t i) {
        return std::any_of(problem.sums.begin(), problem.sums.end(),
                           [i](const FixedSum& sum) { return sum.back() == i; });
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_left_over(i)) free_.push_back(i);
    }
    T_.setZero(problem.start.size(), static_cast<Eigen::Index>(free_.size()));
    lower_.resize(T_.cols());
    upper_.resize(T_.cols());
    for (Eigen::Index j = 0; j < T_.cols(); ++j) {
        const std::size_t i = free_[static_cast<std::size_t>(j)];
        const auto at = static_cast<Eigen::Index>(i);
        const double scale = problem.scale[at];
        T_(at, j) = scale;
        for (const FixedSum& sum : problem.sums) {
            if (std::find(sum.begin(), sum.end() - 1, i) != sum.end() - 1)
                T_(static_cast<Eigen::Index>(sum.back()), j) = -scale;
        }
        lower_[j] = (problem.lower[at] - problem.start[at]) / scale;
        upper_[j] = (problem.upper[at] - problem.start[at]) / scale;
    }
}

VectorXd FreeVariables::reduce(const VectorXd& p) const
{
    VectorXd y(size());
    for (Eigen::Index j = 0; j < y.size(); ++j) {
        const auto i = static_cast<Eigen::Index>(free_[static_cast<std::size_t>(j)]);
        y[j] = (p[i] - offset_[i]) / problem_.scale[i];
    }
    return y;
}

double FreeVariables::outside(const VectorXd& p) const
{
    const VectorXd below = (problem_.lower - p).cwiseQuotient(problem_.scale);
    const VectorXd above = (p - problem_.upper).cwiseQuotient(problem_.scale);
    return std::max({0.0, below.maxCoeff(), above.maxCoeff()});
}

FitEvaluation::FitEvaluation(const FitProblem& problem, const FitOptions& options)
    : problem_(problem),
      options_(options),
      variables_(problem),
      evaluator_(problem.study, variables_.jacobian())
{
}

bool FitEvaluation::at(const VectorXd& y, bool with_derivatives)
{
    constexpr double last_digits = 1e-12;
    const VectorXd p = variables_.expand(y);
    if (stopped_ || !p.allFinite() || variables_.outside(p) > last_digits) return false;
    // What was found where a search was last is asked again at its end, and with another rounding.
    const bool known =
        y.size() == known_.size() && y == known_ && (!with_derivatives || residuals_.J.rows() > 0);
    if (!known) {
        known_.resize(0);
        evaluator_.evaluate(p, with_derivatives, residuals_);
        stopped_ = problem_.study.stop && problem_.study.stop->load(std::memory_order_relaxed);
        if (!residuals_.complete) return false;
        if (first_) allowed_failures_ = residuals_.failed;
        first_ = false;
        if (residuals_.failed > allowed_failures_) return false;
        if (problem_.objective.centred) centre(evaluator_.blocks(), residuals_);
        known_ = y;
    }
    ObjectiveChoice told = problem_.objective;
    told.rounding = rounding;
    cost_ = objective(told, evaluator_.blocks(), residuals_, with_derivatives ? &by_residuals_ : nullptr);
    if (with_derivatives) gradient_ = residuals_.J.transpose() * by_residuals_;
    const double plain =
        rounding == 0.0 ? cost_ : objective(problem_.objective, evaluator_.blocks(), residuals_, nullptr);
    if (!std::isfinite(cost_)) return false;
    if (plain < best_cost) {
        best_cost = plain;
        best = y;
    }
    if (!known && options_.progress && !options_.progress(evaluator_.passes(), best_cost)) stopped_ = true;
    return true;
}

MatrixXd FitEvaluation::curvature() const
{
    ObjectiveChoice rounded = problem_.objective;
    rounded.rounding = rounding;
    return curvature_of_norms(rounded, evaluator_.blocks(), residuals_);
}

}  // namespace supple
