/// @file
/// Equilibrium of a rod in tubes and among obstacles that none of its points can pass
/// [docs/theory/s5, Eq. (5.2), (5.3), (5.4)]:
///
///     r(q; N) = 0,     ψ_k >= 0,     N_k >= 0,     N_k ψ_k = 0     at the samples k along the rod.
///
/// Cold, an interior-point method starts from the rod laid along the tube. It has slacks s of the gaps and
/// N s = μ with μ → 0. Its tangent is made positive definite where it is not, and its steps are judged by the
/// merit E − μ Σ ln s + ν Σ |ψ − s|. The change of E along a step is that of its slope at both ends, so
/// moments and follower loads, which have no energy, are treated alike. Warm, and at the end of a cold solve,
/// Newton's method on the touched samples N − c ψ > 0 goes on until they and the residual settle. All
/// multipliers are eliminated into the tangent of the coordinates: a step costs the same however many samples
/// touch. Where it does not settle the interior point goes on from the same shape.
///
/// On a long chain few touches are rows in the border of its linear elimination instead
/// (touching_tangent.hpp), as are the first steps of the interior point, whose springs are soft.
///
/// Friction needs a way [docs/theory/s5, Eq. (5.5)]. A warm solve is one, from the equilibrium before: in
/// equal increments in which the base moves by no more than the room. In each of them the limits of friction
/// follow the normal forces by passes. A cold solve has no way, and no friction.
///
/// Laws (tests/contact/test_obstacles.cpp): every converged result obeys the conditions above to 1e-9,
/// scaled by EI and L; independent programs find the same; what is not reached changes nothing.
#pragma once

#include <supple/contact/obstacle.hpp>
#include <supple/statics/continuation.hpp>
#include <supple/statics/touching_tangent.hpp>

namespace supple {

class ObstacleSolver {
 public:
    explicit ObstacleSolver(StaticProblem& problem);

    /// To the full load: from x and the forces of the last solve, or laid along the first tube.
    void follow(bool warm, const PathOptions& options, PathReport& report) noexcept;

    /// Whether the loads, brought on by and by, lead to the same shape as at once. Leaves all as it was.
    /// @pre the last solve was cold, and has converged
    void check_branch(const PathOptions& options) noexcept;

    /// Whether a minimum: on the motions that the touched samples leave. Leaves the tangent overwritten.
    Stability judge() noexcept;

    /// Contacts, their groups, reactions, and what they rest on.
    void fill(Equilibrium& eq) noexcept;

    /// The worst of −ψ/L, −N, |N ψ| and of the residual, scaled by EI and L.
    double violation() const noexcept;

    /// Why the geometry has no shape; null where it may have one.
    const char* impossible() const noexcept;

    /// Whether there is friction, and nothing before that would tell its direction: it is zero then.
    bool without_history() const noexcept { return rubs() && !followed_; }

    /// Whether the rod is beyond a wall between its samples by more than a tenth of the room, or a thousandth
    /// of its length where there is no tube: then it has too few joints. @pre fill
    bool too_coarse() const noexcept { return beyond_ > allowed_; }

 private:
    struct Slack {
        Obstacle* obstacle;
        std::size_t index;
        double s = 0.0;  ///< slack [m]
        double N = 0.0;  ///< [N]
        double v = 0.0;  ///< change of the gap by the step [m]
        double ds = 0.0, dN = 0.0;
        double before = 0.0;  ///< gap before the step [m]
        double target = 0.0;  ///< force that the step is to balance at the gap as it is [N]
        double weight = 0.0;  ///< and how it grows where the gap closes [N/m]
        double foot = 0.0;    ///< where the surface found it
        bool touches = false;

        Obstacle::Sample& sample() const { return obstacle->samples[index]; }
        const Gap& gap() const { return sample().gap; }
    };

    bool start_anew(const PathOptions& options, PathReport& report) noexcept;

    // obstacles_path.cpp: from the last equilibrium, with friction.
    bool increments(const PathOptions& options, PathReport& report) noexcept;
    bool increment(const PathOptions& options, PathReport& report) noexcept;
    void set_part(double part) noexcept;
    bool rubs() const noexcept;
    void find_energy_slope(const PathOptions& options, PathReport& report) noexcept;
    bool bring_on_loads(const PathOptions& options, PathReport& report) noexcept;
    void keep() noexcept;
    void go_back() noexcept;

    const Vector3d& position(const Slack& k) const noexcept;
    bool interior_point(const PathOptions& options, PathReport& report) noexcept;
    bool settle(const PathOptions& options, PathReport& report, int most) noexcept;
    bool find_step() noexcept;
    bool find_step_of(StaticProblem& p) noexcept;
    bool find_light_step() noexcept;
    bool find_step_at_touches(double C) noexcept;
    bool positive_with(bool weak, double shift) noexcept;
    void find_gap_rates() noexcept;
    void push(double Slack::*force) noexcept;
    double slope() const noexcept;
    double largest_turn() const noexcept;
    double residual() const noexcept;
    double penetration() const noexcept;

    StaticProblem& p_;
    System& system_;
    std::optional<TouchingTangent> light_;  // where the chain's elimination is the faster one
    std::vector<Slack> slacks_;
    std::vector<double> ends_;      // arc lengths of the elements' ends
    std::vector<Vector6d> motion_;  // of the points by the step
    VectorXd d_, dq_, from_, kept_, target_;
    std::vector<double> kept_forces_;
    double length_, force_, energy_;       // L, EI/L², EI/L
    double room_;                          // least of all tubes, or L
    double allowed_ = 0.0, beyond_ = 0.0;  // between the samples
    const Curve* along_ = nullptr;         // of the first tube
    bool followed_ = false;                // the last solve went on from the one before
    std::optional<double> energy_slope_{};
    BranchCheck branch_ = BranchCheck::not_checked;
    double factor_ = 1.0;    // of the loads
    bool symmetric_ = true;  // the tangent
    SE3 base_, base_now_;    // at the last equilibrium, and where the increments lead
    VectorXd balance_;       // x of the last equilibrium
    std::vector<double> balance_forces_, pass_forces_;
};

}  // namespace supple
