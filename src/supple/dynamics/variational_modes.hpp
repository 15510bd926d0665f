/// @file
/// The nodal rod linearised about a shape: natural frequencies, the explicit integrator's step limit, γ_corr.
///
/// K x = ω² M x with K the symmetric part of the tangent and M the lumped masses, held directions left out.
///
/// The explicit integrator is stable for dt < 2/ω_max, sharply. With Kelvin-Voigt damping, whose force is
/// taken with the velocity on arrival, and c the largest damping rate of a mode, 4 − 2c dt − ω²dt² > 0:
///
///     dt < 4/(c + √(c² + 4ω²)).                         [docs/theory/s4, Eq. (4.14), (4.15)]
///
/// In slender metal rods ω_max is that of thickness shear, √(GA/ρI), not of the axial wave
/// [docs/theory/s4, Eq. (4.16)].
///
/// Laws (tests/dynamics/test_variational_modes.cpp): frequencies converge to Timoshenko's at second order
/// (midpoint strain); Beck's column flutters at 20.05 EI/L²; steps of 0.97 times the limit stay bounded,
/// steps of 1.03 times do not.
#pragma once

#include <supple/dynamics/nodal_problem.hpp>
#include <supple/dynamics/small_motions.hpp>

namespace supple::variational {

struct NodalModes {
    std::vector<double> frequencies;  ///< [Hz], ascending; negative where ω² < 0: the shape is unstable
    MatrixXd shapes;                  ///< a column a mode, [δp; η] of every node, mass-normalised
};

/// All modes, densely: for rods of up to some hundred nodes.
NodalModes natural_modes(const NodalRod& rod, std::span<const SE3> frames, double time = 0.0);

/// Small motions δq = Re(shape e^{λt}) with damping, and with loads that have no potential:
/// (λ²M + λD + K) shape = 0.
struct DampedModes {
    std::vector<std::complex<double>>
        eigenvalues;                      ///< λ [1/s], ascending by |λ|; of a pair the one with Im λ > 0
    Eigen::MatrixXcd shapes;              ///< a column a mode, [δp; η] of every node
    bool symmetric = true;                ///< K and D are: no flutter is possible
    bool all_judged = true;               ///< what `motions` says of growth holds for those not given, too
    std::optional<SmallMotions> motions;  ///< of the free directions, and what grows; nothing: not found
};

/// About an equilibrium: all of them, densely, of twice the size with damping. Where the `count` slowest are
/// enough and few of many they alone are found, at a cost linear in the nodes (slow_motions.hpp). @pre the
/// rod is at rest there
DampedModes damped_modes(const NodalRod& rod, std::span<const SE3> frames, double time = 0.0, int count = 0);

/// The lowest frequency above zero [Hz]: rigid motion of a free rod is left out.
double first_frequency(const NodalRod& rod, std::span<const SE3> frames);

/// ω_max of the rod [rad/s] by counting eigenvalues below a bound: linear cost in the nodes.
double largest_frequency(const NodalRod& rod, std::span<const SE3> frames);

/// The largest stable step of the explicit integrator about the rest shape [s].
double stability_limit(const NodalRod& rod);

/// γ_corr [docs/theory/s4, Eq. (4.17)]: scales the stiffness of a rod with nodal strain so that its first
/// frequency is that of the same rod with midpoint strain, extrapolated to infinitely many elements. Answers
/// the factor, 1 for midpoint strain. Only the first mode is repaired; stretch, shear and twist become too
/// soft with it.
double correct_frequency(const Manipulator& manipulator, NodalRod& rod);

/// The manipulator's nodal rod, its frequency corrected where the model asks for that.
NodalRodOrMistake model_rod(const Manipulator& manipulator);

}  // namespace supple::variational
