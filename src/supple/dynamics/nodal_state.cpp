#include <supple/dynamics/nodal_rod.hpp>
#include <supple/lie/cayley.hpp>
#include <supple/lie/so3.hpp>
#include <supple/rod/pose_history.hpp>

#include <algorithm>

namespace supple::variational {

NodalState rest_state(const NodalRod& rod)
{
    NodalState state;
    const auto count = static_cast<std::size_t>(rod.nodes());
    state.frames.reserve(count);
    state.frames.push_back(rod.base.X_WB);
    for (std::size_t k = 0; k + 1 < count; ++k) {
        // Half the rotation, straight ahead, the other half: no strain at the middle.
        const SE3 half(so3::exp(0.5 * so3::log(so3::cayley(rod.rest[k]))), Vector3d::Zero());
        const SE3 ahead(Matrix3d::Identity(), Vector3d(0.0, 0.0, rod.lengths[k]));
        state.frames.push_back(state.frames.back() * half * ahead * half);
    }
    state.v.assign(count, Vector3d::Zero());
    state.omega.assign(count, Vector3d::Zero());
    return state;
}

std::vector<double> events_until(const NodalRod& rod, double end)
{
    std::vector<double> times = rod.events.switches;
    times.insert(times.end(), rod.events.kinks.begin(), rod.events.kinks.end());
    for (const NodeLoad& load : rod.loads)
        times.insert(times.end(), {load.from, load.until});
    for (const NodalHold& hold : rod.holds)
        times.push_back(hold.until);
    std::erase_if(times, [end](double t) { return !(t > 0.0 && t < end); });
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

SE3 target_at(const NodalRod& rod, const NodalHold& hold, double time)
{
    const bool is_base = !rod.base.free && &hold == rod.holds.data();
    return pose_at(hold.target, is_base ? rod.base.timing.history : hold.history, time);
}

void held_at(const NodalRod& rod, double time, HeldDirections& held)
{
    held.assign(static_cast<std::size_t>(rod.nodes()), {});
    for (const NodalHold& hold : rod.holds) {
        if (!(time < hold.until)) continue;
        auto& directions = held[static_cast<std::size_t>(hold.node)];
        for (std::size_t i = 0; i < 3; ++i) {
            directions[i] = directions[i] || hold.position[i];
            // The tangent stays where the node turns about d3 only.
            directions[i + 3] = directions[i + 3] || hold.rotation || (hold.tangent && i < 2);
        }
    }
}

VectorXd coordinates(const NodalState& state)
{
    VectorXd q(6 * static_cast<Eigen::Index>(state.frames.size()));
    for (std::size_t a = 0; a < state.frames.size(); ++a)
        q.segment<6>(6 * static_cast<Eigen::Index>(a)) << state.frames[a].position(),
            so3::log(state.frames[a].rotation());
    return q;
}

VectorXd velocities(const NodalState& state)
{
    VectorXd u(6 * static_cast<Eigen::Index>(state.v.size()));
    for (std::size_t a = 0; a < state.v.size(); ++a)
        u.segment<6>(6 * static_cast<Eigen::Index>(a)) << state.v[a], state.omega[a];
    return u;
}

NodalState state_of(const VectorXd& q, const VectorXd& u)
{
    NodalState state;
    for (Eigen::Index i = 0; i + 6 <= q.size(); i += 6) {
        state.frames.emplace_back(so3::exp(q.segment<3>(i + 3)), q.segment<3>(i));
        state.v.emplace_back(u.segment<3>(i));
        state.omega.emplace_back(u.segment<3>(i + 3));
    }
    return state;
}

SE3 frame_at(const NodalRod& rod, std::span<const SE3> frames, double arclength)
{
    const auto& s = rod.arclength;
    const auto after = std::upper_bound(s.begin(), s.end() - 1, arclength);
    const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - s.begin() - 1));
    const double t = std::clamp((arclength - s[k]) / rod.lengths[k], 0.0, 1.0);
    const Matrix3d& R = frames[k].rotation();
    const Vector3d turn = so3::log(R.transpose() * frames[k + 1].rotation());
    return {R * so3::exp(t * turn), (1.0 - t) * frames[k].position() + t * frames[k + 1].position()};
}

}  // namespace supple::variational
