/// @file
/// The searches behind a fit, on free variables y that are all of order one.
#pragma once

#include <supple/fit/fit.hpp>

namespace supple {

/// The fitted values as functions of free ones: p = scale (T y) + offset, where the last value of each fixed
/// sum is what the others leave.
class FreeVariables {
 public:
    explicit FreeVariables(const FitProblem& problem);

    int size() const { return static_cast<int>(T_.cols()); }
    VectorXd expand(const VectorXd& y) const { return offset_ + T_ * y; }
    VectorXd reduce(const VectorXd& p) const;
    const MatrixXd& jacobian() const { return T_; }  ///< dp/dy
    const VectorXd& lower() const { return lower_; }
    const VectorXd& upper() const { return upper_; }

    /// How far p is outside its bounds, over the scales: values that a sum determines may be.
    double outside(const VectorXd& p) const;

 private:
    const FitProblem& problem_;
    std::vector<std::size_t> free_;  // index of each free value
    MatrixXd T_;
    VectorXd offset_, lower_, upper_;
};

/// The objective of a problem at free variables, with what a search needs to know of it.
class FitEvaluation {
 public:
    FitEvaluation(const FitProblem& problem, const FitOptions& options);

    /// False where there is no value: outside the bounds, no system, more failed cases than at the start, or
    /// told to stop. Where it was asked last it answers without a pass.
    bool at(const VectorXd& y, bool with_derivatives);

    /// Forgets the shapes of all cases.
    void forget()
    {
        known_.resize(0);
        evaluator_.forget();
    }

    double cost() const { return cost_; }
    const VectorXd& gradient() const { return gradient_; }  ///< by y
    const VectorXd& by_residuals() const { return by_residuals_; }
    MatrixXd curvature() const;  ///< by y, of norms: its Gauss-Newton part
    const Residuals& residuals() const { return residuals_; }
    const std::vector<ResidualBlock>& blocks() const { return evaluator_.blocks(); }
    const FreeVariables& variables() const { return variables_; }
    const FitProblem& problem() const { return problem_; }
    bool stopped() const { return stopped_; }
    int passes() const { return evaluator_.passes(); }

    double rounding = 0.0;  ///< of the norm in the cost that the search sees; `best` goes by the exact norm
    VectorXd best;          ///< free variables of the least cost so far
    double best_cost = std::numeric_limits<double>::infinity();

 private:
    const FitProblem& problem_;
    const FitOptions& options_;
    FreeVariables variables_;
    StudyEvaluator evaluator_;
    Residuals residuals_;
    VectorXd known_;  ///< where the residuals were taken; empty where they mean nothing
    double cost_ = 0.0;
    VectorXd gradient_, by_residuals_;
    std::size_t allowed_failures_ = 0;
    bool first_ = true, stopped_ = false;
};

/// From y to the nearest optimum; the best is left in the evaluation.
void search_least_squares(FitEvaluation& evaluation, const FitOptions& options, VectorXd y);
void search_quasi_newton(FitEvaluation& evaluation, const FitOptions& options, VectorXd y);

/// The same for norms where the cost is smooth. False where it came to an edge of the cost: along it a case
/// loses its shape and jumps to another.
bool search_norms(FitEvaluation& evaluation, const FitOptions& options, VectorXd y);

/// Over the whole box; the best of several swarms, where they are not close to each other.
std::vector<VectorXd> search_swarm(FitEvaluation& evaluation, const FitOptions& options);

}  // namespace supple
