/// @file
/// How the tip answers to loads and parameters, by differentiating the equilibrium.
///
/// The step of the tip is linear in what the Newton equations leave over (elimination.hpp): δc_N = Σ (U_i a_i
/// + V_i d_i). The matrices follow from one sweep along the rod, with S_i = ∂c_N/∂c_i at the elimination's P
/// and Z_i = ∂c_N/∂q_i,
///
///     S_i = S_{i+1}(A + B P_i),    Z_i = S_{i+1} B_i + Z_{i−1} Y_{i−1}⁻¹,    V_i = −Z_i Y_i⁻¹,    U_i =
///     S_{i+1} − V_i P⁻,
///
/// Y_i = D − P⁻B the matrix eliminated at the interval. Everything that acts is then a product with U or V,
/// so that the cost does not depend on how many sensitivities are asked for.
///
/// The answers are body twists of the tip, [v; ω] = (Rᵀδr, Rᵀδθ), in SI.
#pragma once

#include <supple/cosserat/cosserat.hpp>

namespace supple::cosserat {

using Matrix63 = Eigen::Matrix<double, 6, 3>;

struct Sensitivity {
    Matrix6d tip_compliance;      ///< by a dead wrench [f; m] at the tip, world frame
    std::vector<Matrix6d> loads;  ///< by force and moment of each load, in the load's own frame
    std::vector<Matrix63> coils;  ///< by the currents of each attachment that is a coil set; zero for others
    Matrix63 bending_stiffness;   ///< by EI about d1, EI about d2, GJ [1/(N m²)]
    Matrix63 stretch_stiffness;   ///< by κGA along d1, along d2, EA [1/N]
    Matrix63 rest_curvature;      ///< by a curvature about d1, d2, d3 added to the whole rest shape [m]
    Matrix63 weight_per_length;   ///< by a dead load per length along world x, y, z [m/N]
};

/// @pre the solver's last solve has converged
void sensitivity(Solver& solver, Sensitivity& result);

}  // namespace supple::cosserat
