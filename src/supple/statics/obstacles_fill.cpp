// What a result says of a rod in tubes and among obstacles.

#include <supple/statics/obstacles.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

const char* ObstacleSolver::impossible() const noexcept
{
    for (const Obstacle* obstacle : system_.obstacles) {
        const Vector3d& base = system_.X_WB.position();
        double u = first_place(obstacle->surface, base);
        if (distance_at(obstacle->surface, base, u) < -1e-9 * length_)
            return "the base of the rod is outside of the tube, or inside of an obstacle";
    }
    return nullptr;
}

/// Bound on how far the rod's axis is beyond a surface between the samples: looked at in the middle between
/// two of them, and from there to them by the curvature with which the surface bulges towards the rod.
double ObstacleSolver::penetration() const noexcept
{
    const Model& model = *system_.model;
    double worst = 0.0;
    for (const Obstacle* obstacle : system_.obstacles) {
        double before = 0.0;
        for (const Obstacle::Sample& sample : obstacle->samples) {
            const double half = 0.5 * (sample.arclength - before);
            const SE3 X = model.frame_at(model.place_at(before + half));
            double u = sample.u;
            const double beyond = -distance_at(obstacle->surface, X.position(), u);
            const Vector3d t = X.rotation().col(2);
            const double bulge = t.dot(gap_at(obstacle->surface, X.position(), u).hessian * t);
            worst = std::max(worst, beyond + std::max(0.0, bulge) * half * half / 8.0);
            before = sample.arclength;
        }
    }
    return worst;
}

void ObstacleSolver::fill(Equilibrium& eq) noexcept
{
    const std::size_t first = eq.reactions.size();
    eq.reactions.resize(first + system_.obstacles.size());
    eq.contact_summaries.resize(system_.obstacles.size());
    eq.contact_groups.clear();
    const std::size_t walls = eq.contacts.size();
    double largest = 0.0;
    for (const Slack& k : slacks_)
        largest = std::max(largest, k.sample().force);
    const double counts = std::max(1e-4 * largest, 1e-7 * force_);
    std::size_t at = walls;
    for (const Slack& k : slacks_)
        at += k.sample().force > counts ? 1 : 0;
    eq.contacts.resize(at);
    at = walls;
    const Vector3d& base = system_.X_WB.position();
    for (std::size_t i = 0; i < system_.obstacles.size(); ++i) {
        Obstacle& obstacle = *system_.obstacles[i];
        Reaction& reaction = eq.reactions[first + i];
        ContactSummary& summary = eq.contact_summaries[i];
        reaction = {};
        summary.count = 0;
        summary.largest_normal_force = 0.0;
        summary.name = reaction.name = obstacle.name;
        std::ptrdiff_t group = -1;
        Vector3d side = Vector3d::Zero();
        for (Obstacle::Sample& sample : obstacle.samples) {
            const auto point = static_cast<std::size_t>(sample.point);
            const Vector3d& x = system_.model->frames()[point].position();
            const Vector3d force = sample.force * sample.gap.gradient + sample.friction_force;
            reaction.force += force;
            reaction.moment += (x - base).cross(force);
            const double N = sample.force * sample.gap.gradient.norm();
            if (!(sample.force > counts)) continue;
            Contact& contact = eq.contacts[at++];
            contact.name = obstacle.name;
            contact.normal = sample.gap.gradient.normalized();
            const bool rubs = obstacle.friction > 0.0 && followed_;
            const Vector3d way = x - sample.anchor;
            contact.slip =
                rubs ? Vector3d(way - contact.normal * contact.normal.dot(way)) : Vector3d(Vector3d::Zero());
            const bool sticks = rubs && sample.friction_force.norm() < 0.99 * sample.rub;
            if (sticks) contact.slip.setZero();
            contact.state = sticks ? ContactState::stick : ContactState::slip;
            contact.friction = obstacle.friction;
            contact.at = sample.arclength;
            contact.position = x;
            contact.gap = distance_at(obstacle.surface, x, sample.u);
            contact.normal_force = N;
            contact.friction_force = sample.friction_force;
            contact.force = force;
            ++summary.count;
            summary.largest_normal_force = std::max(summary.largest_normal_force, N);
            const bool joins = group >= 0 && contact.normal.dot(side) > 0.0 &&
                               sample.arclength - eq.contact_groups.back().to < 0.2 * length_;
            if (!joins) {
                eq.contact_groups.push_back({obstacle.name, sample.arclength, sample.arclength});
                ++group;
            }
            side = contact.normal;
            eq.contact_groups.back().to = sample.arclength;
            eq.contact_groups.back().force += force;
        }
    }
    double complementarity = 0.0;
    for (const Slack& k : slacks_) {
        const double gap = k.gap().value / length_, N = k.N / force_;
        complementarity = std::max({complementarity, -gap, -N, std::abs(N * gap)});
    }
    beyond_ = penetration();
    eq.contact_check = ContactCheck{complementarity, beyond_, branch_};
    eq.push.reset();
    eq.energy_slope = energy_slope_;
    if (along_) eq.push = eq.base_reaction.force.dot(system_.X_WB.rotation().col(2));
}

}  // namespace supple
