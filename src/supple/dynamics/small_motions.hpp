/// @file
/// Motions x = Re(z e^{λt}) of a linear system in coordinates in which its mass is the identity:
///
///     ẍ + D ẋ + K x = 0,    (λ² + λ D + K) z = 0.
///
/// Where K and D are symmetric the problem is solved in the eigenvectors of K, K = V diag(±Ω²) Vᵀ, where it
/// is
///
///     d/dt [Ω y; ẏ] = [0 Ω; ∓Ω −VᵀDV] [Ω y; ẏ],    x = V y,
///
/// and without damping, or where D is a multiple of the identity, falls apart into single equations.
/// Frequencies that occur twice stay together, and rounding makes nothing grow: that matrix is skew but for
/// −VᵀDV. With D not negative such a system grows only where K has a negative eigenvalue, by divergence, and
/// never flutters. Other systems are solved as [0 1; −K −D].
///
/// Laws (tests/dynamics/test_small_motions.cpp): λ and z solve the equation; a symmetric system does not
/// flutter; what rounding does to λ², some √n ε max|λ|², is not called growth.
#pragma once

#include <supple/algebra/decompositions.hpp>

#include <complex>
#include <optional>
#include <vector>

namespace supple {

struct SmallMotions {
    std::vector<std::complex<double>> values;  ///< λ [1/s], of a pair the one with positive imaginary part
    Eigen::MatrixXcd vectors;                  ///< z, a column each
    bool symmetric = true;                     ///< K and D are
    bool flutters = false;                     ///< an oscillation grows: Re λ > 0, Re λ² < 0
    bool diverges = false;  ///< a motion grows without oscillating: Re λ > 0, Re λ² ≥ 0
};

/// What rounding may do to λ² of a system of n coordinates.
double rounding_of_squares(double largest_square, Eigen::Index n);

/// Motions in the eigenvectors of a symmetric K, all damped at one rate d: of each λ² + dλ + k = 0 one of a
/// pair, or both of two real ones. What rounding makes negative counts as zero.
SmallMotions even_motions(const SymmetricEigenpairs& stiffness, double d, double rounding);

/// All motions; nothing where the eigenvalues are not found. Dense, of twice the size with damping.
std::optional<SmallMotions> small_motions(const MatrixXd& K, const MatrixXd& D);

}  // namespace supple
