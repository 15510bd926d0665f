/// @file
/// Reference solutions of tests/data, and the rods they belong to.
#pragma once

#include <supple/rod/manipulator.hpp>

#include <nlohmann/json.hpp>

namespace supple::test {

/// A file of tests/data.
nlohmann::json golden(const std::string& name);

Vector3d vector3(const nlohmann::json& list);
/// Rows of a rotation whose first column is the tangent (s1, s4), as one whose last column is: x → d3, y →
/// d1, z → d2.
Matrix3d rotation_from_x(const nlohmann::json& rows);
/// Quaternion w x y z.
Matrix3d rotation_wxyz(const nlohmann::json& list);

/// A straight rod from the origin along world x with d1 = y, d2 = z: the frame of s1 and s4.
Manipulator rod_along_x(double length, double bending_stiffness);
/// The catheter of s2, along world z, coils at 72.9 mm.
Manipulator catheter(const Vector3d& currents = Vector3d::Zero());

PointLoad dead_load(double at, const Vector3d& force, const Vector3d& moment = Vector3d::Zero());
PointLoad follower(double at, const Vector3d& force, const Vector3d& moment = Vector3d::Zero());

}  // namespace supple::test
