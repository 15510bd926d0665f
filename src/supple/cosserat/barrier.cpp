#include <supple/cosserat/barrier.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/cosserat/stability.hpp>
#include <supple/cosserat/touch.hpp>

#include <algorithm>
#include <cmath>

namespace supple::cosserat {
namespace {

constexpr double inside = 0.995;        // of the way to a bound
constexpr double largest_turn = 0.3;    // of a step [rad], and its largest displacement over L
constexpr double last_barrier = 1e-10;  // over EI/L
constexpr double rounding = 1e-8;       // of the error, beside 1 + the severity of the loads
constexpr int coarse = 48, fine = 192;  // nodes

/// The room of the narrowest tube over L, or 1.
double least_room(const Problem& problem)
{
    double room = 1.0;
    for (const Boundary& boundary : problem.boundaries)
        if (const auto* tube = std::get_if<TubeGap>(&boundary.surface))
            room = std::min(room, tube->least_room() / problem.length);
    return room;
}

/// The nodes along the tube, as far from its axis as the base is, with the moments that bend the rod so.
void lay_along(const Problem& problem, const TubeGap& tube, Workspace& work)
{
    const Curve& curve = tube.curve();
    const double L = problem.length;
    double u = curve.nearest(L * work.nodes[0].x.r);
    Vector3d t = curve.at(u).d1.normalized();
    Vector3d beside = L * work.nodes[0].x.r - curve.at(u).c;
    Eigen::Quaterniond q =
        Eigen::Quaterniond::FromTwoVectors(work.nodes[0].x.q * Vector3d::UnitZ(), t) * work.nodes[0].x.q;
    for (std::size_t i = 0; i < work.nodes.size(); ++i) {
        Node& node = work.nodes[i];
        node.x.n.setZero();
        node.x.m.setZero();
        if (i > 0) {
            const double way = L * (node.s - work.nodes[i - 1].s);
            const double half = u + 0.5 * way / curve.at(u).d1.norm();
            u += way / curve.at(half).d1.norm();
            const Vector3d ahead = curve.at(u).d1.normalized();
            const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(t, ahead);
            q = turn * q;
            beside = turn * beside;
            t = ahead;
            node.x.r = (curve.at(u).c + beside) / L;
            node.x.q = q;
        }
    }
    for (std::size_t i = 0; i + 1 < work.nodes.size(); ++i) {
        Node& node = work.nodes[i];
        const Section& section = problem.stops[node.section].section;
        const Vector3d bend =
            rotation_vector(node.x.q.conjugate() * work.nodes[i + 1].x.q) / work.intervals[i].h;
        node.x.m = node.x.q * (bend - section.rest_curvature).cwiseQuotient(section.bending_compliance);
    }
}

struct Barrier {
    Problem& problem;
    const Options& options;
    Workspace& work;
    double room = least_room(problem);
    std::size_t boundaries = problem.boundaries.size();
    double taken = 1.0;  // of the last step

    template <class F>
    void each(F f)
    {
        for (std::size_t j = 0; j < work.samples.size(); ++j)
            f(work.samples[j], j / boundaries + 1);
    }

    void look_at_gaps()
    {
        std::size_t j = 0;
        each([&](Sample& k, std::size_t node) {
            k.gap = gap_at(problem, static_cast<int>(j++ % boundaries), work.nodes[node].x.r, k.u);
        });
    }

    /// New samples at the nodes as they are.
    void begin(double mu)
    {
        work.samples.assign((work.nodes.size() - 1) * boundaries, Sample{});
        std::size_t j = 0;
        each([&](Sample& k, std::size_t node) {
            const Surface& surface = problem.boundaries[j++ % boundaries].surface;
            k.u = first_place(surface, problem.length * work.nodes[node].x.r);
        });
        look_at_gaps();
        each([&](Sample& k, std::size_t) {
            k.s = k.gap.value > 0.0 ? std::max(k.gap.value, 1e-6 * room) : 0.02 * room;
            k.N = mu / k.s;
        });
    }

    /// What is left of the balance with the forces as they are.
    double unbalanced() const
    {
        double worst = 0.0;
        for (std::size_t i = 0; i < work.intervals.size(); ++i) {
            Vector6d left = work.intervals[i].d;
            for (std::size_t b = 0; b < boundaries; ++b) {
                const Sample& k = work.samples[i * boundaries + b];
                left.head<3>() += (k.target - k.N) * k.gap.gradient;
            }
            worst = std::max({worst, left.norm(), work.intervals[i].a.norm()});
        }
        return worst;
    }

    /// Of the energy without the samples, along the step: what is left over at a node is the gradient of the
    /// energy by its pose, as long as the intervals join.
    double slope() const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < work.intervals.size(); ++i) {
            Vector6d left = work.intervals[i].d;
            for (std::size_t b = 0; b < boundaries; ++b) {
                const Sample& k = work.samples[i * boundaries + b];
                left.head<3>() += k.target * k.gap.gradient;
            }
            sum += left.dot(work.blocks[i + 1].dc);
        }
        return sum;
    }

