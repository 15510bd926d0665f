/// @file
/// A model turns coordinates into frames; everything else acts on frames.
///
/// A model has coordinates q and points, places along the rod at which something acts or is looked at.
/// Statics, dynamics and sensitivities see only: the frames X_WP of the points, forces on them with their
/// derivatives, and
///
///     g(q) = ∂U/∂q − Σ_P J_Pᵀ F_P(X_WP),      G = ∂g/∂q,      δx_P = J_P δq
///
/// where U is the elastic energy [docs/theory/s1, Eq. (1.9)]. At a point, motions δx = [δp; δθ] and wrenches
/// F = [f; m] are in world axes with the point as reference: δp moves the point, δθ turns the frame about it.
#pragma once

#include <supple/lie/se3.hpp>
#include <supple/model/variation.hpp>

#include <span>
#include <vector>

namespace supple {

class ChainMatrix;

using Matrix6Xd = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// A place on the rod: the fraction of an element's length. At a joint it is on the outboard side.
struct Place {
    int element = 0;
    double fraction = 1.0;
};

/// A wrench on a frame and how it changes when the frame moves.
struct FrameForce {
    Vector6d F = Vector6d::Zero();      ///< [f; m], world axes, at the frame's origin
    Matrix6d dF_dx = Matrix6d::Zero();  ///< rows F, columns [δp; δθ]
    bool varies = false;                ///< false: dF_dx is zero and not looked at

    void clear() noexcept
    {
        F.setZero();
        if (varies) dF_dx.setZero();
        varies = false;
    }
};

/// Coordinates, frames, elastic energy. Holds the workspace of an evaluation: one model per thread.
class Model {
 public:
    virtual ~Model() = default;

    /// Number of coordinates.
    virtual int size() const noexcept = 0;

    /// A size of each coordinate that makes it comparable with an angle of 1 rad.
    virtual const VectorXd& coordinate_scale() const noexcept = 0;

    /// The stiffness of each coordinate at rest, ∂²U/∂q² on the diagonal. A coordinate without stiffness, as
    /// those of a pinned base, has the one it is measured by: EI over the rod's length.
    virtual const VectorXd& rest_stiffness() const noexcept = 0;

    /// Coordinates of the unloaded shape.
    virtual const VectorXd& rest_coordinates() const noexcept = 0;

    /// Places all points. Everything below refers to the coordinates placed last.
    virtual void place(const VectorXd& q) noexcept = 0;

    virtual std::span<const SE3> frames() const noexcept = 0;     ///< X_WP of each point
    virtual SE3 frame_at(const Place& place) const noexcept = 0;  ///< X_W anywhere on the rod
    virtual double elastic_energy() const noexcept = 0;           ///< U [J]

    /// g, and G in the upper left corner of the matrix where one is given. @pre one force a point
    virtual void assemble(std::span<const FrameForce> forces, VectorXd& g, MatrixXd* G) noexcept = 0;

    /// The same with G as a chain of blocks, at a cost linear in their number.
    virtual void assemble(std::span<const FrameForce> forces, VectorXd& g, ChainMatrix& G) noexcept = 0;
    virtual std::vector<int> block_sizes() const = 0;

    /// J_P of a point, 6 x size.
    virtual void jacobian(int point, Matrix6Xd& J) const noexcept = 0;

    /// The same anywhere on the rod.
    virtual void jacobian_at(const Place& place, Matrix6Xd& J) const noexcept = 0;

    /// [δp; δθ] of each point by δq: all columns of all J_P at once. @pre one entry a point
    virtual void velocities(const VectorXd& dq, std::span<Vector6d> dx) const noexcept = 0;

    /// Another base pose; afterwards place() again.
    virtual void move_base(const SE3& X_WB) noexcept = 0;

    /// Where the points are, undeformed arc length of a place [m], and the place at an arc length.
    virtual const std::vector<Place>& points() const noexcept = 0;
    virtual double arclength_at(const Place& place) const noexcept = 0;
    virtual Place place_at(double arclength) const noexcept = 0;

    /// Derivatives along a variation at fixed q: of g, under forces that follow their frames, and of the
    /// points, [δp; δθ] each. A place keeps its fraction. @pre one force and one entry of dx a point
    virtual void vary(std::span<const ElementNumbers> variation, std::span<const FrameForce> forces,
                      VectorXd& dg, std::span<Vector6d> dx) noexcept = 0;

    /// [δp; δθ] of a place along a variation at fixed q.
    virtual Vector6d drift_at(const Place& place,
                              std::span<const ElementNumbers> variation) const noexcept = 0;

    /// The numbers of an element, and the same given anew; afterwards place() again.
    virtual ElementNumbers numbers(int element) const noexcept = 0;
    virtual void assign(const ElementNumbers& numbers) noexcept = 0;

    /// Adds `amount` of a variation to the elements; afterwards place() again.
    void change(std::span<const ElementNumbers> variation, double amount) noexcept;
};

}  // namespace supple
