#include <supple/analysis/idle.hpp>
#include <supple/analysis/mechanics.hpp>
#include <supple/analysis/steer.hpp>
#include <supple/fields/input.hpp>
#include <supple/fields/limits.hpp>
#include <supple/rod/completed.hpp>
#include <supple/steer/actuation_names.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Whether a path, or its short name, is the name or lies below it. `named` is what the name leads to as a
/// path of the file.
bool goes_by(const std::string& path, std::string_view name, const std::vector<Input>& named)
{
    return is_at_or_below(path, name) ||
           is_at_or_below(actuation_name(path) + actuation_component(path), name) ||
           std::any_of(named.begin(), named.end(), [&](const Input& input) { return input.path() == path; });
}

/// What one steers with where nothing is named. A uniform field is among them only where the file gives one:
/// a file whose field comes from coils has no such actuator.
std::vector<Parameter> default_actuations(const Manipulator& manipulator, const System& system)
{
    std::vector<Parameter> chosen = actuations(system);
    const MagneticField& field = manipulator.environment.magnetic_field;
    const bool other_sources =
        !field.coils.empty() || !field.helmholtz_pairs.empty() || !field.dipoles.empty();
    const bool limited =
        std::isfinite(field.uniform_limits.lower) || std::isfinite(field.uniform_limits.upper);
    if (other_sources && !limited && field.uniform.isZero(0.0))
        std::erase_if(chosen, [](const Parameter& p) {
            return is_at_or_below(p.path, "environment.magnetic_field.uniform");
        });
    return chosen;
}

/// The parameters that a list of names stands for.
std::vector<Parameter> named_actuations(Manipulator& manipulator, const System& system,
                                        const std::string& names, std::string& mistake)
{
    std::vector<Parameter> all = load_parameters(system), chosen;
    for (Parameter& parameter : field_parameters(system))
        all.push_back(std::move(parameter));
    std::vector<std::string> known, nearby;
    for (const Parameter& parameter : all) {
        const std::string name = actuation_name(parameter.path);
        if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
        nearby.push_back(name);
        nearby.push_back(without_component(parameter.path));
    }
    for (std::size_t start = 0; start <= names.size();) {
        const std::size_t end = std::min(names.find(',', start), names.size());
        const std::string_view name = trim(std::string_view(names).substr(start, end - start));
        start = end + 1;
        const std::vector<Input> named = find_inputs(manipulator, name).inputs;
        bool found = false;
        for (const Parameter& parameter : all) {
            if (name.empty() || !goes_by(parameter.path, name, named)) continue;
            found = true;
            const bool twice = std::any_of(chosen.begin(), chosen.end(), [&](const Parameter& other) {
                return other.path == parameter.path;
            });
            if (!twice) chosen.push_back(parameter);
        }
        if (found) continue;
        mistake = filled("--actuate: {}; the file has {}",
                         no_such_path(name, "the actuations of the file", nearest_word(name, nearby)),
                         known.empty() ? "nothing" : join(known, ", "));
        return {};
    }
    return chosen;
}

/// What is steered with, and its limits. `mistake` says which name stands for nothing, and what there is.
std::vector<Actuation> choose_actuations(Manipulator& manipulator, const System& system,
                                         const std::string& names, std::string& mistake)
{
    std::vector<Actuation> list;
    std::vector<Parameter> chosen = names.empty() ? default_actuations(manipulator, system)
                                                  : named_actuations(manipulator, system, names, mistake);
    for (Parameter& parameter : chosen) {
        const Limits limits = limits_of(manipulator, parameter.path);
        list.push_back({std::move(parameter), limits});
    }
    return list;
}

}  // namespace

Steerer::Steerer(const Manipulator& manipulator, const SteerChoice& choice)
    : manipulator_(std::make_unique<Manipulator>(completed(manipulator))),
      mechanics_(mechanics_of(*manipulator_))
{
    idle_ = idle_parts(*manipulator_);
    System* system = mechanics_->system();
    if (!system) {
        mistake_ = "the exact rod is not steered; use a chain, as in --model spherical-prb";
        return;
    }
    mistake_ = system->unsupported;
    if (!mistake_.empty()) return;
    actuations_ = choose_actuations(*manipulator_, *system, choice.actuate, mistake_);
    if (mistake_.empty() && actuations_.empty())
        mistake_ = "there is nothing to steer with: no coil set or field source; name something by --actuate";
    if (!mistake_.empty() && !idle_.empty()) mistake_ += "; " + join(idle_, "; ");
    if (!mistake_.empty()) return;
    Place place = tip_of(*system);
    if (!choice.station.empty()) {
        const auto station = std::find_if(system->stations.begin(), system->stations.end(),
                                          [&](const Sample& each) { return each.name == choice.station; });
        if (station == system->stations.end()) {
            std::vector<std::string> names;
            for (const Sample& each : system->stations)
                names.push_back(each.name);
            mistake_ = filled("--at: the file has no station {}; it has {}", in_quotes(choice.station),
                              names.empty() ? "none" : join(names, ", "));
            return;
        }
        place = station->place;
    }
    steerer_ = std::make_unique<SystemSteerer>(*system, actuations_, place);
}

Steerer::~Steerer() = default;
Steerer::Steerer(Steerer&&) noexcept = default;
Steerer& Steerer::operator=(Steerer&&) noexcept = default;

void Steerer::steer(const Target& target, const SteerOptions& options, Steering& result)
{
    if (!steerer_) {
        result = {};
        result.message = mistake_;
        return;
    }
    // A warm start needs the coordinates that steering works in.
    if (own_coordinates_.size() > 0) result.equilibrium.coordinates = own_coordinates_;
    steerer_->steer(target, options, result);
    own_coordinates_ = result.equilibrium.coordinates;
    mechanics_->report_coordinates(result.equilibrium);
    for (const std::string& sentence : idle_)
        result.equilibrium.warnings.push_back(sentence);
}

Steering steer(const Manipulator& manipulator, const Target& target, const SteerChoice& choice,
               const SteerOptions& options)
{
    Steering result;
    Steerer(manipulator, choice).steer(target, options, result);
    return result;
}

}  // namespace supple
