#include <supple/cosserat/barrier.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/cosserat/touches.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double same_spot = 1e-7;  // over L
constexpr double together = 1e-3;   // closer touches are one, over L
constexpr double within = 1e-9;     // a gap that counts as closed, over L
constexpr double in_line = 1e-6;    // the same between the touches of a line
constexpr double pulls = 1e-10;     // of a force, over EI/L²
constexpr int density = 32;         // intervals over L before the mesh is refined

/// The rod where it is beyond a boundary, or nowhere more than beside it.
struct Low {
    int boundary;
    double s, gap, u;
};

struct Search {
    const Problem& whole;
    const Options& options;
    Workspace& work;
    Touched& touched;

    Problem& problem = touched.problem;
    std::vector<Touch>& touches = touched.touches;

    /// Makes the touches stops and lays the nodes from the shape as it is.
    void place()
    {
        for (Touch& touch : touches) {
            // A place that slides over a stop goes on behind it.
            for (const Stop& stop : whole.stops)
                if (touch.slides && stop.s < 1.0 && std::abs(touch.s - stop.s) < same_spot)
                    touch.s = stop.s + 2.0 * same_spot;
            if (touch.s > 1.0 - 1e-6) {
                touch.s = 1.0;
                touch.slides = false;
            }
        }
        std::sort(touches.begin(), touches.end(), [](const Touch& a, const Touch& b) { return a.s < b.s; });
        problem = whole;
        problem.stops.clear();
        std::vector<int> moved;
        std::size_t k = 0;
        const auto hold = [&](Stop& stop) {
            Hold touch;
            touch.kind = Hold::Kind::touch;
            touch.boundary = touches[k].boundary;
            touch.stop = static_cast<int>(problem.stops.size());
            stop.hold = static_cast<int>(problem.holds.size());
            problem.holds.push_back(touch);
            ++k;
        };
        for (const Stop& stop : whole.stops) {
            while (k < touches.size() && touches[k].s < stop.s - same_spot) {
                Stop between;
                between.s = touches[k].s;
                between.section = problem.stops.back().section;
                between.first_action = between.end_action = stop.first_action;
                hold(between);
                problem.stops.push_back(between);
            }
            Stop here = stop;
            if (k < touches.size() && touches[k].s <= stop.s + same_spot) hold(here);
            moved.push_back(static_cast<int>(problem.stops.size()));
            problem.stops.push_back(here);
        }
        const auto move = [&](int& stop) { stop = moved[static_cast<std::size_t>(stop)]; };
        for (Action& action : problem.actions)
            move(action.stop);
        for (std::size_t i = 0; i < whole.holds.size(); ++i)
            move(problem.holds[i].stop);
        for (int& stop : problem.station_stops)
            move(stop);
        for (int& stop : problem.magnet_stops)
            move(stop);
        take_mesh(problem, work, density);
        for (std::size_t i = 0; i < touches.size(); ++i) {
            Touching& touch = work.holds[whole.holds.size() + i].touch;
            touch.N = touches[i].N;
            touch.u = touches[i].u;
            touch.slides = touches[i].slides && touches[i].s < 1.0;
        }
    }

    /// Two touches of one boundary that have run together become one.
    bool merge()
    {
        for (std::size_t i = 0; i + 1 < touches.size(); ++i) {
            for (std::size_t j = i + 1; j < touches.size(); ++j) {
                Touch &a = touches[i], &b = touches[j];
                if (a.boundary != b.boundary || std::abs(a.s - b.s) > together) continue;
                if (a.in_line || b.in_line || !(a.slides || b.slides)) continue;
                if (b.N > a.N) std::swap(a, b);
                a.N += b.N;
                a.slides = true;
                touches.erase(touches.begin() + static_cast<std::ptrdiff_t>(j));
                return true;
            }
        }
        return false;
    }

    /// What the step has made of the touches; whether some had no room in the mesh.
    bool take(double part)
    {
        bool moved = false;
        for (std::size_t i = 0; i < work.nodes.size(); ++i) {
            const Node& node = work.nodes[i];
            const int hold = node.stop < 0 ? -1 : problem.stops[node.stop].hold;
            if (!touched.is_touch(hold)) continue;
            Touch& touch = touches[static_cast<std::size_t>(hold) - whole.holds.size()];
            const double left = part * work.blocks[i].shift;
            touch.s = std::clamp(node.s + left, 1e-3, 1.0);
            touch.N = work.holds[hold].touch.N;
            touch.u = work.holds[hold].touch.u;
            moved = moved || std::abs(left) > 1e-13;
        }
        while (merge())
            moved = true;
        return moved;
    }

