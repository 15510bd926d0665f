/// @file
/// A rod in the rows of nodal_kernel.hpp: what is constant about it, and the forces on its nodes in a shape.
#pragma once

#include <supple/dynamics/nodal_kernel.hpp>

namespace supple::variational {

class RodRows {
 public:
    explicit RodRows(const NodalRod& rod);

    /// Poses and momenta of a state, neighbouring quaternions in one hemisphere.
    Rows motion_of(const NodalRod& rod, const NodalState& state) const;

    /// What the elements, the weight and the loads at a time do to every node in the shape of `state`.
    void act(const NodalRod& rod, const Rows& state, double time) noexcept;

    /// One more force on a node, until the next call of act, world axes [N].
    void add_force(int node, const Vector3d& force) noexcept;

    Rows node, element, forces;
    Rows external;  ///< of the loads: force in world axes, torque in body axes

 private:
    Rows weight_;
    bool external_is_weight_ = false;  ///< external holds nothing but the weight
};

/// An empty row for every one of a list, of the length that the kernels need.
Rows rows_for(const NodalRod& rod, int count);

SE3 frame_of(const Rows& state, int node);
Eigen::Quaterniond rotation_of(const Rows& state, int node);

/// Stores the quaternion of R in the hemisphere of another.
void set_rotation(Rows& state, int node, const Matrix3d& R, const Eigen::Quaterniond& near);

/// Whether a hold is released later or moves, or the base moves.
bool holds_change(const NodalRod& rod);

}  // namespace supple::variational
