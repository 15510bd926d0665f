#include <supple/statics/continuation.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr double largest_step = 0.8;  // of a scaled coordinate in one Newton step [rad]

// The step in x by which Newton would reach r = 0, cut where it is too large for the tangent to be trusted.
double newton_step(StaticProblem& p, VectorXd& step) noexcept
{
    step = p.r;
    p.lu.solve(p.A, step);
    const double size = p.coordinates() == 0 ? 0.0 : step.head(p.coordinates()).cwiseAbs().maxCoeff();
    const double cut = size > largest_step ? largest_step / size : 1.0;
    step *= -cut;
    return size;
}

}  // namespace

bool newton(StaticProblem& p, double t, const PathOptions& options, int most, int& iterations) noexcept
{
    double before = std::numeric_limits<double>::infinity();
    int grew = 0;
    for (int i = 0;; ++i) {
        p.evaluate(t);
        const double now = p.residual();
        if (now <= options.tolerance) return true;
        if (!std::isfinite(now) || i == most) return false;
        // Rounding: the residual no longer shrinks and is small enough to be called zero.
        if (now >= 0.5 * before && now <= 1e3 * options.tolerance) return true;
        if (now > before && ++grew > 3) return false;
        before = now;
        if (!p.factor()) return false;
        ++iterations;
        newton_step(p, p.step);
        p.x += p.step;
    }
}

bool solve_at_once(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    constexpr double light = 2.5;  // sum of the joints' turns that linear theory predicts [rad]
    p.start_from_rest();
    p.evaluate(1.0);
    if (!is_positive_definite(p.A, p.coordinates(), p.work) || !p.factor()) return false;
    p.step = p.r;
    p.lu.solve(p.A, p.step);
    ++report.iterations;
    const double turn = p.step.head(p.coordinates()).lpNorm<1>();
    if (!(turn < light) || p.step.head(p.coordinates()).cwiseAbs().maxCoeff() > largest_step) return false;
    p.x -= p.step;
    return newton(p, 1.0, options, 8, report.iterations) &&
           is_positive_definite(p.A, p.coordinates(), p.work);
}

namespace {

// An overdamped rod let go at the load factor: implicit Euler with growing time steps [pseudo-transient].
bool settle(StaticProblem& p, double t, const PathOptions& options, int& iterations) noexcept
{
    double damping = 1.0;
    p.evaluate(t);
    double before = p.residual();
    for (int i = 0; i < 300 && iterations < options.max_iterations; ++i) {
        if (!std::isfinite(before)) return false;
        if (before < 1e-4 && newton(p, t, options, 12, iterations)) return true;
        p.evaluate(t);
        p.A.diagonal().head(p.coordinates()).array() += damping * p.tangent_scale();
        if (!p.factor()) return false;
        ++iterations;
        newton_step(p, p.step);
        p.x += p.step;
        p.evaluate(t);
        const double now = p.residual();
        damping = std::clamp(damping * now / before, damping / 3.0, damping * 3.0);
        before = now;
    }
    return false;
}

}  // namespace

void follow_load(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    constexpr double smallest_advance = 1e-5;
    constexpr double trusted = 0.15;  // how far a corrector may move a coordinate from the prediction [rad]
    constexpr double turn = 0.4;      // how far a coordinate may turn in one step [rad]
    p.start_from_rest();
    double t = 0.0, advance = 0.25;
    while (t < 1.0 && report.iterations < options.max_iterations) {
        // Predict along the tangent, with a step that no coordinate turns too far in.
        p.saved = p.x;
        p.load_derivative(t, p.rate);
        if (!p.factor()) return;
        p.lu.solve(p.A, p.rate);
        const double speed = p.rate.head(p.coordinates()).cwiseAbs().maxCoeff();
        if (!std::isfinite(speed)) return;
        advance = std::min({advance, 1.0 - t, speed > 0.0 ? turn / speed : 1.0});
        bool accepted = false;
        while (!accepted && advance >= smallest_advance && report.iterations < options.max_iterations) {
            p.x = p.saved - advance * p.rate;
            p.predicted = p.x;
            int used = 0;
            accepted = newton(p, t + advance, options, 7, used) &&
                       (p.x - p.predicted).head(p.coordinates()).cwiseAbs().maxCoeff() < trusted;
            report.iterations += used;
            if (accepted) {
                t = t + advance >= 1.0 - 1e-12 ? 1.0 : t + advance;
                report.reached = t;
                advance *= used <= 3 ? 2.0 : 1.0;
            } else {
                advance *= 0.5;
            }
        }
        if (accepted) continue;
        // The branch ends here: let the rod go at a slightly greater load.
        p.x = p.saved;
        const double beyond = std::min(1.0, t + 1e-3);
        if (!settle(p, beyond, options, report.iterations)) return;
        report.snapped = true;
        report.reached = t = beyond;
        advance = 0.05;
    }
    report.converged = t >= 1.0;
}

void follow_arc_length(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    // Unknowns (x, t); the border row keeps the step along the last tangent: τ_x·Δx + τ_t Δt = Δs.
    constexpr double smallest = 1e-6;
    p.start_from_rest();
    p.last_tangent.setZero();
    double t = 0.0, last_dt = 1.0, ds = 0.1;
    while (report.iterations < options.max_iterations) {
        p.saved = p.x;
        p.load_derivative(t, p.rate);
        if (!p.factor()) return;
        p.lu.solve(p.A, p.rate);  // −dx/dt
        double dt = 1.0 / std::sqrt(1.0 + p.rate.squaredNorm());
        if (-p.rate.dot(p.last_tangent) * dt + dt * last_dt < 0.0) dt = -dt;
        p.last_tangent = -dt * p.rate;
        last_dt = dt;

        bool accepted = false;
        double t_new = t;
        while (!accepted && ds >= smallest && report.iterations < options.max_iterations) {
            p.x = p.saved + ds * p.last_tangent;
            t_new = t + ds * dt;
            for (int i = 0; i < 8; ++i) {
                p.load_derivative(t_new, p.rate);
                const double arc = p.last_tangent.dot(p.x - p.saved) + last_dt * (t_new - t) - ds;
                if (p.residual() <= options.tolerance && std::abs(arc) <= 1e-10) {
                    accepted = true;
                    break;
                }
                if (!std::isfinite(p.residual()) || !p.factor()) break;
                ++report.iterations;
                p.step = p.r;
                p.lu.solve(p.A, p.step);
                p.lu.solve(p.A, p.rate);
                // Block elimination of the border row.
                const double delta =
                    (p.last_tangent.dot(p.step) - arc) / (last_dt - p.last_tangent.dot(p.rate));
                p.x -= p.step + delta * p.rate;
                t_new += delta;
            }
            if (!accepted) ds *= 0.5;
        }
        if (!accepted) return;
        ds = std::min(1.5 * ds, 0.3);
        if ((t - 1.0) * (t_new - 1.0) <= 0.0) {
            // The full load lies in this step: start Newton at the chord's point there.
            const double part = t_new == t ? 1.0 : (1.0 - t) / (t_new - t);
            p.x = p.saved + part * (p.x - p.saved);
            report.converged = newton(p, 1.0, options, 12, report.iterations);
            report.reached = 1.0;
            return;
        }
        t = report.reached = t_new;
    }
}

}  // namespace supple
