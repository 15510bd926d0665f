// From one equilibrium to the next: increments of loads and base, and friction along them.

#include <supple/statics/obstacles.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr double smallest_part = 1.0 / 32.0;  // of an increment
constexpr double settled = 1e-5;              // change of the normal forces in a pass, over the largest
constexpr int most_passes = 60;
constexpr double first_share = 1.0 / 8.0, least_share = 1.0 / 256.0;  // of the loads
constexpr double same_shape = 1e-6;                                   // over L

}  // namespace

void ObstacleSolver::keep() noexcept
{
    balance_ = p_.x;
    for (std::size_t j = 0; j < slacks_.size(); ++j)
        balance_forces_[j] = slacks_[j].N;
}

void ObstacleSolver::go_back() noexcept
{
    p_.x = balance_;
    for (std::size_t j = 0; j < slacks_.size(); ++j)
        slacks_[j].N = balance_forces_[j];
}

/// Loads and base at a part of the way from the last equilibrium.
void ObstacleSolver::set_part(double part) noexcept
{
    p_.values.set(part);
    system_.X_WB = part == 1.0 ? base_now_ : base_ * se3::exp(part * se3::log(base_.inverse() * base_now_));
    system_.model->move_base(system_.X_WB);
}

bool ObstacleSolver::rubs() const noexcept
{
    return std::any_of(system_.obstacles.begin(), system_.obstacles.end(),
                       [](const Obstacle* obstacle) { return obstacle->friction > 0.0; });
}

/// From depths before and behind this one: the forces of single samples ripple as they pass the places that
/// touch, the energy does not.
void ObstacleSolver::find_energy_slope(const PathOptions& options, PathReport& report) noexcept
{
    constexpr double apart = 0.01;  // of the rod's length
    keep();
    double energy[2] = {0.0, 0.0};
    bool known = true;
    for (const int side : {0, 1}) {
        const double depth = (side == 0 ? -apart : apart) * length_;
        system_.X_WB = base_now_ * SE3(Matrix3d::Identity(), Vector3d(0.0, 0.0, depth));
        system_.model->move_base(system_.X_WB);
        go_back();
        known = known && settle(options, report, 40);
        energy[side] = system_.model->elastic_energy();
        for (const auto& load : system_.loads) {
            known = known && load->conservative();
            energy[side] += load->potential(system_.model->frames());
        }
    }
    if (known) energy_slope_ = (energy[1] - energy[0]) / (2.0 * apart * length_);
    set_part(1.0);
    go_back();
    push(&Slack::N);
    p_.evaluate(factor_, false);
}

/// The equilibrium at the loads and the base as they are; with friction along the way from the anchors, by
/// passes in which the limits of friction are those of the normal forces before. The corner of the friction's
/// potential becomes sharp by and by in the first pass.
bool ObstacleSolver::increment(const PathOptions& options, PathReport& report) noexcept
{
    const bool rubbing = rubs();
    for (int pass = 0; pass < most_passes; ++pass) {
        double largest = 0.0, change = 0.0;
        for (std::size_t j = 0; j < slacks_.size(); ++j) {
            Slack& k = slacks_[j];
            Obstacle::Sample& sample = k.sample();
            sample.rub = k.obstacle->friction * k.N;
            sample.normal = sample.gap.gradient.normalized();
            pass_forces_[j] = k.N;
        }
        for (double blunt = rubbing && pass == 0 ? 1e3 : 1.0; blunt > 0.5; blunt *= 0.1) {
            for (Obstacle* obstacle : system_.obstacles)
                obstacle->rounding = 1e-5 * length_ * blunt;
            // Where Newton on what touches does not settle, the interior point goes on from the same shape.
            if (settle(options, report, 8)) continue;
            go_back();
            if (!interior_point(options, report)) return false;
        }
        for (std::size_t j = 0; j < slacks_.size(); ++j) {
            largest = std::max({largest, slacks_[j].N, 1e-6 * force_});
            change = std::max(change, std::abs(slacks_[j].N - pass_forces_[j]));
        }
        if (!rubbing || change <= settled * largest) return true;
    }
    return false;
}

bool ObstacleSolver::increments(const PathOptions& options, PathReport& report) noexcept
{
    base_now_ = system_.X_WB;
    // A base that moves further than the room is wide would carry the rod through the walls.
    const double moved = (base_now_.position() - base_.position()).norm();
    const double widest = moved > room_ ? room_ / moved : 1.0;
    double done = 0.0, step = widest;
    push(&Slack::N);
    set_part(0.0);
    p_.evaluate(factor_, false);
    for (Slack& k : slacks_)
        k.sample().anchor = position(k);
    keep();
    while (done < 1.0) {
        // Equal parts: a small last one would not set all of the friction free.
        const double left = 1.0 - done, parts = std::ceil(left / step - 1e-6);
        const double next = parts <= 1.0 ? 1.0 : done + left / parts;
        set_part(next);
        if (increment(options, report)) {
            done = next;
            if (done == 1.0) break;
            keep();
            for (Slack& k : slacks_)
                k.sample().anchor = position(k);
            step = std::min(2.0 * step, widest);
            continue;
        }
        go_back();
        step *= 0.5;
        if (step < smallest_part * widest || options.spent(report.iterations)) break;
    }
    set_part(1.0);
    return done == 1.0;
}

/// From the unloaded rod laid along the tube; false where a part of the loads is not balanced.
bool ObstacleSolver::bring_on_loads(const PathOptions& options, PathReport& report) noexcept
{
    VectorXd x;
    std::vector<double> forces(slacks_.size());
    double share = first_share;
    factor_ = 0.0;
    if (!start_anew(options, report)) return false;
    while (factor_ < 1.0) {
        const double before = factor_;
        x = p_.x;
        for (std::size_t j = 0; j < slacks_.size(); ++j)
            forces[j] = slacks_[j].N;
        factor_ = std::min(1.0, before + share);
        if (settle(options, report, 20)) continue;
        p_.x = x;
        if (interior_point(options, report)) continue;
        p_.x = x;
        for (std::size_t j = 0; j < slacks_.size(); ++j)
            slacks_[j].N = forces[j];
        factor_ = before;
        share *= 0.5;
        if (share < least_share || options.spent(report.iterations)) return false;
    }
    return true;
}

void ObstacleSolver::check_branch(const PathOptions& options) noexcept
{
    PathReport report;
    std::vector<Vector3d> places;
    std::vector<double> feet;
    for (const Slack& k : slacks_) {
        places.push_back(position(k));
        feet.push_back(k.sample().u);
    }
    keep();
    const bool found = bring_on_loads(options, report);
    double apart = 0.0;
    for (std::size_t j = 0; j < slacks_.size(); ++j)
        apart = std::max(apart, (position(slacks_[j]) - places[j]).norm());
    if (found) branch_ = apart < same_shape * length_ ? BranchCheck::same : BranchCheck::differs;
    factor_ = 1.0;
    go_back();
    for (std::size_t j = 0; j < slacks_.size(); ++j)
        slacks_[j].sample().u = feet[j];
    push(&Slack::N);
    p_.evaluate(factor_, false);
}

}  // namespace supple
