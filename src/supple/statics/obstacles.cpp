#include <supple/statics/eigenvalue.hpp>
#include <supple/statics/lay_along.hpp>
#include <supple/statics/obstacles.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr double largest_step = 0.3;    // of a coordinate [rad]
constexpr double inside = 0.995;        // of the way to a bound
constexpr double stiff = 1e8;           // c of the touched samples, over EI/L³
constexpr double choosing = 1e3;        // the same to choose them
constexpr double last_barrier = 1e-12;  // over EI/L
constexpr double balanced = 1e-11;      // residual, scaled
constexpr double shut = 4e-12;          // gap over L
constexpr double slack = 2e-10;         // N ψ of a touch, over EI/L
constexpr double soft_springs = 1e6;    // springs that cost a chain's elimination few digits, over EI/L³
constexpr double near = 1e-5;           // barrier from which Newton on what touches is tried, over EI/L

}  // namespace

ObstacleSolver::ObstacleSolver(StaticProblem& problem)
    : p_(problem), system_(problem.system()), length_(system_.length), room_(system_.length)
{
    const Model& model = *system_.model;
    const double EI = system_.section_stiffness.head<2>().maxCoeff();
    energy_ = EI / length_;
    force_ = energy_ / length_;
    for (Obstacle* obstacle : system_.obstacles) {
        if (const auto* tube = std::get_if<TubeGap>(&obstacle->surface)) {
            room_ = std::min(room_, tube->least_room());
            if (!along_) along_ = &tube->curve();
        }
        for (std::size_t i = 0; i < obstacle->samples.size(); ++i)
            slacks_.push_back({obstacle, i});
    }
    allowed_ = std::min(0.1 * room_, along_ ? room_ : 1e-3 * length_);
    const auto elements = static_cast<int>(model.block_sizes().size());
    for (int e = 0; e < elements; ++e)
        ends_.push_back(model.arclength_at({e, 1.0}));
    motion_.assign(model.frames().size(), Vector6d::Zero());
    kept_forces_.assign(slacks_.size(), 0.0);
    pass_forces_ = balance_forces_ = kept_forces_;
    if (TouchingTangent::pays(system_)) light_.emplace(system_);
    for (VectorXd* v : {&d_, &dq_, &from_, &kept_, &target_, &balance_})
        v->setZero(p_.x.size());
    base_ = system_.X_WB;
}

const Vector3d& ObstacleSolver::position(const Slack& k) const noexcept
{
    return system_.model->frames()[static_cast<std::size_t>(k.sample().point)].position();
}

/// Gives the samples forces, without what a step of the solver adds.
void ObstacleSolver::push(double Slack::*force) noexcept
{
    for (Slack& k : slacks_) {
        Obstacle::Sample& sample = k.sample();
        sample.force = sample.multiplier = k.*force;
        sample.weight = 0.0;
    }
}

/// Of the coordinates' equations as evaluated last, over EI/L.
double ObstacleSolver::residual() const noexcept
{
    const double worst = p_.r.size() == 0 ? 0.0 : p_.r.cwiseAbs().maxCoeff();
    return std::isnan(p_.r.sum()) ? p_.r.sum() : worst / p_.row_scale() / energy_;
}

double ObstacleSolver::largest_turn() const noexcept
{
    return d_.cwiseAbs().maxCoeff();
}

/// d = −A⁻¹ r, r with the target forces and the tangent A with the forces as they are: those that a far gap
/// asks for would bend it out of shape. A is made positive definite where it is not. Leaves the residual with
/// the forces as they are. False where the step is not finite.
bool ObstacleSolver::find_step() noexcept
{
    double stiffest = 0.0;
    for (const Slack& k : slacks_)
        stiffest = std::max(stiffest, k.weight);
    const bool light = light_ && stiffest < soft_springs * force_ / length_;
    return (light && find_step_of(light_->problem())) || find_step_of(p_);
}

