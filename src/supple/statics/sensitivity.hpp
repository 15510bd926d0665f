/// @file
/// How an equilibrium changes with what it depends on, by implicit differentiation.
///
/// The scaled equations r(x, p) = 0 of problem.hpp hold for all p, hence with the tangent A = ∂r/∂x
///
///     dx/dp = −A⁻¹ ∂r/∂p              one solve a parameter (forward), or
///     df/dp = ∂f/∂p − λ·∂r/∂p,        Aᵀ λ = (∂f/∂x)ᵀ: one solve for all parameters (adjoint)
///
/// [docs/theory/s1, Eq. (1.19)]. Poses change by [δp; δθ] in world axes at their origin; a place keeps its
/// fraction of its element. Laws (tests/statics/test_sensitivity*.cpp): every derivative is the difference of
/// solved equilibria; forward and adjoint agree; conservative loads give a symmetric compliance; nothing
/// allocates after construction.
#pragma once

#include <supple/model/parameter.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/statics/problem.hpp>

namespace supple {

/// The linear problem at an equilibrium, with its workspace: one a system, used again at every equilibrium.
class Sensitivity {
 public:
    explicit Sensitivity(System& system, Elimination how = Elimination::by_size);

    /// Linearises there. False where that cannot be done: not an equilibrium of this system, or the tangent
    /// is singular (a limit point, a bifurcation). Then nothing below means anything.
    bool linearise(const Equilibrium& equilibrium) noexcept;

    /// The same where problem() was just evaluated at full load and is balanced: for solvers that find their
    /// equilibria in it.
    bool linearise_here() noexcept;
    StaticProblem& problem() noexcept { return problem_; }

    /// Derivatives by a parameter, or by the size of a dead wrench at a place. They stay until the next
    /// solve.
    void solve(const Parameter& parameter) noexcept;
    void solve(const Place& place, const Vector6d& wrench) noexcept;
    auto coordinates() const noexcept { return dx_.head(problem_.coordinates()); }
    Vector6d pose(const Place& place) noexcept;
    Vector6d reaction(int constraint) noexcept;  ///< [f; m] of the constraint on the rod

    /// For f(X) of the pose at a place with the gradient ∂f/∂[δp; δθ]: afterwards df/dp of any parameter.
    void solve_adjoint(const Place& place, const Vector6d& gradient) noexcept;
    double adjoint(const Parameter& parameter) noexcept;

 private:
    void differentiate(const Parameter& parameter) noexcept;
    bool hold_touches() noexcept;
    void add_forces() noexcept;
    void scale_rows() noexcept;
    void solve_forward() noexcept;
    Vector6d slipped(const Place& place) const noexcept;

    System& system_;
    StaticProblem problem_;
    VectorXd b_;        // ∂r/∂p
    VectorXd dx_;       // unscaled [dq; dλ; ds]
    VectorXd lambda_;   // adjoint solution
    VectorXd elastic_;  // g without forces
    VectorXd dg_;
    Matrix6Xd J_;
    std::vector<FrameForce> dF_;
    std::vector<Vector6d> motion_;  // of the points at fixed q
    std::vector<Vector6d> dF_target_;
    std::span<const ElementNumbers> elements_;
    Place weighed_;
    Vector6d weight_;
};

/// Value forms; a column a parameter. NaN where the equilibrium cannot be linearised.
MatrixXd coordinate_sensitivity(System& system, const Equilibrium& equilibrium,
                                std::span<const Parameter> parameters);
MatrixXd pose_sensitivity(System& system, const Equilibrium& equilibrium, const Place& place,
                          std::span<const Parameter> parameters);
MatrixXd reaction_sensitivity(System& system, const Equilibrium& equilibrium, int constraint,
                              std::span<const Parameter> parameters);

/// The pose of a place per wrench at another: [δp; δθ] by rows, [f; m] by columns [m/N, rad/(N m), ..].
Matrix6d compliance(System& system, const Equilibrium& equilibrium, const Place& of, const Place& to);

/// d tip position/d actuations(system), 3 x k.
MatrixXd actuation_jacobian(System& system, const Equilibrium& equilibrium);

/// The place of the tip.
Place tip_of(const System& system);

}  // namespace supple
