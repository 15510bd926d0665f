#include <supple/cosserat/guides.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double close = 1e-3;  ///< to a stop, over L

bool is_guide(const Problem& problem, int stop)
{
    if (stop < 0 || problem.stops[stop].hold < 0) return false;
    return problem.holds[problem.stops[stop].hold].kind == Hold::Kind::guide;
}

/// Exchanges two neighbouring stops, one of them a guide's.
void exchange(Problem& problem, int lower)
{
    Stop& first = problem.stops[lower];
    Stop& second = problem.stops[lower + 1];
    std::swap(first, second);
    // The rod behind a guide is what it was before it.
    for (const int at : {lower, lower + 1}) {
        if (is_guide(problem, at)) problem.stops[at].section = problem.stops[at - 1].section;
        if (problem.stops[at].hold >= 0) problem.holds[problem.stops[at].hold].stop = at;
    }
    for (int& stop : problem.station_stops) {
        if (stop == lower || stop == lower + 1) stop = 2 * lower + 1 - stop;
    }
}

/// Lengths of the intervals and places of the stops from the nodes.
void measure_nodes(Workspace& work)
{
    for (std::size_t i = 0; i < work.nodes.size(); ++i) {
        if (work.nodes[i].stop >= 0) work.places[work.nodes[i].stop] = work.nodes[i].s;
        if (i > 0) work.intervals[i - 1].h = work.nodes[i].s - work.nodes[i - 1].s;
    }
}

/// The wrench just after a node, changed by a force that acts at a point beyond it.
void add_force(Node& node, const Vector3d& point, const Vector3d& force)
{
    node.x.n += force;
    node.x.m += (point - node.x.r).cross(force);
}

/// The guide at node i goes behind node i + 1, a stop or not.
void pass_up(Problem& problem, Workspace& work, std::size_t i, double lambda)
{
    Node guide = work.nodes[i];
    Node other = work.nodes[i + 1];
    const int lower = guide.stop;
    const double room = 0.5 * std::min(close, work.intervals[i + 1].h);
    if (other.stop >= 0) {
        exchange(problem, lower);
        work.passes.push_back(lower);
        other.stop = other.section = lower;
        guide.stop = guide.section = lower + 1;
    } else {
        other.section = lower - 1;
        ++work.counts[lower - 1];
        --work.counts[lower];
    }
    guide.x = advance(section_at(problem, guide.section, lambda), other.x, room).end;
    guide.s = other.s + room;
    add_force(other, guide.x.r, guide.reaction.head<3>());
    work.nodes[i] = other;
    work.nodes[i + 1] = guide;
}

/// The guide at node i goes before node i − 1, a stop or not.
void pass_down(Problem& problem, Workspace& work, std::size_t i, double lambda)
{
    Node guide = work.nodes[i];
    Node other = work.nodes[i - 1];
    const double room = 0.5 * std::min(close, work.intervals[i - 2].h);
    add_force(other, guide.x.r, -guide.reaction.head<3>());
    State arriving = other.x;
    if (other.stop >= 0) {
        const int lower = other.stop;
        const Vector6d W = wrench(problem, problem.stops[lower], other.x, lambda) + other.reaction;
        arriving.n += W.head<3>();
        arriving.m += W.tail<3>();
        exchange(problem, lower);
        work.passes.push_back(lower);
        other.stop = other.section = lower + 1;
        guide.stop = guide.section = lower;
    } else {
        other.section = guide.stop;
        --work.counts[guide.stop - 1];
        ++work.counts[guide.stop];
    }
    guide.x = advance(section_at(problem, guide.section, lambda), arriving, -room).end;
    guide.s = other.s - room;
    work.nodes[i - 1] = guide;
    work.nodes[i] = other;
}

}  // namespace

void keep(Workspace& work)
{
    work.spare = work.nodes;
    work.spare_holds = work.holds;
    work.spare_counts = work.counts;
    work.passes.clear();
}

void go_back(Problem& problem, Workspace& work) noexcept
{
    for (; !work.passes.empty(); work.passes.pop_back())
        exchange(problem, work.passes.back());
    work.nodes = work.spare;
    work.holds = work.spare_holds;
    work.counts = work.spare_counts;
    measure_nodes(work);
}

bool pass_guides(Problem& problem, Workspace& work, double lambda) noexcept
{
    if (!problem.has_guides) return true;
    for (std::size_t i = 1; i + 1 < work.nodes.size(); ++i) {
        const double drawn = work.blocks[i].shift;
        if (drawn == 0.0 || !is_guide(problem, work.nodes[i].stop)) continue;
        work.blocks[i].shift = 0.0;
        const std::size_t next = drawn > 0.0 ? i + 1 : i - 1;
        const double gap = std::abs(work.nodes[next].s - work.nodes[i].s);
        if (gap > close) continue;
        if (next == 0 || next + 1 == work.nodes.size()) {
            work.left_by = problem.stops[work.nodes[i].stop].hold;
            return false;
        }
        drawn > 0.0 ? pass_up(problem, work, i, lambda) : pass_down(problem, work, i, lambda);
        problem.passed = true;
        measure_nodes(work);
    }
    return true;
}

void sort_stops(Problem& problem) noexcept
{
    // Only guides are out of place, by a few stops.
    for (std::size_t k = 0; k < problem.stops.size() && problem.passed; ++k) {
        for (std::size_t i = 1; i + 2 < problem.stops.size(); ++i) {
            if (problem.stops[i].s > problem.stops[i + 1].s) exchange(problem, static_cast<int>(i));
        }
    }
    problem.passed = false;
}

}  // namespace supple::cosserat
