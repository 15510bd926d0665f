#include <supple/cosserat/relation.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/lie/so3.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>

namespace supple::cosserat {
namespace {

bool rubs(const Hold& hold, const HoldState& state)
{
    return hold.kind == Hold::Kind::wall && hold.friction > 0.0 && state.active;
}

/// What a node that is held asks of the rod before it, X δc + Y δp⁻ = 0; adds what a guide does to P⁻.
Relation homogeneous(const Problem& problem, const Workspace& work, const Node& node, Block& block)
{
    const int index = problem.stops[node.stop].hold;
    const Hold& hold = problem.holds[index];
    const HoldState& state = work.holds[index];
    block.q_before.setZero();
    if (hold.kind == Hold::Kind::guide) {
        slide(problem.stops[node.section].section, node, state, block);
    }
    if (!rubs(hold, state)) return relation_of(hold, state, node, block);
    Hold fixture;
    fixture.held = {true, true, true};
    return relation_of(fixture, state, node, block);
}

/// P of the node before, δp = P δc, of a node that is not held.
Matrix6d carried(const Transition& T, const Matrix6d& P_before)
{
    Matrix6d Y = T.D, rhs = -T.C;
    Y.noalias() -= P_before * T.B;
    rhs.noalias() += P_before * T.A;
    return Y.partialPivLu().solve(rhs);
}

/// The part of a stop's tangent K that is symmetric for canonical moments, as a tangent of δm.
Matrix6d symmetric_part(const Problem& problem, const Workspace& work, std::size_t i)
{
    const Node& node = work.nodes[i];
    Matrix6d K = 0.5 * (work.blocks[i].K + work.blocks[i].K.transpose());
    Vector3d moment = work.intervals[i - 1].m_end - node.x.m;
    const int hold = problem.stops[node.stop].hold;
    if (hold >= 0) moment -= node.reaction.tail<3>();
    K.bottomRightCorner<3, 3>() -= 0.5 * so3::hat(moment);
    return K;
}

/// What a hold adds to the stiffness of its node.
Matrix6d stiffness_of(const Hold& hold, const HoldState& state, const Node& node)
{
    constexpr double rigid = 1e8;
    Matrix6d added = Matrix6d::Zero();
    Eigen::Ref<Matrix3d> fixed = added.topLeftCorner<3, 3>();
    switch (hold.kind) {
        case Hold::Kind::fixture:
            for (int k = 0; k < 3; ++k)
                fixed(k, k) = hold.held[k] ? rigid : 0.0;
            if (hold.directed) {
                const Vector3d t = node.x.q * Vector3d::UnitZ();
                added.bottomRightCorner<3, 3>() = rigid * (Matrix3d::Identity() - t * t.transpose());
            }
            break;
        case Hold::Kind::guide: {
            const Vector3d t = node.x.q * Vector3d::UnitZ();
            fixed = rigid * (Matrix3d::Identity() - t * t.transpose());
            break;
        }
        case Hold::Kind::clamp:
            added.diagonal().setConstant(rigid);
            break;
        case Hold::Kind::wall:
            fixed = rigid * hold.normal * hold.normal.transpose();
            if (rubs(hold, state)) fixed = rigid * Matrix3d::Identity();
            break;
    }
    return added;
}

/// Whether an interval that is clamped at its start supports a stiffness at its end.
bool supports(const Interval& interval, const Matrix6d& stiffness)
{
    // Canonical moments δπ = δm + ½ m⁻ × δθ: both matrices are symmetric then.
    const Matrix6d& B = interval.T.B;
    Eigen::Matrix<double, 3, 6> lower = interval.T.D.bottomRows<3>();
    lower.noalias() += 0.5 * so3::hat(interval.m_end) * B.bottomRows<3>();
    // B D⁻¹ with the identity and zero in the rows of D above these.
    Matrix6d G_full;
    G_full.rightCols<3>().noalias() = B.rightCols<3>() * lower.rightCols<3>().inverse();
    G_full.leftCols<3>() = B.leftCols<3>();
    G_full.leftCols<3>().noalias() -= G_full.rightCols<3>() * lower.leftCols<3>();
    const Matrix6d G = 0.5 * (G_full + G_full.transpose());
    if (G.norm() * stiffness.norm() < 1.0) return true;  // I + GX cannot be singular on the way from X = 0

    // L from the eigenvectors of G, so that directions without compliance do no harm.
    const Eigen::LDLT<Matrix6d> ldlt(G);
    if (ldlt.info() != Eigen::Success || ldlt.vectorD().minCoeff() < -1e-9 * G.norm()) return false;
    const Vector6d root = ldlt.vectorD().cwiseMax(0.0).cwiseSqrt();
    Matrix6d L = ldlt.matrixL();
    L = (ldlt.transpositionsP().transpose() * L).eval();
    L = (L * root.asDiagonal()).eval();
    const Matrix6d support = Matrix6d::Identity() + L.transpose() * stiffness * L;
    return Eigen::LLT<Matrix6d>(support).info() == Eigen::Success;
}

}  // namespace

bool conservative(const Problem& problem, const Workspace& work) noexcept
{
    if (!problem.conservative) return false;
    for (std::size_t i = 0; i < problem.holds.size(); ++i) {
        if (rubs(problem.holds[i], work.holds[i])) return false;
    }
    return true;
}

bool second_variation_positive(const Problem& problem, const Workspace& work) noexcept
{
    // Where all is symmetric the last step has left P⁻ behind.
    const bool known = conservative(problem, work) && work.drag < 1e-8;
    Matrix6d P = Matrix6d::Zero();
    for (std::size_t i = work.intervals.size(); i-- > 0;) {
        const Node& node = work.nodes[i + 1];
        const bool holds = held(problem, work, node);
        Matrix6d P_before = work.blocks[i + 1].P_before;
        if (!known) {
            const Transition& T = work.intervals[i].T;
            P_before = P;
            if (node.stop >= 0) P_before += symmetric_part(problem, work, i + 1);
            if (holds) {
                Block block;
                block.P_before = P_before;
                const Relation relation = homogeneous(problem, work, node, block);
                P_before = block.P_before;
                const Matrix6d Y = relation.X * T.B + relation.Y * T.D;
                P = -Y.partialPivLu().solve(relation.X * T.A + relation.Y * T.C);
            } else if (i > 0) {
                P = carried(T, P_before);
            }
        }
        Matrix6d stiffness = -0.5 * (P_before + P_before.transpose());
        if (holds) {
            const int hold = problem.stops[node.stop].hold;
            stiffness += stiffness_of(problem.holds[hold], work.holds[hold], node);
        }
        if (!supports(work.intervals[i], stiffness)) return false;
    }
    return true;
}

/// Nodes at which the rod's mass is gathered, and storage for what they do to each other.
struct Workspace::Modes {
    static constexpr int most = 12;
    static constexpr int size = 6 * most;
    using Wide = Eigen::Matrix<double, 6, size>;
    using Square = Eigen::Matrix<double, size, size>;

