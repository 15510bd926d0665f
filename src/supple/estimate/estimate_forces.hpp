/// @file
/// Forces from a measured shape: what pushes on the rod, where, and how sure that is.
///
///     ForceEstimate e = estimate_forces(manipulator, data, {.tip_force = true, .max_contacts = 2});
///
/// Known loads, weight, magnets and fixtures of the description act as they do in a solve. The model that it
/// names predicts the shape (forward_shape.hpp). Without contacts all that is unknown is fitted; with them
/// the number of contacts, and a weight or a patch in their place, is decided by the evidence
/// (force_search.hpp).
///
/// Laws (tests/estimate/test_estimate_forces.cpp):
///   1. Data without noise give the forces that made them.
///   2. A small load on a straight rod is that of beam theory.
///   3. What cannot be seen is said: a wrong answer has a large standard deviation or a warning.
#pragma once

#include <supple/estimate/force_options.hpp>
#include <supple/estimate/shape_data.hpp>
#include <supple/result/force_estimate.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

inline constexpr int most_contacts = 3;

/// Never throws: see status and message.
ForceEstimate estimate_forces(const Manipulator& manipulator, const ShapeData& data,
                              const ForceOptions& options);

/// Why these data cannot be used with these options; empty where they can.
std::string mistake_in(const ShapeData& data, const ForceOptions& options, double length);

}  // namespace supple
