/// @file
/// Multiple shooting: the rod as states at nodes, and the Newton step that joins them.
///
/// Unknown at node i are its pose c_i and the internal wrench p_i just after it. With the end of interval i
/// written as a hat, Newton's equations are [docs/theory/s1, Eq. (1.23), (1.24)]
///
///     δc_{i+1} = A_i δc_i + B_i δp_i + a_i,                      a = ĉ − c_{i+1},
///     δp⁻_{i+1} = C_i δc_i + D_i δp_i + d_i = δp_{i+1} + K δc_{i+1} + δf,    d = p̂ − p_{i+1} − W − f,
///
/// W and K the wrench and tangent of what acts at the node, f the reaction of what holds it. They are solved
/// from the tip, where p_N = 0, by δp_i = P_i δc_i + q_i. Without a hold, P⁻ = P_{i+1} + K gives
///
///     (D − P⁻B) δp_i = (P⁻A − C) δc_i + P⁻a + q_{i+1} − d:
///
/// one factorisation of six by six an interval. A hold replaces rows of δp⁻ = P⁻δc + q by conditions on δc.
/// At the clamped base δc_0 = 0, so δp_0 = q_0, and the steps of all others follow outwards; a pinned base
/// has three equations of its own (base.hpp). A growing solution of one direction is never carried along in
/// the other, so that soft rods (FL²/EI of hundreds) are as good as stiff ones.
///
/// A guide's place on the rod σ is unknown too: δσ = t·(x − r − δr) follows from the node's own step, and the
/// reaction stays normal to the moved tangent.
///
/// Stability of conservative problems. With δπ = δm + ½ m × δθ in place of δm the pair (δc, δp) is canonical.
/// Then P is symmetric, and −P is the stiffness of all that lies beyond the node. G = ∂c_{i+1}/∂p⁻_{i+1} =
/// B D⁻¹ is symmetric, and positive semidefinite where the interval alone is stable. The second variation is
/// positive if and only if at every node the rod before it supports the rest: I + Lᵀ(−P⁻)L > 0, G = L Lᵀ
/// [docs/theory/s1, Eq. (1.25)].
#pragma once

#include <supple/cosserat/problem.hpp>

#include <memory>

namespace supple::cosserat {

struct Node {
    State x;            ///< wrench just after the node
    Vector6d reaction;  ///< of a hold on the rod
    double s = 0.0;
    int stop = -1;    ///< the stop it is, -1: none
    int section = 0;  ///< the stop whose section follows
};

struct Interval {
    Transition T;
    Vector6d a, d;
    Vector3d rho_integral, m_end;
    double h = 0.0;
    double error = 0.0;
    double energy = 0.0;
};

/// What the elimination leaves at a node.
struct Block {
    Matrix6d P;
    Matrix6d P_before;  ///< P⁻: δp⁻ = P⁻δc + q⁻ + δf
    Matrix6d K;
    Vector6d q, q_before, dc, dp, df;
    double shift = 0.0;  ///< δσ of a guide or a touch; after the step what there was no room for
    double dN = 0.0;     ///< of a touch
};

/// A place at which the rod touches a boundary (touch.hpp).
struct Touching {
    Gap gap{};            ///< at the node, scaled
    double N = 0.0;       ///< over EI/L²
    double u = 0.0;       ///< where the boundary found the node last
    bool slides = false;  ///< along the rod, to where the gap is least
    double ahead = 0.0;   ///< its step along the rod is σ = ahead + by·δc
    Vector6d by = Vector6d::Zero();
};

/// What a hold asks for at the present load factor.
struct HoldState {
    Vector3d target = Vector3d::Zero();
    Eigen::Quaterniond q = Eigen::Quaterniond::Identity();
    Vector3d undetermined = Vector3d::Zero();  ///< direction of its force that the shape leaves open
    // Of walls.
    bool active = true;                  ///< the wall is touched
    bool beyond = false;                 ///< the point has not been on the free side yet
    bool sticks = false;                 ///< held in the last increment of the load
    Vector3d anchor = Vector3d::Zero();  ///< where the point was held last
    Vector3d slip = Vector3d::Zero();    ///< along the wall in the last increment
    double grip = 10.0;                  ///< ρ of the law of friction, over EI/L³
    Touching touch{};
};

/// A node at a boundary, while it is not known where the rod touches (barrier.hpp).
struct Sample {
    Gap gap{};            ///< scaled
    double u = 0.0;       ///< where the boundary found the node last
    double s = 0.0;       ///< slack
    double N = 0.0;       ///< over EI/L²
    double target = 0.0;  ///< force that the step is to balance at the gap as it is
    double weight = 0.0;  ///< and how it grows where the gap closes
    double ds = 0.0, dN = 0.0;
    double before = 0.0;  ///< gap before the step
};

/// The equations of a pinned base (base.hpp).
struct BaseTurn {
    Matrix3d S = Matrix3d::Zero();       ///< (K + M_θ)_θθ, to which P_θθ belongs
    Vector3d defect = Vector3d::Zero();  ///< m + W_m + M
};

/// Storage of a solve.
struct Workspace {
    BaseTurn base;
    std::vector<Node> nodes, spare;
    std::vector<Interval> intervals;
    std::vector<Block> blocks;
    std::vector<int> counts, spare_counts;  ///< intervals between neighbouring stops
    std::vector<double> places;             ///< of the stops
    std::vector<HoldState> holds, spare_holds;
    std::vector<Sample> samples;  ///< of every node but the base, boundary by boundary; none: no search
    std::vector<Node> before;     ///< the shape from which the rod was let go
    std::vector<int> passes;      ///< stops that guides have passed since the shape was kept
    int left_by = -1;             ///< the guide that has come to an end of the rod, -1: none
    int iterations = 0;
    int iterations_before = 0;                      ///< of other ways of the same search
    long effort = 0;                                ///< intervals integrated
    long most_effort = 0;                           ///< that the way may take
    double det_sign = 1.0;                          ///< of the eliminated matrix
    double drag = 0.0;                              ///< in it
    std::vector<Matrix6d> carried, carried_wrench;  ///< of the flexibility at a node
    struct Modes;
    std::shared_ptr<Modes> modes;  ///< of the eigenvalues, once they are asked for
    bool modes_found = true;       ///< when they were asked for last
};

/// Sizes of a Newton step.
struct StepSize {
    double shape = 0.0;   ///< largest displacement over L and rotation [rad]
    double wrench = 0.0;  ///< largest change of the internal wrench
    bool finite() const;
};

/// Integrates all intervals at the load factor; returns the largest defect, of joints between intervals and
/// of holds, wrenches relative to the largest of them.
double evaluate(const Problem& problem, Workspace& work, double lambda, bool with_transitions) noexcept;

/// Computes the Newton step into blocks. A drag adds −drag δc to what acts at every node: an implicit step of
/// the overdamped motion.
StepSize eliminate(const Problem& problem, Workspace& work, double drag = 0.0) noexcept;

/// Takes a fraction of the step.
void apply(const Problem& problem, Workspace& work, double fraction = 1.0) noexcept;

}  // namespace supple::cosserat