bool ObstacleSolver::find_step_of(StaticProblem& p) noexcept
{
    if (&p != &p_) p.x = p_.x;
    push(&Slack::target);
    p.evaluate(factor_, false);
    target_ = p.r;
    push(&Slack::N);
    for (Slack& k : slacks_)
        k.sample().weight = k.weight;
    p.evaluate(factor_);
    p_.r = p.r;
    double shift = 0.0;
    const double least = 1e-4 * p.tangent_scale();
    while (!p.A.positive_definite(shift)) {
        shift = shift == 0.0 ? least : 8.0 * shift;
        if (!(shift < 1e12 * p.tangent_scale())) return false;
    }
    d_ = -target_;
    if (!(symmetric_ && p.A.solve_by_root(d_))) {
        if (shift > 0.0) p.A.add_diagonal(shift);
        if (!p.A.factor()) return false;
        p.A.solve(d_);
    }
    return std::isfinite(d_.sum());
}

/// The same with the samples that touch brought to the surface, and dN the change of their forces.
bool ObstacleSolver::find_step_at_touches(double C) noexcept
{
    if (find_light_step()) return true;
    for (Slack& k : slacks_) {
        k.target = k.N - (k.touches ? C * k.gap().value : 0.0);
        k.weight = k.touches ? C : 0.0;
    }
    if (!find_step()) return false;
    find_gap_rates();
    for (Slack& k : slacks_)
        k.dN = k.touches ? -C * (k.gap().value + k.v) : 0.0;
    return true;
}

/// With the touches in the border; false where that is not done.
bool ObstacleSolver::find_light_step() noexcept
{
    std::size_t touching = 0;
    double pressed = 0.0;
    for (const Slack& k : slacks_) {
        touching += k.touches ? 1 : 0;
        pressed += std::max(0.0, k.N) / force_;
    }
    if (!light_ || !light_->begin(touching, pressed)) return false;
    push(&Slack::N);
    light_->problem().x = p_.x;
    light_->problem().evaluate(factor_);
    p_.r = light_->problem().r;
    light_->take_tangent();
    for (const Slack& k : slacks_)
        if (k.touches) light_->hold(k.sample().point, k.gap().gradient, k.gap().value);
    if (!light_->find_step()) return false;
    d_ = light_->step();
    std::size_t i = 0;
    for (Slack& k : slacks_)
        k.dN = k.touches ? light_->force(i++) : 0.0;
    find_gap_rates();
    return std::isfinite(d_.sum());
}

/// How the gaps change by the step, at the frames as they are.
void ObstacleSolver::find_gap_rates() noexcept
{
    dq_ = d_.cwiseProduct(system_.model->coordinate_scale());
    system_.model->velocities(dq_, motion_);
    for (Slack& k : slacks_) {
        const Obstacle::Sample& sample = k.sample();
        k.v = sample.gap.gradient.dot(motion_[static_cast<std::size_t>(sample.point)].head<3>());
    }
}

/// Of the energy without that of the samples' forces, along the step.
double ObstacleSolver::slope() const noexcept
{
    double slope = p_.r.dot(d_) / p_.row_scale();
    for (const Slack& k : slacks_)
        slope += k.sample().force * k.v;
    return slope;
}

