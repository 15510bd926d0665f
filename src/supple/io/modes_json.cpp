#include <supple/io/modes_json.hpp>
#include <supple/io/result_json.hpp>

#include <nlohmann/json.hpp>

namespace supple {
namespace {

using Json = nlohmann::ordered_json;

template <typename List, typename Part>
Json parts(const List& list, Part part)
{
    Json out = Json::array();
    for (const auto& item : list)
        out.push_back(part(item));
    return out;
}

Json json(const Mode& mode)
{
    using Complex = std::complex<double>;
    const auto real = [](const Complex& z) { return z.real(); };
    const auto imag = [](const Complex& z) { return z.imag(); };
    const auto vectors = [&](auto part) {
        return parts(mode.displacement, [&](const Eigen::Vector3cd& d) {
            return Json{part(d.x()), part(d.y()), part(d.z())};
        });
    };
    return {
        {"frequency", mode.frequency},
        {"damping_ratio", mode.damping_ratio},
        {"eigenvalue", {mode.eigenvalue.real(), mode.eigenvalue.imag()}},
        {"twist", mode.along_twist},
        {"coordinates", {{"real", parts(mode.coordinates, real)}, {"imag", parts(mode.coordinates, imag)}}},
        {"displacement", {{"real", vectors(real)}, {"imag", vectors(imag)}}}};
}

}  // namespace

std::string to_json(const Modes& modes)
{
    Json out = {{"format", "supple-modes/1"},
                {"command", "modes"},
                {"model", modes.model},
                {"status", name(modes.status)},
                {"message", modes.message},
                {"symmetric", modes.symmetric},
                {"flutter", modes.flutter},
                {"divergence", modes.divergence},
                {"arclength", modes.arclength},
                {"modes", parts(modes.modes, [](const Mode& mode) { return json(mode); })},
                {"equilibrium", Json::parse(to_json_line(modes.equilibrium, "modes"))},
                {"warnings", modes.warnings}};
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

CaseTable modes_table(const Modes& modes)
{
    std::vector<double> number, frequency, damping, real, imag;
    for (std::size_t i = 0; i < modes.modes.size(); ++i) {
        number.push_back(static_cast<double>(i + 1));
        frequency.push_back(modes.modes[i].frequency);
        damping.push_back(modes.modes[i].damping_ratio);
        real.push_back(modes.modes[i].eigenvalue.real());
        imag.push_back(modes.modes[i].eigenvalue.imag());
    }
    CaseTable table;
    add_column(table, "mode", "", std::move(number));
    add_column(table, "frequency", "Hz", std::move(frequency));
    add_column(table, "damping_ratio", "", std::move(damping));
    add_column(table, "eigenvalue.real", "1/s", std::move(real));
    add_column(table, "eigenvalue.imag", "1/s", std::move(imag));
    return table;
}

}  // namespace supple
