/// @file
/// From the rest shape to the full load: which of several equilibria is the answer.
///
/// The load factor λ grows from 0 to 1 in steps as long as the loads allow. The first Newton step from the
/// last equilibrium is the tangent predictor; a step is taken only if what follows is small against it, so
/// that the path cannot change branch unseen. Where halving the step does not help, the path has ended in a
/// limit point: the rod snaps. It is then let go, by the overdamped motion, to the equilibrium it comes to
/// rest in.
///
/// A path that ends unstable or snaps may have left its branch in a step that was too long. It is followed
/// again with care: by small turns, and where stability is lost the step is halved until either the branch
/// that stays stable is found or the loss is a bifurcation for all that can be seen.
#pragma once

#include <supple/cosserat/newton.hpp>

namespace supple::cosserat {

struct PathEnd {
    Status status = Status::not_converged;
    bool snapped = false;
    double residual = 0.0;
    double lambda = 0.0;     ///< reached
    bool stands = true;      ///< the equilibrium is not known to be unstable
    bool neutral = false;    ///< nor to be stable: a motion costs nothing
    int left_by = -1;        ///< the guide that came to an end of the rod and stopped the path, -1: none
    bool spent = false;      ///< the iterations, or the work, that the way may take were used up
    bool held_last = false;  ///< the holds came after the loads
    bool bent = false;       ///< they came to a rod that was bent first
    bool outside = false;    ///< the base is beyond a boundary
};

/// How a path is followed.
struct Pace {
    double first = 1.0;  ///< step of the load factor
    bool careful = false;
};

/// From λ = 0, of which the work holds the shape, to λ = 1.
PathEnd follow(Problem& problem, const Options& options, Workspace& work, const Pace& pace);

/// Refines the mesh at λ = 1 to the tolerance and says how the search has ended.
void finish(Problem& problem, const Options& options, Workspace& work, PathEnd& end);

/// Pushes the rod off an unstable equilibrium and waits for it to come to rest.
bool settle(Problem& problem, const Options& options, Workspace& work);

/// Whether every held point can be reached by a rod that does not stretch.
bool within_reach(const Problem& problem) noexcept;

/// The whole search: from the rest shape, or warm from the last one. Where holds leave the straight rod no
/// way to move, from a bent rod that they take hold of; then walls that the bent rod has passed come with
/// them. Where holds that lead the rod away from its rest shape end at an equilibrium that is unstable, the
/// rod is pushed off it and snaps. Each way may take the iterations of the options, and half of the work that
/// is left of the whole search: so every search ends.
PathEnd search(Problem& problem, const Options& options, Workspace& work);

}  // namespace supple::cosserat
