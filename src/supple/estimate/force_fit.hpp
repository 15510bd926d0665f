/// @file
/// The unknowns that fit a measured shape best, from a start: Levenberg-Marquardt on whitened residuals.
///
///     C(θ) = Σ_rows ρ(|r_row|²) + |P (θ − θ₀)|²,        (JᵀWJ + PᵀP + λ D) δ = −∇C/2
///
/// ρ(x) = x; or with the robust loss c² ln(1 + x/c²), W its slope. The second term is what was known before.
/// Places keep to the rod, steps of forces to 8 EI/L², and unknowns that are frozen stay.
#pragma once

#include <supple/estimate/shape_residuals.hpp>

#include <limits>

namespace supple::estimation {

/// What is known of θ before the data: nothing where it is empty.
struct ForcePrior {
    VectorXd mean;
    MatrixXd root;  ///< P; |P (θ − mean)|² is added to the cost
};

struct ForceFit {
    Unknowns unknowns;
    VectorXd theta;
    double cost = std::numeric_limits<double>::infinity();
    double chi_square = std::numeric_limits<double>::infinity();  ///< Σ r², without loss and prior
    VectorXd r;                                                   ///< whitened
    MatrixXd J;                                                   ///< of r
    VectorXd weights;                                             ///< of r, by the loss
    bool settled = false;
};

class ForceFitter {
 public:
    ForceFitter(ForwardShape& model, ShapeResiduals& residuals, bool robust)
        : model_(model), residuals_(residuals), robust_(robust)
    {
    }

    /// At most so many steps, from the branch of the rod without pushes, or with a prior from the last shape.
    /// An infinite cost where the start has no equilibrium.
    ForceFit run(const Unknowns& unknowns, VectorXd start, int steps, const std::vector<int>& frozen = {},
                 const ForcePrior* prior = nullptr);

    /// The cost alone, with the Jacobian left out.
    ForceFit look(const Unknowns& unknowns, const VectorXd& theta, const ForcePrior* prior = nullptr);

    /// The cost and its Jacobian at θ, without a step.
    ForceFit differentiate(const Unknowns& unknowns, const VectorXd& theta,
                           const ForcePrior* prior = nullptr);

    /// JᵀWJ + PᵀP.
    static MatrixXd information(const ForceFit& fit, const ForcePrior* prior = nullptr);

    int evaluations() const { return evaluations_; }
    ForwardShape& model() { return model_; }
    ShapeResiduals& residuals() { return residuals_; }

 private:
    bool evaluate(ForceFit& fit, bool derivatives, const ForcePrior* prior);

    ForwardShape& model_;
    ShapeResiduals& residuals_;
    bool robust_;
    int evaluations_ = 0;
};

}  // namespace supple::estimation
