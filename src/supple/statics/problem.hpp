/// @file
/// The static equations of a system in scaled form, and one Newton iteration on them.
///
/// Unknowns are the coordinates and the multipliers of the constraints, x = [q; λ]. At the load factor t
///
///     r_q = S g(q; t F, λ) / K      r_c = (φ(q) − (1 − t) φ(q_rest)) / L
///
/// with S the coordinates' scales, K the largest scaled stiffness and L the rod's length: all entries are
/// comparable for catheters and steel rods alike. Multipliers are scaled by K/L. Both loads and held
/// positions grow with t, so that t = 0 is the unloaded shape with nothing held. [docs/theory/s1, Eq. (1.15)]
/// A straight rod cannot be shortened that way: its ends come nearer only in the second order of q. Then the
/// loads come first, with nothing held, and the constraints after them from where the loaded rod is (Way).
///
/// Where the rod slips through guides (model/slip.hpp) their arc lengths s/L follow in x, with the equations
/// r_s = −F·t L/K: the sign that keeps the tangent's determinant positive on a stable branch.
///
/// Unknown tensions (model/coupled_load.hpp), scaled as multipliers, are last, with the equations r_u = w/L,
/// or min(w/L, c u) where they must not be negative, c the compliance [1] or 1 where there is none.
#pragma once

#include <supple/algebra/decompositions.hpp>
#include <supple/model/system.hpp>
#include <supple/result/equilibrium.hpp>
#include <supple/statics/load_values.hpp>
#include <supple/statics/tangent.hpp>

namespace supple {

/// What grows with the load factor.
enum class Way {
    together,   ///< loads, and what is held from where it is unloaded
    released,   ///< loads; nothing is held
    holding,    ///< what is held, from where it was at the start; the loads are full, and guides do not slip
    slipping,   ///< the freedom of guides: what holds the rod along itself goes from its start to nothing
    bending,    ///< a push alone; nothing is held
    bent,       ///< loads, and what is held from where it was at the start; the push goes
    reloading,  ///< the values of the loads, from those of the last solve; what is held from the start
};

class StaticProblem {
 public:
    explicit StaticProblem(System& system, Elimination how = Elimination::by_size);

    int coordinates() const noexcept { return n_; }
    int held() const noexcept { return m_; }
    int slips() const noexcept { return system_.slips.size(); }
    int unknowns() const noexcept { return static_cast<int>(closed_.size()); }
    int first_unknown() const noexcept { return n_ + m_ + slips(); }
    bool closed(int u) const noexcept { return closed_[static_cast<std::size_t>(u)]; }  ///< equation is w = 0
    double row_scale() const noexcept { return plain_ ? 1.0 : 1.0 / stiffness_; }  ///< of g and G in r and A
    double tangent_scale() const noexcept { return plain_ ? stiffness_ : 1.0; }  ///< size of the entries of A
    double force_scale() const noexcept { return stiffness_ / system_.length; }

    void start_from_rest() noexcept;
    void start_from(const VectorXd& q) noexcept;      ///< multipliers zero, guides where they are
    void start_from(const Equilibrium& eq) noexcept;  ///< the same, guides where they were

    /// The same coordinates, multipliers and slips as another problem's, of a system with other numbers.
    void start_from(const StaticProblem& other) noexcept;

    /// Residual and tangent at x and the load factor. Without tangent A means nothing
    /// afterwards.
    void evaluate(double t, bool with_tangent = true) noexcept;
    double residual() const noexcept;

    /// ∂r/∂t at x: loads and targets are linear in t. Leaves residual and tangent as at `t`.
    void load_derivative(double t, VectorXd& dr_dt) noexcept;

    /// The way from here on, which starts at x and at the frames of the last evaluation.
    void take(Way way) noexcept;

    /// A force on a point that comes while nothing is held, and goes as the constraints come.
    void push(int point, const Vector3d& force) noexcept;

    bool passive_loads_full = false;                 ///< only what actuates grows with the load factor
    LoadValues values;                               ///< while reloading
    VectorXd x;                                      ///< scaled unknowns
    VectorXd r;                                      ///< scaled residual
    Tangent A;                                       ///< scaled
    std::vector<FrameForce> forces;                  ///< on the model's points at the last evaluation
    VectorXd q, g;                                   ///< unscaled
    VectorXd step, rate, saved, predicted, tangent;  ///< work of the paths
    VectorXd settled, turning, turning_tangent;      ///< work of their snaps
    VectorXd origin;                                 ///< x where a path starts
    VectorXd unloaded;                               ///< work of scaled_rest_stiffness()

    struct Eigenvalues {
        explicit Eigenvalues(Eigen::Index coordinates) : solver(coordinates), M(coordinates, coordinates) {}
        GeneralEigenvalues solver;
        MatrixXd M;
        VectorXd column;
    };
    std::unique_ptr<Eigenvalues> eigenvalues;  ///< work of a verdict that needs them; made at first use

    System& system() noexcept { return system_; }
    const System& system() const noexcept { return system_; }

 private:
    System& system_;
    int n_, m_;
    double stiffness_;
    bool plain_;  ///< nothing held and all coordinates are angles: r and A stay in N m, and only residual()
                  ///< scales
    Way way_ = Way::together;
    int pushed_ = -1;  ///< point
    Vector3d push_ = Vector3d::Zero();
    VectorXd start_phi_;    ///< of the constraints, where the way starts
    VectorXd start_along_;  ///< of the guides' equations, where slipping starts
    Matrix6Xd J_;
    VectorXd dg_;
    std::vector<Vector6d> motion_;  ///< of the points with a guide's arc length

    std::vector<bool> closed_;

    void measure_base() noexcept;
    bool holds_nothing() const noexcept { return way_ == Way::released || way_ == Way::bending; }
    void add_loads(double t) noexcept;
    void read_constraints() noexcept;
    void add_constraints(double t, bool with_tangent) noexcept;
    void add_slips(double t) noexcept;
    void add_unknowns(double t) noexcept;
};

}  // namespace supple
