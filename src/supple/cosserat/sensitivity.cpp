#include <supple/cosserat/base.hpp>
#include <supple/cosserat/impl.hpp>
#include <supple/cosserat/relation.hpp>
#include <supple/cosserat/sensitivity.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/lie/so3.hpp>

#include <Eigen/LU>

namespace supple::cosserat {
namespace {

using ByParameters = Eigen::Matrix<double, 6, ParameterColumns::count>;

/// What δq_0, and a wrench on the base, do to the tip by a turn of a pinned base.
Matrix6d by_base_turn(const Problem& problem, const Workspace& work, const Matrix6d& tip_by_base)
{
    Matrix6d carried = Matrix6d::Zero();
    if (!problem.pinned) return carried;
    Matrix3d S = against_turns(work, work.blocks[0].P);
    S.diagonal().array() -= Newton::slight_drag;  // turns that cost nothing
    carried.rightCols<3>() = -tip_by_base.rightCols<3>() * S.inverse();
    return carried;
}

/// The sweep: calls at_base(M) with the tip's answer to a wrench on a pinned base, and f(i, U, V) for every
/// interval, from the base outwards.
template <class B, class F>
void sweep(const Problem& problem, const Workspace& work, std::vector<Matrix6d>& S, B at_base, F f)
{
    const std::size_t count = work.intervals.size();
    S.resize(count + 1);
    S[count].setIdentity();
    for (std::size_t i = count; i-- > 0;) {
        const Transition& T = work.intervals[i].T;
        S[i].noalias() = S[i + 1] * (T.A + T.B * work.blocks[i].P);
    }
    Matrix6d carried = by_base_turn(problem, work, S[0]);  // Z_{i−1} Y_{i−1}⁻¹
    at_base(carried);
    for (std::size_t i = 0; i < count; ++i) {
        const Transition& T = work.intervals[i].T;
        const Block& after = work.blocks[i + 1];
        Matrix6d X = -after.P_before;
        Matrix6d Y = Matrix6d::Identity();
        Matrix6d reaches = Matrix6d::Identity();  // what of q beyond the node comes through
        if (held(problem, work, work.nodes[i + 1])) {
            const Relation relation = relation_at(problem, work, work.nodes[i + 1], after);
            X = relation.X;
            Y = relation.Y;
            reaches = Y;
        }
        const Matrix6d Z = S[i + 1] * T.B + carried;
        // Z Y⁻¹ by the transposed equations.
        const Matrix6d eliminated = X * T.B + Y * T.D;
        const Matrix6d M = eliminated.transpose().partialPivLu().solve(Z.transpose()).transpose();
        carried = M * reaches;
        f(i, Matrix6d(S[i + 1] - M * X), Matrix6d(-M * Y));
    }
}

}  // namespace

void sensitivity(Solver& solver, Sensitivity& result)
{
    Solver::Impl& impl = solver.impl();
    const Problem& p = solved_problem(impl);
    Workspace& work = impl.work;
    std::size_t loads = 0;
    for (const Action& action : p.actions)
        loads = std::max(loads, static_cast<std::size_t>(action.load + 1));
    result.loads.assign(loads, Matrix6d::Zero());
    result.coils.assign(impl.coil_constants.size(), Matrix63::Zero());

    evaluate(p, work, 1.0, true);
    eliminate(p, work);
    ByParameters parameters = ByParameters::Zero();
    const Node& tip = work.nodes.back();
    const Matrix3d to_body = tip.x.q.toRotationMatrix().transpose();
    const auto in_body = [&](auto columns) {
        columns.template topRows<3>() = (p.length * to_body * columns.template topRows<3>()).eval();
        columns.template bottomRows<3>() = (to_body * columns.template bottomRows<3>()).eval();
        return columns;
    };
    Vector6d per_unit;  // scaled wrench per N and N m
    per_unit << Vector3d::Constant(1.0 / p.force), Vector3d::Constant(1.0 / p.moment);

    // What acts on a node, by what a dead wrench there does.
    const auto act = [&](const Node& node, const Matrix6d& by_wrench) {
        const Matrix3d R = node.x.q.toRotationMatrix();
        const Stop& stop = p.stops[node.stop];
        for (int k = stop.first_action; k < stop.end_action; ++k) {
            const Action& action = p.actions[k];
            if (action.load >= 0) {
                Matrix6d by_load = by_wrench;
                if (action.kind == Action::Kind::follower) {
                    by_load.leftCols<3>() = by_wrench.leftCols<3>() * R;
                    by_load.rightCols<3>() = by_wrench.rightCols<3>() * R;
                }
                result.loads[action.load] = by_load;
            }
            if (action.coil_set >= 0) {
                const FieldSample field = field_at(p.field, p.length * node.x.r, statics_time);
                const Matrix3d dipole = R * impl.coil_constants[action.coil_set];
                Matrix63 wrench_per_current;
                wrench_per_current << field.gradient.transpose() * dipole, -so3::hat(field.B) * dipole;
                result.coils[action.coil_set] = by_wrench * wrench_per_current;
            }
        }
    };
    const auto at_base = [&](const Matrix6d& by_wrench) {
        act(work.nodes.front(), in_body(Matrix6d(by_wrench * per_unit.asDiagonal())));
    };

    sweep(p, work, impl.sweep, at_base, [&](std::size_t i, const Matrix6d& U, const Matrix6d& V) {
        Transition T;
        ParameterColumns columns;
        const Node& node = work.nodes[i];
        advance(section_at(p, node.section, 1.0), node.x, work.intervals[i].h, T, columns);
        parameters += U * columns.dc + V * columns.dp;

        // A wrench on the next node enters d with a minus.
        const Node& next = work.nodes[i + 1];
        const Matrix6d by_wrench = in_body(Matrix6d(-V * per_unit.asDiagonal()));
        if (i + 1 == work.intervals.size()) result.tip_compliance = by_wrench;
        if (next.stop >= 0) act(next, by_wrench);
    });

    // From compliances to stiffnesses: d(EI₀/x)/dx = −(EI₀/x)²/EI₀.
    parameters = in_body(parameters);
    const Section& section = p.stops.front().section;
    const double EI = p.moment * p.length;
    const Vector3d C = section.bending_compliance, S = section.stretch_compliance;
    result.bending_stiffness = parameters.middleCols<3>(0) * (-C.cwiseAbs2() / EI).asDiagonal();
    result.stretch_stiffness = parameters.middleCols<3>(3) * (-S.cwiseAbs2() / p.force).asDiagonal();
    result.rest_curvature = p.length * parameters.middleCols<3>(6);
    result.weight_per_length = p.length / p.force * parameters.middleCols<3>(9);
}

}  // namespace supple::cosserat
