#include <supple/cosserat/elimination.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/lie/so3.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>

namespace supple::cosserat {
namespace {

using Matrix67 = Eigen::Matrix<double, 6, 7>;

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

/// Terms of a guide in the free relation: the reaction moves with the point and keeps normal to the tangent.
void slide(const Section& section, const Node& node, const HoldState& hold, Block& block)
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

/// Moves a guide's node along the rod by σ, at most half an interval.
void shift(const Problem& problem, Workspace& work, std::size_t i, double sigma)
{
    Node& node = work.nodes[i];
    const double room = 0.5 * std::min(work.intervals[i - 1].h, work.intervals[i].h);
    sigma = std::clamp(sigma, -room, room);
    const Section& section = problem.stops[node.section].section;
    const Vector3d u =
        section.rest_curvature + section.bending_compliance.cwiseProduct(node.x.q.conjugate() * node.x.m);
    const Vector3d t = node.x.q * Vector3d::UnitZ();
    node.x.r += sigma * t;
    node.x.m -= sigma * t.cross(node.x.n);
    node.x.q = node.x.q * turn(sigma * u);
    node.s += sigma;
    work.places[node.stop] = node.s;
    work.intervals[i - 1].h += sigma;
    work.intervals[i].h -= sigma;
}

bool held(const Problem& problem, const Workspace& work, const Node& node)
{
    if (node.stop < 0) return false;
    const int hold = problem.stops[node.stop].hold;
    return hold >= 0 && work.holds[hold].active;
}

}  // namespace

bool StepSize::finite() const
{
    return std::isfinite(shape) && std::isfinite(wrench);
}

double evaluate(const Problem& problem, Workspace& work, double lambda, bool with_transitions) noexcept
{
    const std::size_t count = work.intervals.size();
    double shape_defect = 0.0;
    double wrench_defect = 0.0;
    double largest = 1.0;
    for (std::size_t i = 0; i < count; ++i) {
        Node& node = work.nodes[i];
        Node& next = work.nodes[i + 1];
        Interval& interval = work.intervals[i];
        const Section section = section_at(problem, node.section, lambda);
        const Step step = with_transitions ? advance(section, node.x, interval.h, interval.T)
                                           : advance(section, node.x, interval.h);
        interval.error = step.error;
        interval.energy = step.energy;
        interval.rho_integral = step.rho_integral;
        interval.m_end = step.end.m;
        interval.a << step.end.r - next.x.r, rotation_vector(step.end.q * next.x.q.conjugate());
        interval.d << step.end.n - next.x.n, step.end.m - next.x.m;
        Block& block = work.blocks[i + 1];
        if (with_transitions) block.K.setZero();
        if (next.stop >= 0) {
            const Stop& stop = problem.stops[next.stop];
            interval.d -= with_transitions ? wrench(problem, stop, next.x, lambda, block.K)
                                           : wrench(problem, stop, next.x, lambda);
            interval.d -= next.reaction;
        }
        shape_defect = std::max(shape_defect, interval.a.cwiseAbs().maxCoeff());
        wrench_defect = std::max(wrench_defect, interval.d.cwiseAbs().maxCoeff());
        largest = std::max({largest, step.end.n.cwiseAbs().maxCoeff(), step.end.m.cwiseAbs().maxCoeff()});
        // maxCoeff skips NaN; the sum does not.
        if (!(std::isfinite(interval.a.sum()) && std::isfinite(interval.d.sum()))) return std::nan("");
    }
    return std::max(shape_defect, wrench_defect / largest);
}

StepSize eliminate(const Problem& problem, Workspace& work, double drag) noexcept
{
    const std::size_t count = work.intervals.size();
    work.det_sign = 1.0;
    work.blocks[count].P.setZero();
    work.blocks[count].q.setZero();

    // From the tip to the base: δp_i = P_i δc_i + q_i.
    for (std::size_t i = count; i-- > 0;) {
        const Interval& interval = work.intervals[i];
        const Node& node = work.nodes[i + 1];
        Block& after = work.blocks[i + 1];
        Block& before = work.blocks[i];
        after.P_before.noalias() = after.P + after.K;
        if (drag > 0.0) after.P_before.diagonal().array() -= drag;
        after.q_before = after.q;

        Matrix6d Y;
        Matrix67 rhs;
        const Transition& T = interval.T;
        if (held(problem, work, node)) {
            const int index = problem.stops[node.stop].hold;
            const Hold& hold = problem.holds[index];
            if (hold.kind == Hold::Kind::guide) {
                slide(problem.stops[node.section].section, node, work.holds[index], after);
            }
            const Relation relation = relation_of(hold, work.holds[index], node, after);
            Y.noalias() = relation.X * T.B + relation.Y * T.D;
            rhs.leftCols<6>().noalias() = -(relation.X * T.A + relation.Y * T.C);
            rhs.col(6) = relation.z - relation.X * interval.a - relation.Y * interval.d;
        } else {
            // The same with X = −P⁻, Y = I, and the zeros of A, C, D left out.
            const Matrix6d& P = after.P_before;
            Y.noalias() = -(P * T.B);
            Y += T.D;
            rhs.leftCols<3>() = P.leftCols<3>();
            rhs.middleCols<3>(3).noalias() = P * T.A.rightCols<3>();
            rhs.middleCols<3>(3) -= T.C.rightCols<3>();
            rhs.col(6).noalias() = P * interval.a;
            rhs.col(6) += after.q_before - interval.d;
        }
        const Eigen::PartialPivLU<Matrix6d> lu(Y);
        if (lu.determinant() < 0.0) work.det_sign = -work.det_sign;
        rhs = lu.solve(rhs).eval();
        before.P = rhs.leftCols<6>();
        before.q = rhs.col(6);
    }

    // From the base outwards.
    StepSize size;
    work.blocks[0].dc.setZero();
    work.blocks[0].dp = work.blocks[0].q;
    for (std::size_t i = 0; i < count; ++i) {
        const Interval& interval = work.intervals[i];
        const Block& before = work.blocks[i];
        Block& after = work.blocks[i + 1];
        after.dc = interval.T.A * before.dc + interval.T.B * before.dp + interval.a;
        after.dp = after.P * after.dc + after.q;
        after.df.setZero();
        after.shift = 0.0;
        const Node& node = work.nodes[i + 1];
        if (held(problem, work, node)) {
            const int index = problem.stops[node.stop].hold;
            after.df = interval.T.C * before.dc + interval.T.D * before.dp + interval.d;
            // The reaction takes up what the free relation leaves; a guide's own terms belong to it.
            after.df -= (after.P + after.K) * after.dc + after.q;
            if (drag > 0.0) after.df += drag * after.dc;
            if (problem.holds[index].kind == Hold::Kind::guide) {
                const Vector3d t = node.x.q * Vector3d::UnitZ();
                after.shift = t.dot(work.holds[index].target - node.x.r - after.dc.head<3>());
                after.df.tail<3>().setZero();
            }
        }
        size.shape = std::max({size.shape, after.dc.cwiseAbs().maxCoeff(), std::abs(after.shift)});
        size.wrench = std::max(size.wrench, before.dp.cwiseAbs().maxCoeff());
        if (!std::isfinite(after.dc.sum() + before.dp.sum())) size.shape = std::nan("");
    }
    return size;
}

void apply(const Problem& problem, Workspace& work, double fraction) noexcept
{
    for (std::size_t i = 0; i < work.nodes.size(); ++i) {
        Node& node = work.nodes[i];
        const Block& block = work.blocks[i];
        if (i > 0) {
            node.x.r += fraction * block.dc.head<3>();
            node.x.q = turn(fraction * block.dc.tail<3>()) * node.x.q;
            node.x.q.normalize();
            if (node.stop >= 0) node.reaction += fraction * block.df;
        }
        if (i + 1 < work.nodes.size()) {
            node.x.n += fraction * block.dp.head<3>();
            node.x.m += fraction * block.dp.tail<3>();
            if (i > 0 && block.shift != 0.0) shift(problem, work, i, fraction * block.shift);
        }
    }
}

bool second_variation_positive(const Problem& problem, const Workspace& work) noexcept
{
    constexpr double rigid = 1e8;
    for (std::size_t i = 0; i < work.intervals.size(); ++i) {
        const Transition& T = work.intervals[i].T;
        const Node& node = work.nodes[i + 1];
        const Block& after = work.blocks[i + 1];

        Matrix6d stiffness = -0.5 * (after.P_before + after.P_before.transpose());
        if (held(problem, work, node)) {
            const Hold& hold = problem.holds[problem.stops[node.stop].hold];
            Matrix3d fixed = Matrix3d::Zero();
            switch (hold.kind) {
                case Hold::Kind::fixture:
                    for (int k = 0; k < 3; ++k)
                        fixed(k, k) = hold.held[k] ? rigid : 0.0;
                    break;
                case Hold::Kind::guide: {
                    const Vector3d t = node.x.q * Vector3d::UnitZ();
                    fixed = rigid * (Matrix3d::Identity() - t * t.transpose());
                    break;
                }
                case Hold::Kind::clamp:
                    fixed = rigid * Matrix3d::Identity();
                    stiffness.bottomRightCorner<3, 3>() += fixed;
                    break;
                case Hold::Kind::wall:
                    fixed = rigid * hold.normal * hold.normal.transpose();
                    break;
            }
            stiffness.topLeftCorner<3, 3>() += fixed;
        }
        // Canonical moments δπ = δm + ½ m⁻ × δθ: both matrices are symmetric then.
        Matrix6d D = T.D;
        D.bottomRows<3>() += 0.5 * so3::hat(work.intervals[i].m_end) * T.B.bottomRows<3>();
        const Matrix6d G_full = T.B * D.inverse();
        const Matrix6d G = 0.5 * (G_full + G_full.transpose());
        if (G.norm() * stiffness.norm() < 1.0) continue;  // I + GX cannot be singular on the way from X = 0

        // L from the eigenvectors of G, so that directions without compliance do no harm.
        const Eigen::LDLT<Matrix6d> ldlt(G);
        if (ldlt.info() != Eigen::Success || ldlt.vectorD().minCoeff() < -1e-9 * G.norm()) return false;
        const Vector6d root = ldlt.vectorD().cwiseMax(0.0).cwiseSqrt();
        Matrix6d L = ldlt.matrixL();
        L = (ldlt.transpositionsP().transpose() * L).eval();
        L = (L * root.asDiagonal()).eval();
        const Matrix6d support = Matrix6d::Identity() + L.transpose() * stiffness * L;
        const Eigen::LLT<Matrix6d> llt(support);
        if (llt.info() != Eigen::Success) return false;
    }
    return true;
}

}  // namespace supple::cosserat
