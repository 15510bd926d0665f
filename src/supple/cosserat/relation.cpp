#include <supple/cosserat/relation.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/cosserat/touch.hpp>

#include <algorithm>
#include <cmath>

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

/// The turn that a fixture of the tangent asks for, across the tangent.
Vector3d missing_turn(const HoldState& state, const Node& node)
{
    const Vector3d t = node.x.q * Vector3d::UnitZ();
    return rotation_vector(Eigen::Quaterniond::FromTwoVectors(t, state.q * Vector3d::UnitZ()));
}

/// The moment rows of a fixture that holds the tangent: no turn across it, and a moment that stays across.
void direct(const HoldState& state, const Node& node, Relation& relation)
{
    const Vector3d t = node.x.q * Vector3d::UnitZ();
    const Vector3d M = node.reaction.tail<3>();
    const Matrix3d Q = frame_along(t);
    const Vector3d turn = missing_turn(state, node);
    relation.turn_rows(3, Q);
    for (int i = 0; i < 2; ++i)
        relation.hold_row(3 + i, Q.col(i), Q.col(i).dot(turn), 3);
    // δM·t = −M·t − M·(δθ × t).
    relation.X.row(5).tail<3>() += t.cross(M);
    relation.z[5] -= M.dot(t);
}

/// What the law of friction says at the present slip and reaction.
struct Rubbing {
    Eigen::Vector2d T, v, direction;  ///< tangential force, slip since the hold, direction of T − ρ v
    double pressure = 0.0;
    double pull = 0.0;  ///< |T − ρ v|
    bool slips = false;

    Rubbing(const Hold& hold, const HoldState& state, const Node& node, const Matrix3d& Q)
    {
        const Eigen::Matrix<double, 3, 2> along = Q.leftCols<2>();
        T = along.transpose() * node.reaction.head<3>();
        v = along.transpose() * (node.x.r - state.anchor);
        pressure = std::max(0.0, hold.normal.dot(node.reaction.head<3>()));
        const Eigen::Vector2d w = T - state.grip * v;
        pull = w.norm();
        slips = pull > hold.friction * pressure;
        direction = pull > 0.0 ? Eigen::Vector2d(w / pull) : Eigen::Vector2d::Zero();
    }
};

/// The tangential rows of a wall with friction, by Newton's method on the projection.
void rub(const Hold& hold, const HoldState& state, const Node& node, const Matrix3d& Q, Relation& relation)
{
    const Rubbing now(hold, state, node, Q);
    if (!now.slips) {
        for (int i = 0; i < 2; ++i)
            relation.hold_row(i, Q.col(i), -now.v[i]);
        return;
    }
    const double most = hold.friction * now.pressure;
    const Eigen::Matrix2d across =
        most / now.pull * (Eigen::Matrix2d::Identity() - now.direction * now.direction.transpose());
    const Eigen::Matrix2d kept = Eigen::Matrix2d::Identity() - across;
    const Eigen::Vector2d by_pressure = hold.friction * now.direction;
    // The rows are those of δf: (I − W) δT − μ e δN + ρ W δv = −(T − μ N e).
    relation.X.topRows<2>() = (kept * relation.X.topRows<2>() - by_pressure * relation.X.row(2)).eval();
    relation.Y.topRows<2>() = (kept * relation.Y.topRows<2>() - by_pressure * relation.Y.row(2)).eval();
    relation.z.head<2>() = (kept * relation.z.head<2>() - by_pressure * relation.z[2]).eval();
    relation.X.topLeftCorner<2, 3>() += state.grip * across * Q.leftCols<2>().transpose();
    relation.z.head<2>() -= now.T - most * now.direction;
}

}  // namespace

