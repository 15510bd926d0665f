/// @file
/// Reactions that the shape does not determine.
///
/// A rod that does not stretch passes a force along its straight part on unchanged: between two holds that
/// both keep it from moving along itself any such force is in balance. The flexibility at a hold tells, with
/// that hold released and the others in place: a direction in which no force moves the point leaves the
/// reaction open.
///
/// Newton's method leaves any number there. As a large compression it would make a rod unstable that is not,
/// as a large tension it would hide that one is. A rod that stretches ever so little has none: so none is
/// taken.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Notes with every hold the direction of its force that is not determined, zero if there is none. @pre the
/// last evaluation had transitions, and a step was computed
void find_undetermined(const Problem& problem, Workspace& work);

/// The same, and takes these forces away where the rod is in balance without them; then a step is computed
/// anew. Whether any was taken away. @pre as above
bool drop_undetermined(const Problem& problem, Workspace& work, double lambda);

}  // namespace supple::cosserat
