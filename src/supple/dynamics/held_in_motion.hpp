/// @file
/// Which constraints hold in motion, and the sentence that refuses the others. What a constraint with
/// `until: 0 s` does before the start is no motion: it shapes the initial equilibrium and is gone.
///
///                        fixture, clamp    tangent held    guide      wall                  conduit
///     chain in time      refused           refused         refused    refused               refused
///     chain, vibrations  held              held            refused    refused if touched    refused
///     variational rod    held              refused         refused    refused               refused
///
/// The variational rod refuses when it is made (nodal_rod.hpp) and at its start (variational.cpp); a conduit
/// is refused by discretize.
#pragma once

#include <supple/model/system.hpp>
#include <supple/result/equilibrium.hpp>

namespace supple {

/// Why a chain cannot move in time with what holds it, naming the constraint and a remedy; empty when it can.
std::string why_not_held_in_time(const System& system);

/// The same for small vibrations about an equilibrium.
std::string why_not_held_in_vibration(const System& system, const Equilibrium& equilibrium);

}  // namespace supple
