#include <supple/cosserat/impl.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/cosserat/walls.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/result/stop.hpp>
#include <supple/result/verdict.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

struct Writer {
    const Problem& p;
    const Workspace& work;
    Equilibrium& out;
    std::size_t held;  ///< holds of the description

    SE3 pose(const State& x) const { return {x.q.toRotationMatrix(), p.length * x.r}; }

    void section(std::size_t i, double s, const State& x, const Section& section)
    {
        Shape& shape = out.shape;
        shape.arclength[i] = p.length * s;
        shape.frames[i] = pose(x);
        shape.force[i] = p.force * x.n;
        shape.moment[i] = p.moment * x.m;
        shape.curvature[i] =
            (section.rest_curvature + section.bending_compliance.cwiseProduct(x.q.conjugate() * x.m)) /
            p.length;
    }

    void resize_shape(std::size_t count)
    {
        out.shape.arclength.resize(count);
        out.shape.frames.resize(count);
        out.shape.force.resize(count);
        out.shape.moment.resize(count);
        out.shape.curvature.resize(count);
    }

    /// The solver's nodes and, between them, points of an even spacing.
    void shape(int points)
    {
        std::size_t count = work.nodes.size();
        const auto extra = static_cast<std::size_t>(std::max(points, 0));
        resize_shape(count + extra);
        std::size_t at = 0;
        std::size_t k = 0;
        for (std::size_t i = 0; i < work.nodes.size(); ++i) {
            const Node& node = work.nodes[i];
            // Where something acts, what arrives there from the base: the wrench that the rod up to it
            // carries.
            State x = node.x;
            if (i > 0 && node.stop >= 0) {
                const Vector6d W = wrench(p, p.stops[node.stop], node.x, 1.0) + node.reaction;
                x.n += W.head<3>();
                x.m += W.tail<3>();
            }
            section(at++, node.s, x, section_at(p, work.nodes[i > 0 ? i - 1 : i].section, 1.0));
            if (i + 1 == work.nodes.size()) break;
            const Section law = section_at(p, node.section, 1.0);
            for (; k < extra; ++k) {
                const double s = static_cast<double>(k + 1) / static_cast<double>(extra + 1);
                if (s >= work.nodes[i + 1].s - 1e-12) break;
                if (s <= node.s + 1e-12) continue;
                section(at++, s, advance(law, node.x, s - node.s).end, law);
            }
        }
        resize_shape(at);
    }

    /// Adds up everything that acts on the rod from the outside, about the base.
    void balance()
    {
        const Vector3d origin = work.nodes.front().x.r;
        Vector3d force = Vector3d::Zero();
        Vector3d moment = Vector3d::Zero();
        double scale = 0.0;
        double elastic = 0.0;
        double outer = 0.0;
        Vector6d at_base = Vector6d::Zero();
        for (std::size_t i = 0; i < work.nodes.size(); ++i) {
            const Node& node = work.nodes[i];
            if (node.stop >= 0) {
                const Vector6d acting = wrench(p, p.stops[node.stop], node.x, 1.0);
                if (i == 0) at_base = acting;
                outer += potential(p, p.stops[node.stop], node.x);
                for (const Vector6d& W : {acting, node.reaction}) {
                    force += W.head<3>();
                    moment += W.tail<3>() + (node.x.r - origin).cross(W.head<3>());
                    scale += W.norm();
                }
            }
            if (i + 1 == work.nodes.size()) break;
            const Interval& interval = work.intervals[i];
            const Vector3d& w = p.weight;
            force += interval.h * w;
            moment += (interval.h * (node.x.r - origin) + interval.rho_integral).cross(w);
            scale += interval.h * w.norm();
            outer -= w.dot(interval.h * node.x.r + interval.rho_integral);
            elastic += interval.energy;
        }
        const State& base = work.nodes.front().x;
        const Vector3d base_force = -base.n - at_base.head<3>();
        // Of a pinned base what is left of it is no reaction, but a lack of balance.
        const Vector3d base_moment =
            p.pinned ? Vector3d(Vector3d::Zero()) : Vector3d(-base.m - at_base.tail<3>());
        out.base_reaction.name = "base";
        out.base_reaction.force = p.force * base_force;
        out.base_reaction.moment = p.moment * base_moment;
        scale = std::max(scale, base_force.norm() + base_moment.norm());
        const double left_over = (force + base_force).norm() + (moment + base_moment).norm();
        out.balance = scale > 0.0 ? left_over / scale : 0.0;
        out.energy.elastic = p.moment * elastic;
        out.energy.total = p.moment * (elastic + outer);
    }

