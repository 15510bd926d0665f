/// @file
/// Inertia of a chain: mass matrix, the forces that a motion needs, and the accelerations that forces make,
/// by recursions along the chain.
///
///     T = ½ Σ U_b·I_b U_b = ½ q̇ᵀ M q̇,      M q̈ + c(q, q̇) = d/dt ∂T/∂q̇ − ∂T/∂q.
///
/// Everything is expressed in world axes about the base's origin, where the twist V_j of a coordinate moves
/// all that lies beyond it. With I_j the inertia of all that lies beyond j,
///
///     M_ij = V_i·I_j V_j                                          (i proximal to j)
///
/// [docs/theory/s3, Eq. (3.21), (3.22)]. The forces of a motion come from the tip inwards as the sum of the
/// wrenches of all bodies, and the bodies' accelerations from the base outwards, A_B = A_A + ad(U_A) (V q̇) +
/// V q̈ + Ẇ q̇ (model/element_rate.hpp). Both are exact; the first costs n²/2 products of six numbers, the
/// second is linear in n. A body inside an arc moves with the arc's own twists up to it.
///
/// M x = r is solved without M, at a cost linear in n: with the coordinates of all elements beyond
/// eliminated, what lies beyond an element resists a motion V by Î V + p. For the element itself
///
///     D = VᵀÎV,    U = ÎV,    x = D⁻¹(r − Vᵀp − Uᵀa),    Î' = Î − U D⁻¹Uᵀ,    p' = p + U D⁻¹(r − Vᵀp)
///
/// a being the acceleration of its base [Featherstone 1983], to which the bodies inside it add their share.
///
/// Laws (tests/dynamics/test_chain_inertia.cpp): M is symmetric, positive definite where every coordinate
/// moves something, and the kinetic energy is ½ q̇ᵀMq̇; c is what Lagrange's equations make of differences of
/// M; solve() is the inverse of M.
#pragma once

#include <supple/dynamics/spatial_inertia.hpp>
#include <supple/model/body.hpp>
#include <supple/model/chain.hpp>
#include <supple/model/element_rate.hpp>

namespace supple {

/// How the base moves: twist about the base's origin in world axes, and its rate seen from a point at rest.
struct BaseMotion {
    Spatial U;  ///< [m/s; rad/s]
    Spatial A;  ///< [m/s²; rad/s²]
};

/// Refers to a chain and to the shape in which it was placed last. Not for two threads at once.
class ChainInertia {
 public:
    ChainInertia(const Chain& chain, std::span<const Body> bodies);

    /// Puts the bodies where the chain is; everything below refers to that.
    void place() noexcept;

    /// All of M, n x n.
    void mass_matrix(MatrixXd& M) const noexcept;

    /// x = M⁻¹ x in place. False, and x as it was, where M is singular but for rounding: some coordinates
    /// move nothing that the others do not move (chain_inertia_solve.cpp).
    bool solve(VectorXd& x) noexcept;

    /// M q̈ + c(q, q̇), and `rate` times the momentum: viscous damping. Without q̈ the bias alone.
    void forces(const VectorXd& qd, const VectorXd* qdd, double rate, VectorXd& tau,
                const BaseMotion& base = {}) noexcept;

    /// Adds ∂/∂q̇ and ∂/∂q of M q̈ + c, the motion being that of the last forces() with q̈. Exact but for the
    /// derivative of an element's own twists by its own coordinates, which is taken by differences: right to
    /// 1e-8. Costs about n² products of six numbers (chain_inertia_tangent.cpp).
    void add_tangents(const VectorXd& qd, const VectorXd& qdd, MatrixXd& by_rate,
                      MatrixXd& by_coordinate) noexcept;

    struct Momentum {
        double kinetic_energy = 0.0;  ///< [J]
        Spatial total;                ///< about the world's origin
    };
    Momentum momentum(const VectorXd& qd, const BaseMotion& base = {}) noexcept;

    double mass() const noexcept { return mass_; }  ///< of all that moves [kg]

 private:
    /// All bodies that are rigidly fixed to an element's end frame, as one.
    struct Rigid {
        double m = 0.0, z = 0.0;        ///< mass and place of its centre along d3
        Vector3d J = Vector3d::Zero();  ///< about its centre
        SpatialInertia I;               ///< as placed
        void add(double mass, const Vector3d& inertia, double at) noexcept;
    };
    /// A body inside an arc.
    struct Inside {
        double fraction = 0.0, m = 0.0;
        Vector3d J = Vector3d::Zero();
        LocalMap map;
        Spatial own[3];  ///< twists of the arc's coordinates at the body
        SpatialInertia I;
        Spatial U, A, F;  ///< in the last motion
    };

    /// How the motion of a frame changes with a coordinate a of its own element: what lies beyond the frame
    /// needs the further wrench I Φ + 𝓑 V per rate, and V ×* F + I α + 𝓑 μ per coordinate.
    struct Ways {
        Spatial V, Phi, mu, alpha;
        Spatial dV[3];  ///< ∂V_i/∂q_a of the element's coordinates i
    };
    struct Sums;
    /// What elimination leaves of an element: D = L diag(d) Lᵀ, W = U L⁻ᵀ, s = L⁻¹(r − Vᵀp). L has 1/d on its
    /// diagonal.
    struct Reduced {
        Eigen::Matrix<double, 6, 3> V, W;
        Matrix3d L;
        Vector3d s;
    };
    template <int n>
    bool reduce(std::size_t element, SpatialInertia& whole, Matrix6d& I, Vector6d& p,
                const double* r) noexcept;
    template <int n>
    void recover(std::size_t element, Vector6d& a, double* x) const noexcept;
    void find_ways(std::size_t element, double fraction, const VectorXd& qd, const VectorXd& qdd,
                   const Spatial& U, const Spatial& A, Ways* ways) const noexcept;

    Spatial world_rate(std::size_t element, const TwistRate& rate) const noexcept;

    const Chain& chain_;
    double mass_ = 0.0;
    std::vector<Rigid> rigid_;  // of each element
    std::vector<Inside> inside_;
    std::vector<std::size_t> first_inside_;  // of each element, and the total at the end
    std::vector<Spatial> U_, A_, F_;         // of each element's end in the last motion
    BaseMotion base_;                        // in the last motion
    std::vector<Ways> ways_;                 // of each coordinate, at its element's end
    std::vector<Reduced> reduced_;           // of each element
};

}  // namespace supple
