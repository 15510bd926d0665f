/// @file
/// The contact law of the paper [Rone 2014; docs/theory/s3, Eq. (3.13), (3.14)]: one normal force f_i a disk,
/// found from the balance of the whole rod by least squares.
///
/// On the disks before the rod's end act f_i n_i − ν_i z_i, with n_i towards the centre of curvature of the
/// next passage and ν_i = μ |f_i| s_i the friction, and on the last T_end along −z, T_end = T − Σ ν. All
/// these with the pull T along z at the base balance in force and in moment about the base hole: six
/// equations,
///
///     A f = b0 + C ν(f),      f = Aᵀ (A Aᵀ + ε² tr(A Aᵀ) I)⁻¹ (b0 + C ν),  ε = 1e-3,
///
/// with friction by six rounds from ν = 0, or as many as asked for. It bends the arm less than tendons do, up
/// to 8 mm in the paper's arm, because contact is allowed in one direction a disk only; out of plane its
/// tangent is so unsymmetric that the arm flutters.
///
/// Laws (tests/actuation/test_drive.cpp): forces and tangent as s3_states.json and differences say.
#pragma once

#include <supple/actuation/guided_rod.hpp>
#include <supple/algebra/cholesky6.hpp>

namespace supple {

class LeastSquares {
 public:
    LeastSquares(double friction, int end, int rounds = 6);

    /// Forces at this tension. `smooth`: |f| rounded off below 0.01 N.
    void place(const Routing& routing, const GuidedRod& rod, double tension, bool smooth) noexcept;
    double force(int station) const noexcept { return f_(station - 1, rounds_ - 1); }  ///< f [N]
    double end_tension() const noexcept { return end_tension_; }

    void add_forces(const Routing& routing, std::span<FrameForce> forces) const noexcept;

    /// The derivative of these forces by the tension, added.
    void add_tension_derivative(const Routing& routing, std::span<FrameForce> forces) noexcept;

    /// G −= Σ J_Pᵀ ∂F_P/∂q.
    void subtract_tangent(const Routing& routing, const GuidedRod& rod, MatrixXd& G) noexcept;

    /// Σ J_Pᵀ ∂F_P/∂T.
    void tension_force(const Routing& routing, VectorXd& dQ_dT) noexcept;

 private:
    using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

    static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
    double normal(double f) const noexcept;        // |f|, perhaps smooth
    double normal_slope(double f) const noexcept;  // its derivative
    void solve_rounds(const Matrix6d& M) noexcept;
    void prepare_directions() noexcept;
    void differentiate(double dT) noexcept;
    void move_along(const Routing& routing, const GuidedRod& rod, int column) noexcept;
    void stand_still() noexcept;
    Vector6d force_rate(int station) const noexcept;

    double friction_;
    int end_, rounds_;
    bool smooth_ = false;
    double tension_ = 0.0, end_tension_ = 0.0;
    Vector3d z0_;
    std::vector<Vector3d> arm_, P_, z_, n_,
        force_;  // by station: hole from the centre, hole, axis, direction
    Columns A_, C_, half_A_, half_C_;
    MatrixXd H_;
    VectorXd f0_;
    Vector6d b0_;
    double lambda_ = 0.0;
    Cholesky6 factors_;
    Columns y_;
    MatrixXd f_;   // of each round
    MatrixXd nu_;  // before each round, and at last
    VectorXd sign_;

    // Along a direction: of the geometry, then of the forces.
    std::vector<Vector3d> turn_, darm_, dP_, dz_, dn_, dforce_;
    VectorXd dsign_, df_, dnu_;
    Columns dA_, dC_;
};

}  // namespace supple
