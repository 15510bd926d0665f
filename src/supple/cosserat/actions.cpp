#include <supple/cosserat/problem.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

/// Force and moment of a dipole, and their tangent.
void add_dipole(const Problem& p, const Vector3d& dipole, const State& x, Vector6d& W, Matrix6d* K)
{
    const FieldSample field = field_at(p.field, p.length * x.r, statics_time);
    const Vector3d mu = x.q * dipole;
    W.head<3>() += field.gradient.transpose() * mu / p.force;
    W.tail<3>() += mu.cross(field.B) / p.moment;
    if (!K) return;
    const Matrix3d mu_hat = so3::hat(mu);
    for (int k = 0; k < 3; ++k) {
        K->col(k).head<3>() += p.length / p.force * (field.second[k].transpose() * mu);
    }
    K->topRightCorner<3, 3>() -= field.gradient.transpose() * mu_hat / p.force;
    K->bottomLeftCorner<3, 3>() += p.length / p.moment * (mu_hat * field.gradient);
    K->bottomRightCorner<3, 3>() += so3::hat(field.B) * mu_hat / p.moment;
}

/// Between the start and the end of the path.
Vector3d between(const Vector3d& start, const Vector3d& end, double lambda)
{
    return start + lambda * (end - start);
}

Vector6d wrench_of(const Problem& p, const Stop& stop, const State& x, double lambda, Matrix6d* K)
{
    Vector6d W = Vector6d::Zero();
    for (int i = stop.first_action; i < stop.end_action; ++i) {
        const Action& action = p.actions[i];
        if (action.kind == Action::Kind::dipole) {
            add_dipole(p, between(action.start.dipole, action.value.dipole, lambda), x, W, K);
            continue;
        }
        Vector3d f = between(action.start.force, action.value.force, lambda);
        Vector3d m = between(action.start.moment, action.value.moment, lambda);
        if (action.kind == Action::Kind::follower) {
            f = x.q * f;
            m = x.q * m;
            if (K) {
                K->topRightCorner<3, 3>() -= so3::hat(f);
                K->bottomRightCorner<3, 3>() -= so3::hat(m);
            }
        }
        W.head<3>() += f;
        W.tail<3>() += m;
    }
    return W;
}

}  // namespace

Vector6d wrench(const Problem& problem, const Stop& stop, const State& x, double lambda) noexcept
{
    return wrench_of(problem, stop, x, lambda, nullptr);
}

Vector6d wrench(const Problem& problem, const Stop& stop, const State& x, double lambda, Matrix6d& K) noexcept
{
    K.setZero();
    return wrench_of(problem, stop, x, lambda, &K);
}

double potential(const Problem& problem, const Stop& stop, const State& x) noexcept
{
    double energy = 0.0;
    for (int i = stop.first_action; i < stop.end_action; ++i) {
        const Action& action = problem.actions[i];
        if (action.kind == Action::Kind::dead) energy -= action.value.force.dot(x.r);
        if (action.kind == Action::Kind::dipole) {
            const Vector3d B = field_at(problem.field, problem.length * x.r, statics_time).B;
            energy -= (x.q * action.value.dipole).dot(B) / problem.moment;
        }
    }
    return energy;
}

Section section_at(const Problem& problem, int stop, double lambda) noexcept
{
    Section section = problem.stops[stop].section;
    section.weight = between(problem.start_weight, problem.weight, lambda);
    return section;
}

void start_from_rest(Problem& problem) noexcept
{
    for (Action& action : problem.actions)
        action.start = Action::Value{};
    problem.start_weight.setZero();
    problem.start_moment.setZero();
    problem.start_spring = problem.severity > 0.0 ? 2.0 * problem.severity : 1.0;
    for (Hold& hold : problem.holds) {
        // A wall stands where it is.
        hold.start_target = hold.kind == Hold::Kind::wall ? hold.target : hold.rest_target;
        hold.start_q = hold.rest_q;
    }
}

void start_from_here(Problem& problem) noexcept
{
    for (Action& action : problem.actions)
        action.start = action.value;
    problem.start_weight = problem.weight;
    problem.start_moment.setZero();
    problem.start_spring = 0.0;
    for (Hold& hold : problem.holds) {
        hold.start_target = hold.target;
        hold.start_q = hold.q;
    }
}

void measure_loads(Problem& p) noexcept
{
    // Force and moment that the full load puts on the rest shape.
    p.conservative = true;
    bool field_known = true;
    double force = 0.0;
    double moment = 0.0;
    State x = p.base;
    for (std::size_t i = 0; i < p.stops.size(); ++i) {
        const Stop& stop = p.stops[i];
        if (stop.hold >= 0) {
            Hold& hold = p.holds[stop.hold];
            hold.rest_target = x.r;
            hold.rest_q = x.q;
            // The shortest way from the tangent at rest.
            const Vector3d t = x.q * Vector3d::UnitZ();
            if (hold.directed) hold.q = Eigen::Quaterniond::FromTwoVectors(t, hold.tangent) * x.q;
        }
        const Vector6d W = wrench(p, stop, x, 1.0);
        force += W.head<3>().norm();
        moment += W.tail<3>().norm();
        for (int k = stop.first_action; k < stop.end_action; ++k) {
            const Action& action = p.actions[k];
            const bool inert = action.value.force.isZero(0.0) && action.value.moment.isZero(0.0);
            if (action.kind == Action::Kind::follower && !inert) p.conservative = false;
            if (action.kind == Action::Kind::dead && !action.value.moment.isZero(0.0)) p.conservative = false;
            // A dipole against the field has no moment on the rest shape, but turns over from it.
            if (action.kind == Action::Kind::dipole) {
                const FieldSample field = field_at(p.field, p.length * x.r, statics_time);
                field_known = field_known && field.B.allFinite() && field.gradient.allFinite();
                // It twists the rod first, at a smaller moment than bends it.
                moment += 1.5 * action.value.dipole.norm() * field.B.norm() / p.moment;
            }
        }
        if (i + 1 == p.stops.size()) break;
        const double h = p.stops[i + 1].s - stop.s;
        x.n.setZero();
        x.m.setZero();
        // At most a radian a step: the rest shape to 1e-7 and better.
        const int steps = 1 + static_cast<int>(std::min(1e4, stop.section.rest_curvature.norm() * h));
        for (int k = 0; k < steps; ++k)
            x = advance(stop.section, x, h / steps).end;
    }
    for (const Hold& hold : p.holds) {
        const Vector3d way = hold.target - hold.rest_target;
        if (hold.kind == Hold::Kind::wall) continue;
        for (int k = 0; k < 3; ++k) {
            if (hold.kind != Hold::Kind::fixture || hold.held[k]) force += 12.0 * std::abs(way[k]);
        }
        if (hold.kind == Hold::Kind::clamp || hold.directed) moment += hold.q.angularDistance(hold.rest_q);
    }
    // Near the first buckling load of a cantilever, π²/4; a bend of one and a half radian.
    p.severity = std::max((force + p.weight.norm()) / 2.0, moment / 1.5);
    if (!std::isfinite(force + moment)) {
        p.status = Status::invalid;
        p.message = field_known ? "the loads, over the rod's stiffness, are too large to be computed with"
                                : "the magnetic field is not defined where the rod lies";
    }
}

}  // namespace supple::cosserat
