/// @file
/// A measured shape: points of the rod's axis, curvatures, poses, with their standard deviations. SI.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <Eigen/Geometry>

#include <optional>
#include <vector>

namespace supple {

using Eigen::Vector2d;

struct PointOfShape {
    std::optional<double> at;  ///< arc length; none: it lies somewhere on the rod [m]
    Vector3d position = Vector3d::Zero();
    Vector3d sigma = Vector3d::Zero();  ///< standard deviation of each coordinate [m]; 0: not known
};

struct CurvatureOfShape {
    double at = 0.0;                        ///< [m]
    Vector2d curvature = Vector2d::Zero();  ///< about the material axes d1 and d2 [1/m]
    Vector2d sigma = Vector2d::Zero();      ///< [1/m]; 0: not known
};

struct PoseOfShape {
    double at = 0.0;  ///< [m]
    Vector3d position = Vector3d::Zero();
    Eigen::Quaterniond q = Eigen::Quaterniond::Identity();  ///< of the material frame, world
    Vector3d sigma = Vector3d::Zero();                      ///< [m]; 0: not known
    double sigma_rotation = 0.0;                            ///< about each axis [rad]
};

/// One measurement: all that was seen at one time.
struct ShapeData {
    std::optional<double> time;  ///< of a stream [s]
    std::vector<PointOfShape> points;
    std::vector<CurvatureOfShape> curvatures;
    std::vector<PoseOfShape> poses;
    int dropped = 0;  ///< rows with an empty cell

    bool empty() const { return points.empty() && curvatures.empty() && poses.empty(); }
};

}  // namespace supple
