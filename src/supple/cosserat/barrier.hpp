/// @file
/// Where a rod touches its boundaries, to the spacing of its nodes: the start of the exact search.
///
/// The rod is laid along the first tube. Every node is a sample of every boundary, with a slack s of its gap
/// and a force N, N s = μ, and μ falls to nearly nothing: an interior-point method. With the step's target
/// force μ/s − N(ψ − s)/s and the weight N/s these are forces at nodes, with the tangent N∇∇ψ − N/s ∇ψ∇ψᵀ, so
/// that the step is one elimination (elimination.hpp). A drag on the nodes keeps the eliminated matrix that
/// of a minimum. A node that is inside stays inside.
#pragma once

#include <supple/cosserat/newton.hpp>

namespace supple::cosserat {

/// Whether a balance within the boundaries was found; work.samples then tells which nodes press.
bool find_samples(Problem& problem, const Options& options, Workspace& work);

}  // namespace supple::cosserat
