/// @file
/// The implicit integrator for stiff rods: generalised-α on (ℝ³ × SO(3))ⁿ [Brüls & Cardona 2010].
///
/// With x = [δp; φ] the motion of a node in a step h, p⁺ = p + δp, Λ⁺ = Λ exp(φ^), its velocity u = [v; ω],
/// and an auxiliary acceleration a,
///
///     x = h u + h²((½ − β) a + β a⁺),        u⁺ = u + h((1 − γ) a + γ a⁺),
///     (1 − αm) a⁺ + αm a = (1 − αf) u̇⁺ + αf u̇,
///     m v̇⁺ + c m v⁺ + gp⁺ = 0,   J ω̇⁺ + ω⁺ × Jω⁺ + c Jω⁺ + gr⁺ = 0,
///
/// αm = (2ρ − 1)/(ρ + 1), αf = ρ/(ρ + 1), γ = ½ − αm + αf, β = (γ + ½)²/4
/// [docs/theory/s4, Eq. (4.18), (4.19), (4.20)].
///
/// Where the step changes or something switches the method starts anew, after
///
///     u ← u + (½ − αf) h (a − u̇),                      [docs/theory/s4, Eq. (4.26)]
///
/// which takes back the lag of a: a force gives exactly the momentum ∫F dt from one such time to the next as
/// long as it is linear in time between the steps. It starts with a = u̇ from a step of backward Euler under
/// what acts then. The balance of forces would do where the step resolves all motion; of the rest shorter
/// steps leave accelerations in which a longer step would see energy that is not there.
///
/// Second order for smooth motion; no limit on the step from linear stability. ρ in [0, 1] is what a step
/// leaves of the amplitude of motion far too fast for it (ρ = 1: nothing is lost); slow motion, ω h ≪ 1,
/// loses a share of order (ω h)³ a step. After a sudden release the modes that the step does not resolve make
/// the observed order fall below two. Newton with the exact tangent, kept from step to step as long as it
/// contracts the error fivefold and renewed where it does not; the linear systems are block-tridiagonal, so
/// the cost is linear in the nodes. A predictor that extrapolates a does not lower the number of iterations:
/// what the step does not resolve changes sign from step to step.
#pragma once

#include <supple/dynamics/implicit_kernel.hpp>
#include <supple/dynamics/nodal_problem.hpp>

#include <algorithm>
#include <limits>

namespace supple::variational {

/// Where the energy of a motion went, over all steps. The steps themselves take
///
///     Σ [½ (u̇ + u̇⁺)·M x − ½ (u⁺ + u)·M (u⁺ − u)],     u̇ by the balance of forces,
///
/// the work of all forces less what kinetic energy gained: zero to second order where steps resolve the
/// motion.
struct EnergyAccount {
    double taken_by_steps = 0.0;  ///< [J]
    double damped = 0.0;  ///< by the damping of the rod, to leading order in the bend of an element [J]
    double largest_kinetic = 0.0;  ///< [J]

    /// Of all energy that was in motion, the share that the steps took.
    double share_of_steps() const noexcept
    {
        const double all = taken_by_steps + damped + largest_kinetic;
        return all > 0.0 ? taken_by_steps / all : 0.0;
    }
};

struct ImplicitOptions {
    double spectral_radius = 0.9;  ///< ρ at infinite frequency
    int max_iterations = 20;       ///< Newton, a step
    double tolerance = 1e-11;      ///< error left in a step: rotation [rad] and displacement over l
};

class ImplicitIntegrator {
 public:
    /// @pre all masses and inertias of the rod are positive
    ImplicitIntegrator(const NodalRod& rod, const NodalState& start, const ImplicitOptions& options = {});

    /// From the present state, whose time is `time`, to `end`: what acts and holds is what does so in
    /// between.
    void begin(double time, double end) noexcept;

    /// One step of h. False where Newton does not converge: the state is then what it was.
    bool step(double h) noexcept;

    double time() const noexcept { return time_; }
    long steps() const noexcept { return steps_; }
    long iterations() const noexcept { return iterations_; }  ///< Newton, all steps together
    long tangents() const noexcept { return tangents_; }      ///< formed and factored, all steps together
    const EnergyAccount& energy() const noexcept { return energy_; }

    /// Frames and velocities at time(). Reuses the storage of `state`.
    void observe(NodalState& state) const noexcept;

 private:
    struct Coefficients;
    void settle() noexcept;
    bool start(double h) noexcept;
    bool solve(const Coefficients& c, double time) noexcept;
    /// Never quite the end, where another load may act already.
    double clock(double time) const noexcept { return std::min(time, last_moment_); }
    void hold(double time) noexcept;
    void predict(const Coefficients& c) noexcept;
    void residual(const Coefficients& c, double time) noexcept;
    bool renew_tangent(const Coefficients& c, double time) noexcept;
    double correct() noexcept;
    void account(double h) noexcept;

    NodalRod rod_;
    ImplicitOptions options_;
    EnergyAccount energy_;
    double time_ = 0.0;
    double last_moment_ = std::numeric_limits<double>::infinity();
    double last_step_ = 0.0;  ///< 0: a is u̇, the method starts [s]
    long steps_ = 0, iterations_ = 0, tangents_ = 0;
    bool holds_change_;
    RodRows rows_;
    Rows state_, next_;            ///< poses, and momenta of rotation
    Rows mass_, free_;             ///< of each direction; 1 where nothing holds it, else 0
    Rows u_, u_next_;              ///< velocity [v; ω]
    Rows a_, a_next_;              ///< auxiliary acceleration
    Rows rate_, rate_next_;        ///< u̇
    Rows balanced_;                ///< that of the forces at the start of the step
    Rows x_, u_rest_, rate_rest_;  ///< motion in the step; u⁺ and u̇⁺ without what is proportional to it
    Rows r_, work_;
    std::vector<Vector6d> change_;
    std::vector<SE3> frames_;      ///< for the tangent
    std::vector<Vector3d> omega_;  ///< for the tangent
    HeldDirections held_, factored_held_;
    BlockTridiagonal K_;
    BlockFactors factors_;
    double factored_rate_ = 0.0;  ///< u̇⁺ by x, for which the factors were made; 0: none [1/s²]
    double contraction_ = 1.0;    ///< of the error by an iteration with the present factors
};

}  // namespace supple::variational
