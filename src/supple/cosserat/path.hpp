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
    const char* message = "";
    bool snapped = false;
    double residual = 0.0;
    double lambda = 0.0;  ///< reached
};

/// @pre work has the rest shape, or with options.warm a shape near the answer
PathEnd follow(const Problem& problem, const Options& options, Workspace& work);

}  // namespace supple::cosserat
