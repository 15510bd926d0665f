#include <supple/assembly/limits.hpp>
#include <supple/io/actuation.hpp>
#include <supple/io/error.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace supple {
namespace {

bool is_index(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool has_component(const std::string& path)
{
    const std::string word = path.substr(path.rfind('.') + 1);
    return word == "x" || word == "y" || word == "z" || is_index(word);
}

std::string without_component(const std::string& path)
{
    return has_component(path) ? path.substr(0, path.rfind('.')) : path;
}

std::string short_name(const std::string& path)
{
    std::string name = without_component(path);
    if (name.starts_with("environment.")) return name.substr(12);
    if (name.starts_with("attachments.")) {
        const std::string rest = name.substr(12);
        if (!is_index(rest.substr(0, rest.find('.')))) return rest;
    }
    return name;
}

Dimension dimension_of(const std::string& name)
{
    const std::string word = name.substr(name.rfind('.') + 1);
    if (word == "currents" || word == "current") return dimension::current;
    if (word == "uniform") return dimension::magnetic_field;
    if (word == "dipole") return dimension::dipole;
    if (word == "moment") return name.starts_with("magnetic_field.") ? dimension::dipole : dimension::moment;
    if (word == "force" || word == "tensions") return dimension::force;
    if (word == "retractions") return dimension::length;
    if (word == "gravity") return dimension::acceleration;
    return dimension::none;
}

/// Whether a path, or its short name, is the name or lies below it.
bool goes_by(const std::string& path, std::string_view name)
{
    const auto below = [&](const std::string& whole) {
        return whole == name || (whole.starts_with(name) && whole[name.size()] == '.');
    };
    const std::string component = path.substr(without_component(path).size());
    return below(path) || below(short_name(path) + component);
}

}  // namespace

std::vector<ActuationGroup> group_actuations(const std::vector<std::string>& paths)
{
    std::vector<ActuationGroup> groups;
    for (std::size_t k = 0; k < paths.size(); ++k) {
        const std::string name = short_name(paths[k]);
        if (groups.empty() || groups.back().name != name)
            groups.push_back({name, {}, has_component(paths[k]), dimension_of(name)});
        groups.back().k.push_back(k);
    }
    return groups;
}

std::vector<Actuation> choose_actuations(const Manipulator& manipulator, const System& system,
                                         const std::string& names)
{
    std::vector<Parameter> chosen = actuations(system);
    if (!names.empty()) {
        std::vector<Parameter> all = load_parameters(system);
        for (Parameter& parameter : field_parameters(system))
            all.push_back(std::move(parameter));
        std::vector<std::string> known;
        for (const Parameter& parameter : all) {
            const std::string name = short_name(parameter.path);
            if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
        }
        chosen.clear();
        for (std::size_t start = 0; start <= names.size();) {
            const std::size_t end = std::min(names.find(',', start), names.size());
            const std::string_view name = trim(std::string_view(names).substr(start, end - start));
            start = end + 1;
            bool found = false;
            for (const Parameter& parameter : all) {
                if (name.empty() || !goes_by(parameter.path, name)) continue;
                found = true;
                const bool twice = std::any_of(chosen.begin(), chosen.end(), [&](const Parameter& other) {
                    return other.path == parameter.path;
                });
                if (!twice) chosen.push_back(parameter);
            }
            if (!found) {
                const std::string nearest = nearest_word(name, known);
                throw InputError(
                    fmt::format("--actuate: {} is nothing to steer with{}; the file has {}", in_quotes(name),
                                nearest.empty() ? "" : fmt::format(" (did you mean {}?)", in_quotes(nearest)),
                                known.empty() ? "nothing" : fmt::format("{}", fmt::join(known, ", "))));
            }
        }
    }
    std::vector<Actuation> list;
    for (Parameter& parameter : chosen) {
        const Limits limits = limits_of(manipulator, parameter.path);
        list.push_back({std::move(parameter), limits});
    }
    return list;
}

}  // namespace supple
