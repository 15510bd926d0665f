/// @file
/// One number for all residuals, with its gradient.
///
///     mean_of_norms   (1/N) Σ |e_b|                   [s1 Eq. 20, s2 Eq. 9a over the number of cases]
///     least_squares   (1/2N) Σ |e_b|²
///     huber           (1/2N) Σ ρ(|e_b|²),  ρ(s) = s up to c², then 2c√s − c²
///     cauchy          (1/2N) Σ ρ(|e_b|²),  ρ(s) = c² log(1 + s/c²)
///
/// over the blocks b of all N solved cases. `centred` first takes the mean of the positions' residuals off
/// them: a frame whose origin is not known.
#pragma once

#include <supple/fit/study.hpp>
#include <supple/rod/simulation.hpp>

namespace supple {

struct ObjectiveChoice {
    FitObjective kind = FitObjective::least_squares;
    double robust_size = 1.0;  ///< c: weighted residuals beyond it count less
    bool centred = false;
    double rounding = 0.0;  ///< ε: norms count as √(|e|² + ε²) − ε, for searches that cannot take a kink
};

/// Its name as it stands in files: "mean-of-norms".
const char* name(FitObjective objective);

/// Takes the mean of the position blocks off them, and off their derivatives. Cases that failed do not count.
void centre(const std::vector<ResidualBlock>& blocks, Residuals& residuals);

/// The number, and its derivative by the residuals where one is asked for.
double objective(const ObjectiveChoice& choice, const std::vector<ResidualBlock>& blocks,
                 const Residuals& residuals, VectorXd* by_residuals);

/// Weight of each block's square in the curvature of the objective: Jᵀ diag(w) J is its Gauss-Newton part.
VectorXd curvature_weights(const ObjectiveChoice& choice, const std::vector<ResidualBlock>& blocks,
                           const Residuals& residuals);

/// The Gauss-Newton part of the curvature of the mean of norms, (1/N) Σ Jᵀ (I − e eᵀ/ρ²) J/ρ with
/// ρ² = |e|² + ε². Blocks at a kink, ρ = 0, have none.
MatrixXd curvature_of_norms(const ObjectiveChoice& choice, const std::vector<ResidualBlock>& blocks,
                            const Residuals& residuals);

}  // namespace supple
