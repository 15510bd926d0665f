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

}  // namespace

void search_least_squares(FitEvaluation& evaluation, const FitOptions& options, VectorXd y)
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
    for (int j = 0; j < variables.size(); ++j) {
        if (std::isfinite(variables.lower()[j]))
            problem.SetParameterLowerBound(y.data(), j, variables.lower()[j]);
        if (std::isfinite(variables.upper()[j]))
            problem.SetParameterUpperBound(y.data(), j, variables.upper()[j]);
    }
    ceres::Solver::Options solver;
    solver.linear_solver_type = ceres::DENSE_QR;
    solver.max_num_iterations = options.max_passes;
    solver.function_tolerance = options.tolerance;
    solver.gradient_tolerance = 1e-14;
    solver.parameter_tolerance = 1e-12;
    solver.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(solver, &problem, &summary);
}

}  // namespace supple
