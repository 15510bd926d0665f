/// @file
/// Where the nodes lie: at every stop, and between stops as closely as the error asks for.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Storage for a number of intervals; a solve that needs more takes it once.
void reserve(Workspace& work, std::size_t intervals);

/// The rest shape on a first mesh.
void start_mesh(const Problem& problem, Workspace& work);

/// Divides intervals until their estimated errors add up to less than the tolerance, as far as the last
/// evaluation tells; the states of new nodes are integrated. Returns whether anything changed.
bool refine_mesh(const Problem& problem, Workspace& work, double lambda, double tolerance);

/// At least this many intervals.
void divide_mesh(const Problem& problem, Workspace& work, double lambda, int intervals);

/// Nodes at the stops and evenly between them, at least so many over L, on the shape of the nodes as they
/// are.
void take_mesh(const Problem& problem, Workspace& work, int intervals);

/// Targets of the holds at a load factor.
void set_targets(const Problem& problem, Workspace& work, double lambda) noexcept;

}  // namespace supple::cosserat