bool ObstacleSolver::interior_point(const PathOptions& options, PathReport& report) noexcept
{
    for (Slack& k : slacks_)
        k.N = 0.0;
    push(&Slack::N);
    p_.evaluate(factor_, false);
    double mu = std::min(1e-2, 0.02 * room_ / length_) * energy_;
    for (Slack& k : slacks_) {
        k.s = k.gap().value > 0.0 ? std::max(k.gap().value, 1e-6 * room_) : 0.02 * room_;
        k.N = mu / k.s;
    }
    for (int i = 0; i < 1500; ++i) {
        if (options.spent(report.iterations)) return false;
        for (Slack& k : slacks_) {
            k.target = mu / k.s - k.N / k.s * (k.gap().value - k.s);
            k.weight = k.N / k.s;
        }
        ++report.iterations;
        if (!find_step()) return false;
        find_gap_rates();
        const double slope_before = slope();
        double primal = 1.0, dual = 1.0, nu = 0.0, barrier_slope = 0.0, apart = 0.0;
        double farthest = 0.0;
        for (const Vector6d& motion : motion_)
            farthest = std::max(farthest, motion.head<3>().norm());
        primal = std::min({1.0, largest_step / largest_turn(), 2.0 * room_ / farthest});
        for (Slack& k : slacks_) {
            k.before = k.gap().value;
            k.ds = k.v + k.before - k.s;
            k.dN = mu / k.s - k.N - k.N / k.s * k.ds;
            if (k.ds < 0.0) primal = std::min(primal, -inside * k.s / k.ds);
            if (k.dN < 0.0) dual = std::min(dual, -inside * k.N / k.dN);
            nu = std::max({nu, 2.0 * k.N, 2.0 * (k.N + k.dN), 2.0 * mu / k.s});
            barrier_slope -= mu * k.ds / k.s;
            apart += std::abs(k.gap().value - k.s);
        }
        for (Slack& k : slacks_)
            k.N += dual * k.dN;
        const double descent = slope_before + barrier_slope - nu * apart;
        from_ = p_.x;
        double part = primal;
        bool taken = false;
        for (int halving = 0; halving < 20; ++halving, part *= 0.5) {
            p_.x = from_ + part * d_;
            double change = -nu * apart;
            bool within = true;
            push(&Slack::N);
            p_.evaluate(factor_, false);
            find_gap_rates();
            for (const Slack& k : slacks_) {
                // Who is inside stays inside, and has no slack of its own.
                const double gap = k.gap().value;
                const double s = k.before > 0.0 ? gap : k.s + part * k.ds;
                within = within && (k.before <= 0.0 || gap > (1.0 - inside) * k.before);
                if (within) change += nu * std::abs(gap - s) - mu * std::log(s / k.s);
            }
            change += 0.5 * part * (slope_before + slope());
            if (within && change <= 1e-4 * part * descent + 1e-13 * energy_) {
                taken = true;
                break;
            }
        }
        if (!taken && !std::isfinite(residual())) return false;
        double error = residual();
        for (Slack& k : slacks_) {
            const double gap = k.gap().value;
            k.s = gap > 0.0 ? gap : std::max(k.s + part * k.ds, 1e-3 * k.s);
            error = std::max(
                {error, std::abs(k.gap().value - k.s) / length_, std::abs(k.N * k.s - mu) / energy_});
        }
        if (error > 10.0 * mu / energy_) continue;
        if (mu <= last_barrier * energy_ && error < 1e-10) return true;
        const double now = mu / energy_;
        mu = std::max(last_barrier, std::min(0.2 * now, std::pow(now, 1.5))) * energy_;
        // Near enough for Newton on what touches; where that does not settle, the barrier falls further.
        if (now < near) {
            kept_ = p_.x;
            for (std::size_t j = 0; j < slacks_.size(); ++j) {
                kept_forces_[j] = slacks_[j].N;
                slacks_[j].foot = slacks_[j].sample().u;
            }
            if (settle(options, report, 12)) return true;
            p_.x = kept_;
            // A foot that followed a step astray may be on another turn of the tube.
            for (std::size_t j = 0; j < slacks_.size(); ++j) {
                slacks_[j].N = kept_forces_[j];
                slacks_[j].sample().u = slacks_[j].foot;
            }
            push(&Slack::N);
            p_.evaluate(factor_, false);
        }
    }
    return false;
}

/// Newton on the samples that touch, from x and N.
bool ObstacleSolver::settle(const PathOptions& options, PathReport& report, int most) noexcept
{
    const double c = choosing * force_ / length_, C = stiff * force_ / length_;
    push(&Slack::N);
    p_.evaluate(factor_, false);
    for (int i = 0; i <= most; ++i) {
        bool same = true, closed = true;
        double pressed = 0.0;
        for (Slack& k : slacks_) {
            const double gap = k.gap().value;
            const bool touches = k.N - c * gap > 0.0;
            same = same && touches == k.touches;
            k.touches = touches;
            if (!touches && k.N != 0.0) closed = false;
            if (touches && (std::abs(gap) > shut * length_ || k.N * std::abs(gap) > slack * energy_))
                closed = false;
            if (k.N < 0.0) closed = false;
            pressed += std::max(0.0, k.N) / force_;
        }
        // Beside large forces their rounding is left.
        if (closed && residual() <= balanced * (1.0 + 1e-3 * pressed)) return true;
        if (i == most || options.spent(report.iterations)) return false;
        for (Slack& k : slacks_) {
            if (!k.touches) k.N = 0.0;
        }
        ++report.iterations;
        if (!find_step_at_touches(C)) return false;
        const double turn = largest_turn();
        const double part = turn > largest_step ? largest_step / turn : 1.0;
        p_.x += part * d_;
        for (Slack& k : slacks_) {
            k.N += part * k.dN;
        }
        push(&Slack::N);
        p_.evaluate(factor_, false);
    }
    return false;
}

