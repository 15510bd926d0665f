/// @file
/// Guides slide along the rod, past loads, changes of the rest shape and whatever else sits on it.
///
/// The stops are kept in the order in which they lie on the rod. A guide that comes to a stop and is drawn
/// further changes places with it. At an end of the rod there is nothing to pass: the rod slips out.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Keeps the shape, and goes back to it, the order of the stops included.
void keep(Workspace& work);
void go_back(Problem& problem, Workspace& work) noexcept;

/// Lets guides pass the stops they are drawn over by the last step; false: one has come to an end of the rod.
bool pass_guides(Problem& problem, Workspace& work, double lambda) noexcept;

/// Puts the stops in the order of their places on the rest shape.
void sort_stops(Problem& problem) noexcept;

}  // namespace supple::cosserat
