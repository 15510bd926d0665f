/// @file
/// What a node that is held asks of the interval before it: rows X δc + Y δp⁻ = z.
///
/// Free, they say δp⁻ = P⁻δc + q⁻. A hold replaces rows by conditions on δc; the force rows are taken along
/// directions that suit it.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// The rows X δc + Y δp⁻ = z that a node puts on what arrives there.
struct Relation {
    Matrix6d X, Y;
    Vector6d z;

    void hold_row(int row, const Vector3d& direction, double distance)
    {
        X.row(row) << direction.transpose(), 0.0, 0.0, 0.0;
        Y.row(row).setZero();
        z[row] = distance;
    }
    /// Turns the force rows into components along the columns of Q.
    void turn_force_rows(const Matrix3d& Q)
    {
        X.topRows<3>() = (Q.transpose() * X.topRows<3>()).eval();
        Y.topRows<3>() = (Q.transpose() * Y.topRows<3>()).eval();
        z.head<3>() = (Q.transpose() * z.head<3>()).eval();
    }
};

/// Whether something holds the node now.
bool held(const Problem& problem, const Workspace& work, const Node& node) noexcept;

/// Adds to P⁻ and q⁻ that a guide's reaction moves with the point and keeps normal to the tangent.
void slide(const Section& section, const Node& node, const HoldState& hold, Block& block) noexcept;

/// @pre the node is held
Relation relation_at(const Problem& problem, const Workspace& work, const Node& node,
                     const Block& block) noexcept;

}  // namespace supple::cosserat
