/// @file
/// A second way to a shape that constraints hold: first the loads, with nothing held, then the constraints.
///
/// A straight chain cannot shorten in the first order of its coordinates, so that no path starts at the
/// unloaded shape on which a held point comes nearer to the base. Once a load has bent the rod there is one.
/// Where no load bends it, a push sideways does, and is taken away as the constraints come. Guides hold a
/// place of the rod first, which is far enough along it to reach them, and then let the rod slip.
///
/// A third way bends the rod by a push alone. Then loads and constraints grow together as the push goes.
/// Walls are followed on it as on the load path; a wall that the bent rod has passed comes to its place
/// likewise.
/// Before that the walls come to the shape that is held without them.
///
/// Last, the rod slides from bent shapes to where the constraints are met and its energy is least.
#pragma once

#include <supple/statics/continuation.hpp>

namespace supple {

class ContactSolver;

/// Leaves the problem at the full load with the constraints held; `converged` where a shape was found. Of
/// several the first that is not unstable. Allocates.
void hold_after_load(StaticProblem& problem, const PathOptions& options, PathReport& report) noexcept;

/// The same from a rod that is bent first. `walls`: where there are some
void hold_from_bent(StaticProblem& problem, ContactSolver* walls, const PathOptions& options,
                    PathReport& report) noexcept;

/// Whether a constraint takes the rod from its rest shape. A guide on the axis of a straight rod does not,
/// wherever along it the guide is. Places the model at rest.
bool leads_away(System& system) noexcept;

}  // namespace supple
