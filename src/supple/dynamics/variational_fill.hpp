/// @file
/// What an equilibrium of the nodal rod says, from its frames and the gradient there.
#pragma once

#include <supple/dynamics/nodal_rod.hpp>
#include <supple/result/equilibrium.hpp>

namespace supple::variational {

/// Shape, section forces, reactions, energy and what is left of the balance. A hold pushes with what the
/// gradient leaves in its directions. Wrenches below the rounding force are nothing that could be balanced.
void fill(const NodalRod& rod, const std::vector<SE3>& frames, const std::vector<Vector6d>& gradient,
          double rounding_force, Equilibrium& eq);

}  // namespace supple::variational
