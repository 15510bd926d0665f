#include <supple/cosserat/mesh.hpp>
#include <supple/cosserat/rotation.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr int most_intervals = 1 << 12;  ///< between two stops

void resize(Workspace& work, std::size_t intervals)
{
    work.nodes.resize(intervals + 1);
    work.intervals.resize(intervals);
    work.blocks.resize(intervals + 1);
    for (Block& block : work.blocks)
        block.K.setZero();
}

/// Rebuilds the nodes for work.counts from the states in work.spare.
void rebuild(const Problem& problem, Workspace& work, double lambda)
{
    std::size_t total = 0;
    for (const int count : work.counts)
        total += static_cast<std::size_t>(count);
    resize(work, total);

    std::size_t old = 0;
    std::size_t at = 0;
    for (std::size_t j = 0; j < work.counts.size(); ++j) {
        const double start = work.places[j];
        const double h = (work.places[j + 1] - start) / work.counts[j];
        const Section section = section_at(problem, static_cast<int>(j), lambda);
        for (int k = 0; k < work.counts[j]; ++k, ++at) {
            const double s = start + k * h;
            while (old + 2 < work.spare.size() && work.spare[old + 1].s <= s + 1e-13)
                ++old;
            Node& node = work.nodes[at];
            node = work.spare[old];
            if (s - node.s > 1e-13) {
                node.x = advance(section, node.x, s - node.s).end;
                node.stop = -1;
                node.reaction.setZero();
            }
            node.s = s;
            node.section = static_cast<int>(j);
            work.intervals[at].h = h;
        }
    }
    work.nodes[total] = work.spare.back();
}

}  // namespace

void set_targets(const Problem& problem, Workspace& work, double lambda) noexcept
{
    for (std::size_t i = 0; i < problem.holds.size(); ++i) {
        const Hold& hold = problem.holds[i];
        HoldState& state = work.holds[i];
        state.target = hold.start_target + lambda * (hold.target - hold.start_target);
        if (hold.kind == Hold::Kind::wall) continue;
        const Vector3d phi = rotation_vector(hold.q * hold.start_q.conjugate());
        state.q = turn(lambda * phi) * hold.start_q;
    }
}

void start_mesh(const Problem& problem, Workspace& work)
{
    const std::size_t segments = problem.stops.size() - 1;
    work.counts.resize(segments);
    work.places.resize(segments + 1);
    work.holds.resize(problem.holds.size());
    for (std::size_t i = 0; i < problem.holds.size(); ++i) {
        work.holds[i] = HoldState{};
    }
    std::size_t total = 0;
    for (std::size_t j = 0; j <= segments; ++j) {
        work.places[j] = problem.stops[j].s;
        if (j == segments) break;
        const double h = problem.stops[j + 1].s - problem.stops[j].s;
        const double turning = h * problem.stops[j].section.rest_curvature.norm();
        work.counts[j] = static_cast<int>(std::clamp(std::ceil(turning), segments == 1 ? 2.0 : 1.0, 1000.0));
        total += static_cast<std::size_t>(work.counts[j]);
    }
    resize(work, total);

    State x = problem.base;
    std::size_t at = 0;
    for (std::size_t j = 0; j < segments; ++j) {
        const double h = (problem.stops[j + 1].s - problem.stops[j].s) / work.counts[j];
        const Section& section = problem.stops[j].section;
        for (int k = 0; k < work.counts[j]; ++k, ++at) {
            Node& node = work.nodes[at];
            node.x = x;
            node.reaction.setZero();
            node.s = problem.stops[j].s + k * h;
            node.stop = k == 0 ? static_cast<int>(j) : -1;
            node.section = static_cast<int>(j);
            work.intervals[at].h = h;
            x = advance(section, x, h).end;
        }
    }
    Node& tip = work.nodes[total];
    tip.x = x;
    tip.reaction.setZero();
    tip.s = 1.0;
    tip.stop = static_cast<int>(segments);
    tip.section = static_cast<int>(segments);
}

