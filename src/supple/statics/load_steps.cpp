#include <supple/statics/load_steps.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

// Newton at t from x, each step as long as it lowers the residual.
bool damped_newton(StaticProblem& p, double t, const PathOptions& options, int& iterations) noexcept
{
    constexpr int most = 40;
    constexpr double shortest = 1e-3, longest = 0.5;  // of a step; of a coordinate's turn in one [rad]
    p.evaluate(t);
    double now = p.r.norm();
    for (int i = 0; i < most && std::isfinite(now); ++i) {
        if (p.residual() <= options.tolerance) return true;
        if (options.spent(iterations)) return false;
        if (!p.A.factor()) return false;
        ++iterations;
        p.step = p.r;
        p.A.solve(p.step);
        p.predicted = p.x;
        const double turn = p.step.head(p.coordinates()).cwiseAbs().maxCoeff();
        double part = turn > longest ? longest / turn : 1.0, then = now;
        for (; part >= shortest; part *= 0.5) {
            p.x = p.predicted - part * p.step;
            p.evaluate(t);
            then = p.r.norm();
            if (then < (1.0 - 0.1 * part) * now) break;
        }
        // Rounding ends the descent.
        if (part < shortest) return p.residual() <= 50.0 * options.tolerance;
        now = then;
    }
    return false;
}

// From x to the end of a path s = 0 to 1 that `set` puts into the problem, in steps that Newton can take.
template <class Set>
bool walk(StaticProblem& p, const PathOptions& options, int& iterations, const Set& set) noexcept
{
    constexpr double smallest = 1e-4, largest = 0.25;
    double s = 0.0, ds = largest;
    p.saved = p.x;
    while (s < 1.0 && ds >= smallest && !options.spent(iterations)) {
        const double next = std::min(1.0, s + ds);
        if (damped_newton(p, set(next), options, iterations)) {
            s = next;
            p.saved = p.x;
            ds = std::min(2.0 * ds, largest);
        } else {
            p.x = p.saved;
            ds *= 0.5;
        }
    }
    return s == 1.0;
}

void set_friction_share(System& system, double share) noexcept
{
    for (CoupledLoad* load : system.coupled)
        load->set_friction_share(share);
}

}  // namespace

void step_load(StaticProblem& p, const PathOptions& budget, PathReport& report) noexcept
{
    int& iterations = report.iterations;
    const PathOptions options{budget.tolerance, budget.max_iterations + iterations, budget.deadline};
    const auto load = [](double s) { return s; };
    const auto friction = [&](double s) {
        set_friction_share(p.system(), s);
        return 1.0;
    };
    const auto start = [&] {
        p.start_from_rest();
        return damped_newton(p, 0.0, options, iterations);
    };

    p.passive_loads_full = true;
    report.converged = start() && walk(p, options, iterations, load);
    if (!report.converged) {
        set_friction_share(p.system(), 0.0);
        report.converged =
            start() && walk(p, options, iterations, load) && walk(p, options, iterations, friction);
        set_friction_share(p.system(), 1.0);
    }
    report.reached = report.converged ? 1.0 : report.reached;
    p.passive_loads_full = false;
}

}  // namespace supple
