#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/hdf5_file.hpp>
#include <supple/io/result_check.hpp>
#include <supple/io/result_hdf5.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <set>

namespace supple {
namespace {

/// Rows of numbers for one dataset.
template <typename List, typename Row>
std::vector<double> rows(const List& items, Row row)
{
    std::vector<double> flat;
    for (const auto& item : items) {
        const auto entries = row(item);
        flat.insert(flat.end(), entries.begin(), entries.end());
    }
    return flat;
}

Vector3d position(const SE3& X)
{
    return X.position();
}

Eigen::Vector4d quaternion(const SE3& X)
{
    const Eigen::Quaterniond q = X.quaternion();
    return {q.w(), q.x(), q.y(), q.z()};
}

void put_vectors(Hdf5File& file, const std::string& path, const std::vector<Vector3d>& items)
{
    file.put(path, rows(items, [](const Vector3d& v) { return v; }), {items.size(), 3});
}

void put_poses(Hdf5File& file, const std::string& path, const std::vector<SE3>& frames)
{
    file.put(path + "/position", rows(frames, position), {frames.size(), 3});
    file.put(path + "/quaternion", rows(frames, quaternion), {frames.size(), 4});
}

void put_pose(Hdf5File& file, const std::string& path, const SE3& X)
{
    file.put(path + "/position", rows(std::vector{X}, position), {3});
    file.put(path + "/quaternion", rows(std::vector{X}, quaternion), {4});
}

void put_wrench(Hdf5File& file, const std::string& path, const Reaction& reaction)
{
    file.put(path + "/force", {reaction.force.begin(), reaction.force.end()}, {3});
    file.put(path + "/moment", {reaction.moment.begin(), reaction.moment.end()}, {3});
}

void put_head(Hdf5File& file, std::string_view command, const std::string& model, Status status,
              const std::string& message, const std::vector<std::string>& warnings)
{
    file.put("format", "supple-result/1");
    file.put("command", command);
    file.put("model", model);
    file.put("status", name(status));
    file.put("message", message);
    file.put("warnings", warnings);
}

/// A station's name becomes part of a path, so it may not look like one.
std::string station_path(const std::string& name, std::set<std::string>& seen)
{
    if (name.empty() || name == "." || name.find_first_of(std::string_view("/\0", 2)) != name.npos)
        throw InputError(
            fmt::format("a station named {} cannot be written as HDF5; rename it", in_quotes(name)));
    if (!seen.insert(name).second)
        throw InputError(fmt::format("two stations are named {}", in_quotes(name)));
    return "stations/" + name;
}

void put(Hdf5File& file, const Equilibrium& e, std::string_view command)
{
    check_lengths(e.shape);
    put_head(file, command, e.model, e.status, e.message, e.warnings);
    if (!e.shape.frames.empty()) put_pose(file, "tip", e.tip());
    file.put("shape/arclength", e.shape.arclength, {e.shape.arclength.size()});
    put_poses(file, "shape", e.shape.frames);
    if (!e.shape.force.empty()) put_vectors(file, "shape/force", e.shape.force);
    if (!e.shape.moment.empty()) put_vectors(file, "shape/moment", e.shape.moment);
    if (!e.shape.curvature.empty()) put_vectors(file, "shape/curvature", e.shape.curvature);

    const auto coordinates = static_cast<std::size_t>(e.coordinates.size());
    file.put("coordinates", {e.coordinates.begin(), e.coordinates.end()}, {coordinates});
    std::set<std::string> seen;
    for (const StationPose& station : e.stations)
        put_pose(file, station_path(station.name, seen), station.X_WS);

    std::vector<std::string> names;
    for (const Reaction& reaction : e.reactions)
        names.push_back(reaction.name);
    file.put("reactions/name", names);
    file.put("reactions/force", rows(e.reactions, [](const Reaction& r) { return r.force; }),
             {names.size(), 3});
    file.put("reactions/moment", rows(e.reactions, [](const Reaction& r) { return r.moment; }),
             {names.size(), 3});
    put_wrench(file, "base_reaction", e.base_reaction);
    for (std::size_t i = 0; i < e.drives.size(); ++i) {
        const DriveState& drive = e.drives[i];
        const std::string path = fmt::format("drives/{}/", i);
        file.put(path + "name", drive.name);
        file.put(path + "friction", name(drive.friction));
        file.put(path + "tensions", drive.tensions, {drive.tensions.size()});
        file.put(path + "end_tensions", drive.end_tensions, {drive.end_tensions.size()});
        file.put(path + "retractions", drive.retractions, {drive.retractions.size()});
        for (std::size_t j = 0; j < drive.contacts.size(); ++j)
            file.put(fmt::format("{}contacts/{}", path, j), drive.contacts[j], {drive.contacts[j].size()});
    }

    file.put("balance", {e.balance}, {});
    file.put("snapped", e.snapped ? 1 : 0);
    file.put("energy/elastic", {e.energy.elastic}, {});
    file.put("energy/total", {e.energy.total}, {});
    file.put("stability/stable", e.stability.stable ? (*e.stability.stable ? 1 : 0) : -1);
    file.put("stability/kind", name(e.stability.kind));
    if (e.stability.smallest_eigenvalue)
        file.put("stability/smallest_eigenvalue", {*e.stability.smallest_eigenvalue}, {});
    file.put("solver/iterations", e.solver.iterations);
    file.put("solver/residual", {e.solver.residual}, {});
    file.put("solver/seconds", {e.solver.seconds}, {});
}

/// States, energies, momenta, the integration and the spectrum, under the names of the JSON record.
void put_motion(Hdf5File& file, const Trajectory& t)
{
    const auto put_states = [&file](const std::string& path, const std::vector<VectorXd>& list) {
        if (list.empty()) return;
        file.put(path, rows(list, [](const VectorXd& x) { return x; }),
                 {list.size(), static_cast<std::size_t>(list[0].size())});
    };
    put_states("coordinates", t.coordinates);
    put_states("velocities", t.velocities);
    if (!t.motion.empty()) {
        std::vector<double> kinetic, elastic, total;
        std::vector<Vector3d> linear, angular;
        for (const MotionState& state : t.motion) {
            kinetic.push_back(state.kinetic_energy);
            elastic.push_back(state.elastic_energy);
            total.push_back(state.total_energy);
            linear.push_back(state.linear_momentum);
            angular.push_back(state.angular_momentum);
        }
        file.put("energy/kinetic", kinetic, {kinetic.size()});
        file.put("energy/elastic", elastic, {elastic.size()});
        file.put("energy/total", total, {total.size()});
        put_vectors(file, "momentum/linear", linear);
        put_vectors(file, "momentum/angular", angular);
    }
    file.put("interrupted", t.interrupted ? 1 : 0);
    file.put("integration/integrator", t.integration.integrator);
    file.put("integration/step", {t.integration.step}, {});
    file.put("integration/steps", static_cast<int>(t.integration.steps));
    file.put("integration/rejected", static_cast<int>(t.integration.rejected));
    file.put("integration/seconds", {t.integration.seconds}, {});
    if (const auto& s = t.spectrum) {
        file.put("spectrum/path", s->path);
        file.put("spectrum/samples", s->samples);
        file.put("spectrum/resolution", {s->resolution}, {});
        file.put("spectrum/peak", {s->peak}, {});
        file.put("spectrum/fitted_frequency", {s->fitted_frequency}, {});
        file.put("spectrum/fitted_mean", {s->fitted_mean}, {});
        file.put("spectrum/fitted_amplitude", {s->fitted_amplitude}, {});
        file.put("spectrum/frequency", s->frequency, {s->frequency.size()});
        file.put("spectrum/amplitude", s->amplitude, {s->amplitude.size()});
    }
}

void put(Hdf5File& file, const Trajectory& t, std::string_view command)
{
    check_lengths(t);
    put_head(file, command, t.model, t.status, t.message, t.warnings);
    const std::size_t times = t.time.size();
    const std::size_t points = t.arclength.size();
    file.put("time", t.time, {times});
    file.put("shape/arclength", t.arclength, {points});
    const auto every = [](auto entries) {
        return [entries](const std::vector<SE3>& frames) { return rows(frames, entries); };
    };
    file.put("shape/position", rows(t.frames, every(position)), {times, points, 3});
    file.put("shape/quaternion", rows(t.frames, every(quaternion)), {times, points, 4});

    // Tip and stations through time.
    std::vector<SE3> path;
    if (points > 0) {
        for (const auto& frames : t.frames)
            path.push_back(frames.back());
        put_poses(file, "tip", path);
    }
    std::set<std::string> seen;
    const std::size_t count = t.stations.empty() ? 0 : t.stations[0].size();
    for (std::size_t i = 0; i < count; ++i) {
        path.clear();
        for (const auto& set : t.stations)
            path.push_back(set.at(i).X_WS);
        put_poses(file, station_path(t.stations[0][i].name, seen), path);
    }
    put_motion(file, t);
}

template <typename Result>
void write(const std::filesystem::path& path, const Result& result, std::string_view command)
{
    if (const auto told = corrected(result)) return write(path, *told, command);
    write_atomically(path, [&](const std::filesystem::path& temporary) {
        Hdf5File file(temporary, path.string());
        put(file, result, command);
        file.close();
    });
}

}  // namespace

void write_hdf5(const std::filesystem::path& path, const Equilibrium& equilibrium, std::string_view command)
{
    write(path, equilibrium, command);
}

void write_hdf5(const std::filesystem::path& path, const Trajectory& trajectory, std::string_view command)
{
    write(path, trajectory, command);
}

}  // namespace supple
