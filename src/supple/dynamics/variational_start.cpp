#include <supple/dynamics/variational_start.hpp>
#include <supple/dynamics/variational_statics.hpp>

#include <algorithm>
#include <cmath>

namespace supple::variational {
namespace {

/// What is wrong with the number of given values; empty: nothing.
std::string wrong_count(const char* what, const char* of, std::size_t given, int nodes)
{
    const auto expected = 6 * static_cast<std::size_t>(nodes);
    if (given == expected) return "";
    return std::string("initial ") + what + ": " + std::to_string(given) + " values given; expected " + of +
           " of " + std::to_string(nodes) + " nodes, " + std::to_string(expected) + " values";
}

/// Why the state is not one that the holds allow; empty: it is.
std::string away_from_holds(const NodalRod& rod, const NodalState& state)
{
    for (const NodalHold& hold : rod.holds) {
        if (!(0.0 < hold.until)) continue;
        if (hold.tangent)
            return "'" + hold.name +
                   "' holds a tangent alone, which a moving rod does not take: let it go by until: 0 s, or "
                   "use a "
                   "clamp";
        const SE3& X = state.frames[static_cast<std::size_t>(hold.node)];
        const SE3 target = target_at(rod, hold, 0.0);
        double gap = 0.0;
        for (int i = 0; i < 3; ++i) {
            if (hold.position[static_cast<std::size_t>(i)])
                gap = std::max(gap, std::abs(X.position()[i] - target.position()[i]) / rod.length());
        }
        if (hold.rotation) gap = std::max(gap, (X.rotation() - target.rotation()).norm());
        if (!(gap <= 1e-6))
            return "the motion starts away from where '" + hold.name +
                   "' holds the rod: use initial: equilibrium";
    }
    return "";
}

}  // namespace

NodalStart start_of(const NodalRod& rod, const Simulation& simulation)
{
    NodalStart start;
    start.state = rest_state(rod);
    if (simulation.initial == InitialState::given) {
        start.message = wrong_count("coordinates", "position and rotation vector",
                                    simulation.coordinates.size(), rod.nodes());
        if (start.message.empty() && !simulation.velocities.empty())
            start.message = wrong_count("velocities", "velocity and angular velocity",
                                        simulation.velocities.size(), rod.nodes());
        if (start.message.empty()) {
            const auto size = 6 * static_cast<Eigen::Index>(rod.nodes());
            const auto vector = [size](const std::vector<double>& list) -> VectorXd {
                if (list.empty()) return VectorXd::Zero(size);
                return Eigen::Map<const VectorXd>(list.data(), size);
            };
            start.state = state_of(vector(simulation.coordinates), vector(simulation.velocities));
        }
    } else if (simulation.initial == InitialState::equilibrium) {
        if (rod.holds.empty()) {
            start.warnings.emplace_back("a free rod has no equilibrium: it starts from its rest shape");
        } else {
            const Equilibrium eq = solve_statics(rod);
            start.state.frames = eq.shape.frames;
            if (eq.status == Status::unstable) {
                start.warnings.emplace_back("the initial equilibrium is unstable: the motion leaves it");
            } else if (eq.status != Status::converged) {
                start.status = eq.status;
                start.message = "initial equilibrium: " + eq.message;
                return start;
            }
        }
    }
    if (start.message.empty()) start.message = away_from_holds(rod, start.state);
    if (!start.message.empty()) start.status = Status::invalid;
    return start;
}

}  // namespace supple::variational
