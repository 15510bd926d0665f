/// @file
/// Rotation vectors at which everything about rotations is tried: zero, tiny, ordinary, about π, near 2π, and
/// both sides of every angle where an implementation changes from one form to another.
#pragma once

#include <supple/lie/linear_algebra.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace supple::test {

/// A size of angle for a parameterised test, with a name that may stand in a test's name.
struct Angle {
    std::string name;
    double theta;  ///< [rad]
};

/// How an angle shows in the text of a failure, and in the name of its test.
void PrintTo(const Angle& angle, std::ostream* out);
std::string name_of_angle(const testing::TestParamInfo<Angle>& info);

/// From zero to 6 rad: near enough to the pole of the inverse Jacobian at 2π, far enough for differences.
std::vector<Angle> angles();

/// Those below a half turn, where log has no jump.
std::vector<Angle> angles_below_half_turn();

/// Unit vectors: coordinate axes, a diagonal, a general direction, one almost along an axis.
std::vector<Vector3d> axes();

}  // namespace supple::test