    std::vector<Matrix6d> P;
    std::vector<Wide> q;
    Square flexibility = Square::Zero();
    Eigen::EigenSolver<Square> solver;
};

bool diverges(const Problem& problem, Workspace& work)
{
    using Modes = Workspace::Modes;
    if (!work.modes) work.modes = std::make_shared<Modes>();
    Modes& modes = *work.modes;
    const std::size_t count = work.intervals.size();
    modes.P.resize(count + 1);
    modes.q.resize(count + 1);

    // The place of each node among those with mass, at even distances, -1: none; its share of the length.
    const auto number = [&](std::size_t i) {
        const auto group = static_cast<int>(std::ceil(work.nodes[i].s * Modes::most - 1e-9)) - 1;
        const bool last = i == count || std::ceil(work.nodes[i + 1].s * Modes::most - 1e-9) - 1 > group;
        return i > 0 && last ? group : -1;
    };

    // Unit wrenches on all of them at once, from the tip to the base.
    modes.P[count].setZero();
    modes.q[count].setZero();
    for (std::size_t i = count; i-- > 0;) {
        const Transition& T = work.intervals[i].T;
        const Node& node = work.nodes[i + 1];
        Block block;
        block.P_before = modes.P[i + 1] + work.blocks[i + 1].K;
        // Where the rod beyond a node buckles for itself P has a pole: not just there.
        block.P_before.diagonal().array() -= 1e-9;
        Relation relation{-block.P_before, Matrix6d::Identity(), Vector6d::Zero()};
        if (held(problem, work, node)) relation = homogeneous(problem, work, node, block);
        Modes::Wide q = modes.q[i + 1];
        const int k = number(i + 1);
        if (k >= 0) q.middleCols<6>(6 * k) += Matrix6d::Identity();
        const Matrix6d Y = relation.X * T.B + relation.Y * T.D;
        const Eigen::PartialPivLU<Matrix6d> lu(Y);
        modes.P[i] = -lu.solve(relation.X * T.A + relation.Y * T.C);
        modes.q[i] = lu.solve(relation.Y * q);
    }
    // How they move, from the base outwards, scaled by the roots of mass and inertia.
    modes.flexibility.setZero();
    Modes::Wide dc = Modes::Wide::Zero();
    Eigen::Matrix<double, Modes::size, 1> root = Eigen::Matrix<double, Modes::size, 1>::Zero();
    double s = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        const Transition& T = work.intervals[i].T;
        dc = (T.A * dc + T.B * (modes.P[i] * dc + modes.q[i])).eval();
        const int k = number(i + 1);
        if (k < 0) continue;
        constexpr double gyration = 0.03;  // over L: small, so that twist counts
        modes.flexibility.middleRows<6>(6 * k) = dc;
        root.segment<3>(6 * k).setConstant(std::sqrt(work.nodes[i + 1].s - s));
        root.segment<3>(6 * k + 3).setConstant(gyration * std::sqrt(work.nodes[i + 1].s - s));
        s = work.nodes[i + 1].s;
    }
    modes.flexibility = (root.asDiagonal() * modes.flexibility * root.asDiagonal()).eval();
    work.modes_found = modes.flexibility.allFinite();
    if (!work.modes_found) return false;
    modes.solver.compute(modes.flexibility, false);
    work.modes_found = modes.solver.info() == Eigen::Success;
    if (!work.modes_found) return false;
    const auto& nu = modes.solver.eigenvalues();
    const double rounding = 1e-14 * nu.cwiseAbs().maxCoeff();
    return std::any_of(nu.begin(), nu.end(), [rounding](const std::complex<double>& each) {
        const bool nearly_real = std::abs(each.imag()) <= 0.1 * std::abs(each.real());
        return each.real() < -rounding && nearly_real;
    });
}

bool stands(const Problem& problem, Workspace& work)
{
    work.modes_found = true;
    if (second_variation_positive(problem, work)) return true;
    return !conservative(problem, work) && !diverges(problem, work);
}

}  // namespace supple::cosserat
