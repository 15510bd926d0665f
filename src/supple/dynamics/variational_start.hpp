/// @file
/// Where a motion of the nodal rod starts: its rest shape, the equilibrium under all that acts and holds
/// before t = 0, or given coordinates and velocities.
#pragma once

#include <supple/dynamics/nodal_rod.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/simulation.hpp>

namespace supple::variational {

struct NodalStart {
    NodalState state;
    Status status = Status::converged;  ///< of the start
    std::string message;                ///< why there is none; empty when converged
    std::vector<std::string> warnings;
};

/// The start that `simulation` asks for, in the place where the rod is held.
NodalStart start_of(const NodalRod& rod, const Simulation& simulation);

}  // namespace supple::variational
