#include <supple/statics/continuation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {
namespace {

// The step in x by which Newton would reach r = 0, cut where it is too large for the tangent to be trusted.
double newton_step(StaticProblem& p, VectorXd& step) noexcept
{
    step = p.r;
    p.A.solve(step);
    const double size = p.coordinates() == 0 ? 0.0 : step.head(p.coordinates()).cwiseAbs().maxCoeff();
    const double cut = size > largest_newton_turn ? largest_newton_turn / size : 1.0;
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
        if (!std::isfinite(now) || i == most || options.spent(iterations)) return false;
        // Rounding: the residual no longer shrinks and is small enough to be called zero.
        if (now >= 0.5 * before && now <= 50.0 * options.tolerance) return true;
        if (now > before && ++grew > 3) return false;
        before = now;
        if (!p.A.factor()) return false;
        ++iterations;
        newton_step(p, p.step);
        p.x += p.step;
    }
}

bool solve_at_once(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    p.start_from_rest();
    p.evaluate(1.0);
    if (options.spent(report.iterations)) return p.residual() <= options.tolerance;
    if (!p.A.positive_definite() || !p.A.factor()) return false;
    p.step = p.r;
    p.A.solve(p.step);
    ++report.iterations;
    const double turn = p.step.head(p.coordinates()).lpNorm<1>();
    if (!(turn < light_load_turn) || p.step.head(p.coordinates()).cwiseAbs().maxCoeff() > largest_newton_turn)
        return false;
    p.x -= p.step;
    if (!newton(p, 1.0, options, 8, report.iterations)) return false;
    report.positive_definite = p.A.positive_definite();
    return report.positive_definite;
}

namespace {

// How far coordinates move; multipliers do not count.
double distance(const StaticProblem& p, const VectorXd& a, const VectorXd& b) noexcept
{
    return (a - b).head(p.coordinates()).norm();
}

// An overdamped rod let go at the load factor: implicit Euler, with time steps in which no coordinate turns
// far and which the flow does not grow in, until Newton ends it from nearby.
bool settle(StaticProblem& p, double t, const PathOptions& options, int& iterations) noexcept
{
    constexpr double far = 0.3, near = 0.1;  // largest turn of a coordinate in one step [rad]
    constexpr int most = 200;
    double damping = 1.0;
    // Two motions that grow at once leave the sign of the determinant as it was.
    const auto& loads = p.system().loads;
    const bool counts =
        p.held() == 0 && p.slips() == 0 &&
        std::all_of(loads.begin(), loads.end(), [](const auto& load) { return load->conservative(); });
    const auto falls = [&] { return counts && p.A.negative_eigenvalues() > 0; };
    p.evaluate(t);
    for (int i = 0; i < most && !options.spent(iterations); ++i) {
        if (!std::isfinite(p.residual())) return false;
        if (p.residual() < 1e-3) {
            p.settled = p.x;
            const bool ends = newton(p, t, options, 12, iterations) && !falls() && p.A.factor() &&
                              p.A.determinant_positive() && distance(p, p.x, p.settled) < near;
            if (ends) return newton(p, t, options, 1, iterations);
            p.x = p.settled;
            p.evaluate(t);
        }
        p.A.add_diagonal(damping * p.tangent_scale());
        const bool growing = falls() || !p.A.factor() || !p.A.determinant_positive();
        ++iterations;
        double turn = 0.0;
        if (!growing) {
            p.step = p.r;
            p.A.solve(p.step);
            turn = p.step.head(p.coordinates()).cwiseAbs().maxCoeff();
        }
        if (growing || !(turn < far)) {
            damping *= 4.0;
        } else {
            p.x -= p.step;
            if (turn < near) damping *= 0.5;
        }
        p.evaluate(t);
    }
    return false;
}

/// A walk along the equilibria x(s), t(s). Lengths on it are those of the coordinates and of t.
class Path {
 public:
    enum class Step { forward, turned, arrived, stuck };

    Path(StaticProblem& problem, const PathOptions& options, PathReport& report)
        : p(problem),
          options_(options),
          report_(report),
          careful_(problem.held() == 0 && problem.system().coupled.empty())
    {
    }

    /// From the unloaded shape, or from x at a load factor, towards more load.
    bool start(double t) noexcept
    {
        t_ = report_.reached = t;
        dt_ = 1.0;
        exchanged_ = false;
        negative_ = -1;
        p.tangent.setZero();
        return turn_to(t);
    }

