/// @file
/// What is looked at before a result is written: no file may call a result a success that holds numbers which
/// are none, and no list may be cut short.
#pragma once

#include <supple/result/trajectory.hpp>

#include <optional>

namespace supple {

/// Throws InputError where lists that belong together differ in length; no form could hold them.
void check_lengths(const Shape& shape);
void check_lengths(const Trajectory& trajectory);

/// What a file must say instead, where a result that calls itself balanced (`converged` or `unstable`) holds
/// a NaN or an infinity: the same numbers under the status `invalid`, with a message that says so and without
/// a verdict on stability. Nothing where the result may be written as it is.
std::optional<Equilibrium> corrected(const Equilibrium& equilibrium);
std::optional<Trajectory> corrected(const Trajectory& trajectory);

}  // namespace supple
