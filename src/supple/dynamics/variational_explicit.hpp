/// @file
/// The explicit Lie-group variational integrator: leapfrog for positions, its counterpart for rotations.
///
/// It follows from the discrete action with kinetic energy by finite differences in time and the potential at
/// t_j [Tariverdi 2020, corrected]. The state at t_j is p, Λ and the momenta on arrival there, v⁻ and Π⁻
/// (body axes). A step of dt is [docs/theory/s4, Eq. (4.11), (4.12), (4.13)]
///
///     1.  forces at (p_j, Λ_j), loads at t_j
///     2.  v⁺ = [(1 − ch/2) v⁻ − h gp/m]/(1 + ch/2), Π⁺ likewise with gr;   h = dt, but dt/2 at j = 0
///     3.  p_{j+1} = p_j + dt v⁺
///     4.  F = rot(f),  2Jf = g + g × f + (g·f)f,  g = dt Π⁺
///     5.  Λ_{j+1} = Λ_j F,  Π⁻ = FᵀΠ⁺,  v⁻ = v⁺.
///
/// At t_j the momenta are the average of those before and after the kick; at j = 0 those given. Where the
/// step changes or something switches the kick is taken in two halves, each with its own step and with the
/// loads of its own side. The potential enters the action by the trapezoidal rule. So a force gives exactly
/// the momentum ∫F dt as long as it is linear in time between the steps. Second order; symplectic without
/// damping, so that energy does not drift; linear and angular momentum of a free rod are kept to rounding.
/// Stable for dt < 2/ω_max (stability_limit in variational_modes.hpp). The Kelvin-Voigt moment is taken with
/// the velocities on arrival.
///
/// A step allocates nothing. Cost is linear in the nodes: see benchmarks `step/variational/explicit`.
#pragma once

#include <supple/dynamics/rod_rows.hpp>

#include <algorithm>
#include <limits>

namespace supple::variational {

class ExplicitIntegrator {
 public:
    /// @pre all masses and inertias of the rod are positive
    ExplicitIntegrator(const NodalRod& rod, const NodalState& start, double step);

    /// Goes on from the present state, whose time is `time`, with another step. Until `end` what acts and
    /// holds is what does so in between: no load that begins or ends there is felt at the wrong side.
    void begin(double time, double end, double step) noexcept;

    /// False where the rotation of a node in one step has no solution: the step is too large.
    bool step() noexcept;

    /// The same in two halves, for forces that depend on the motion: after begin_step positions, velocities
    /// on arrival and accelerations of the nodes are known, and forces may be added for this step.
    void begin_step() noexcept;
    Vector3d position(int node) const noexcept { return state_.vector(motion::px, node); }
    Vector3d velocity(int node) const noexcept { return state_.vector(motion::vx, node); }
    Vector3d acceleration(int node) const noexcept;  ///< without viscous damping; zero where held [m/s²]
    void add_force(int node, const Vector3d& force) noexcept;  ///< world axes [N]
    bool end_step() noexcept;

    /// Viscous rates of this motion [1/s] in place of the rod's one.
    void set_viscous_rates(double translation, double rotation) noexcept;

    double time() const noexcept { return begun_ + dt_ * static_cast<double>(steps_ - steps_before_); }
    long steps() const noexcept { return steps_; }

    /// Frames and velocities at time(). Reuses the storage of `state`.
    void observe(NodalState& state) noexcept;

    /// cos(θ/2) of the largest rotation from a node to the next: 1 in a straight rod.
    double least_half_cosine() const noexcept;

 private:
    void hold(double time) noexcept;
    void forces(double time) noexcept;
    Kick kick_of_this_step() const noexcept;
    /// Never quite the end, where another load may act already.
    double clock(double time) const noexcept { return std::min(time, last_moment_); }

    NodalRod rod_;
    double dt_;
    double begun_ = 0.0;  ///< when the steps of this size began [s]
    double last_moment_ = std::numeric_limits<double>::infinity();
    long steps_ = 0, steps_before_ = 0;
    bool holds_change_;              ///< some hold is released later, or the base moves
    double rate_, rotational_rate_;  ///< viscous [1/s]
    HeldDirections held_;
    RodRows rows_;
    Rows state_, kicked_, f_;
};

}  // namespace supple::variational
