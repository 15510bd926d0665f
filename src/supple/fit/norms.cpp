#include <supple/algebra/decompositions.hpp>
#include <supple/fit/search.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Half-spaces slope · y + offset ≤ 0 that hold the fitted values within their bounds.
struct Bounds {
    MatrixXd slope;
    VectorXd offset;
};

Bounds bounds_of(const FitProblem& problem, const FreeVariables& variables)
{
    const Eigen::Index n = variables.size();
    Bounds bounds{MatrixXd(0, n), VectorXd()};
    const auto add = [&](const Eigen::RowVectorXd& slope, double offset) {
        if (!std::isfinite(offset)) return;
        bounds.slope.conservativeResize(bounds.slope.rows() + 1, Eigen::NoChange);
        bounds.slope.bottomRows(1) = slope;
        bounds.offset.conservativeResize(bounds.offset.size() + 1);
        bounds.offset.tail(1).setConstant(offset);
    };
    for (Eigen::Index j = 0; j < n; ++j) {
        add(-Eigen::RowVectorXd::Unit(n, j), variables.lower()[j]);
        add(Eigen::RowVectorXd::Unit(n, j), -variables.upper()[j]);
    }
    for (const FixedSum& sum : problem.sums) {
        const auto i = static_cast<Eigen::Index>(sum.back());
        const double scale = problem.scale[i];
        const Eigen::RowVectorXd slope = variables.jacobian().row(i) / scale;
        add(-slope, (problem.lower[i] - problem.start[i]) / scale);
        add(slope, (problem.start[i] - problem.upper[i]) / scale);
    }
    return bounds;
}

/// Newton's method in a trust region. The curvature of the mean of norms is
///
///     H + S,     H = (1/N) Σ Jᵀ (I − e eᵀ/ρ²) J/ρ,     S = (1/N) Σ e·∂²e/ρ.
///
/// J gives H. Where a model does not explain the data S is as large, and without it the steps along flat
/// valleys are far too long: it is learnt from the change of J along each step, by the least change that
/// explains it [Powell's symmetric update, on what Dennis, Gay and Welsch call the structured part].
class TrustRegion {
 public:
    TrustRegion(FitEvaluation& evaluation, const Bounds& bounds)
        : evaluation_(evaluation), bounds_(bounds), held_(static_cast<std::size_t>(bounds.offset.size()))
    {
        const Eigen::Index n = evaluation.variables().size();
        S_.setZero(n, n);
    }

    /// Down from y until a step would gain less than a part of the cost. False where no step does what it
    /// should, however short: there the cost has an edge.
    bool run(VectorXd& y, double tolerance, int most_passes)
    {
        constexpr double smallest = 1e-8;
        if (!evaluation_.at(y, true)) return true;
        radius_ = std::max(radius_, 0.1);
        read();
        for (int pass = 0; pass < most_passes && radius_ > smallest && !evaluation_.stopped(); ++pass) {
            find_step(y);
            const double expected = -step_.dot(g_ + 0.5 * B_ * step_);
            if (!(expected > tolerance * cost_)) return true;
            const double length = step_.norm();
            const VectorXd next = y + step_;
            if (!evaluation_.at(next, true)) {
                radius_ = 0.25 * length;
                continue;
            }
            const double gain = (cost_ - evaluation_.cost()) / expected;
            learn();
            if (gain > 0.75) radius_ = std::max(radius_, 2.0 * length);
            if (gain < 0.25) radius_ = 0.25 * length;
            if (gain > 1e-4) {
                y = next;
                read();
            }
        }
        return radius_ > smallest;
    }

 private:
    void read()
    {
        cost_ = evaluation_.cost();
        g_ = evaluation_.gradient();
        H_ = evaluation_.curvature();
        J_ = evaluation_.residuals().J;
    }

    /// S by the change of J along the step, taken or not.
    void learn()
    {
        const VectorXd change = evaluation_.gradient() - J_.transpose() * evaluation_.by_residuals();
        const double square = step_.squaredNorm();
        const double known = std::abs(step_.dot(S_ * step_)), seen = std::abs(step_.dot(change));
        if (known > seen) S_ *= seen / known;  // the residuals have become smaller
        const VectorXd left = change - S_ * step_;
        S_ += (left * step_.transpose() + step_ * left.transpose()) / square -
              left.dot(step_) / (square * square) * step_ * step_.transpose();
    }

    /// How far each bound is [of y].
    VectorXd room(const VectorXd& y) const { return -(bounds_.slope * y + bounds_.offset); }

