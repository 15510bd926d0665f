/// @file
/// The whole rod: gradient of its potential, tangent, energies and momenta.
///
/// The gradient stacks [gp; gr] of every node, gp in world axes, gr in body axes: dV = Σ gp·δp + gr·η under
/// p → p + δp, Λ → Λ exp(η^). Loads without a potential enter by minus their wrench. The tangent K is its
/// exact derivative. It is symmetric where the loads are conservative and the rod is in equilibrium; away
/// from it gr spoils the symmetry, as in every Lie group.
#pragma once

#include <supple/algebra/block_tridiagonal.hpp>
#include <supple/dynamics/nodal_element.hpp>
#include <supple/result/trajectory.hpp>

namespace supple::variational {

/// When and how much of the loads act.
struct LoadLevel {
    double time = 0.0;   ///< [s]
    double scale = 1.0;  ///< of all loads and the weight
};

/// Gradient of elastic energy and loads. With rates, also the Kelvin-Voigt moments.
void gradient(const NodalRod& rod, std::span<const SE3> frames, std::span<const Vector3d> omega,
              const LoadLevel& level, std::vector<Vector6d>& g) noexcept;

/// Gradient and tangent; K.[..] gains rate_factor times the derivative by the angular velocities.
void gradient_and_tangent(const NodalRod& rod, std::span<const SE3> frames, std::span<const Vector3d> omega,
                          double rate_factor, const LoadLevel& level, std::vector<Vector6d>& g,
                          BlockTridiagonal& K) noexcept;

/// Of a rod that has this shape without stress: symmetric, and zero for rigid motions alone.
BlockTridiagonal unstressed_tangent(const NodalRod& rod, std::span<const SE3> frames);

double elastic_energy(const NodalRod& rod, std::span<const SE3> frames) noexcept;

/// Of the weight and all loads that have one [J].
double load_potential(const NodalRod& rod, std::span<const SE3> frames, double time) noexcept;

MotionState motion_of(const NodalRod& rod, const NodalState& state, double time) noexcept;

}  // namespace supple::variational
