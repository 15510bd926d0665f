/// @file
/// The Eigen types that the whole library speaks in, by short names.
#pragma once

#include <Eigen/Core>

namespace supple {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vector6d = Eigen::Matrix<double, 6, 1>;  ///< twist [v; ω] or wrench [f; m]
using Matrix6d = Eigen::Matrix<double, 6, 6>;

}  // namespace supple