    /// Holds the bounds that are met and pressed against.
    void hold_pressed(const VectorXd& y)
    {
        constexpr double met = 1e-12;
        const VectorXd left = room(y);
        for (std::size_t i = 0; i < held_.size(); ++i)
            held_[i] = left[static_cast<Eigen::Index>(i)] <= met;
        while (true) {
            const MatrixXd A = held_slopes();
            if (A.cols() == 0) return;
            const VectorXd pressure = least_squares_solution(A, -g_);
            Eigen::Index least = 0;
            if (pressure.minCoeff(&least) >= 0.0) return;
            for (std::size_t i = 0; i < held_.size(); ++i) {
                if (held_[i] && least-- == 0) held_[i] = false;
            }
        }
    }

    /// A column each.
    MatrixXd held_slopes() const
    {
        MatrixXd A(bounds_.slope.cols(), std::count(held_.begin(), held_.end(), true));
        Eigen::Index column = 0;
        for (std::size_t i = 0; i < held_.size(); ++i) {
            if (held_[i]) A.col(column++) = bounds_.slope.row(static_cast<Eigen::Index>(i)).transpose();
        }
        return A;
    }

    /// The step within the radius. At the first bound that is met it goes on along the bound.
    void find_step(const VectorXd& y)
    {
        B_ = H_ + S_;
        step_.setZero(y.size());
        hold_pressed(y);
        for (Eigen::Index round = 0; round <= y.size(); ++round) {
            const MatrixXd A = held_slopes();
            const MatrixXd Z =
                A.cols() == 0 ? MatrixXd::Identity(y.size(), y.size()) : orthogonal_complement(A);
            if (Z.cols() == 0) return;
            const VectorXd part = Z * step_within(Z.transpose() * B_ * Z, Z.transpose() * (g_ + B_ * step_));
            const VectorXd left = room(y + step_), speed = bounds_.slope * part;
            double first = 1.0;
            std::size_t met = held_.size();
            for (std::size_t i = 0; i < held_.size(); ++i) {
                const auto at = static_cast<Eigen::Index>(i);
                if (held_[i] || !(speed[at] * first > left[at])) continue;
                first = std::max(0.0, left[at] / speed[at]);
                met = i;
            }
            step_ += first * part;
            if (met == held_.size()) return;
            held_[met] = true;
        }
    }

    /// The least of a quadratic function within the radius.
    VectorXd step_within(const MatrixXd& B, const VectorXd& g) const
    {
        const SymmetricEigenpairs eigen = symmetric_eigen(B);
        const VectorXd pull = eigen.vectors.transpose() * g;
        const auto step = [&](double shift) -> VectorXd {
            return -(pull.array() / (eigen.values.array() + shift)).matrix();
        };
        const double most = eigen.values.cwiseAbs().maxCoeff();
        double low = std::max(0.0, -eigen.values[0]) + 1e-12 * most;
        if (!(low > 0.0)) return VectorXd::Zero(g.size());
        if (step(low).norm() > radius_) {
            double high = low + pull.norm() / radius_;
            for (int i = 0; i < 60 && high - low > 1e-6 * high; ++i) {
                const double middle = 0.5 * (low + high);
                (step(middle).norm() > radius_ ? low : high) = middle;
            }
            low = high;
        }
        return eigen.vectors * step(low);
    }

    FitEvaluation& evaluation_;
    const Bounds& bounds_;
    std::vector<bool> held_;
    double radius_ = 0.5;
    double cost_ = 0.0;
    VectorXd g_, step_;
    MatrixXd H_, S_, B_, J_;
};

}  // namespace

bool search_norms(FitEvaluation& evaluation, const FitOptions& options, VectorXd y)
{
    const Bounds bounds = bounds_of(evaluation.problem(), evaluation.variables());
    // A norm has a kink at zero, where an optimum often lies: the kink is rounded less and less.
    if (!evaluation.at(y, true)) return true;
    const double size = evaluation.cost();
    TrustRegion descent(evaluation, bounds);
    for (const double part : {1e-2, 1e-4, 1e-6, 0.0}) {
        evaluation.rounding = part * size;
        const double tolerance = part > 0.0 ? std::max(1e-6, options.tolerance) : options.tolerance;
        const bool ended = descent.run(y, tolerance, options.max_passes);
        if (!ended && part > 0.0) return false;
    }
    return true;
}

}  // namespace supple
