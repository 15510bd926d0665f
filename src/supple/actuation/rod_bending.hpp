/// @file
/// The bending stiffness of a driven rod and how the arm feels it.
///
/// With ê = (e_x, e_y, 0) the turn of a passage and a = ℓ − u·e the rod's length in it, its curvature is ê/a.
///
/// `arcs`, the paper's law [docs/theory/s3, Eq. (3.15)]: its moment acts on both ends of the passage,
///
///     Q = −EI ê/a.
///
/// Out of plane this comes from no energy. What is called its energy is its work on the straight way from
/// rest, U = EI ê²/ℓ (−x − log(1 − x))/x² with x = u·e/ℓ, which in a plane is its potential. `contacts`: the
/// rod is pressed into shape by forces at the holes; it passes them as a beam, bent as little as they allow,
/// and its end is clamped in the last disk. Its energy is that of a clamped spline,
///
///     U = ½ EI Σ c_i·B_ij c_j + ½ EI κ max(0, |y| − play)²,    c = ê/√(ℓ a),   y = Σ b_i c_i,   Q = −∂U/∂e.
///
/// [docs/theory/s3, Eq. (3.16)]. B, b and κ follow from the three-moment equations of the beam. At the base
/// it is clamped (slope of the plate), pinned (no moment), or held in direction with play sideways. A clamped
/// rod of one curvature keeps the energy of the arcs, ½ EI Σ ê²/a; its U, other than the moments above, knows
/// that bending draws rod in.
#pragma once

#include <supple/actuation/guided_rod.hpp>
#include <supple/rod/attachment.hpp>

namespace supple {

class GuidedBending {
 public:
    /// `linear_share`: the chain's own springs already have EI ê/ℓ.
    GuidedBending(double EI, RodBending law, BaseSupport support, double play, const Routing& routing,
                  int end, bool linear_share);

    bool conservative() const noexcept { return EI_ == 0.0 || law_ == RodBending::contacts; }
    double energy(const Routing& routing, const GuidedRod& rod) const noexcept;  ///< [J]
    void add_moments(const Routing& routing, const GuidedRod& rod, std::span<Vector3d> Q) const noexcept;
    void add_derivative(const Routing& routing, const GuidedRod& rod, TurnStiffness& dQ_de) const noexcept;

 private:
    Vector3d strain(const Routing& routing, const GuidedRod& rod, int i) const noexcept;       // c_i
    Matrix3d strain_rate(const Routing& routing, const GuidedRod& rod, int i) const noexcept;  // ∂c_i/∂e_i
    Vector3d pushed(const Vector3d& y, double& excess) const noexcept;

    double EI_;
    RodBending law_;
    int end_;
    bool linear_share_;
    MatrixXd B_;
    VectorXd b_;
    double kappa_ = 0.0, play_ = 0.0;
};

}  // namespace supple
