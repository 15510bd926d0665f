/// @file
/// Values of a model that best explain what was observed.
///
/// Least squares and robust losses go by Levenberg-Marquardt (Ceres), the mean of norms by Newton's method in
/// a trust region (norms.cpp), all with bounds; sums of values that must stay are kept by eliminating one
/// value of each. Where cases jump to other shapes the mean of norms has edges that stop that method: then
/// sequential quadratic programming (NLopt) goes from the same start, and often over them. Swarms (pagmo) may
/// search the box first; the best of each is followed down. Cases that have no equilibrium at the start are
/// left out and counted; a step after which more cases fail is not taken.
///
/// Around the optimum the objective is half of Jᵀ W J, which gives the covariance, the correlations and the
/// directions in which the data say nothing. Laws (tests/fit/test_fit.cpp):
///   1. From data that the model made itself, the values are found again.
///   2. With noise of known size, 95 % intervals hold the truth about as often as they say.
#pragma once

#include <supple/fit/objective.hpp>
#include <supple/result/fit.hpp>

namespace supple {

/// Values whose sum stays what it is at the start: the links of a chain.
using FixedSum = std::vector<std::size_t>;

struct FitProblem {
    Study study;
    std::vector<std::string> paths;  ///< of the fitted values
    VectorXd start, lower, upper;    ///< SI; bounds may be infinite
    VectorXd scale;                  ///< a size of each value
    VectorXd input_deviations;       ///< standard deviations of the study's inputs; empty: they are known
    std::vector<FixedSum> sums;
    ObjectiveChoice objective;
    std::vector<std::string> warnings;  ///< of the file, for the report
};

/// The same with the cases from `begin` on, up to `end`, alone (part_of a study).
FitProblem part_of(const FitProblem& problem, std::size_t begin, std::size_t end);

struct FitOptions {
    bool search = false;  ///< swarms over the box first; needs finite bounds
    int swarms = 12, particles = 20, generations = 10;
    unsigned seed = 1;
    int max_passes = 400;  ///< of the local stage
    double tolerance = 1e-12;
    bool evaluate_only = false;  ///< scores the start
    /// Told the pass and the objective now and then; answers false to stop with the best so far.
    std::function<bool(int pass, double cost)> progress;
};

FitReport fit(const FitProblem& problem, const FitOptions& options);

/// The distance of each case: the norm of its position residuals, unweighted, over its points [m], or of all
/// its residuals where no position was seen. NaN where it failed or nothing was seen.
std::vector<double> case_errors(const Study& study, const std::vector<ResidualBlock>& blocks,
                                const Residuals& residuals);

}  // namespace supple
