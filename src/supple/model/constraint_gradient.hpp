/// @file
/// What constraints hold of a system's coordinates.
#pragma once

#include <supple/model/system.hpp>

namespace supple {

/// ∂φ/∂q of all constraints, one row each, at the shape placed last.
MatrixXd constraint_gradient(const System& system);

}  // namespace supple
