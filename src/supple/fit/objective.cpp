#include <supple/fit/objective.hpp>

#include <cmath>

namespace supple {
namespace {

/// Value of a block's share and its derivative by |e|², both without the factor 1/N.
struct Share {
    double value, slope;
};

Share share_of(const ObjectiveChoice& choice, double squared)
{
    const double c = choice.robust_size, norm = std::sqrt(squared);
    switch (choice.kind) {
        case FitObjective::mean_of_norms: {
            const double rounded = std::hypot(norm, choice.rounding);
            return {rounded - choice.rounding, rounded > 0.0 ? 0.5 / rounded : 0.0};
        }
        case FitObjective::least_squares:
            return {0.5 * squared, 0.5};
        case FitObjective::huber:
            if (norm <= c) return {0.5 * squared, 0.5};
            return {c * norm - 0.5 * c * c, 0.5 * c / norm};
        case FitObjective::cauchy:
            return {0.5 * c * c * std::log1p(squared / (c * c)), 0.5 / (1.0 + squared / (c * c))};
    }
    return {};
}

double cases_of(const Residuals& residuals)
{
    return std::max(1.0, static_cast<double>(residuals.statuses.size() - residuals.failed));
}

bool counts(const Residuals& residuals, const ResidualBlock& block)
{
    return residuals.statuses[block.sample] == Status::converged;
}

}  // namespace

const char* name(FitObjective objective)
{
    switch (objective) {
        case FitObjective::least_squares:
            return "least-squares";
        case FitObjective::mean_of_norms:
            return "mean-of-norms";
        case FitObjective::huber:
            return "huber";
        case FitObjective::cauchy:
            return "cauchy";
    }
    return "";
}

void centre(const std::vector<ResidualBlock>& blocks, Residuals& residuals)
{
    const Eigen::Index parameters = residuals.J.cols();
    Vector3d mean = Vector3d::Zero();
    MatrixXd slope = MatrixXd::Zero(3, parameters);
    double count = 0.0;
    const auto each = [&](auto visit) {
        for (const ResidualBlock& block : blocks) {
            if (block.is_position && block.size == 3 && counts(residuals, block)) visit(block.first);
        }
    };
    each([&](int first) {
        mean += residuals.e.segment<3>(first);
        if (parameters > 0) slope += residuals.J.middleRows<3>(first);
        count += 1.0;
    });
    if (count == 0.0) return;
    mean /= count;
    slope /= count;
    each([&](int first) {
        residuals.e.segment<3>(first) -= mean;
        if (parameters > 0) residuals.J.middleRows<3>(first) -= slope;
    });
}

double objective(const ObjectiveChoice& choice, const std::vector<ResidualBlock>& blocks,
                 const Residuals& residuals, VectorXd* by_residuals)
{
    const double N = cases_of(residuals);
    double value = 0.0;
    if (by_residuals) by_residuals->setZero(residuals.e.size());
    for (const ResidualBlock& block : blocks) {
        if (!counts(residuals, block)) continue;
        const auto e = residuals.e.segment(block.first, block.size);
        const Share share = share_of(choice, e.squaredNorm());
        value += share.value;
        if (by_residuals) by_residuals->segment(block.first, block.size) = (2.0 * share.slope / N) * e;
    }
    return value / N;
}

VectorXd curvature_weights(const ObjectiveChoice& choice, const std::vector<ResidualBlock>& blocks,
                           const Residuals& residuals)
{
    const double N = cases_of(residuals);
    VectorXd weights = VectorXd::Zero(residuals.e.size());
    for (const ResidualBlock& block : blocks) {
        if (!counts(residuals, block)) continue;
        const double squared = residuals.e.segment(block.first, block.size).squaredNorm();
        // A norm has no curvature to speak of at zero: its residuals are weighed as squares are.
        const bool norms = choice.kind == FitObjective::mean_of_norms;
        const double slope = norms ? 0.5 : share_of(choice, squared).slope;
        weights.segment(block.first, block.size).setConstant(2.0 * slope / N);
    }
    return weights;
}

MatrixXd curvature_of_norms(const ObjectiveChoice& choice, const std::vector<ResidualBlock>& blocks,
                            const Residuals& residuals)
{
    const double N = cases_of(residuals);
    MatrixXd H = MatrixXd::Zero(residuals.J.cols(), residuals.J.cols());
    VectorXd slope(residuals.J.cols());
    for (const ResidualBlock& block : blocks) {
        if (!counts(residuals, block)) continue;
        const auto e = residuals.e.segment(block.first, block.size);
        const double rounded = std::hypot(e.norm(), choice.rounding);
        if (!(rounded > 0.0)) continue;
        const auto J = residuals.J.middleRows(block.first, block.size);
        slope = J.transpose().lazyProduct(e) / rounded;
        H += (J.transpose().lazyProduct(J) - slope * slope.transpose()) / (N * rounded);
    }
    return H;
}

}  // namespace supple
