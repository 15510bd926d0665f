/// @file
/// The actuation that brings a point of the rod to a target.
///
/// With u the actuations, each in the unit that turns the rod by about 1 rad, and e(u) the error of the
/// equilibrium under them (target.hpp),
///
///     minimise ½ |e(u)|²   within   u⁻ <= u <= u⁺
///
/// by steps in a trust region, −(JᵀJ + S + λ)⁻¹ Jᵀe, projected onto the limits
/// [docs/theory/s2, Eq. (2.12), (2.13)]. J is exact (statics/
/// sensitivity.hpp); S = Σ e_i ∂²e_i/∂u², from differences of J, enters only where steps without it do not
/// lead to e = 0, so that a closest point out of reach is found as quickly as a target within reach. Every
/// trial is an equilibrium found from its neighbour, and one that does not hold is refused: the shape moves
/// along one stable branch.
///
/// Actuations may be more than the target asks for, and some may change nothing: a coil set in a uniform
/// field has three currents and turns nothing about the field. What is free is used for the smallest |u|
/// that meets the target (min |u|² in the weights of Steering, within the limits; docs/theory/s2, Eq.
/// (2.14)); and at a closest point the part of u is left out that changes no shape. Stability is judged again
/// afterwards; where it would be lost, only as much is left out as the shape can stand.
///
/// Laws (tests/steer/):
///   1. A target taken from a solved shape is met, and u is stationary for |u| among those that meet it.
///   2. Out of reach, no small step within the limits comes closer.
///   3. What is called reached is reached by a cold solve.
///   4. Nothing allocates after the first call.
#pragma once

#include <supple/algebra/jacobi.hpp>
#include <supple/result/steering.hpp>
#include <supple/rod/environment.hpp>
#include <supple/statics/equilibrium.hpp>
#include <supple/statics/sensitivity.hpp>
#include <supple/steer/target.hpp>

namespace supple {

/// A number to steer with.
struct Actuation {
    Parameter parameter;  ///< of loads or of the field
    Limits limits{};
};

struct SteerOptions {
    double tolerance = 1e-11;  ///< of the error, over the rod's length
    int max_iterations = 100;  ///< steps from one start
    int starts = 9;            ///< shapes to start from without a warm start; the first has the file's values
    bool warm_start = false;   ///< start from the result passed in; only where that fails from rest
};

class SystemSteerer {
 public:
    /// Steers a place of the rod. Afterwards the system has the actuations of the last result.
    SystemSteerer(System& system, std::vector<Actuation> actuations, const Place& place);

    /// Warm form: reuses the result's storage.
    void steer(const Target& target, const SteerOptions& options, Steering& result) noexcept;

 private:
    /// How a way to the target ends.
    enum class End {
        reached,
        closest,  ///< no step comes closer
        edge,     ///< steps that come closer do not hold
        stalled,
        failed,
    };

    bool settle(const VectorXd& predicted) noexcept;
    bool holds() noexcept;
    bool linearise() noexcept;
    bool fixed(Eigen::Index k) const noexcept;
    double slope() const noexcept;
    bool may_gain() noexcept;
    void bend() noexcept;
    void find_principal() noexcept;
    void find_step(double radius) noexcept;
    bool take_step() noexcept;
    End approach() noexcept;
    End shed(End end) noexcept;
    End go() noexcept;
    bool start_at(int index) noexcept;
    bool found_from_rest() noexcept;
    bool support() noexcept;
    void consider(End end, bool cold) noexcept;
    void report(Steering& result) noexcept;
    void conclude(Steering& result) const noexcept;

    System& system_;
    std::vector<Actuation> actuations_;
    Place place_;
    StaticSolver solver_;
    Sensitivity sensitivity_;
    StaticProblem& p_;
    VectorXd scale_;          // unit of each actuation
    VectorXd lower_, upper_;  // limits in that unit
    VectorXd given_;          // the file's values
    bool conservative_;
    double margin_;  // of the tangent's eigenvalues

    const Target* target_ = nullptr;
    SteerOptions options_;
    double tolerance_ = 0.0;  // [m]
    double radius_ = 0.0;     // of the trust region
    int iterations_ = 0;
    bool lost_ = false;    // the last trial found no shape that holds
    bool curved_ = false;  // S is in H

    VectorXd u_, g_, step_, curvature_, pull_;
    Eigen::Array<bool, Eigen::Dynamic, 1> held_;  // in a step: at its limit
    TargetError error_;                           // at u_
    MatrixXd dx_, J_, H_;                         // of scaled coordinates and error by u, of ½ |e|²
    VectorXd saved_u_, trial_u_, centre_u_, shed_u_, shed_;
    VectorXd saved_x_, trial_x_, predicted_, centre_x_, shed_x_, centre_e_;
    MatrixXd J0_, dx0_, masked_, masked_H_;
    ColumnSvd svd_, shape_svd_;
    SymmetricEigen eigen_;

    End best_end_ = End::failed;
    bool best_found_ = false;  // by a cold solve, or warm
    double best_distance_ = 0.0, best_size_ = 0.0;
    VectorXd best_u_, best_x_;
    Equilibrium scratch_;
};

/// Value form, at the tip.
Steering steer(System& system, const std::vector<Actuation>& actuations, const Target& target,
               const SteerOptions& options = {});

}  // namespace supple
