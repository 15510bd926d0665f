/// @file
/// The nodal rod as a model: what its nodes do, in the strains between them.
///
///     U = Σ_k l/2 Γᵀ C1 Γ + (ψ − ψ⁰)ᵀ C2 (ψ − ψ⁰)/(2 l)
///
/// with the maps of strain_element.hpp. Frames and energy are those of the `variational` model with the
/// midpoint strain (dynamics/nodal_rod.hpp), so that equilibria are the same. The coordinates are relative,
/// so that stiff strains do not hinder Newton's method. All that acts on models acts on this one. A
/// point is a node. Between nodes the position is linear and the rotation has a constant rate.
///
/// The numbers of a variation are those of three coordinates each: Γ of the element k at 2k, ψ at 2k + 1.
/// A variation changes the stiffness and the rest of these coordinates; the lengths stay.
///
/// Laws (tests/model/test_strain_rod.cpp): g is the derivative of the energy, G of g, J of the frames. Law
/// (tests/dynamics/test_strain_rod_statics.cpp): equilibria are those of the nodal rod.
#pragma once

#include <supple/model/model.hpp>
#include <supple/model/strain_element.hpp>

namespace supple {

struct StrainRodDescription {
    std::vector<double> lengths;     ///< of the elements [m]
    std::vector<Vector3d> rest;      ///< ψ⁰ of the elements
    Vector3d C1 = Vector3d::Zero();  ///< shear along d1, d2 and stretch [N]
    Vector3d C2 = Vector3d::Zero();  ///< bending about d1, d2 and twist [N m²]
};

class StrainRod final : public Model {
 public:
    /// @pre points are by element, each at the fraction 1, or 0 of the first element: the base
    StrainRod(const SE3& X_WB, const StrainRodDescription& rod, std::vector<Place> points);

    int size() const noexcept override { return static_cast<int>(rest_.size()); }
    const VectorXd& coordinate_scale() const noexcept override { return scale_; }
    const VectorXd& rest_stiffness() const noexcept override { return stiffness_; }
    const VectorXd& rest_coordinates() const noexcept override { return rest_; }

    void place(const VectorXd& q) noexcept override;
    std::span<const SE3> frames() const noexcept override { return frames_; }
    SE3 frame_at(const Place& place) const noexcept override;
    double elastic_energy() const noexcept override;
    void assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept override;
    void assemble(std::span<const FrameForce> forces, VectorXd& g, ChainMatrix& G) noexcept override;
    std::vector<int> block_sizes() const override { return std::vector<int>(lengths_.size(), 6); }
    void jacobian(int point, Matrix6Xd& J) const noexcept override;
    void jacobian_at(const Place& place, Matrix6Xd& J) const noexcept override;
    void velocities(const VectorXd& dq, std::span<Vector6d> dx) const noexcept override;
    void move_base(const SE3& X_WB) noexcept override { X_WB_ = X_WB; }

    const std::vector<Place>& points() const noexcept override { return points_; }
    double arclength_at(const Place& place) const noexcept override;
    Place place_at(double arclength) const noexcept override;

    void vary(std::span<const ElementNumbers> variation, std::span<const FrameForce> forces, VectorXd& dg,
              std::span<Vector6d> dx) noexcept override;
    Vector6d drift_at(const Place& place, std::span<const ElementNumbers> variation) const noexcept override;
    ElementNumbers numbers(int element) const noexcept override;
    void assign(const ElementNumbers& numbers) noexcept override;

 private:
    /// The node at which a point is.
    static std::size_t node_of(const Place& place)
    {
        return static_cast<std::size_t>(place.element) + (place.fraction > 0.0 ? 1 : 0);
    }
    /// Calls write(e, column, row, diagonal) for the tangent of each element, from the last to the first:
    /// V_i·column and row·V_i are taken off by the coordinates i proximal to it, `diagonal` is its own.
    template <class Write>
    void assemble_to(std::span<const FrameForce> forces, VectorXd& g, const Write& write) noexcept;
    /// Motion of a node by all coordinates before it; the columns beyond stay.
    void node_jacobian(std::size_t node, Matrix6Xd& J) const noexcept;

    SE3 X_WB_;
    std::vector<double> lengths_;
    std::vector<Place> points_;
    VectorXd scale_, stiffness_, rest_;

    VectorXd q_;
    std::vector<StrainMap> maps_;
    std::vector<SE3> nodes_;  // relative to the base's origin, world axes
    Matrix6Xd twists_;        // [v; ω] of each coordinate about the base's origin, world axes
    std::vector<SE3> frames_;
};

}  // namespace supple
