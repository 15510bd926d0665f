#include <supple/algebra/solve6.hpp>
#include <supple/cosserat/base.hpp>
#include <supple/cosserat/elimination.hpp>
#include <supple/cosserat/relation.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/cosserat/touch.hpp>

#include <Eigen/LU>

#include <algorithm>

namespace supple::cosserat {
namespace {

/// Moves a guide's node along the rod by σ, at most half an interval; returns by how much.
double shift(const Problem& problem, Workspace& work, std::size_t i, double sigma)
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
    return sigma;
}

/// The step of the base, whose pose or place is held.
void step_base(const Problem& problem, Workspace& work, double drag)
{
    Block& block = work.blocks[0];
    block.dc.setZero();
    block.dp = block.q;
    if (!problem.pinned) return;
    Matrix3d S = against_turns(work, block.P);
    S.diagonal().array() -= drag;
    block.dc.tail<3>() = -S.inverse() * (work.base.defect + block.q.tail<3>());
    block.dp += block.P.rightCols<3>() * block.dc.tail<3>();
    // S is minus a stiffness.
    if (S.determinant() > 0.0) work.det_sign = -work.det_sign;
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
    double largest = 1e-12;
    work.effort += static_cast<long>(count);
    if (problem.pinned) {
        work.base = base_turn(problem, work.nodes.front(), lambda);
        wrench_defect = work.base.defect.cwiseAbs().maxCoeff();
    }
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
            const bool is_held = held(problem, work, next);
            if (is_held) look(problem, next, work.holds[stop.hold].touch);
            interval.d -= next.reaction;
            if (is_held) {
                const Missing lacks = missing(problem.holds[stop.hold], work.holds[stop.hold], next);
                shape_defect = std::max(shape_defect, lacks.shape);
                wrench_defect = std::max(wrench_defect, lacks.force);
            }
        }
        if (!work.samples.empty())
            push(problem, work, i + 1, interval.d, with_transitions ? &block.K : nullptr);
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
    work.drag = drag;
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

        Equations6<8> equations;
        auto Y = equations.A();
        auto P_columns = equations.B().leftCols<6>();
        auto q_column = equations.B().col(6);
        equations.B().col(7).setZero();
        const Transition& T = interval.T;
        if (held(problem, work, node)) {
            follow_point(problem, work, node, after);
            const Relation relation = relation_at(problem, work, node, after);
            Y.noalias() = relation.X * T.B + relation.Y * T.D;
            P_columns.noalias() = -(relation.X * T.A + relation.Y * T.C);
            q_column = relation.z - relation.X * interval.a - relation.Y * interval.d;
        } else {
            // The same with X = −P⁻, Y = I, and the zeros of A, C, D left out.
            const Matrix6d& P = after.P_before;
            Y.noalias() = -(P * T.B);
            Y += T.D;
            P_columns.leftCols<3>() = P.leftCols<3>();
            P_columns.rightCols<3>().noalias() = P * T.A.rightCols<3>();
            P_columns.rightCols<3>() -= T.C.rightCols<3>();
            q_column.noalias() = P * interval.a;
            q_column += after.q_before - interval.d;
        }
        if (equations.solve() < 0.0) work.det_sign = -work.det_sign;
        before.P = P_columns;
        before.q = q_column;
    }

    // From the base outwards.
    step_base(problem, work, drag);
    StepSize size;
    size.shape = work.blocks[0].dc.cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < count; ++i) {
        const Interval& interval = work.intervals[i];
        const Block& before = work.blocks[i];
        Block& after = work.blocks[i + 1];
        after.dc = interval.T.A * before.dc + interval.T.B * before.dp + interval.a;
        after.dp = after.P * after.dc + after.q;
        after.df.setZero();
        after.shift = after.dN = 0.0;
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
            if (problem.holds[index].kind == Hold::Kind::touch) answer(work.holds[index].touch, node, after);
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
        Block& block = work.blocks[i];
        if (i > 0 || problem.pinned) {
            node.x.r += fraction * block.dc.head<3>();
            node.x.q = turn(fraction * block.dc.tail<3>()) * node.x.q;
            node.x.q.normalize();
            if (i > 0 && node.stop >= 0) node.reaction += fraction * block.df;
            if (i > 0 && held(problem, work, node))
                work.holds[problem.stops[node.stop].hold].touch.N += fraction * block.dN;
        }
        if (i + 1 < work.nodes.size()) {
            node.x.n += fraction * block.dp.head<3>();
            node.x.m += fraction * block.dp.tail<3>();
            if (i > 0 && block.shift != 0.0)
                block.shift -= shift(problem, work, i, fraction * block.shift) / fraction;
        }
    }
}

}  // namespace supple::cosserat