/// Cold: from the rod laid along the first tube, or unloaded.
bool ObstacleSolver::start_anew(const PathOptions& options, PathReport& report) noexcept
{
    for (Slack& k : slacks_)
        k.sample().rub = 0.0;
    p_.start_from_rest();
    p_.evaluate(factor_, false);
    if (along_) {
        lay_along(*system_.model, *along_, system_.X_WB, ends_, p_.q);
        p_.start_from(VectorXd(p_.q));
    }
    for (Slack& k : slacks_) {
        Obstacle::Sample& sample = k.sample();
        const auto point = static_cast<std::size_t>(sample.point);
        sample.u = first_place(k.obstacle->surface, system_.model->frames()[point].position());
    }
    return interior_point(options, report);
}

void ObstacleSolver::follow(bool warm, const PathOptions& options, PathReport& report) noexcept
{
    // Friction's potential has a symmetric tangent too.
    symmetric_ = std::all_of(system_.loads.begin(), system_.loads.end(), [](const auto& load) {
        return load->conservative() || dynamic_cast<const Obstacle*>(load.get());
    });
    followed_ = warm && increments(options, report);
    // With friction a start anew would forget the way: then there is no answer.
    report.converged = followed_ || (!(warm && rubs()) && start_anew(options, report));
    // What begins anew has no history.
    if (report.converged && !followed_) {
        for (Slack& k : slacks_)
            k.sample().anchor = position(k);
    }
    energy_slope_.reset();
    branch_ = BranchCheck::not_checked;
    const bool pushed = (system_.X_WB.position() - base_.position()).norm() > 1e-12 * length_;
    if (followed_ && along_ && pushed && !rubs()) find_energy_slope(options, report);
    if (report.converged) base_ = system_.X_WB;
}

double ObstacleSolver::violation() const noexcept
{
    double worst = residual();
    for (const Slack& k : slacks_) {
        const double gap = k.gap().value / length_, N = k.N / force_;
        worst = std::max({worst, -gap, -N, std::abs(N * gap)});
    }
    return worst;
}

/// Whether the tangent, with a shift, is positive on the motions that the samples which press leave; `weak`:
/// also those that touch without pressing.
bool ObstacleSolver::positive_with(bool weak, double shift) noexcept
{
    std::size_t holding = 0;
    for (Slack& k : slacks_) {
        const bool strong = k.N > 1e-7 * force_;
        k.touches = strong || (weak && k.gap().value < 1e-9 * length_);
        holding += k.touches ? 1 : 0;
    }
    push(&Slack::N);
    if (light_ && light_->begin(holding, 0.0)) {
        light_->problem().x = p_.x;
        light_->problem().evaluate(factor_);
        light_->take_tangent();
        for (const Slack& k : slacks_)
            if (k.touches) light_->hold(k.sample().point, k.gap().gradient, 0.0);
        const int negative = light_->negative_eigenvalues(shift * p_.tangent_scale());
        if (negative >= 0) return negative == 0;
    }
    for (Slack& k : slacks_)
        k.sample().weight = k.touches ? stiff * force_ / length_ : 0.0;
    p_.evaluate(factor_);
    return p_.A.positive_definite(shift * p_.tangent_scale());
}

Stability ObstacleSolver::judge() noexcept
{
    const auto& loads = system_.loads;
    const bool conservative =
        std::all_of(loads.begin(), loads.end(), [](const auto& load) { return load->conservative(); });
    Stability verdict;
    verdict.kind = conservative ? StabilityKind::energy : StabilityKind::divergence_only;
    constexpr double neutral = 1e-7;
    if (positive_with(false, -neutral)) {
        if (conservative) verdict.stable = true;
    } else if (!positive_with(true, neutral)) {
        verdict.stable = false;
    }
    push(&Slack::N);
    return verdict;
}

}  // namespace supple
