#include <supple/cosserat/relation.hpp>
#include <supple/cosserat/rotation.hpp>

namespace supple::cosserat {
namespace {

/// An orthonormal frame whose last column is a given unit vector.
Matrix3d frame_along(const Vector3d& last)
{
    Matrix3d Q;
    Q.col(0) = last.unitOrthogonal();
    Q.col(1) = last.cross(Q.col(0));
    Q.col(2) = last;
    return Q;
}

/// t′ of the centreline at a node, wrench taken just after it.
Vector3d tangent_rate(const Section& section, const State& x)
{
    const Vector3d u =
        section.rest_curvature + section.bending_compliance.cwiseProduct(x.q.conjugate() * x.m);
    return x.q * u.cross(Vector3d::UnitZ());
}

Relation relation_of(const Hold& hold, const HoldState& state, const Node& node, const Block& block)
{
    Relation relation{-block.P_before, Matrix6d::Identity(), block.q_before};
    const Vector3d gap = state.target - node.x.r;
    switch (hold.kind) {
        case Hold::Kind::fixture:
            for (int i = 0; i < 3; ++i) {
                if (hold.held[i]) relation.hold_row(i, Vector3d::Unit(i), gap[i]);
            }
            break;
        case Hold::Kind::guide: {
            const Matrix3d Q = frame_along(node.x.q * Vector3d::UnitZ());
            relation.turn_force_rows(Q);
            for (int i = 0; i < 2; ++i)
                relation.hold_row(i, Q.col(i), Q.col(i).dot(gap));
            break;
        }
        case Hold::Kind::clamp:
            relation.X.setIdentity();
            relation.Y.setZero();
            relation.z << gap, rotation_vector(state.q * node.x.q.conjugate());
            break;
        case Hold::Kind::wall: {
            const Matrix3d Q = frame_along(hold.normal);
            relation.turn_force_rows(Q);
            for (int i = 0; i < 2; ++i) {
                // Sliding: the tangential reaction is −μ times the normal one along the slide. The rows are
                // those of δf, so what is missing of the law at the present reaction goes to the right.
                const double pull = hold.friction * state.slip.dot(Q.col(i));
                relation.X.row(i) += pull * relation.X.row(2);
                relation.Y.row(i) += pull * relation.Y.row(2);
                relation.z[i] += pull * relation.z[2];
                relation.z[i] -= node.reaction.head<3>().dot(Q.col(i) + pull * hold.normal);
                if (state.sticks) relation.hold_row(i, Q.col(i), Q.col(i).dot(state.anchor - node.x.r));
            }
            relation.hold_row(2, hold.normal, hold.normal.dot(gap));
            break;
        }
    }
    return relation;
}

}  // namespace

bool held(const Problem& problem, const Workspace& work, const Node& node) noexcept
{
    if (node.stop < 0) return false;
    const int hold = problem.stops[node.stop].hold;
    return hold >= 0 && work.holds[hold].active;
}

void slide(const Section& section, const Node& node, const HoldState& hold, Block& block) noexcept
{
    const Vector3d t = node.x.q * Vector3d::UnitZ();
    const Vector3d F = node.reaction.head<3>();
    const double ahead = t.dot(hold.target - node.x.r);
    const double turning = F.dot(tangent_rate(section, node.x));
    // δσ = ahead − t·δr; moment of the shifted force.
    block.P_before.bottomLeftCorner<3, 3>() -= t.cross(F) * t.transpose();
    block.q_before.tail<3>() += ahead * t.cross(F);
    // δF·t = −F·t − F·(δθ × t) − F·t′ δσ.
    block.P_before.topRightCorner<3, 3>() -= t * t.cross(F).transpose();
    block.P_before.topLeftCorner<3, 3>() += turning * t * t.transpose();
    block.q_before.head<3>() -= (F.dot(t) + turning * ahead) * t;
}

Relation relation_at(const Problem& problem, const Workspace& work, const Node& node,
                     const Block& block) noexcept
{
    const int index = problem.stops[node.stop].hold;
    return relation_of(problem.holds[index], work.holds[index], node, block);
}

}  // namespace supple::cosserat
