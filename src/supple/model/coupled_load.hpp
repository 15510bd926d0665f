/// @file
/// A load whose wrench on one frame depends on other frames too, and which may bring unknowns of its own: the
/// pull of a tendon on a disk depends on the disks before it, and where its length is held its tension is
/// sought.
///
/// What other loads say in FrameForce::dF_dx is not enough then. A coupled load leaves dF_dx alone and takes
/// its whole share off the tangent itself, in coordinates:
///
///     G −= Σ_P J_Pᵀ ∂F_P/∂q        (∂J_Pᵀ/∂q F_P is the model's part, as for all forces)
///
/// An unknown u [N] belongs to an equation, its gap w [m]: w = 0, or where it must not be negative
/// 0 <= u ⊥ w >= 0. Gaps depend on the load factor t linearly.
#pragma once

#include <supple/model/load.hpp>
#include <supple/result/drive.hpp>

namespace supple {

class CoupledLoad : public Load {
 public:
    /// Takes its share off G: the tangent of the last add_to, with the unknowns as they were set, or of the
    /// last add_in_motion at fixed velocities.
    virtual void subtract_tangent(const Model& model, MatrixXd& G) noexcept = 0;

    /// The same where G is a chain of blocks: by G itself as far as its form allows, and for the rest by
    /// G −= U V, with as many columns of U and rows of V as there are couplings. Where a load knows no better
    /// all coordinates are coupled.
    virtual int couplings(const Model& model) const noexcept { return model.size(); }
    virtual void subtract_tangent(const Model& model, ChainMatrix& G, Eigen::Ref<MatrixXd> U,
                                  Eigen::Ref<MatrixXd> V) noexcept;

    /// Unknown forces, as many as gaps. Set before add_to.
    virtual int unknowns() const noexcept = 0;
    virtual double unknown(int u) const noexcept = 0;
    virtual void set_unknown(int u, double force) noexcept = 0;
    virtual bool never_negative(int u) const noexcept = 0;

    /// w_u at the load factor and its derivatives ∂w_u/∂t, ∂w_u/∂u, at the last add_to.
    struct Gap {
        double value = 0.0;      ///< [m]
        double by_factor = 0.0;  ///< [m]
        double by_force = 0.0;   ///< [m/N]
    };
    virtual Gap gap(int u, double t) const noexcept = 0;

    /// ∂w_u/∂q, and Σ_P J_Pᵀ ∂F_P/∂u, after subtract_tangent.
    virtual void gap_gradient(int u, VectorXd& dw_dq) const noexcept = 0;
    virtual void unknown_force(int u, VectorXd& dQ_du) const noexcept = 0;

    /// Adds to G what the unknowns do when they follow: with them held lengths are stiff. After
    /// subtract_tangent, for vibrations and eigenvalues.
    void add_held_stiffness(MatrixXd& G) const;

    /// ∂w_u by parameter k.
    virtual double gap_by_parameter(int u, int k) const noexcept = 0;

    /// Whether its gaps are closed only by forces that nothing could bear: then there is no such shape.
    virtual bool impossible() const noexcept = 0;

    /// Whether a sharper law may be tried from the solution of the smooth one, and the switch between them.
    virtual bool has_sharp_law() const noexcept = 0;
    virtual void use_sharp_law(bool sharp) noexcept = 0;

    /// Friction in part, 0 to 1, on the way to a solution.
    virtual void set_friction_share(double share) noexcept = 0;

    /// What its pull adds to the internal force at a section, where its wrenches on the frames are couples
    /// only: what runs along the arm under tension presses the core.
    virtual Vector3d section_pull(double arclength, const SE3& X) const noexcept = 0;

    /// Forces along it at the last add_to; asks for no memory after the first time.
    virtual void report(DriveState& state) const = 0;
};

}  // namespace supple
