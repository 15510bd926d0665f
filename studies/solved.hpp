/// @file
/// Equilibria as experiments want them: found, or the experiment ends with the reason.
#pragma once

#include <supple/result/equilibrium.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple::app {

inline constexpr double mm = 1e-3, mN = 1e-3, N_mm = 1e-3, mN_mm = 1e-6;

/// The equilibrium itself. @throws std::runtime_error unless it converged
const Equilibrium& converged(const Equilibrium& equilibrium);

/// By the manipulator's own model. @throws std::runtime_error
Equilibrium solved(const Manipulator& manipulator);

/// By the geometrically exact rod. @throws std::runtime_error
Equilibrium solve_rod(Manipulator manipulator);

/// [mm]
Vector3d tip_mm(const Equilibrium& equilibrium);

std::vector<double> numbers(const Vector3d& v);

/// Mean of the numbers; none may be missing.
double mean(const std::vector<double>& values);

PointLoad dead_load(double at, const Vector3d& force, const Vector3d& moment = Vector3d::Zero());

}  // namespace supple::app
