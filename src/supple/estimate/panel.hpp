/// @file
/// The rod between two frames of a model: a smooth curve where the model has a polygon.
///
/// With x from 0 to 1 along a panel of length h between the frames A and B, tangents t = R e₃,
///
///     p(x) = H₀₀ p_A + H₁₀ h t_A + H₀₁ p_B + H₁₁ h t_B                    (Hermite's cubics)
///     R(x) = exp(u × t) R̃,    R̃ = R_A exp(x φ),  φ = log(R_Aᵀ R_B),  u = R̃ e₃,  t = p′/|p′|
///
/// so that the tangent of the frame is that of the curve and its turn about it is spread evenly. A force f at
/// x acts on A and B by the forces and moments of the same virtual work,
///
///     F_A = H₀₀ f,  M_A = H₁₀ h t_A × f,    F_B = H₀₁ f,  M_B = H₁₁ h t_B × f.
///
/// For a beam without a load inside, deflection and consistent loads are exact to first order; across the
/// ends of panels p and its slope are continuous, so that a force moves from panel to panel smoothly.
/// Laws (tests/estimate/test_panel.cpp): every derivative is the derivative; the work is the same.
#pragma once

#include <supple/lie/se3.hpp>

namespace supple::estimation {

using Matrix3x12 = Eigen::Matrix<double, 3, 12>;

struct PanelPoint {
    Vector3d p;                                   ///< position
    Matrix3d R;                                   ///< frame
    Vector3d dp;                                  ///< ∂p/∂s
    Vector3d omega;                               ///< rate of rotation by s, world
    Matrix3x12 by_p;                              ///< δp by [δp_A; δθ_A; δp_B; δθ_B]
    Matrix3x12 by_R;                              ///< δθ by the same
    Matrix3x12 by_p_s;                            ///< ∂(by_p)/∂s
    double a = 0.0, b = 0.0, am = 0.0, bm = 0.0;  ///< H₀₀, H₀₁, H₁₀ h, H₁₁ h
};

PanelPoint panel_point(const SE3& A, const SE3& B, double h, double x) noexcept;

}  // namespace supple::estimation
