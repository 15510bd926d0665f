#include <supple/steer/actuation_names.hpp>

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

std::string actuation_name(const std::string& path)
{
    return short_name(path);
}

std::string actuation_component(const std::string& path)
{
    return path.substr(without_component(path).size());
}

const char* actuation_unit(Dimension dimension)
{
    if (dimension == dimension::current) return "mA";
    if (dimension == dimension::magnetic_field) return "mT";
    if (dimension == dimension::dipole) return "A m^2";
    if (dimension == dimension::force) return "mN";
    if (dimension == dimension::moment) return "mN mm";
    if (dimension == dimension::length) return "mm";
    if (dimension == dimension::acceleration) return "m/s^2";
    return "";
}

}  // namespace supple
