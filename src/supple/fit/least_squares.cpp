#include <supple/fit/search.hpp>

#include <ceres/ceres.h>

namespace supple {
namespace {

/// All cases at once, before Ceres asks for the blocks one by one.
class Batch final : public ceres::EvaluationCallback {
 public:
    Batch(FitEvaluation& evaluation, const VectorXd& y) : evaluation_(evaluation), y_(y) {}

    void PrepareForEvaluation(bool with_derivatives, bool new_point) override
    {
        if (!new_point && (!with_derivatives || has_derivatives_)) return;
        valid_ = evaluation_.at(y_, with_derivatives);
        has_derivatives_ = with_derivatives && valid_;
    }

    bool valid() const { return valid_; }
    const Residuals& residuals() const { return evaluation_.residuals(); }
    const MatrixXd& jacobian() const { return evaluation_.residuals().J; }

 private:
    FitEvaluation& evaluation_;
    const VectorXd& y_;
    bool valid_ = false, has_derivatives_ = false;
};

class Block final : public ceres::CostFunction {
 public:
    Block(const Batch& batch, const ResidualBlock& block, int variables) : batch_(batch), block_(block)
    {
        set_num_residuals(block.size);
        mutable_parameter_block_sizes()->push_back(variables);
    }

    bool Evaluate(double const* const*, double* residuals, double** jacobians) const override
    {
        if (!batch_.valid()) return false;
        Eigen::Map<VectorXd>(residuals, block_.size) =
            batch_.residuals().e.segment(block_.first, block_.size);
        if (jacobians && jacobians[0]) {
            using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
            Eigen::Map<Rows>(jacobians[0], block_.size, batch_.jacobian().cols()) =
                batch_.jacobian().middleRows(block_.first, block_.size);
        }
        return true;
    }

 private:
    const Batch& batch_;
    const ResidualBlock& block_;
};

ceres::LossFunction* loss(const ObjectiveChoice& choice)
{
    if (choice.kind == FitObjective::huber) return new ceres::HuberLoss(choice.robust_size);
    if (choice.kind == FitObjective::cauchy) return new ceres::CauchyLoss(choice.robust_size);
    return nullptr;
}

/// Variables at a bound, beyond which the objective falls.
std::vector<int> held_at_bounds(const FitEvaluation& evaluation, const VectorXd& y)
{
    constexpr double near = 1e-12;
    const FreeVariables& variables = evaluation.variables();
    std::vector<int> held;
    for (int j = 0; j < variables.size(); ++j) {
        const double slope = evaluation.gradient()[j];
        if ((y[j] <= variables.lower()[j] + near && slope > 0.0) ||
            (y[j] >= variables.upper()[j] - near && slope < 0.0))
            held.push_back(j);
    }
    return held;
}

void descend(FitEvaluation& evaluation, const FitOptions& options, const std::vector<int>& held,
             double tolerance, VectorXd& y)
{
    const FreeVariables& variables = evaluation.variables();
    Batch batch(evaluation, y);
    ceres::Problem::Options ownership;
    ownership.evaluation_callback = &batch;
    ceres::Problem problem(ownership);
    for (const ResidualBlock& block : evaluation.blocks()) {
        if (block.size > 0)
            problem.AddResidualBlock(new Block(batch, block, variables.size()),
                                     loss(evaluation.problem().objective), y.data());
    }
    if (problem.NumResidualBlocks() == 0) return;
    for (int j = 0; j < variables.size(); ++j) {
        if (std::isfinite(variables.lower()[j]))
            problem.SetParameterLowerBound(y.data(), j, variables.lower()[j]);
        if (std::isfinite(variables.upper()[j]))
            problem.SetParameterUpperBound(y.data(), j, variables.upper()[j]);
    }
    if (!held.empty()) problem.SetManifold(y.data(), new ceres::SubsetManifold(variables.size(), held));
    ceres::Solver::Options solver;
    solver.linear_solver_type = ceres::DENSE_QR;
    solver.max_num_iterations = options.max_passes;
    solver.function_tolerance = tolerance;
    solver.gradient_tolerance = 1e-14;
    solver.parameter_tolerance = 1e-12;
    solver.line_search_interpolation_type = ceres::BISECTION;  // within bounds; asks for no derivatives
    solver.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(solver, &problem, &summary);
}

}  // namespace

void search_least_squares(FitEvaluation& evaluation, const FitOptions& options, VectorXd y)
{
    // A step that would leave the box is cut, and the model of the objective is then wrong about it: near the
    // optimum descent stalls. So values that press against a bound are held there, and the rest goes on.
    constexpr int most_rounds = 8;
    double tolerance = std::max(1e-4, options.tolerance);
    if (!evaluation.at(y, true)) return;
    std::vector<int> held = held_at_bounds(evaluation, y);
    for (int round = 0; round < most_rounds && !evaluation.stopped(); ++round) {
        if (held.size() == static_cast<std::size_t>(y.size())) return;
        descend(evaluation, options, held, tolerance, y);
        if (!evaluation.at(y, true)) return;
        const std::vector<int> now = held_at_bounds(evaluation, y);
        if (now == held && tolerance <= options.tolerance) return;
        if (now == held) tolerance = options.tolerance;
        held = now;
    }
}

}  // namespace supple
