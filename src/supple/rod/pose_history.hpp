/// @file
/// A pose that follows a history.
#pragma once

#include <supple/lie/se3.hpp>
#include <supple/rod/timing.hpp>

namespace supple {

/// Columns position.x .. replace the position, columns rotation.x .. [rad] turn the pose by a rotation vector
/// in world axes, of any number of turns; linear between the times.
SE3 pose_at(const SE3& X, const History& history, double time);

/// That rotation vector; zero where the history has none.
Vector3d turn_at(const History& history, double time);

}  // namespace supple
