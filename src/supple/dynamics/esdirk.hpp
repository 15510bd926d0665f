/// @file
/// A diagonally implicit Runge-Kutta method of order 4 with six stages, the first of them explicit, with an
/// embedded method of order 3 [Kennedy, Carpenter, Applied Numerical Mathematics 44 (2003) 139].
///
/// The method is L-stable and stiffly accurate: the last stage is the step. Stiff parts of a motion are
/// damped out instead of being followed. All stages share one matrix because the diagonal is γ throughout.
/// The stages are of order 2, which a chain needs whose joints are stiff and strongly damped.
#pragma once

#include <array>

namespace supple::esdirk {

inline constexpr int stages = 6;
inline constexpr double gamma = 0.25;

inline constexpr std::array<double, stages> c = {0.0, 0.5, 83.0 / 250.0, 31.0 / 50.0, 17.0 / 20.0, 1.0};

/// Row i holds the weights of the stages before i; the diagonal is γ. The last row is b.
inline constexpr std::array<std::array<double, stages>, stages> a = {
    {{},
     {0.25},
     {8611.0 / 62500.0, -1743.0 / 31250.0},
     {5012029.0 / 34652500.0, -654441.0 / 2922500.0, 174375.0 / 388108.0},
     {15267082809.0 / 155376265600.0, -71443401.0 / 120774400.0, 730878875.0 / 902184768.0,
      2285395.0 / 8070912.0},
     {82889.0 / 524892.0, 0.0, 15625.0 / 83664.0, 69875.0 / 102672.0, -2260.0 / 8211.0}}};

/// Weights of the embedded method.
inline constexpr std::array<double, stages> b_embedded = {
    4586570599.0 / 29645900160.0, 0.0,
    178811875.0 / 945068544.0,    814220225.0 / 1159782912.0,
    -3700637.0 / 11593932.0,      61727.0 / 225920.0};

}  // namespace supple::esdirk
