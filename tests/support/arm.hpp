/// @file
/// The rod-driven arm of s3 Sec. 5 without any drive: eight arcs between disks that carry all mass, the rods'
/// bending as a cubic part of the springs.
#pragma once

#include <supple/model/system.hpp>
#include <supple/result/trajectory.hpp>

namespace supple::test {

/// Of n rods at the distance r evenly around the middle Σ 1/(1 − βx) = n (1 + β² r²/2 + ...), the next term
/// being of order (βr)³ < 1e-7 in its motion under gravity. In the vertical plane this is the law of s3
/// Sec. 2; sideways the cubic part differs.
std::unique_ptr<System> unactuated_arm(bool table_inertia, const Vector3d& gravity = {-9.81, 0.0, 0.0});

/// β of every arc [1/m]: bending towards +x.
VectorXd bent_up(const VectorXd& beta);
VectorXd beta_of(const VectorXd& coordinates);

}  // namespace supple::test