    bool balance(double& residual)
    {
        double last = 1.0;
        for (int i = 0; i < 60; ++i) {
            residual = evaluate(problem, work, 1.0, true);
            if (!std::isfinite(residual) || Newton{problem, options, work}.spent()) return false;
            const StepSize size = eliminate(problem, work, Newton::slight_drag);
            ++work.iterations;
            if (!size.finite()) return false;
            if (residual < 1e-13 || (last < 1e-6 && residual < 1e-11)) return true;
            const double part = std::min(1.0, 0.2 / size.shape);
            apply(problem, work, part);
            last = part < 1.0 ? 1.0 : size.shape;
            if (!take(part)) continue;
            place();
            last = 1.0;
        }
        return false;
    }

    /// Where the rod is lowest and beyond a boundary.
    std::vector<Low> lows()
    {
        std::vector<Low> found;
        for (int b = 0; b < static_cast<int>(whole.boundaries.size()); ++b) {
            double u = first_place(whole.boundaries[static_cast<std::size_t>(b)].surface,
                                   whole.length * work.nodes[0].x.r);
            Low before{b, 0.0, 1.0, u}, here = before;
            const auto pass = [&](double s, const Vector3d& r) {
                const Low next{b, s, gap_of(b, r, u), u};
                if (here.gap < -within && here.gap <= before.gap && here.gap < next.gap)
                    found.push_back(here);
                before = here;
                here = next;
            };
            for (std::size_t i = 0; i + 1 < work.nodes.size(); ++i) {
                const Node& node = work.nodes[i];
                const double h = work.intervals[i].h;
                const int parts = 1 + static_cast<int>(500.0 * h);
                const Section section = section_at(problem, node.section, 1.0);
                for (int k = i == 0 ? 1 : 0; k < parts; ++k) {
                    const double sigma = h * k / parts;
                    pass(node.s + sigma, k == 0 ? node.x.r : advance(section, node.x, sigma).end.r);
                }
            }
            pass(1.0, work.nodes.back().x.r);
            if (here.gap < -within && here.gap <= before.gap) found.push_back(here);
        }
        return found;
    }

    double gap_of(int boundary, const Vector3d& r, double& u) const
    {
        const Surface& surface = whole.boundaries[static_cast<std::size_t>(boundary)].surface;
        return supple::gap_at(surface, whole.length * r, u).value / whole.length;
    }

    bool of_a_line(const Low& low) const
    {
        const auto near = [&](const Touch& touch) {
            return touch.in_line && touch.boundary == low.boundary && std::abs(touch.s - low.s) < 0.01;
        };
        return std::any_of(touches.begin(), touches.end(), near);
    }

