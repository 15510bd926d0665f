/// @file
/// What the uncertainty of fitted values and of inputs leaves open of tips and reactions.
///
/// To first order, with C the covariance of the values p and Σ that of the inputs u (independent of them),
///
///     cov y = (dy/dp) C (dy/dp)ᵀ + (dy/du) Σ (dy/du)ᵀ
///
/// for the tip's position and for the force of each constraint, in every case. Laws
/// (tests/fit/test_propagate.cpp):
///   1. It is the scatter of solved cases whose values and inputs scatter so.
#pragma once

#include <supple/fit/study.hpp>
#include <supple/result/fit.hpp>

namespace supple {

/// @pre one standard deviation an input of the study, zero where it is known; none: all are known
Spread propagate(const Study& study, const VectorXd& p, const VectorXd& scale, const MatrixXd& covariance,
                 const VectorXd& input_deviations);

}  // namespace supple