    /// From the origin with less care: a step of 1e-3 may pass a bifurcation. What bends the rod there may
    /// be so slight that rounding hides the way around it. False where that was done already.
    bool start_with_less_care() noexcept
    {
        if (!careful_) return false;
        careful_ = false;
        p.x = p.origin;
        ds_ = 0.25;
        return start(0.0);
    }

    /// One step along the path; `turned` where t begins to fall.
    Step advance() noexcept
    {
        constexpr double smallest = 1e-7, largest = 1.0;
        p.saved = p.x;
        for (; ds_ >= smallest && !options_.spent(report_.iterations); ds_ *= 0.5) {
            double t = t_ + ds_ * dt_;
            p.x = p.saved + ds_ * p.tangent;
            p.predicted = p.x;
            int used = 0;
            if (!correct(t, used) || distance(p, p.x, p.predicted) > 0.3 * ds_) continue;
            if (t_ < 1.0 && t >= 1.0) {
                if (arrive((1.0 - t_) / (t - t_))) return Step::arrived;
                continue;
            }
            const bool rising = dt_ > 0.0;
            if (!turn_to(t)) continue;
            t_ = report_.reached = t;
            if (used <= 3) ds_ = std::min(2.0 * ds_, largest);
            return rising && dt_ < 0.0 ? Step::turned : Step::forward;
        }
        p.x = p.saved;
        return Step::stuck;
    }

    /// At a limit point: the rod let go at a slightly greater load. Where it comes to rest the path goes on;
    /// where it does not (moments can keep it moving) the path stays where it was.
    bool snap() noexcept
    {
        const double beyond = std::min(1.0, t_ + 1e-3);
        p.turning = p.x;
        p.turning_tangent = p.tangent;
        const double t = t_, dt = dt_;
        if (settle(p, beyond, options_, report_.iterations)) {
            if (beyond == 1.0) t_ = 1.0;
            if (beyond == 1.0 || start(beyond)) return true;
        }
        p.x = p.turning;
        p.tangent = p.turning_tangent;
        t_ = t;
        dt_ = dt;
        return false;
    }

    bool at_full_load() const noexcept { return t_ == 1.0; }

 private:
    // Newton on r = 0 together with a fixed advance along the tangent, by elimination of the border row.
    bool correct(double& t, int& used) noexcept
    {
        // A soft rod lies far away for a small residual: what is left must be small beside the step too.
        constexpr double small = 1e-9, slight = 1e-2;
        double moved = careful_ ? std::numeric_limits<double>::infinity() : 0.0;
        const int n = p.coordinates();
        for (; used < 6; ++used) {
            p.load_derivative(t, p.rate);
            if (p.residual() <= options_.tolerance || (p.residual() <= small && moved <= slight * ds_))
                return true;
            if (!std::isfinite(p.residual()) || options_.spent(report_.iterations) || !p.A.factor())
                return false;
            ++report_.iterations;
            p.step = p.r;
            p.A.solve(p.step);
            p.A.solve(p.rate);
            const auto along = p.tangent.head(n);
            const double ahead = along.dot((p.x - p.predicted).head(n)) + dt_ * (t - t_ - ds_ * dt_);
            const double delta = (along.dot(p.step.head(n)) - ahead) / (dt_ - along.dot(p.rate.head(n)));
            p.step += delta * p.rate;
            if (careful_) moved = p.step.head(n).norm();
            p.x -= p.step;
            t += delta;
        }
        return false;
    }

    // The tangent at x, unless it is singular or turns too sharply for the step that led here.
    bool turn_to(double t) noexcept
    {
        constexpr double sharpest = 0.8;  // cosine
        p.load_derivative(t, p.rate);
        const int negative = p.A.negative_eigenvalues();
        if (!std::isfinite(p.residual()) || !p.A.factor()) return false;
        ++report_.iterations;
        p.A.solve(p.rate);  // −dx/dt
        const int n = p.coordinates();
        double dt = 1.0 / std::sqrt(1.0 + p.rate.head(n).squaredNorm());
        double cosine = dt * (dt_ - p.rate.head(n).dot(p.tangent.head(n)));
        const bool first = p.tangent.head(n).isZero(0.0) && dt_ == 1.0;
        if (cosine < 0.0) {
            dt = -dt;
            cosine = -cosine;
        }
        if (!std::isfinite(dt) || (!first && cosine < sharpest) || !same_branch(dt, negative)) return false;
        p.tangent = -dt * p.rate;
        dt_ = dt;
        return true;
    }

