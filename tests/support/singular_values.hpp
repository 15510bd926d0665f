/// @file
/// Singular values by Eigen's own decomposition, compiled once for all tests.
#pragma once

#include <supple/lie/linear_algebra.hpp>

namespace supple::test {

/// Descending.
VectorXd singular_values(const MatrixXd& A);

}  // namespace supple::test
