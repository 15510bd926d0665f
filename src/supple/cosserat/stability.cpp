#include <supple/algebra/decompositions.hpp>
#include <supple/algebra/divergence.hpp>
#include <supple/algebra/solve6.hpp>
#include <supple/cosserat/base.hpp>
#include <supple/cosserat/relation.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/lie/so3.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace supple::cosserat {
namespace {

bool rubs(const Hold& hold, const HoldState& state)
{
    return hold.kind == Hold::Kind::wall && hold.friction > 0.0 && state.active;
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

namespace {

/// What a node that is held asks of the rod before it, X δc + Y δp⁻ = 0; adds what a guide does to P⁻.
Relation homogeneous(const Problem& problem, const Workspace& work, const Node& node, Block& block)
{
    const int index = problem.stops[node.stop].hold;
    const Hold& hold = problem.holds[index];
    const HoldState& state = work.holds[index];
    block.q_before.setZero();
    follow_point(problem, work, node, block);
    if (!rubs(hold, state)) return relation_of(hold, state, node, block);
    Hold fixture;
    fixture.held = {true, true, true};
    return relation_of(fixture, state, node, block);
}

/// P of the node before, δp = P δc, of a node that is not held.
Matrix6d carried(const Transition& T, const Matrix6d& P_before)
{
    Equations6<6> equations;
    equations.A() = T.D;
    equations.A().noalias() -= P_before * T.B;
    equations.B().leftCols<3>() = P_before.leftCols<3>();
    equations.B().rightCols<3>() = -T.C.rightCols<3>();
    equations.B().rightCols<3>().noalias() += P_before * T.A.rightCols<3>();
    equations.solve();
    return equations.B();
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
        case Hold::Kind::touch:
            fixed = rigid * state.touch.gap.gradient * state.touch.gap.gradient.transpose();
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

/// The smallest of the whole rod against turns of a pinned base.
double stiffness_of_base(const Workspace& work, const Matrix6d& P)
{
    const Matrix3d S = against_turns(work, P);
    return Eigen::SelfAdjointEigenSolver<Matrix3d>(-0.5 * (S + S.transpose()), Eigen::EigenvaluesOnly)
        .eigenvalues()[0];
}

/// Stiffnesses this small beside the forces in the rod are not told from zero.
double neutral_turn(const Workspace& work)
{
    double largest = 0.0;
    for (const Node& node : work.nodes)
        largest = std::max({largest, node.x.n.norm(), node.x.m.norm()});
    return 1e-8 * largest + 1e-12;
}

/// The second variation, with the symmetric part of the loads and a stiffness added at every node.
Variation variation_with(double added, const Problem& problem, const Workspace& work) noexcept
{
    // Where all is symmetric the last step has left P⁻ behind, but for a drag that would hide that a pinned
    // base may turn at no cost.
    const bool known = conservative(problem, work) && work.drag < 1e-8 && !problem.pinned && added == 0.0;
    Matrix6d P = Matrix6d::Zero();
    for (std::size_t i = work.intervals.size(); i-- > 0;) {
        const Node& node = work.nodes[i + 1];
        const bool holds = held(problem, work, node);
        Matrix6d P_before = work.blocks[i + 1].P_before;
        if (!known) {
            const Transition& T = work.intervals[i].T;
            P_before = P;
            P_before.diagonal().array() -= added;
            if (node.stop >= 0) P_before += symmetric_part(problem, work, i + 1);
            if (holds) {
                Block block;
                block.P_before = P_before;
                const Relation relation = homogeneous(problem, work, node, block);
                P_before = block.P_before;
                const Matrix6d Y = relation.X * T.B + relation.Y * T.D;
                P = -Y.partialPivLu().solve(relation.X * T.A + relation.Y * T.C);
            } else if (i > 0 || problem.pinned) {
                P = carried(T, P_before);
            }
        }
        Matrix6d stiffness = -0.5 * (P_before + P_before.transpose());
        if (holds) {
            const int hold = problem.stops[node.stop].hold;
            stiffness += stiffness_of(problem.holds[hold], work.holds[hold], node);
        }
        if (!supports(work.intervals[i], stiffness)) return Variation::negative;
    }
    if (!problem.pinned) return Variation::positive;
    const double least = stiffness_of_base(work, P), zero = neutral_turn(work);
    return least < -zero ? Variation::negative : least > zero ? Variation::positive : Variation::neutral;
}

/// Stiffness over EI/L³ at every node that no motion costs less than, but one that costs nothing.
double neutral_stiffness(const Workspace& work)
{
    return 1e-6 / static_cast<double>(work.intervals.size());
}

}  // namespace

Variation second_variation(const Problem& problem, const Workspace& work) noexcept
{
    return variation_with(0.0, problem, work);
}

bool supported(const Problem& problem, const Workspace& work) noexcept
{
    for (std::size_t i = work.intervals.size(); i-- > 0;) {
        const Matrix6d& P = work.blocks[i + 1].P_before;
        Matrix6d stiffness = -0.5 * (P + P.transpose());
        const Node& node = work.nodes[i + 1];
        if (held(problem, work, node)) {
            const int hold = problem.stops[node.stop].hold;
            stiffness += stiffness_of(problem.holds[hold], work.holds[hold], node);
        }
        if (!supports(work.intervals[i], stiffness)) return false;
    }
    return true;
}

bool neutral(const Problem& problem, const Workspace& work) noexcept
{
    if (second_variation(problem, work) == Variation::neutral) return true;
    // Nothing that the loads alone cannot buckle turns at no cost where nothing is held.
    const bool may_have_buckled = !problem.holds.empty() || problem.severity > 1.0;
    return may_have_buckled && conservative(problem, work) &&
           variation_with(-neutral_stiffness(work), problem, work) != Variation::positive;
}

/// Nodes at which disturbances are looked at, and storage for what they do to each other.
struct Workspace::Modes {
    static constexpr int most = 12;
    static constexpr int size = 6 * most;
    using Wide = Eigen::Matrix<double, 6, size>;

    std::vector<Transition> T;
    std::vector<Matrix6d> P;
    std::vector<Wide> q;
    MatrixXd loaded = MatrixXd(size, size);    ///< flexibility of the rod as it is, with a drag on the nodes
    MatrixXd unloaded = MatrixXd(size, size);  ///< of the rod of the same shape without stress
    GeneralEigenvalues solver = GeneralEigenvalues(size);
};

namespace {

using Modes = Workspace::Modes;
constexpr double nearly_zero = 1e-9;  ///< eigenvalues this close to zero are not told from zero

/// The place of a node among those that are looked at, at even distances, -1: none.
int number_of(const Workspace& work, std::size_t i)
{
    const auto group = [&work](std::size_t node) {
        return static_cast<int>(std::ceil(work.nodes[node].s * Modes::most - 1e-9)) - 1;
    };
    const bool last = i + 1 == work.nodes.size() || group(i + 1) > group(i);
    return i > 0 && last ? group(i) : -1;
}

/// How an interval answers that has its shape without stress: C⁻¹ at three points of Gauss.
Transition unstressed(const Section& section, const Node& node, const Node& next)
{
    static constexpr std::array<double, 3> points = {0.1127016653792583, 0.5, 0.8872983346207417};
    static constexpr std::array<double, 3> weights = {5.0 / 18.0, 4.0 / 9.0, 5.0 / 18.0};
    const Vector3d way = next.x.r - node.x.r;
    const double h = next.s - node.s;
    Transition T;
    T.A.setIdentity();
    T.A.topRightCorner<3, 3>() = -so3::hat(way);
    T.B.setZero();
    T.C.setZero();
    T.D.setIdentity();
    T.D.bottomLeftCorner<3, 3>() = -so3::hat(way);
    for (std::size_t g = 0; g < points.size(); ++g) {
        const State at = advance(section, node.x, points[g] * h).end;
        const Matrix3d R = at.q.toRotationMatrix();
        const double w = weights[g] * h;
        Eigen::Matrix<double, 3, 6> moment, lever;  // at the point; of a turn there on the end
        moment << -so3::hat(at.r - node.x.r), Matrix3d::Identity();
        const Matrix3d bending = w * R * section.bending_compliance.asDiagonal() * R.transpose();
        lever << so3::hat(next.x.r - at.r), Matrix3d::Identity();
        T.B.noalias() += lever.transpose() * bending * moment;
        T.B.topLeftCorner<3, 3>() += w * R * section.stretch_compliance.asDiagonal() * R.transpose();
    }
    return T;
}

/// Displacements and turns of the nodes per force and moment on each, with drags on them. `stressed`: with
/// what acts and what holds it, else without.
void find_flexibility(const Problem& problem, const Workspace& work, bool stressed, const Vector6d& drag,
                      Modes& modes, MatrixXd& flexibility)
{
    const std::size_t count = work.intervals.size();
    modes.P[count].setZero();
    modes.q[count].setZero();
    for (std::size_t i = count; i-- > 0;) {
        Node node = work.nodes[i + 1];
        Block block;
        block.P_before = modes.P[i + 1];
        if (stressed)
            block.P_before += work.blocks[i + 1].K;
        else
            node.reaction.setZero();
        Modes::Wide q = modes.q[i + 1];
        const int k = number_of(work, i + 1);
        if (k >= 0) {
            block.P_before.diagonal() -= drag;
            q.middleCols<6>(6 * k) += Matrix6d::Identity();
        }
        Relation relation{-block.P_before, Matrix6d::Identity(), Vector6d::Zero()};
        if (held(problem, work, node)) relation = homogeneous(problem, work, node, block);
        const Transition& T = modes.T[i];
        const Matrix6d Y = relation.X * T.B + relation.Y * T.D;
        const Eigen::PartialPivLU<Matrix6d> lu(Y);
        modes.P[i] = -lu.solve(relation.X * T.A + relation.Y * T.C);
        modes.q[i] = lu.solve(relation.Y * q);
    }
    flexibility.setZero();
    Modes::Wide dc = Modes::Wide::Zero();
    if (problem.pinned) {
        // Without stress nothing keeps the base from turning: there a spring of EI/L counts.
        Matrix3d S = modes.P[0].bottomRightCorner<3, 3>();
        S += stressed ? work.base.S : Matrix3d(-Matrix3d::Identity());
        dc.bottomRows<3>() = -S.inverse() * modes.q[0].bottomRows<3>();
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Transition& T = modes.T[i];
        dc = (T.A * dc + T.B * (modes.P[i] * dc + modes.q[i])).eval();
        const int k = number_of(work, i + 1);
        if (k >= 0) flexibility.middleRows<6>(6 * k) = dc;
    }
}

/// A drag with which nothing diverges: the fastest growth of a long column under the force n is n²/4, of one
/// under the moment m 27 m⁴/256, over EI/L³ per length.
double holding_drag(const Problem& problem, const Workspace& work)
{
    double n = 0.0, m = 0.0, compliance = 0.0;
    for (const Stop& stop : problem.stops)
        compliance = std::max(compliance, stop.section.bending_compliance.maxCoeff());
    for (const Node& node : work.nodes) {
        n = std::max(n, node.x.n.norm());
        m = std::max(m, node.x.m.norm());
    }
    return 1.0 + compliance * n * n + std::pow(compliance, 3) * std::pow(m, 4);
}

}  // namespace

bool diverges(const Problem& problem, Workspace& work)
{
    if (!work.modes) work.modes = std::make_shared<Modes>();
    Modes& modes = *work.modes;
    const std::size_t count = work.intervals.size();
    modes.T.resize(count);
    modes.P.resize(count + 1);
    modes.q.resize(count + 1);

    // Turns are measured by arms of this length over L: short, so that twist counts.
    constexpr double arm = 0.03;
    const Vector6d unit = (Vector6d() << Vector3d::Ones(), Vector3d::Constant(arm)).finished();
    const double drag = holding_drag(problem, work) / Modes::most;
    for (std::size_t i = 0; i < count; ++i)
        modes.T[i] = work.intervals[i].T;
    find_flexibility(problem, work, true, drag * unit.cwiseAbs2(), modes, modes.loaded);
    for (std::size_t i = 0; i < count; ++i)
        modes.T[i] =
            unstressed(problem.stops[work.nodes[i].section].section, work.nodes[i], work.nodes[i + 1]);
    find_flexibility(problem, work, false, Vector6d::Zero(), modes, modes.unloaded);
    work.modes_found = modes.loaded.allFinite() && modes.unloaded.allFinite();
    if (!work.modes_found) return false;

    // F = V D Vᵀ on the motions that the rod can make; there G = (Vᵀ F_drag V)⁻¹ − drag.
    const VectorXd scale = unit.replicate<Modes::most, 1>();
    modes.unloaded = (scale.asDiagonal() * modes.unloaded * scale.asDiagonal()).eval();
    modes.loaded = (scale.asDiagonal() * modes.loaded * scale.asDiagonal()).eval();
    auto [D, V] = symmetric_eigen(modes.unloaded);
    modes.loaded = (V.transpose() * modes.loaded * V).eval();
    const double least = 1e-9 * D[Modes::size - 1];
    for (int i = 0; i < Modes::size && D[i] <= least; ++i) {
        modes.loaded.row(i).setZero();
        modes.loaded.col(i).setZero();
        modes.loaded(i, i) = 1.0 / (1.0 + drag);  // G = 1 there
        D[i] = 1.0;
    }
    modes.loaded = linear_solution(modes.loaded, MatrixXd::Identity(Modes::size, Modes::size));
    modes.loaded.diagonal().array() -= drag;
    modes.loaded = (D.cwiseSqrt().asDiagonal() * modes.loaded * D.cwiseSqrt().asDiagonal()).eval();
    work.modes_found = modes.loaded.allFinite();
    if (!work.modes_found) return false;
    const Eigen::VectorXcd* values = modes.solver.find(modes.loaded);
    work.modes_found = values != nullptr;
    return work.modes_found && std::any_of(values->begin(), values->end(), [](const auto& lambda) {
               return without_flutter(lambda) < -nearly_zero;
           });
}

bool stands(const Problem& problem, Workspace& work, bool at_end)
{
    work.modes_found = true;
    if (second_variation(problem, work) != Variation::negative) return true;
    if (!conservative(problem, work)) return !diverges(problem, work);
    return (at_end || !problem.holds.empty()) &&
           variation_with(neutral_stiffness(work), problem, work) != Variation::negative;
}

}  // namespace supple::cosserat
