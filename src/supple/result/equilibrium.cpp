#include <supple/result/equilibrium.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

const char* name(Status status)
{
    switch (status) {
        case Status::converged:
            return "converged";
        case Status::unstable:
            return "unstable";
        case Status::not_converged:
            return "not_converged";
        case Status::infeasible:
            return "infeasible";
        case Status::invalid:
            return "invalid";
    }
    return "invalid";
}

const char* name(StabilityKind kind)
{
    switch (kind) {
        case StabilityKind::not_assessed:
            return "not-assessed";
        case StabilityKind::energy:
            return "energy";
        case StabilityKind::divergence_only:
            return "divergence-only";
    }
    return "not-assessed";
}

const char* name(ContactState state)
{
    switch (state) {
        case ContactState::open:
            return "open";
        case ContactState::stick:
            return "stick";
        case ContactState::slip:
            return "slip";
    }
    return "open";
}

const char* name(BranchCheck check)
{
    switch (check) {
        case BranchCheck::not_checked:
            return "not checked";
        case BranchCheck::same:
            return "same from both starts";
        case BranchCheck::differs:
            return "differs";
    }
    return "not checked";
}

double violation(const Contact& c, double length, double force)
{
    const double gap = c.gap / length, N = c.normal_force / force, T = c.friction_force.norm() / force;
    double worst = std::max({-gap, -N, std::min(std::abs(gap), std::abs(N)), T - c.friction * N});
    // Friction opposes the slip with all it has; what hardly moved has no direction to compare.
    const double slip = c.slip.norm() / length;
    if (c.state == ContactState::slip && slip > 1e-9)
        worst = std::max(worst, (c.friction_force / force + c.friction * N * c.slip / c.slip.norm()).norm());
    if (c.state == ContactState::stick) worst = std::max(worst, slip);
    if (c.state == ContactState::open) worst = std::max({worst, std::abs(N), T});
    return std::isnan(gap + N + T + slip) ? std::nan("") : std::max(worst, 0.0);
}

const char* name(FrictionUsed friction)
{
    switch (friction) {
        case FrictionUsed::none:
            return "none";
        case FrictionUsed::sharp:
            return "sharp";
        case FrictionUsed::smoothed:
            return "smoothed";
    }
    return "none";
}

}  // namespace supple
