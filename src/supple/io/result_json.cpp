#include <supple/io/error.hpp>
#include <supple/io/result_check.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_record.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace supple {
namespace {

using Json = nlohmann::ordered_json;

Json json(const Vector3d& v)
{
    return {v.x(), v.y(), v.z()};
}

Json json(const Eigen::Quaterniond& q)
{
    return {q.w(), q.x(), q.y(), q.z()};
}

/// A list of whatever `convert` makes of each item.
template <typename List, typename Convert>
Json list(const List& items, Convert convert)
{
    Json out = Json::array();
    for (const auto& item : items)
        out.push_back(convert(item));
    return out;
}

Json positions(const std::vector<SE3>& frames)
{
    return list(frames, [](const SE3& X) { return json(X.position()); });
}

Json quaternions(const std::vector<SE3>& frames)
{
    return list(frames, [](const SE3& X) { return json(X.quaternion()); });
}

Json vectors(const std::vector<Vector3d>& items)
{
    return list(items, [](const Vector3d& v) { return json(v); });
}

Json pose(const SE3& X)
{
    return {{"position", json(X.position())}, {"quaternion", json(X.quaternion())}};
}

Json wrench(const Reaction& reaction)
{
    return {{"force", json(reaction.force)}, {"moment", json(reaction.moment)}};
}

/// The members that every result begins with.
Json head(std::string_view command, const std::string& model, Status status, const std::string& message)
{
    return {{"format", "supple-result/1"},
            {"command", command},
            {"model", model},
            {"status", name(status)},
            {"message", message}};
}

/// A name stands for one station only.
Json& station_member(Json& stations, const std::string& name)
{
    if (stations.contains(name)) throw InputError(fmt::format("two stations are named {}", in_quotes(name)));
    return stations[name];
}

Json equilibrium_record(const Equilibrium& e, std::string_view command)
{
    check_lengths(e.shape);
    if (const auto told = corrected(e)) return equilibrium_record(*told, command);
    Json out = head(command, e.model, e.status, e.message);
    out["tip"] = e.shape.frames.empty() ? Json() : pose(e.tip());

    out["shape"] = {{"arclength", e.shape.arclength},
                    {"position", positions(e.shape.frames)},
                    {"quaternion", quaternions(e.shape.frames)}};
    if (!e.shape.force.empty()) out["shape"]["force"] = vectors(e.shape.force);
    if (!e.shape.moment.empty()) out["shape"]["moment"] = vectors(e.shape.moment);
    if (!e.shape.curvature.empty()) out["shape"]["curvature"] = vectors(e.shape.curvature);

    out["coordinates"] = list(e.coordinates, [](double q) { return q; });
    out["stations"] = Json::object();
    for (const StationPose& station : e.stations)
        station_member(out["stations"], station.name) = pose(station.X_WS);
    out["reactions"] = list(e.reactions, [](const Reaction& reaction) {
        Json item = {{"name", reaction.name}};
        item.update(wrench(reaction));
        return item;
    });
    if (!e.contacts.empty()) {
        out["contacts"] = list(e.contacts, [](const Contact& c) {
            return Json{{"name", c.name},
                        {"state", name(c.state)},
                        {"gap", c.gap},
                        {"normal_force", c.normal_force},
                        {"friction_force", json(c.friction_force)},
                        {"slip", json(c.slip)},
                        {"friction", c.friction}};
        });
    }
    out["base_reaction"] = wrench(e.base_reaction);
    if (!e.drives.empty()) {
        out["drives"] = list(e.drives, [](const DriveState& drive) {
            return Json{{"name", drive.name},
                        {"friction", name(drive.friction)},
                        {"tensions", drive.tensions},
                        {"end_tensions", drive.end_tensions},
                        {"retractions", drive.retractions},
                        {"contacts", drive.contacts}};
        });
    }
    out["balance"] = e.balance;
    out["snapped"] = e.snapped;
    out["energy"] = {{"elastic", e.energy.elastic}, {"total", e.energy.total}};
    out["stability"] = {{"stable", e.stability.stable ? Json(*e.stability.stable) : Json()},
                        {"kind", name(e.stability.kind)}};
    if (e.stability.smallest_eigenvalue)
        out["stability"]["smallest_eigenvalue"] = *e.stability.smallest_eigenvalue;
    out["solver"] = {
        {"iterations", e.solver.iterations}, {"residual", e.solver.residual}, {"seconds", e.solver.seconds}};
    out["warnings"] = e.warnings;
    return out;
}

Json record(const Trajectory& t, std::string_view command)
{
    check_lengths(t);
    if (const auto told = corrected(t)) return record(*told, command);
    Json out = head(command, t.model, t.status, t.message);
    out["time"] = t.time;

    // The last frame of each time; a time without frames has no tip.
    const auto at_tip = [&](auto convert) {
        return list(t.frames,
                    [&](const auto& frames) { return frames.empty() ? Json() : convert(frames.back()); });
    };
    out["tip"] = {{"position", at_tip([](const SE3& X) { return json(X.position()); })},
                  {"quaternion", at_tip([](const SE3& X) { return json(X.quaternion()); })}};
    out["shape"] = {{"arclength", t.arclength},
                    {"position", list(t.frames, positions)},
                    {"quaternion", list(t.frames, quaternions)}};

    out["stations"] = Json::object();
    const std::size_t count = t.stations.empty() ? 0 : t.stations[0].size();
    for (std::size_t i = 0; i < count; ++i) {
        station_member(out["stations"], t.stations[0][i].name) = {
            {"position", list(t.stations, [&](const auto& set) { return json(set.at(i).X_WS.position()); })},
            {"quaternion",
             list(t.stations, [&](const auto& set) { return json(set.at(i).X_WS.quaternion()); })}};
    }

    // The model's own state and what the motion carries, where the model tells them.
    const auto state = [](const VectorXd& x) { return list(x, [](double entry) { return entry; }); };
    if (!t.coordinates.empty()) out["coordinates"] = list(t.coordinates, state);
    if (!t.velocities.empty()) out["velocities"] = list(t.velocities, state);
    if (!t.motion.empty()) {
        const auto each = [&](auto value) { return list(t.motion, value); };
        out["energy"] = {{"kinetic", each([](const MotionState& m) { return m.kinetic_energy; })},
                         {"elastic", each([](const MotionState& m) { return m.elastic_energy; })},
                         {"total", each([](const MotionState& m) { return m.total_energy; })}};
        out["momentum"] = {{"linear", each([](const MotionState& m) { return json(m.linear_momentum); })},
                           {"angular", each([](const MotionState& m) { return json(m.angular_momentum); })}};
    }
    out["interrupted"] = t.interrupted;
    const IntegrationReport& i = t.integration;
    out["integration"] = {{"integrator", i.integrator},
                          {"step", i.step},
                          {"steps", i.steps},
                          {"rejected", i.rejected},
                          {"seconds", i.seconds}};
    if (const auto& s = t.spectrum) {
        out["spectrum"] = {{"path", s->path},
                           {"samples", s->samples},
                           {"resolution", s->resolution},
                           {"peak", s->peak},
                           {"fitted_frequency", s->fitted_frequency},
                           {"fitted_mean", s->fitted_mean},
                           {"fitted_amplitude", s->fitted_amplitude},
                           {"frequency", s->frequency},
                           {"amplitude", s->amplitude}};
    }
    out["warnings"] = t.warnings;
    return out;
}

}  // namespace

nlohmann::ordered_json result_record(const Equilibrium& equilibrium, std::string_view command)
{
    return equilibrium_record(equilibrium, command);
}

std::string compact(const nlohmann::ordered_json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string document(const nlohmann::ordered_json& record)
{
    std::string text;
    for (const auto& [name, member] : record.items())
        text += fmt::format("{}{}: {}", text.empty() ? "{\n " : ",\n ", compact(name), compact(member));
    return text + "\n}\n";
}

std::string to_json(const Equilibrium& equilibrium, std::string_view command)
{
    return document(equilibrium_record(equilibrium, command));
}

std::string to_json(const Trajectory& trajectory, std::string_view command)
{
    return document(record(trajectory, command));
}

std::string to_json_line(const Equilibrium& equilibrium, std::string_view command,
                         std::optional<std::size_t> case_number)
{
    Json line = equilibrium_record(equilibrium, command);
    if (case_number) line["case"] = *case_number;
    return compact(line) + "\n";
}

}  // namespace supple
