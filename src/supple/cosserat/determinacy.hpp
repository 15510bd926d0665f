/// @file
/// Reactions that the shape does not determine.
///
/// A rod that does not stretch passes a force along its straight part on unchanged: between two holds that
/// both keep it from moving along itself any such force is in balance. The flexibility at a hold tells, with
/// that hold released and the others in place: a direction in which no force moves the point leaves the
/// reaction open.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Notes with every hold the direction of its force that is not determined, zero if there is none. @pre the
/// last evaluation had transitions, and a step was computed
void find_undetermined(const Problem& problem, Workspace& work);

}  // namespace supple::cosserat
