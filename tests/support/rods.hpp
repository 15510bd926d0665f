/// @file
/// The rods of the published studies and the loads they are tried with.
#pragma once

#include "support/golden.hpp"

#include <supple/analysis/solve.hpp>
#include <supple/model/system.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple::test {

inline constexpr double mm = 1e-3, mN = 1e-3, mN_mm = 1e-6, mN_mm2 = 1e-9, N_mm = 1e-3, N_mm2 = 1e-6;

/// Along world z, as s2 has it.
Manipulator rod_along_z(double length, double EI);

/// Segments with universal joints: Tables 1 and 3 [Venkiteswaran 2019], and three-point Gauss quadrature.
SegmentModel table_1(int segments = 1);
SegmentModel table_3(int segments = 1);
SegmentModel gauss_3(int segments = 1);

/// The same joints without a preferred axis, parameters of three-point Gauss quadrature.
SegmentModel isotropic(int segments = 1);

SphericalModel spherical(int joints, JointLayout layout);

/// Holds world y and z.
Fixture hold_yz(const std::string& name, double at, double y = 0.0, double z = 0.0);

/// The catheter of s2 Sec. 1 as a chain.
Manipulator mri_catheter(const SphericalModel& model, const Vector3d& currents);

/// 3R*: Table II of the study [Greigarn 2017], read as s2 Sec. 6 does.
SphericalModel three_joints_of_table_2();

/// "3R-B", "20R-H", "3R*".
SphericalModel spherical_by_tag(const std::string& tag);

/// A list of numbers as a vector.
VectorXd vector(const nlohmann::json& list);

}  // namespace supple::test
