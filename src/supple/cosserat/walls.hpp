/// @file
/// Walls: touched, pressed, rubbed along and left, one increment of the load at a time.
///
/// A wall holds its point along the normal while it presses; one that would have to pull is left. What
/// friction does depends on the increments, which are those of chains. From rest they are steps of at most
/// 1/20 of the load up to the first touch, found to rounding, and ten equal ones from there. Warm, the change
/// of the loads since the last solve is one increment. A touch holds the point where it is. In an increment
/// the law of relation.hpp decides between held and slipping; what slipped is held at its new place from then
/// on. A wall that the unloaded rod stands beyond acts only after the point has reached its free side.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

bool has_friction(const Problem& problem) noexcept;

/// Whether a wall is touched that rubs.
bool rubs(const Problem& problem, const Workspace& work) noexcept;

/// Opens all walls and looks which of them the shape stands beyond.
void start_walls(const Problem& problem, Workspace& work) noexcept;

/// The part of the load step after which a rubbing wall is touched first, by linear interpolation; 1: none
/// is.
double fraction_before_touch(const Problem& problem, const Workspace& work) noexcept;

/// Lets walls be touched or left; returns whether anything changed.
bool switch_walls(const Problem& problem, Workspace& work) noexcept;

/// At the end of an increment: what slipped is held where it is.
void end_increment(const Problem& problem, Workspace& work) noexcept;

/// Whether the rod has not come to the free side of a wall, without load and with it.
bool stands_beyond(const Problem& problem, const Workspace& work) noexcept;

}  // namespace supple::cosserat
