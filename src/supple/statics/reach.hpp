/// @file
/// Whether constraints lie further away than the rod is long: a proof that no shape meets them.
#pragma once

#include <supple/model/system.hpp>

namespace supple {

/// True only where it is proven: the coordinates at which a point is held are further from the base, or from
/// those of another held point, than the arc length between them. Says nothing of rods that stretch.
bool out_of_reach(const System& system) noexcept;

}  // namespace supple
