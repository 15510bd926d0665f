/// @file
/// Walls: touched, pressed, rubbed along and left, one load step at a time.
///
/// A wall holds its point along the normal while it presses. With friction μ it first holds the point where
/// it was touched; where that needs more than μ times the pressure the point slides, and the wall pulls back
/// with −μ N along the slide [docs/theory/s2, Eq. (2.15)]. After a slide the point sticks again where it has
/// come to. The result depends on the way, which is taken in steps of at most a tenth of the load.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

bool has_friction(const Problem& problem) noexcept;

/// The part of the load step after which a rubbing wall is touched first, by linear interpolation; 1: none
/// is.
double fraction_before_touch(const Problem& problem, const Workspace& work) noexcept;

/// Lets walls be touched, slide, turn their slide or be left; returns whether anything changed.
bool switch_walls(const Problem& problem, Workspace& work) noexcept;

/// At the end of a load step: what slid sticks where it is.
void settle_walls(const Problem& problem, Workspace& work) noexcept;

}  // namespace supple::cosserat
