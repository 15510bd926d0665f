/// @file
/// The cubic spline through values at knots, as a matrix: f(s_i) = Σ_j B_ij f(knot_j).
///
/// Its third derivative does not jump at the second knot and at the last but one ("not a knot"). Laws
/// (tests/fit/test_spline.cpp):
///   1. A cubic is itself.
///   2. At a knot the spline is the value there.
#pragma once

#include <Eigen/Core>

namespace supple {

/// @pre at least four knots, increasing
Eigen::MatrixXd not_a_knot_spline(const Eigen::VectorXd& knots, const Eigen::VectorXd& s);

}  // namespace supple
