/// @file
/// Tensors of third order that are symmetric in all three indices, entry by entry.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <array>

namespace supple {

/// The index triples i <= j <= k: one for each of the ten independent entries.
inline constexpr std::array<std::array<int, 3>, 10> symmetric_triples = {{{0, 0, 0},
                                                                          {0, 0, 1},
                                                                          {0, 0, 2},
                                                                          {0, 1, 1},
                                                                          {0, 1, 2},
                                                                          {0, 2, 2},
                                                                          {1, 1, 1},
                                                                          {1, 1, 2},
                                                                          {1, 2, 2},
                                                                          {2, 2, 2}}};

/// The tensor with these entries, as slices: result[k](i, j).
inline std::array<Matrix3d, 3> symmetric_tensor(const std::array<double, 10>& h) noexcept
{
    std::array<Matrix3d, 3> H;
    H[0] << h[0], h[1], h[2], h[1], h[3], h[4], h[2], h[4], h[5];
    H[1] << h[1], h[3], h[4], h[3], h[6], h[7], h[4], h[7], h[8];
    H[2] << h[2], h[4], h[5], h[4], h[7], h[8], h[5], h[8], h[9];
    return H;
}

}  // namespace supple