Relation relation_of(const Hold& hold, const HoldState& state, const Node& node, const Block& block) noexcept
{
    Relation relation{-block.P_before, Matrix6d::Identity(), block.q_before};
    const Vector3d gap = state.target - node.x.r;
    switch (hold.kind) {
        case Hold::Kind::fixture:
            for (int i = 0; i < 3; ++i) {
                if (hold.held[i]) relation.hold_row(i, Vector3d::Unit(i), gap[i]);
            }
            if (hold.directed) direct(state, node, relation);
            break;
        case Hold::Kind::guide: {
            const Matrix3d Q = frame_along(node.x.q * Vector3d::UnitZ());
            relation.turn_rows(0, Q);
            for (int i = 0; i < 2; ++i)
                relation.hold_row(i, Q.col(i), Q.col(i).dot(gap));
            break;
        }
        case Hold::Kind::clamp:
            relation.X *= yielding;
            relation.X.diagonal().array() += 1.0;
            relation.Y *= yielding;
            relation.z *= yielding;
            relation.z.head<3>() += gap;
            relation.z.tail<3>() += rotation_vector(state.q * node.x.q.conjugate());
            break;
        case Hold::Kind::wall: {
            const Matrix3d Q = frame_along(hold.normal);
            relation.turn_rows(0, Q);
            if (hold.friction > 0.0) rub(hold, state, node, Q, relation);
            relation.hold_row(2, hold.normal, hold.normal.dot(gap));
            break;
        }
        case Hold::Kind::touch: {
            const Vector3d& n = state.touch.gap.gradient;
            const double slope = n.dot(node.x.q * Vector3d::UnitZ());
            relation.turn_rows(0, frame_along(n.normalized()));
            relation.hold_row(2, n + slope * state.touch.by.head<3>(),
                              -state.touch.gap.value - slope * state.touch.ahead);
            relation.X.row(2).tail<3>() += slope * state.touch.by.tail<3>();
            break;
        }
    }
    return relation;
}

Missing missing(const Hold& hold, const HoldState& state, const Node& node) noexcept
{
    const Vector3d gap = state.target - node.x.r;
    Missing lacks;
    switch (hold.kind) {
        case Hold::Kind::fixture:
            for (int i = 0; i < 3; ++i) {
                if (hold.held[i]) lacks.shape = std::max(lacks.shape, std::abs(gap[i]));
            }
            if (hold.directed) lacks.shape = std::max(lacks.shape, missing_turn(state, node).norm());
            break;
        case Hold::Kind::guide:
            lacks.shape = gap.norm();
            break;
        case Hold::Kind::clamp:
            lacks.shape = std::max(gap.norm(), state.q.angularDistance(node.x.q));
            break;
        case Hold::Kind::touch:
            lacks.shape = std::abs(state.touch.gap.value);
            if (state.touch.slides)
                lacks.shape = std::max(lacks.shape,
                                       std::abs(state.touch.gap.gradient.dot(node.x.q * Vector3d::UnitZ())));
            break;
        case Hold::Kind::wall:
            lacks.shape = std::abs(hold.normal.dot(gap));
            if (hold.friction == 0.0) break;
            const Rubbing now(hold, state, node, frame_along(hold.normal));
            if (now.slips) {
                lacks.force = (now.T - hold.friction * now.pressure * now.direction).norm();
            } else {
                lacks.shape = std::max(lacks.shape, now.v.norm());
            }
            break;
    }
    return lacks;
}

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

void follow_point(const Problem& problem, const Workspace& work, const Node& node, Block& block) noexcept
{
    const int index = problem.stops[node.stop].hold;
    const Hold::Kind kind = problem.holds[index].kind;
    if (kind == Hold::Kind::guide) slide(problem.stops[node.section].section, node, work.holds[index], block);
    if (kind == Hold::Kind::touch) slide(work.holds[index].touch, node, block);
}

Relation relation_at(const Problem& problem, const Workspace& work, const Node& node,
                     const Block& block) noexcept
{
    const int index = problem.stops[node.stop].hold;
    return relation_of(problem.holds[index], work.holds[index], node, block);
}

}  // namespace supple::cosserat
