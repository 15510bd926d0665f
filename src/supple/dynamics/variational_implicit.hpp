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
/// Second order for smooth motion; no limit on the step from linear stability. ρ in [0, 1] is what a step
/// leaves of the amplitude of motion far too fast for it (ρ = 1: nothing is lost); slow motion, ω h ≪ 1,
/// loses a share of order (ω h)³ a step. After a sudden release the modes that the step does not resolve make
/// the observed order fall below two. Newton with the exact tangent, kept from step to step as long as it
/// contracts the error tenfold and renewed where it does not; the linear systems are block-tridiagonal, so
/// the cost is linear in the nodes.
#pragma once

#include <supple/dynamics/nodal_problem.hpp>

namespace supple::variational {

struct ImplicitOptions {
    double spectral_radius = 0.9;  ///< ρ at infinite frequency
    int max_iterations = 20;       ///< Newton, a step
    double tolerance = 1e-13;      ///< error left in a step: rotation [rad] and displacement over l
};

class ImplicitIntegrator {
 public:
    /// @pre all masses and inertias of the rod are positive
    ImplicitIntegrator(const NodalRod& rod, const NodalState& start, const ImplicitOptions& options = {});

    /// One step of h. False where Newton does not converge: the state is then what it was.
    bool step(double h) noexcept;

    double time() const noexcept { return time_; }
    long steps() const noexcept { return steps_; }
    long iterations() const noexcept { return iterations_; }  ///< Newton, all steps together
    const NodalState& state() const noexcept { return state_; }

    /// Ends the accumulation of rounding errors in time().
    void set_time(double time) noexcept { time_ = time; }

 private:
    struct Coefficients;
    void start() noexcept;
    void predict(double h) noexcept;
    void evaluate(const Coefficients& c) noexcept;
    bool renew_tangent(const Coefficients& c) noexcept;
    void residual() noexcept;
    double correct() noexcept;

    NodalRod rod_;
    ImplicitOptions options_;
    double time_ = 0.0;
    long steps_ = 0;
    long iterations_ = 0;
    NodalState state_, next_;
    std::vector<Vector6d> a_, a_next_;        ///< auxiliary acceleration
    std::vector<Vector6d> rate_, rate_next_;  ///< u̇
    std::vector<Vector6d> x_, r_;
    std::vector<Matrix3d> turn_;  ///< derivative of the rotation by φ
    HeldDirections held_;
    HeldDirections factored_held_;
    BlockTridiagonal K_;
    BlockFactors factors_;
    double factored_step_ = 0.0;  ///< for which the factors were made; 0: none
    double contraction_ = 1.0;    ///< of the error by an iteration with the present factors
};

}  // namespace supple::variational
