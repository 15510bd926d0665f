/// @file
/// The equations of motion of a system, by virtual power.
///
///     r(t, q, q̇, q̈) = M q̈ + c(q, q̇) + ν M q̇ + η K₀ q̇ + g(q, q̇; t) = 0
///
/// with g = ∂U/∂q − Σ JᵀF as in statics, ν the viscous rate, η the retardation time and K₀ the springs'
/// stiffness [docs/theory/s3, Eq. (3.18), (3.23)]. The tangents for an implicit step are
///
///     ∂r/∂q̈ = M,    ∂r/∂q̇ = D,    ∂r/∂q = K.
///
/// The tangents have parts of M q̈ + c (chain_inertia.hpp), of the springs and of the loads. An iteration
/// without the parts of M q̈ + c would not converge: where a joint's own inertia is tiny, as in twist, the
/// velocity terms of the links beyond the joint are not small beside that inertia, however short the step.
/// Two parts are not exact: that of friction in D is formed by differences, that of the viscous force in K is
/// left out.
#pragma once

#include <supple/algebra/cholesky.hpp>
#include <supple/dynamics/chain_inertia.hpp>
#include <supple/model/system.hpp>
#include <supple/result/trajectory.hpp>

namespace supple {

/// Workspace on one system, which must outlive it. Evaluating allocates nothing.
class Motion {
 public:
    /// @pre why_not_moved(system) is empty
    explicit Motion(System& system);

    int size() const noexcept { return chain_.size(); }
    const System& system() const noexcept { return system_; }

    /// q̈. False where M is not positive definite or something is not finite.
    bool acceleration(double t, const VectorXd& q, const VectorXd& qd, VectorXd& qdd) noexcept;

    void residual(double t, const VectorXd& q, const VectorXd& qd, const VectorXd& qdd, VectorXd& r) noexcept;

    void tangents(double t, const VectorXd& q, const VectorXd& qd, const VectorXd& qdd, MatrixXd& M,
                  MatrixXd& D, MatrixXd& K) noexcept;

    /// What the motion carries; leaves the chain placed at q.
    MotionState state(double t, const VectorXd& q, const VectorXd& qd) noexcept;

 private:
    void place(double t, const VectorXd& q) noexcept;
    void collect(const VectorXd& qd) noexcept;
    void move_points(const VectorXd& qd) noexcept;

    System& system_;
    Chain& chain_;
    ChainInertia inertia_;
    BaseMotion base_;
    bool rubs_ = false;
    std::vector<FrameForce> forces_;
    std::vector<Vector6d> velocities_;
    VectorXd g_, c_, springs_, rate_;
    MatrixXd M_;
};

/// Forces of all loads with their derivatives, as they act in motion. Coupled loads take theirs off the
/// tangent afterwards.
void add_loads_in_motion(const System& system, std::span<const Vector6d> velocities,
                         std::span<FrameForce> forces) noexcept;

/// Why a system cannot be set in motion, in a sentence; empty when it can.
std::string why_not_moved(const System& system);

}  // namespace supple