    void reactions()
    {
        out.reactions.resize(held);
        for (const Node& node : work.nodes) {
            if (node.stop < 0 || p.stops[node.stop].hold < 0) continue;
            const auto i = static_cast<std::size_t>(p.stops[node.stop].hold);
            if (i >= held) continue;
            out.reactions[i].name = p.holds[i].name;
            out.reactions[i].force = p.force * node.reaction.head<3>();
            out.reactions[i].at = p.length * node.s;
            // Where no direction is held the moment is zero but for rounding.
            out.reactions[i].moment.setZero();
            if (p.holds[i].kind == Hold::Kind::clamp || p.holds[i].directed)
                out.reactions[i].moment = p.moment * node.reaction.tail<3>();
        }
    }

    /// Reactions that any value would balance.
    void warn_of_undetermined()
    {
        for (std::size_t i = 0; i < p.holds.size(); ++i) {
            const Vector3d& along = work.holds[i].undetermined;
            if (!along.isZero(0.0))
                out.warnings.push_back(undetermined_in_words(p.holds[i].name, false, along));
        }
    }

    /// In the order of the walls among the constraints.
    void contacts()
    {
        const auto walls = std::count_if(p.holds.begin(), p.holds.end(),
                                         [](const Hold& hold) { return hold.kind == Hold::Kind::wall; });
        out.contacts.resize(static_cast<std::size_t>(walls));
        std::size_t at = 0;
        for (const Hold& hold : p.holds) {
            if (hold.kind != Hold::Kind::wall) continue;
            const HoldState& state = work.holds[problem_index(hold)];
            const auto node = std::find_if(work.nodes.begin(), work.nodes.end(),
                                           [&](const Node& each) { return each.stop == hold.stop; });
            const Vector3d force = p.force * node->reaction.head<3>();
            Contact& contact = out.contacts[at++];
            contact.name = hold.name;
            contact.friction = hold.friction;
            contact.gap = p.length * hold.normal.dot(node->x.r - hold.target);
            contact.normal_force = hold.normal.dot(force);
            contact.friction_force = force - contact.normal_force * hold.normal;
            contact.slip = p.length * state.slip;
            contact.at = p.length * node->s;
            contact.position = pose(node->x).position();
            contact.normal = hold.normal;
            contact.force = force;
            contact.state = !state.active  ? ContactState::open
                            : state.sticks ? ContactState::stick
                                           : ContactState::slip;
        }
    }
    std::size_t problem_index(const Hold& hold) const
    {
        return static_cast<std::size_t>(&hold - p.holds.data());
    }

    void stations()
    {
        out.stations.resize(p.station_stops.size());
        for (std::size_t i = 0; i < out.stations.size(); ++i) {
            out.stations[i].name = p.station_names[i];
            for (const Node& node : work.nodes) {
                if (node.stop == p.station_stops[i]) out.stations[i].X_WS = pose(node.x);
            }
        }
    }

