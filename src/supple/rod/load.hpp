/// @file
/// A force and a moment at a point of the rod.
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/rod/timing.hpp>

namespace supple {

/// In which frame a load keeps its direction.
enum class LoadFrame {
    world,  ///< dead: fixed in the world
    body,   ///< follower: turns with the section
};

struct PointLoad {
    std::string name;
    double at = 0.0;                     ///< arc length [m]
    Vector3d force = Vector3d::Zero();   ///< [N]
    Vector3d moment = Vector3d::Zero();  ///< about the point [N m]
    LoadFrame frame = LoadFrame::world;
    Timing timing;
};

}  // namespace supple
