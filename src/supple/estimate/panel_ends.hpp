/// @file
/// Where the frames of a chain lie on the curve of the rod that it stands for.
#pragma once

#include <supple/model/system.hpp>

#include <vector>

namespace supple::estimation {

/// Arc lengths [m], ascending, the last is the length; the base is not among them. See framed_shape.hpp.
std::vector<double> panel_ends(const System& system);

}  // namespace supple::estimation