    // Full load lies at a part of the step: Newton from there, if it stays near.
    bool arrive(double part) noexcept
    {
        p.x = p.saved + part * (p.x - p.saved);
        p.predicted = p.x;
        if (!newton(p, 1.0, options_, 10, report_.iterations) || distance(p, p.x, p.predicted) > 0.3 * ds_)
            return false;
        const int negative = p.A.negative_eigenvalues();
        if (!p.A.factor() || !same_branch(1.0, negative)) return false;
        p.evaluate(1.0);  // the caller wants the tangent, not its factors
        return true;
    }

    // On one path the tangent's determinant is positive where t rises and negative where it falls. Where the
    // factored tangent says otherwise a step has jumped to another path, unless it has just passed a
    // bifurcation: then the signs are exchanged from there on, and only a short step may say so. Two
    // eigenvalues that turn negative at once leave the sign as it was (a column may buckle in two planes): so
    // they count too.
    bool same_branch(double dt, int negative) noexcept
    {
        const bool agrees = (p.A.determinant_positive() == (dt > 0.0)) != exchanged_;
        const bool near = negative_ < 0 || std::abs(negative - negative_) < 2;
        if (ds_ >= (careful_ ? 2e-6 : 1e-3) && !(agrees && near)) return false;
        if (!agrees) exchanged_ = !exchanged_;
        negative_ = negative;
        return true;
    }

    StaticProblem& p;
    const PathOptions& options_;
    PathReport& report_;
    double t_ = 0.0, dt_ = 1.0;  ///< load factor and its rate along the path
    double ds_ = 0.25;
    bool careful_;            ///< a bifurcation is passed by the shortest steps only
    bool exchanged_ = false;  ///< a bifurcation was passed
    int negative_ = -1;       ///< eigenvalues of the tangent that are negative; -1: not known yet
};

void follow(StaticProblem& p, const PathOptions& options, PathReport& report, bool snaps) noexcept
{
    int snaps_left = 6;
    Path path(p, options, report);
    p.origin = p.x;
    if (!path.start(0.0)) return;
    while (!options.spent(report.iterations)) {
        const Path::Step step = path.advance();
        if (step == Path::Step::stuck) {
            if (report.snapped || !path.start_with_less_care()) return;
            continue;
        }
        report.converged = step == Path::Step::arrived;
        if (step == Path::Step::turned && snaps) {
            // Where the rod does not come to rest, the path from its start still leads to full load in the
            // end: equilibria are bounded, so it cannot end elsewhere.
            const bool left_that_path = report.snapped;
            report.snapped = true;
            snaps = --snaps_left > 0 && path.snap();
            report.converged = snaps && path.at_full_load();
            if (!snaps && left_that_path) {
                p.x = p.origin;
                if (!path.start(0.0)) return;
            }
        }
        if (report.converged) {
            report.reached = 1.0;
            return;
        }
    }
}

}  // namespace

void follow_load(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    p.start_from_rest();
    follow(p, options, report, true);
}

void follow_from_here(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    follow(p, options, report, true);
}

bool newton_from_last(StaticProblem& p, const PathOptions& options, int& iterations) noexcept
{
    constexpr double slight = 1e-6;  // rad
    p.saved = p.x;
    p.evaluate(1.0);
    if (p.residual() <= options.tolerance) return true;
    if (!std::isfinite(p.residual()) || !p.A.factor()) return false;
    ++iterations;
    if (newton_step(p, p.step) > largest_newton_turn) return false;
    p.x += p.step;
    p.predicted = p.x;
    if (!newton(p, 1.0, options, 12, iterations)) return false;
    // What follows the first step must be small against it, so that the branch is not left unseen. The laws
    // of drives have kinks, at which it is not.
    const double correction = distance(p, p.x, p.predicted);
    return !p.system().coupled.empty() || correction < slight ||
           correction <= 0.5 * distance(p, p.predicted, p.saved);
}

bool follow_from_last(StaticProblem& p, const VectorXd& last, const PathOptions& options,
                      PathReport& report) noexcept
{
    p.x = last;
    p.evaluate(1.0, false);
    p.take(Way::reloading);
    PathReport stage;
    stage.iterations = report.iterations;
    // The multipliers of the last solve are not kept.
    if (newton(p, 0.0, options, 4, stage.iterations) && distance(p, p.x, last) < 1e-6)
        follow_from_here(p, options, stage);
    p.values.set(1.0);
    p.take(Way::together);
    report.iterations = stage.iterations;
    report.converged = stage.converged;
    report.snapped = stage.snapped;
    report.positive_definite = false;
    report.reached = stage.reached;
    p.evaluate(1.0);
    return stage.converged;
}

void follow_arc_length(StaticProblem& p, const PathOptions& options, PathReport& report) noexcept
{
    p.start_from_rest();
    follow(p, options, report, false);
}

}  // namespace supple
