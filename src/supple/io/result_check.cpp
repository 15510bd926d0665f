#include <supple/io/error.hpp>
#include <supple/io/result_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

constexpr const char* not_finite = "the result holds numbers that are not finite";

bool finite(double x)
{
    return std::isfinite(x);
}
bool finite(const Vector3d& v)
{
    return v.allFinite();
}
bool finite(const SE3& X)
{
    return X.rotation().allFinite() && X.position().allFinite();
}
bool finite(const StationPose& station)
{
    return finite(station.X_WS);
}
bool finite(const Reaction& reaction)
{
    return finite(reaction.force) && finite(reaction.moment);
}
bool finite(const Contact& contact)
{
    return finite(contact.gap) && finite(contact.normal_force) && finite(contact.friction_force) &&
           finite(contact.slip);
}

bool finite(const VectorXd& v)
{
    return v.allFinite();
}
bool finite(const MotionState& state)
{
    return finite(state.kinetic_energy) && finite(state.elastic_energy) && finite(state.total_energy) &&
           finite(state.linear_momentum) && finite(state.angular_momentum);
}

template <typename T>
bool finite(const std::vector<T>& list)
{
    return std::all_of(list.begin(), list.end(), [](const T& item) { return finite(item); });
}

bool finite(const DriveState& drive)
{
    return finite(drive.tensions) && finite(drive.end_tensions) && finite(drive.retractions) &&
           std::all_of(drive.contacts.begin(), drive.contacts.end(),
                       [](const std::vector<double>& rod) { return finite(rod); });
}

bool finite(const Shape& shape)
{
    return finite(shape.arclength) && finite(shape.frames) && finite(shape.force) && finite(shape.moment) &&
           finite(shape.curvature);
}

bool finite(const Equilibrium& e)
{
    return finite(e.shape) && e.coordinates.allFinite() && finite(e.stations) && finite(e.reactions) &&
           finite(e.contacts) && finite(e.base_reaction) &&
           std::all_of(e.drives.begin(), e.drives.end(), [](const DriveState& d) { return finite(d); }) &&
           finite(e.balance) && finite(e.energy.elastic) && finite(e.energy.total) &&
           finite(e.solver.residual) && finite(e.solver.seconds);
}

bool finite(const Trajectory& t)
{
    return finite(t.time) && finite(t.arclength) && finite(t.frames) && finite(t.stations) &&
           finite(t.coordinates) && finite(t.velocities) && finite(t.motion);
}

bool claims_balance(Status status)
{
    return status == Status::converged || status == Status::unstable;
}

void require_length(std::size_t found, std::size_t expected, std::string_view list)
{
    if (found != expected)
        throw InputError(
            fmt::format("the result's {} has {} entries where {} belong to it", list, found, expected));
}

}  // namespace

void check_lengths(const Shape& shape)
{
    const std::size_t points = shape.arclength.size();
    require_length(shape.frames.size(), points, "shape.frames");
    if (!shape.force.empty()) require_length(shape.force.size(), points, "shape.force");
    if (!shape.moment.empty()) require_length(shape.moment.size(), points, "shape.moment");
    if (!shape.curvature.empty()) require_length(shape.curvature.size(), points, "shape.curvature");
}

void check_lengths(const Trajectory& trajectory)
{
    const std::size_t times = trajectory.time.size();
    require_length(trajectory.frames.size(), times, "frames");
    for (const auto& frames : trajectory.frames)
        require_length(frames.size(), trajectory.arclength.size(), "shape at one time");
    const auto check_states = [times](const std::vector<VectorXd>& list, std::string_view name) {
        if (list.empty()) return;
        require_length(list.size(), times, name);
        for (const VectorXd& one : list)
            require_length(static_cast<std::size_t>(one.size()), static_cast<std::size_t>(list[0].size()),
                           name);
    };
    check_states(trajectory.coordinates, "coordinates");
    check_states(trajectory.velocities, "velocities");
    if (!trajectory.motion.empty()) require_length(trajectory.motion.size(), times, "motion");
    if (trajectory.stations.empty()) return;
    require_length(trajectory.stations.size(), times, "stations");
    for (const auto& set : trajectory.stations)
        require_length(set.size(), trajectory.stations[0].size(), "stations at one time");
}

std::optional<Equilibrium> corrected(const Equilibrium& equilibrium)
{
    if (!claims_balance(equilibrium.status) || finite(equilibrium)) return std::nullopt;
    Equilibrium told = equilibrium;
    told.status = Status::invalid;
    told.message = not_finite;
    told.stability = {};
    return told;
}

std::optional<Trajectory> corrected(const Trajectory& trajectory)
{
    if (!claims_balance(trajectory.status) || finite(trajectory)) return std::nullopt;
    Trajectory told = trajectory;
    told.status = Status::invalid;
    told.message = not_finite;
    return told;
}

}  // namespace supple
