/// @file
/// Small vibrations about an equilibrium.
///
///     M δq̈ + D δq̇ + K δq = 0,    δq = z e^{λt},    (λ² M + λ D + K) z = 0
///
/// with the tangents of dynamics/motion.hpp at rest, where they are exact [docs/theory/s3, Eq. (3.26)]. On
/// the motions N that constraints leave (C N = 0) the matrices are NᵀMN and so on; K contains how the
/// reactions turn with the rod. With the Cholesky factor of M = L Lᵀ the problem becomes one for L⁻¹KL⁻ᵀ and
/// L⁻¹DL⁻ᵀ (small_motions.hpp).
///
/// Where K is symmetric and D not negative a mode can only grow by divergence. Where it is not, under moments
/// fixed in space, follower forces or friction, two modes can join and grow as flutter. There divergence is
/// what statics calls so, and all else that grows is flutter [docs/theory/s1, Eq. (1.18)].
///
/// Laws (tests/dynamics/test_modes.cpp): the modes solve the equation above; frequencies are those of beams;
/// a mode's damping under Kelvin-Voigt is η ω/2 and under viscous damping ν/2ω.
#pragma once

#include <supple/dynamics/small_motions.hpp>
#include <supple/model/system.hpp>
#include <supple/result/modes.hpp>

namespace supple {

/// Modes about an equilibrium of the system; `equilibrium` was found by solve_statics on the same system.
Modes find_modes(System& system, const Equilibrium& equilibrium);

/// A mode with that eigenvalue, its shape still empty.
Mode mode_of(std::complex<double> eigenvalue);

/// Sorts the modes and says whether one of them grows.
void conclude(const SmallMotions& motions, Modes& found);

/// How fast a system can be: the largest and the smallest natural frequency [rad/s] at a shape, and the
/// fastest rate at which damping makes it creep [1/s].
struct Pace {
    double fastest = 0.0, slowest = 0.0;
    double creep = 0.0;
};
Pace find_pace(System& system, const VectorXd& q);

}  // namespace supple