void take_mesh(const Problem& problem, Workspace& work, int intervals)
{
    work.spare = work.nodes;
    const std::size_t segments = problem.stops.size() - 1;
    work.counts.resize(segments);
    work.places.resize(segments + 1);
    work.holds.assign(problem.holds.size(), HoldState{});
    std::size_t total = 0;
    for (std::size_t j = 0; j <= segments; ++j) {
        work.places[j] = problem.stops[j].s;
        if (j == segments) break;
        const double length = problem.stops[j + 1].s - problem.stops[j].s;
        work.counts[j] = std::max(1, static_cast<int>(std::ceil(length * intervals)));
        total += static_cast<std::size_t>(work.counts[j]);
    }
    resize(work, total);
    std::size_t old = 0, at = 0;
    for (std::size_t j = 0; j <= segments; ++j) {
        const int count = j < segments ? work.counts[j] : 1;
        for (int k = 0; k < count; ++k, ++at) {
            Node& node = work.nodes[at];
            node.s = work.places[j];
            if (j < segments) {
                const double h = (work.places[j + 1] - work.places[j]) / count;
                node.s += k * h;
                work.intervals[at].h = h;
            }
            while (old + 1 < work.spare.size() && work.spare[old + 1].s <= node.s + 1e-13)
                ++old;
            node.x = work.spare[old].x;
            // What lies before a stop has the section before it.
            const auto section = static_cast<int>(k == 0 && j > 0 ? j - 1 : j);
            const double way = node.s - work.spare[old].s;
            if (way > 1e-13) node.x = advance(section_at(problem, section, 1.0), node.x, way).end;
            node.reaction.setZero();
            node.stop = k == 0 ? static_cast<int>(j) : -1;
            node.section = static_cast<int>(j);
        }
    }
}

void reserve(Workspace& work, std::size_t intervals)
{
    work.nodes.reserve(intervals + 1);
    work.spare.reserve(intervals + 1);
    work.intervals.reserve(intervals);
    work.blocks.reserve(intervals + 1);
}

bool refine_mesh(const Problem& problem, Workspace& work, double lambda, double tolerance)
{
    bool changed = false;
    std::size_t at = 0;
    for (std::size_t j = 0; j < work.counts.size(); ++j) {
        double error = 0.0;
        double force = 0.0;
        double moment = 0.0;
        for (int k = 0; k < work.counts[j]; ++k, ++at) {
            error += work.intervals[at].error;
            force = std::max(force, work.nodes[at].x.n.norm());
            moment = std::max(moment, work.nodes[at].x.m.norm());
        }
        const double length = work.places[j + 1] - work.places[j];
        const double share = tolerance * length;
        // The step's estimate falls with the 8th power of its length.
        const double factor = error > share ? std::pow(2.0 * error / share, 1.0 / 8.0) : 1.0;
        const double accurate = std::min(factor, 4.0) * work.counts[j];
        // No interval may buckle for itself, that is at h²n/EI = π²/4: the verdict on stability rests on it.
        const double compliance = problem.stops[j].section.bending_compliance.maxCoeff();
        const double stiff =
            length * std::max(std::sqrt(force * compliance) / 1.2, moment * compliance / 3.0);
        const double count = std::ceil(std::min(std::max(accurate, stiff), double{most_intervals}));
        if (!(count > work.counts[j])) continue;
        changed = true;
        work.counts[j] = static_cast<int>(count);
    }
    if (!changed) return false;
    work.spare = work.nodes;
    rebuild(problem, work, lambda);
    return true;
}

void divide_mesh(const Problem& problem, Workspace& work, double lambda, int intervals)
{
    for (std::size_t j = 0; j < work.counts.size(); ++j) {
        const double length = work.places[j + 1] - work.places[j];
        work.counts[j] = std::max(work.counts[j], static_cast<int>(std::ceil(length * intervals)));
    }
    work.spare = work.nodes;
    rebuild(problem, work, lambda);
}

}  // namespace supple::cosserat
