/// @file
/// Steering as tests ask for it.
#pragma once

#include "support/rods.hpp"

#include <supple/steer/steer.hpp>

namespace supple::test {

/// All that the system can be steered with, between the same limits.
std::vector<Actuation> all_actuations(const System& system, const Limits& limits = {});

/// World coordinates [mm]; NaN is free.
Target target_mm(double x, double y, double z = std::numeric_limits<double>::quiet_NaN());

}  // namespace supple::test
