/// @file
/// The arm of s3 Sec. 5: two segments of four disks, driven by six rods.
#pragma once

#include <supple/model/system.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple::test {

/// The rods of the paper's arm, in the order 11 12 13 21 22 23.
DrivenRods paper_rods(ContactLaw law, double friction, const std::vector<double>& tensions);

/// The arm itself with these rods, under gravity.
Manipulator paper_arm(const DrivenRods& rods);
Manipulator paper_arm(ContactLaw law, double friction, const std::vector<double>& tensions);

/// The same arm with cables in place of the rods, driven by retraction.
DrivenRods cables(const std::vector<double>& retractions, double axial_stiffness, double pretension = 0.0);

/// Curvatures (β, γ) of each arc as s3 has them, as coordinates (−γ, β) of the chain.
VectorXd from_beta_gamma(const VectorXd& beta_gamma);
VectorXd to_beta_gamma(const VectorXd& coordinates);

/// Generalised forces of the drives alone, and their tangent where wanted: Σ J_Pᵀ F_P at coordinates q.
VectorXd drive_forces(System& system, const VectorXd& q, double scale = 1.0, MatrixXd* tangent = nullptr);

}  // namespace supple::test
