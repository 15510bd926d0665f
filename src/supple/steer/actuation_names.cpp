#include <supple/steer/actuation_names.hpp>
#include <supple/text/path.hpp>

namespace supple {
namespace {

std::string short_name(const std::string& path)
{
    const std::vector<std::string> steps = steps_of(without_component(path));
    const bool named = steps[0] == "attachments" && steps.size() > 2 && !index_of(steps[1]);
    if (steps.size() < 2 || (steps[0] != "environment" && !named)) return path_of(steps);
    return path_of({steps.begin() + 1, steps.end()});
}

Dimension dimension_of(const std::string& name)
{
    const std::string word = quantity_of(name);
    if (word == "currents" || word == "current") return dimension::current;
    if (word == "uniform") return dimension::magnetic_field;
    if (word == "dipole") return dimension::dipole;
    if (word == "moment")
        return is_at_or_below(name, "magnetic_field") ? dimension::dipole : dimension::moment;
    if (word == "force" || word == "tensions") return dimension::force;
    if (word == "retractions") return dimension::length;
    if (word == "gravity") return dimension::acceleration;
    return dimension::none;
}

/// Whether the place of a number in a list of these tells which component it is.
bool is_whole(const std::vector<std::string>& paths, std::size_t first, std::size_t end)
{
    const std::vector<std::string> axes = {".x", ".y", ".z"};
    const bool has_axes = actuation_component(paths[first]) == axes[0];
    for (std::size_t k = first; k < end; ++k) {
        const std::string component = actuation_component(paths[k]);
        const std::size_t i = k - first;
        if (component != (has_axes && i < 3 ? axes[i] : "." + std::to_string(i))) return false;
    }
    return !has_axes || end - first == 3;
}

}  // namespace

std::vector<ActuationGroup> group_actuations(const std::vector<std::string>& paths)
{
    std::vector<ActuationGroup> groups;
    for (std::size_t first = 0, end = 0; first < paths.size(); first = end) {
        const std::string name = short_name(paths[first]);
        while (end < paths.size() && short_name(paths[end]) == name)
            ++end;
        const bool whole = is_whole(paths, first, end);
        for (std::size_t k = first; k < end; ++k) {
            if (!whole || k == first)
                groups.push_back(
                    {whole ? name : name + actuation_component(paths[k]), {}, whole, dimension_of(name)});
            groups.back().k.push_back(k);
        }
    }
    return groups;
}

std::string quantity_of(const std::string& path)
{
    return steps_of(without_component(path)).back();
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
