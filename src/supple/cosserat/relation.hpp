/// @file
/// What a node that is held asks of the interval before it: rows X δc + Y δp⁻ = z.
///
/// Free, they say δp⁻ = P⁻δc + q⁻. A hold replaces rows by conditions on δc; the force rows are taken along
/// directions that suit it. A condition d·δc = g on the place is written d·δc + ε δf = g with the change of
/// its reaction f. Equilibria are the same. A reaction that the shape does not determine, such as that along
/// a straight rod that does not stretch, stays as it is.
///
/// A wall that rubs asks for T − proj(T − ρ v) = 0, the projection onto |T| <= μ N, with the slip v since the
/// point was held last [docs/theory/s2, Eq. (2.15)]: held where T − ρ v lies inside, else slipping.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

inline constexpr double yielding = 1e-11;  ///< ε of a hold, over L³/EI

/// The rows X δc + Y δp⁻ = z that a node puts on what arrives there.
struct Relation {
    Matrix6d X, Y;
    Vector6d z;

    /// Turns a row into the condition that the point moves by a distance along a direction, or turns about it
    /// where `first` is 3.
    void hold_row(int row, const Vector3d& direction, double distance, int first = 0)
    {
        X.row(row) *= yielding;
        X.row(row).segment<3>(first) += direction;
        Y.row(row) *= yielding;
        z[row] = yielding * z[row] + distance;
    }
    /// Turns the three rows of the force (0) or moment (3) into components along the columns of Q.
    void turn_rows(int first, const Matrix3d& Q)
    {
        X.middleRows<3>(first) = (Q.transpose() * X.middleRows<3>(first)).eval();
        Y.middleRows<3>(first) = (Q.transpose() * Y.middleRows<3>(first)).eval();
        z.segment<3>(first) = (Q.transpose() * z.segment<3>(first)).eval();
    }
};

/// Whether something holds the node now.
bool held(const Problem& problem, const Workspace& work, const Node& node) noexcept;

/// How far a node is from what its hold asks for: the place over L or the turn, and the law of friction over
/// EI/L².
struct Missing {
    double shape = 0.0;
    double force = 0.0;
};
Missing missing(const Hold& hold, const HoldState& state, const Node& node) noexcept;

/// Adds to P⁻ and q⁻ that a guide's reaction moves with the point and keeps normal to the tangent.
void slide(const Section& section, const Node& node, const HoldState& hold, Block& block) noexcept;

/// Adds to P⁻ and q⁻ what a guide or a touch does by moving with the point. @pre the node is held
void follow_point(const Problem& problem, const Workspace& work, const Node& node, Block& block) noexcept;

/// @pre the node is held
Relation relation_of(const Hold& hold, const HoldState& state, const Node& node, const Block& block) noexcept;
Relation relation_at(const Problem& problem, const Workspace& work, const Node& node,
                     const Block& block) noexcept;

}  // namespace supple::cosserat