    void fields()
    {
        out.fields.resize(p.magnet_stops.size());
        for (std::size_t i = 0; i < out.fields.size(); ++i) {
            out.fields[i].name = p.magnet_names[i];
            for (const Node& node : work.nodes) {
                if (node.stop != p.magnet_stops[i]) continue;
                out.fields[i].at = p.length * p.stops[static_cast<std::size_t>(node.stop)].s;
                out.fields[i].field = field_at(p.field, p.length * node.x.r, statics_time).B;
            }
        }
    }
};

void explain(const Problem& problem, const PathEnd& end, std::string& message)
{
    message.clear();
    if (end.status == Status::invalid) message = problem.message;
    if (end.status == Status::infeasible)
        message = end.outside ? "the base of the rod is outside of the tube, or inside of an obstacle"
                              : "a constraint lies further away than the rod is long";
    if (end.status != Status::not_converged) return;
    if (end.left_by >= 0) {
        message = "the rod slips out of the guide '" + problem.holds[end.left_by].name +
                  "' before the full load is reached";
        return;
    }
    if (stop_wanted()) {
        message = stopped_sentence;
        return;
    }
    if (!problem.boundaries.empty()) {
        message = "no balance was found that keeps the rod within its walls";
        return;
    }
    message = "no equilibrium was found beyond " + std::to_string(static_cast<int>(100.0 * end.lambda)) +
              " % of the load";
    if (end.spent) message += ", with the iterations and the work that a solve may take";
    if (!problem.conservative)
        message += problem.pinned ? "; nothing may keep the rod from turning on about its pinned base"
                                  : "; loads that are not conservative may keep the rod moving";
}

void clear(Equilibrium& out)
{
    out.shape.arclength.clear();
    out.shape.frames.clear();
    out.shape.force.clear();
    out.shape.moment.clear();
    out.shape.curvature.clear();
    out.stations.clear();
    out.fields.clear();
    out.reactions.clear();
    out.contacts.clear();
    out.contact_groups.clear();
    out.contact_summaries.clear();
    out.base_reaction = {};
    out.balance = 0.0;
    out.energy = {};
}

}  // namespace

void report(const Solver::Impl& impl, const PathEnd& end, Equilibrium& out)
{
    out.model = "cosserat";
    out.status = end.status;
    explain(impl.problem, end, out.message);
    out.snapped = end.snapped;
    out.coordinates.resize(0);
    out.contact_check.reset();
    out.push.reset();
    out.energy_slope.reset();
    out.warnings.clear();
    out.stability = {};
    out.solver.iterations = impl.work.iterations;
    out.solver.residual = end.residual;
    if (end.status == Status::invalid || end.status == Status::infeasible) return clear(out);

    const Problem& problem = solved_problem(impl);
    Writer writer{problem, impl.work, out, impl.problem.holds.size()};
    writer.shape(impl.options.shape_points);
    writer.balance();
    writer.reactions();
    writer.contacts();
    writer.stations();
    writer.fields();
    report_touches(impl, out);
    if (end.status != Status::converged) return;
    const Reaction& base = out.base_reaction;
    if (!base.force.allFinite() || !base.moment.allFinite()) {
        out.status = Status::not_converged;
        out.message = "the forces found are not finite: the numbers are beyond rounding";
        return;
    }
    if (stands_beyond(problem, impl.work)) {
        out.status = Status::infeasible;
        out.message = "the rod stands beyond a wall, without load and with it";
        return;
    }

    writer.warn_of_undetermined();
    if (end.held_last || end.bent) out.warnings.emplace_back(end.bent ? held_from_bent : held_after_loads);
    const bool energy = conservative(problem, impl.work);
    out.stability.kind = energy ? StabilityKind::energy : StabilityKind::divergence_only;
    if (!end.stands) {
        out.stability.stable = false;
        out.status = Status::unstable;
        out.message = "the equilibrium is unstable";
    } else if (energy) {
        if (!end.neutral) out.stability.stable = true;
    } else if (!impl.work.modes_found) {
        out.stability.kind = StabilityKind::not_assessed;
    }
}

}  // namespace supple::cosserat
