/// @file
/// From the rest shape to the full load: which of several equilibria is the answer.
///
/// The load factor λ grows from 0 to 1 in steps as long as the loads allow. The first Newton step from the
/// last equilibrium is the tangent predictor; a step is taken only if what follows is small against it, so
/// that the path cannot change branch unseen. Where halving the step does not help, the path has ended in a
/// limit point: the rod snaps. It is then let go, by the overdamped motion, to the equilibrium it comes to
/// rest in.
#pragma once

#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/mesh.hpp>

namespace supple::cosserat {

struct PathEnd {
    Status status = Status::not_converged;
    bool snapped = false;
    double residual = 0.0;
    double lambda = 0.0;  ///< reached
};

/// From λ = 0, of which the work holds the shape, to λ = 1.
PathEnd follow(const Problem& problem, const Options& options, Workspace& work, double first_step);

/// By energy for conservative problems, else whether no real mode has gone unstable.
bool still_stable(const Problem& problem, const Workspace& work) noexcept;

/// Refines the mesh at λ = 1 to the tolerance and says how the search has ended.
void finish(const Problem& problem, const Options& options, Workspace& work, PathEnd& end);

/// Pushes the rod off an unstable equilibrium and waits for it to come to rest.
bool settle(const Problem& problem, const Options& options, Workspace& work);

/// Whether every held point can be reached by a rod that does not stretch.
bool within_reach(const Problem& problem) noexcept;

/// The whole search: from the rest shape, or warm from the last one. Where holds leave the straight rod no
/// way to move, or lead to an equilibrium that is unstable, from a bent rod that they take hold of.
PathEnd search(Problem& problem, const Options& options, Workspace& work);

}  // namespace supple::cosserat
