/// @file
/// The constant of magnetism that both magnets and fields need.
#pragma once

namespace supple {

inline constexpr double vacuum_permeability = 1.25663706127e-6;  ///< μ0 [N/A²], CODATA 2022

}  // namespace supple