    /// A touch of the tip beside which the rod is lower lies there, and takes its force with it.
    void let_tip_slide(const Low& low)
    {
        for (std::size_t i = 0; i + 1 < touches.size(); ++i) {
            if (touches[i].s < 1.0 || touches[i].boundary != low.boundary) continue;
            touches.back().N = touches[i].N;
            touches.erase(touches.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }

    /// From the touches as they are to those of a balance.
    bool run(int rounds, double& residual)
    {
        for (int round = 0; round < rounds; ++round) {
            if (!balance(residual)) return false;
            const auto weakest = std::min_element(touches.begin(), touches.end(),
                                                  [](const Touch& a, const Touch& b) { return a.N < b.N; });
            if (weakest != touches.end() && weakest->N < -pulls) {
                touches.erase(weakest);
                place();
                continue;
            }
            touched.beyond = 0.0;
            bool added = false;
            for (const Low& low : lows()) {
                const bool line = of_a_line(low);
                touched.beyond = std::max(touched.beyond, -low.gap);
                if (line && low.gap > -in_line) continue;
                touches.push_back({low.boundary, low.s, 0.0, low.u, low.s < 1.0 && !line, line});
                added = true;
                if (low.s > 1.0 - 3.0 * together) let_tip_slide(low);
            }
            if (!added && !refine_mesh(problem, work, 1.0, options.tolerance)) return true;
            if (added) place();
        }
        return false;
    }

    /// The touches of the nodes that press. `lines`: the nodes of a long run where they are, else its ends.
    bool begin(const std::vector<Sample>& samples, const std::vector<Node>& nodes, bool lines)
    {
        const std::size_t count = whole.boundaries.size(), last = nodes.size() - 1;
        double largest = 0.0;
        for (const Sample& k : samples)
            largest = std::max(largest, k.N);
        const double presses = std::max(1e-4 * largest, 1e-6);
        bool any_line = false;
        touches.clear();
        for (std::size_t b = 0; b < count; ++b) {
            const auto sample = [&](std::size_t i) { return samples[(i - 1) * count + b]; };
            for (std::size_t i = 1; i <= last; ++i) {
                if (sample(i).N < presses) continue;
                const std::size_t first = i;
                const Vector3d side = sample(i).gap.gradient;
                while (i < last && sample(i + 1).N >= presses && sample(i + 1).gap.gradient.dot(side) > 0.0)
                    ++i;
                const bool line = i - first >= (lines ? 1 : 3);
                any_line = any_line || line;
                const auto add = [&](std::size_t from, std::size_t to) {
                    double N = 0.0, s = 0.0;
                    for (std::size_t k = from; k <= to; ++k) {
                        N += sample(k).N;
                        s += sample(k).N * nodes[k].s;
                    }
                    const bool tip = to == last && from == to;
                    touches.push_back(
                        {static_cast<int>(b), tip ? 1.0 : s / N, N, sample(from).u, !tip, false});
                };
                if (line && lines) {
                    for (std::size_t k = first; k <= i; ++k) {
                        add(k, k);
                        touches.back().slides = false;
                        touches.back().in_line = true;
                    }
                } else if (line) {
                    const std::size_t middle = first + (i - first) / 2;
                    add(first, middle);
                    add(middle + 1, i);
                } else {
                    add(first, i);
                }
            }
        }
        return any_line;
    }
};

}  // namespace

const Touch& Touched::touch_of(int hold) const
{
    return touches[static_cast<std::size_t>(hold) + touches.size() - problem.holds.size()];
}

bool Touched::is_touch(int hold) const
{
    return hold >= 0 && static_cast<std::size_t>(hold) + touches.size() >= problem.holds.size();
}

PathEnd find_touches(Problem& whole, const Options& options, Workspace& work, Touched& touched)
{
    constexpr long all_effort = 400'000;
    PathEnd end;
    work.effort = 0;
    work.most_effort = all_effort;
    work.iterations_before = work.iterations;
    for (const Boundary& boundary : whole.boundaries) {
        const Vector3d base = whole.length * whole.base.r;
        double u = first_place(boundary.surface, base);
        if (distance_at(boundary.surface, base, u) > -1e-9 * whole.length) continue;
        work.nodes.clear();
        end.status = Status::infeasible;
        end.outside = true;
        return end;
    }
    Search search{whole, options, work, touched};
    const auto found = [&](int rounds) { return search.run(rounds, end.residual); };
    bool good = false;
    // A base that has moved takes the rod to other places.
    const auto stays = [&] {
        const State& base = work.nodes.front().x;
        return (base.r - whole.base.r).norm() + base.q.angularDistance(whole.base.q) < 1e-12;
    };
    if (options.warm && stays()) {
        search.place();
        good = found(20);
    }
    const bool sampled = !good && find_samples(whole, options, work);
    if (!good && !sampled) {
        work.samples.clear();
        touched.touches.clear();
        search.place();
    }
    if (sampled) {
        const std::vector<Sample> samples = work.samples;
        const std::vector<Node> nodes = work.nodes;
        work.samples.clear();
        for (const bool lines : {false, true}) {
            if (good) break;
            work.nodes = nodes;
            const bool any = search.begin(samples, nodes, lines);
            if (lines && !any) break;
            search.place();
            good = found(lines ? 60 : 30);
        }
    }
    work.samples.clear();
    end.spent = Newton{touched.problem, options, work}.spent();
    if (!good) return end;
    end.residual = evaluate(touched.problem, work, 1.0, true);
    eliminate(touched.problem, work, Newton::slight_drag);
    end.status = Status::converged;
    end.lambda = 1.0;
    end.stands = stands(touched.problem, work);
    end.neutral = end.stands && neutral(touched.problem, work);
    return end;
}

}  // namespace supple::cosserat