    /// Takes as much of the step as the merit E − μ Σ ln s + ν Σ |ψ − s| allows.
    double descend(double mu, double part, double slope_before)
    {
        double nu = 0.0, falls = 0.0, apart = 0.0;
        each([&](Sample& k, std::size_t) {
            nu = std::max({nu, 2.0 * k.N, 2.0 * (k.N + k.dN), 2.0 * mu / k.s});
            falls -= mu * k.ds / k.s;
            apart += std::abs(k.before - k.s);
        });
        const double descent = slope_before + falls - nu * apart;
        work.spare = work.nodes;
        for (int halving = 0; halving < 20; ++halving, part *= 0.5) {
            apply(problem, work, part);
            if (std::isfinite(evaluate(problem, work, 1.0, false))) {
                double change = -nu * apart + 0.5 * part * (slope_before + slope());
                bool within = true;
                each([&](Sample& k, std::size_t) {
                    const double gap = k.gap.value, s = k.before > 0.0 ? gap : k.s + part * k.ds;
                    within = within && (k.before <= 0.0 || gap > (1.0 - inside) * k.before);
                    if (within) change += nu * std::abs(gap - s) - mu * std::log(s / k.s);
                });
                if (within && change <= 1e-4 * part * descent + 1e-13) return part;
            }
            if (halving < 19) work.nodes = work.spare;
        }
        return part;
    }

    /// A step at the barrier μ; returns the error behind it, NaN where there is none.
    double step(double mu)
    {
        each([&](Sample& k, std::size_t) {
            k.weight = k.N / k.s;
            k.target = mu / k.s - k.weight * (k.gap.value - k.s);
        });
        ++work.iterations;
        if (!std::isfinite(evaluate(problem, work, 1.0, true))) return std::nan("");
        double drag = 0.0;
        StepSize size = eliminate(problem, work, drag);
        while (!(size.finite() && supported(problem, work))) {
            drag = std::max(8.0 * drag, 1e-2);
            if (drag > 1e12) return std::nan("");
            size = eliminate(problem, work, drag);
        }
        double primal = std::min(1.0, largest_turn / size.shape), dual = 1.0, farthest = 0.0;
        for (const Block& block : work.blocks)
            farthest = std::max(farthest, block.dc.head<3>().norm());
        primal = std::min(primal, 2.0 * room / farthest);
        each([&](Sample& k, std::size_t node) {
            k.before = k.gap.value;
            k.ds = k.gap.gradient.dot(work.blocks[node].dc.head<3>()) + k.before - k.s;
            k.dN = mu / k.s - k.N - k.weight * k.ds;
            if (k.ds < 0.0) primal = std::min(primal, -inside * k.s / k.ds);
            if (k.dN < 0.0) dual = std::min(dual, -inside * k.N / k.dN);
        });
        primal = taken = descend(mu, primal, slope());
        double error = 0.0;
        each([&](Sample& k, std::size_t) {
            k.N += dual * k.dN;
            k.s = k.gap.value > 0.0 ? k.gap.value : std::max(k.s + primal * k.ds, 1e-3 * k.s);
            error = std::max({error, std::abs(k.gap.value - k.s), std::abs(k.N * k.s - mu)});
        });
        return std::max(error, unbalanced());
    }

    /// From one barrier to another.
    bool run(double mu, double end)
    {
        int short_steps = 0;
        bool gently = false;
        for (int i = 0; i < 300; ++i) {
            if (Newton{problem, options, work}.spent()) return false;
            const double error = step(mu);
            if (!std::isfinite(error)) return false;
            // Along a wall that bends the steps are short: back to where they are longer, and on with care.
            short_steps = taken < 0.1 ? short_steps + 1 : 0;
            if (short_steps == 6) {
                mu *= 30.0;
                short_steps = 0;
                gently = true;
                each([mu](Sample& k, std::size_t) { k.N = mu / k.s; });
                continue;
            }
            if (error >= std::max(10.0 * mu, rounding * (1.0 + problem.severity))) continue;
            if (mu <= end) return true;
            mu = std::max(end, gently ? 0.2 * mu : std::min(0.2 * mu, std::pow(mu, 1.5)));
        }
        return false;
    }
};

}  // namespace

bool find_samples(Problem& problem, const Options& options, Workspace& work)
{
    work.samples.clear();
    start_from_rest(problem);
    start_mesh(problem, work);
    divide_mesh(problem, work, 1.0, coarse);
    for (const Boundary& boundary : problem.boundaries) {
        const auto* tube = std::get_if<TubeGap>(&boundary.surface);
        if (!tube) continue;
        lay_along(problem, *tube, work);
        break;
    }
    Barrier barrier{problem, options, work};
    const double first = std::min(1e-2, 0.02 * barrier.room), second = 0.05 * first;
    barrier.begin(first);
    if (!barrier.run(first, second)) return false;
    // On with closer nodes, while none of them is at a wall yet.
    work.samples.clear();
    divide_mesh(problem, work, 1.0, fine);
    barrier.begin(second);
    return barrier.run(second, last_barrier);
}

}  // namespace supple::cosserat
