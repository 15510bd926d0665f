/// @file
/// Derivatives by central differences, and how far apart two arrays are.
///
/// Each difference is Richardson-extrapolated once, D = (4 D(h/2) − D(h))/3, with error h⁴ f⁽⁵⁾/480: at h =
/// 1e-3, for functions that vary over lengths of order one, truncation is near 1e-14 and rounding, ε/h, near
/// 1e-12. `step` is in the units of the argument.
#pragma once

#include <supple/lie/se3.hpp>

#include <functional>

namespace supple::test {

/// ∂f/∂x, rows numerator, columns denominator.
MatrixXd difference(const std::function<VectorXd(const VectorXd&)>& f, const VectorXd& x, double step = 1e-3);

/// The columns (X⁻¹ ∂X/∂x_i)ᵛ: the body Jacobian of a pose or rotation. Formed from the entries of X(x)⁻¹X(x
/// ± h) and not by log, so that log and its Jacobians may be judged by it.
MatrixXd right_difference(const std::function<SE3(const VectorXd&)>& X, const VectorXd& x,
                          double step = 1e-3);
MatrixXd right_difference(const std::function<Matrix3d(const VectorXd&)>& R, const VectorXd& x,
                          double step = 1e-3);

/// |a − b|/|b| in the Frobenius norm; |a| itself where b is zero. NaN in either gives NaN, which no test
/// accepts.
double relative_error(const MatrixXd& a, const MatrixXd& b);

}  // namespace supple::test
