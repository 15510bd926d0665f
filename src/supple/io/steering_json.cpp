#include <supple/io/actuation.hpp>
#include <supple/io/result_record.hpp>
#include <supple/io/steering_json.hpp>
#include <supple/lie/so3.hpp>

namespace supple {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Eigen::Ref<const VectorXd>& values)
{
    Json out = Json::array();
    for (const double value : values)
        out.push_back(value);
    return out;
}

/// Numbers of the actuations by their names.
Json by_name(const Steering& s, const Eigen::Ref<const VectorXd>& values)
{
    Json out = Json::object();
    for (const ActuationGroup& group : group_actuations(s.paths)) {
        Json numbers = Json::array();
        for (const std::size_t k : group.k)
            numbers.push_back(values[static_cast<Eigen::Index>(k)]);
        out[group.name] = group.vector ? numbers : numbers[0];
    }
    return out;
}

Json described(const Target& target, const std::string& at)
{
    Json position = Json::array();
    for (const auto& component : target.position)
        position.push_back(component ? Json(*component) : Json());
    Json out = {{"at", at}, {"position", position}};
    if (target.tangent) out["tangent"] = list(*target.tangent);
    if (target.rotation) {
        const Eigen::Quaterniond q = so3::quaternion(*target.rotation);
        out["quaternion"] = {q.w(), q.x(), q.y(), q.z()};
    }
    return out;
}

Json record(const Steering& s, const Target& target, const std::string& at)
{
    Json shape = result_record(s.equilibrium, "steer");
    const bool balanced = shape["status"] == "converged" || shape["status"] == "unstable";
    Json out;
    for (const auto& [key, member] : shape.items()) {
        out[key] = member;
        if (key != "message") continue;
        // A shape that is none cannot be a success, whatever steering says.
        const bool spoilt = s.status == Status::converged && !balanced;
        if (!spoilt) out["status"] = name(s.status);
        if (!spoilt) out["message"] = s.message;
        out["target"] = described(target, at);
        if (s.paths.empty() || !balanced) {
            out["actuation"] = Json();
            out["residual"] = Json();
            continue;
        }
        out["actuation"] = by_name(s, s.actuation);
        out["residual"] = s.distance;
        if (target.rotation || target.tangent) out["turn"] = s.turn;
        out["slope"] = s.slope;
        out["conditioning"] = {{"singular_values", list(s.singular_values)},
                               {"rank", s.rank},
                               {"condition", s.condition()},
                               {"null_directions", Json::array()}};
        for (int i = 0; i < s.nulls; ++i)
            out["conditioning"]["null_directions"].push_back(by_name(s, s.null_directions.col(i)));
        const bool mixed = (s.weights.array() != 1.0).any();
        if (mixed) out["conditioning"]["weights"] = by_name(s, s.weights);
        out["restarted"] = s.restarted;
    }
    out["solver"]["iterations"] = s.iterations;
    out["solver"]["seconds"] = s.seconds;
    return out;
}

}  // namespace

std::string to_json(const Steering& steering, const Target& target, const std::string& at)
{
    return document(record(steering, target, at));
}

std::string to_json_line(const Steering& steering, const Target& target, const std::string& at,
                         std::size_t case_number)
{
    Json line = record(steering, target, at);
    line["case"] = case_number;
    return compact(line) + "\n";
}

}  // namespace supple
