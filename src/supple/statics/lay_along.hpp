/// @file
/// Coordinates of a model that lie along a curve: the start of a solve in a tube.
#pragma once

#include <supple/geometry/curve.hpp>
#include <supple/model/model.hpp>

namespace supple {

/// Bends one element after the other so that the next points of the rod follow the curve, from the base on.
/// An element is turned towards the place on the curve twice its own length ahead of the point before it.
/// That leads a rod back which starts beside the curve. What stretches or shears stays at rest. `ends`: arc
/// lengths at which the elements end [m].
void lay_along(Model& model, const Curve& curve, const SE3& X_WB, const std::vector<double>& ends,
               VectorXd& q) noexcept;

}  // namespace supple
