/// @file
/// Where a point of the rod is wanted, and how far a pose is from there.
///
/// The error has metres as its unit, so that places and turns can be added up:
///
///     e = [p − p*; L log(R R*ᵀ)]    or    [p − p*; L (t − t*)]
///
/// over the components asked for, with L the rod's length and t the tangent [docs/theory/s2, Eq. (2.11)]. Its
/// derivative by [δp; δθ] is exact. Law (tests/steer/test_target.cpp):
///   1. The derivative is the difference of errors, and e = 0 exactly where the target is met.
#pragma once

#include <supple/lie/se3.hpp>

#include <array>
#include <optional>

namespace supple {

struct Target {
    std::array<std::optional<double>, 3> position;  ///< world x, y, z [m]; free where not given
    std::optional<Matrix3d> rotation;               ///< of the frame
    std::optional<Vector3d> tangent;                ///< unit, world; not beside a rotation

    /// Number of rows of the error.
    int size() const noexcept;
};

/// At most three positions and three turns.
struct TargetError {
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> e;      ///< [m]
    Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 6, 6> de_dx;  ///< columns [δp; δθ]
    double distance = 0.0;                                    ///< of the position [m]
    double turn = 0.0;                                        ///< [rad]
};

void evaluate(const Target& target, double length, const SE3& X, TargetError& error) noexcept;

}  // namespace supple
