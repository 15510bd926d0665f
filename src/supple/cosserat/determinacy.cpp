#include <supple/cosserat/base.hpp>
#include <supple/cosserat/determinacy.hpp>
#include <supple/cosserat/newton.hpp>
#include <supple/cosserat/relation.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>

namespace supple::cosserat {
namespace {

/// Displacement and turn of a node per force and moment on it, its own hold released.
Matrix6d flexibility(const Problem& problem, Workspace& work, std::size_t at)
{
    std::vector<Matrix6d>& P = work.carried;
    std::vector<Matrix6d>& Q = work.carried_wrench;
    P.resize(work.nodes.size());
    Q.resize(work.nodes.size());
    // δp⁻ = P⁻δc + Q f from the node to the base.
    for (std::size_t i = at; i-- > 0;) {
        const Transition& T = work.intervals[i].T;
        Block block;
        block.P_before = (i + 1 == at ? work.blocks[at].P : P[i + 1]) + work.blocks[i + 1].K;
        block.q_before.setZero();
        const Matrix6d wrench = i + 1 == at ? Matrix6d(Matrix6d::Identity()) : Q[i + 1];
        Relation relation{-block.P_before, Matrix6d::Identity(), Vector6d::Zero()};
        const Node& node = work.nodes[i + 1];
        if (i + 1 < at && held(problem, work, node)) {
            const int index = problem.stops[node.stop].hold;
            follow_point(problem, work, node, block);
            relation = relation_of(problem.holds[index], work.holds[index], node, block);
        }
        const Eigen::PartialPivLU<Matrix6d> lu(relation.X * T.B + relation.Y * T.D);
        P[i] = -lu.solve(relation.X * T.A + relation.Y * T.C);
        Q[i] = lu.solve(relation.Y * wrench);
    }
    Matrix6d moved = Matrix6d::Zero();
    if (problem.pinned) {
        Matrix3d S = against_turns(work, P[0]);
        S.diagonal().array() -= Newton::slight_drag;  // turns that cost nothing
        moved.bottomRows<3>() = -S.inverse() * Q[0].bottomRows<3>();
    }
    for (std::size_t i = 0; i < at; ++i) {
        const Transition& T = work.intervals[i].T;
        moved = (T.A * moved + T.B * (P[i] * moved + Q[i])).eval();
    }
    return moved;
}

/// Whether a hold takes a force along a direction.
bool takes(const Hold& hold, const Vector3d& along)
{
    if (hold.kind == Hold::Kind::clamp) return true;
    if (hold.kind != Hold::Kind::fixture) return false;
    Vector3d held = along;
    for (int k = 0; k < 3; ++k)
        if (!hold.held[k]) held[k] = 0.0;
    return held.norm() > 0.999;
}

/// Lets the hold before, or the base, carry a force in place of the hold at a node.
void pass_on(const Problem& problem, Workspace& work, std::size_t at, const Vector3d& force)
{
    work.nodes[at].reaction.head<3>() -= force;
    for (std::size_t i = at; i-- > 0;) {
        Node& node = work.nodes[i];
        node.x.n -= force;
        if (i == 0 || !held(problem, work, node)) continue;
        if (!takes(problem.holds[problem.stops[node.stop].hold], force.normalized())) continue;
        node.reaction.head<3>() += force;
        return;
    }
}

}  // namespace

void find_undetermined(const Problem& problem, Workspace& work)
{
    constexpr double rigid = 1e-10;  // L³/EI
    for (std::size_t i = 1; i < work.nodes.size(); ++i) {
        const Node& node = work.nodes[i];
        if (!held(problem, work, node)) continue;
        const int index = problem.stops[node.stop].hold;
        const Hold& hold = problem.holds[index];
        HoldState& state = work.holds[index];
        state.undetermined.setZero();
        const bool rubs = hold.kind == Hold::Kind::wall && hold.friction > 0.0;
        if (hold.kind == Hold::Kind::guide || hold.kind == Hold::Kind::touch) continue;
        if (hold.kind == Hold::Kind::wall && !rubs) continue;
        // What is not held is soft. A clamp's directions are held too, but leave the force along the rod
        // open.
        Matrix3d F = flexibility(problem, work, i).topLeftCorner<3, 3>();
        F = (0.5 * (F + F.transpose())).eval();
        if (hold.kind == Hold::Kind::fixture) {
            for (int k = 0; k < 3; ++k) {
                if (hold.held[k]) continue;
                F.row(k).setZero();
                F.col(k).setZero();
                F(k, k) = 1.0;
            }
        }
        const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(F);
        // Only along the rod: where a motion costs nothing the flexibility is large, and so is its rounding.
        int stiffest = 0;
        const double least = eigen.eigenvalues().cwiseAbs().minCoeff(&stiffest);
        const Vector3d direction = eigen.eigenvectors().col(stiffest);
        const bool along = std::abs(direction.dot(node.x.q * Vector3d::UnitZ())) > 0.999;
        if (least < rigid && along) state.undetermined = direction;
    }
}

bool drop_undetermined(const Problem& problem, Workspace& work, double lambda)
{
    constexpr double none = 1e-9, balanced = 1e-9;
    if (problem.holds.empty() || problem.stops.front().section.stretch_compliance.z() > 0.0) return false;
    find_undetermined(problem, work);
    bool dropped = false;
    for (std::size_t i = work.nodes.size(); i-- > 1;) {
        const Node& node = work.nodes[i];
        if (!held(problem, work, node)) continue;
        const int index = problem.stops[node.stop].hold;
        const bool wall = problem.holds[index].kind == Hold::Kind::wall;
        if (wall || work.holds[index].undetermined.isZero(0.0)) continue;
        const Vector3d t = node.x.q * Vector3d::UnitZ();
        const Vector3d force = node.reaction.head<3>().dot(t) * t;
        if (!(force.norm() > none)) continue;
        pass_on(problem, work, i, force);
        if (evaluate(problem, work, lambda, true) < balanced) {
            dropped = true;
        } else {
            pass_on(problem, work, i, -force);
            evaluate(problem, work, lambda, true);
        }
        eliminate(problem, work, Newton::slight_drag);
    }
    return dropped;
}

}  // namespace supple::cosserat
