#include <supple/algebra/decompositions.hpp>
#include <supple/fit/propagate.hpp>

#include <cmath>

namespace supple {
namespace {

/// Directions F with F Fᵀ = C, each as a sensible change of p times a factor.
struct Directions {
    MatrixXd columns;
    VectorXd factors;
};

Directions directions_of(const MatrixXd& covariance, const VectorXd& scale, const VectorXd& input_deviations)
{
    const Eigen::Index n = scale.size(), m = input_deviations.size();
    const VectorXd inverse = scale.cwiseInverse();
    const SymmetricEigenpairs eigen =
        symmetric_eigen(inverse.asDiagonal() * covariance * inverse.asDiagonal());
    // What does not vary need not be possible either, as a change of the sum of links that keep it.
    const auto varies =
        static_cast<Eigen::Index>((eigen.values.array() > 1e-14 * eigen.values.maxCoeff()).count());
    Directions directions{MatrixXd::Zero(n + m, varies + m), VectorXd::Zero(varies + m)};
    directions.columns.topLeftCorner(n, varies) = scale.asDiagonal() * eigen.vectors.rightCols(varies);
    directions.factors.head(varies) = eigen.values.tail(varies).cwiseSqrt();
    directions.columns.bottomRightCorner(m, m) = input_deviations.asDiagonal();
    directions.factors.tail(m).setOnes();
    return directions;
}

}  // namespace

Spread propagate(const Study& study, const VectorXd& p, const VectorXd& scale, const MatrixXd& covariance,
                 const VectorXd& input_deviations)
{
    Spread spread;
    const std::unique_ptr<System> system = study.build(p, 0);
    if (!system) return spread;
    for (const auto& constraint : system->constraints)
        spread.reactions.push_back({constraint->name(), {}});

    Study looked = study;
    looked.curve_points = 0;
    looked.input_offsets = static_cast<int>(input_deviations.size());
    for (FitCase& sample : looked.cases) {
        sample.observations.assign(1, Observation{});
        for (std::size_t i = 0; i < system->constraints.size(); ++i) {
            Observation reaction;
            reaction.kind = Observation::Kind::reaction;
            reaction.index = static_cast<int>(i);
            sample.observations.push_back(reaction);
        }
    }
    const Directions directions = directions_of(covariance, scale, input_deviations);
    StudyEvaluator evaluator(looked, directions.columns);
    VectorXd extended = VectorXd::Zero(p.size() + input_deviations.size());
    extended.head(p.size()) = p;
    Residuals residuals;
    evaluator.evaluate(extended, true, residuals);
    if (!residuals.complete) return spread;

    const MatrixXd scaled = residuals.J * directions.factors.asDiagonal();
    const std::size_t blocks_a_case = 1 + spread.reactions.size();
    for (std::size_t b = 0; b < evaluator.blocks().size(); ++b) {
        const ResidualBlock& block = evaluator.blocks()[b];
        const bool solved = residuals.statuses[block.sample] == Status::converged;
        const double deviation = solved ? scaled.middleRows(block.first, block.size).norm()
                                        : std::numeric_limits<double>::quiet_NaN();
        const std::size_t which = b % blocks_a_case;
        (which == 0 ? spread.tip : spread.reactions[which - 1].deviations).push_back(deviation);
    }
    return spread;
}

}  // namespace supple
