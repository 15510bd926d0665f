#include <supple/field/field_source.hpp>
#include <supple/model/parameter.hpp>

#include <algorithm>

namespace supple {
namespace {

Parameter& with_path(std::vector<Parameter>& list, const std::string& path)
{
    const auto known = std::find_if(list.begin(), list.end(), [&](const auto& p) { return p.path == path; });
    if (known != list.end()) return *known;
    list.push_back({path, {}, {}, -1, {}});
    return list.back();
}

/// Systems made without a description count their items.
std::string owner(const std::vector<std::string>& paths, const char* list, std::size_t index)
{
    return index < paths.size() ? paths[index] : std::string(list) + "." + std::to_string(index);
}

void add_load(std::vector<Parameter>& list, const System& system, std::size_t i)
{
    const Load& load = *system.loads[i];
    for (int k = 0; k < load.parameters(); ++k) {
        const std::string path = owner(system.load_paths, "loads", i) + "." + load.parameter_path(k);
        with_path(list, path).loads.push_back({static_cast<int>(i), k});
    }
}

}  // namespace

std::vector<Parameter> load_parameters(const System& system)
{
    std::vector<Parameter> list;
    for (std::size_t i = 0; i < system.loads.size(); ++i)
        add_load(list, system, i);
    return list;
}

std::vector<Parameter> field_parameters(const System& system)
{
    std::vector<Parameter> list;
    const bool felt = std::any_of(system.loads.begin(), system.loads.end(),
                                  [](const auto& load) { return load->feels_field(); });
    if (!system.field || !felt) return list;
    for (int source = 0; source < field_sources(*system.field); ++source) {
        Parameter parameter;
        parameter.path = "environment.magnetic_field." + source_path(*system.field, source);
        parameter.field_source = source;
        list.push_back(parameter);
    }
    return list;
}

std::vector<Parameter> target_parameters(const System& system)
{
    std::vector<Parameter> list;
    for (std::size_t i = 0; i < system.constraints.size(); ++i) {
        const FrameFunction& constraint = *system.constraints[i];
        for (int k = 0; k < constraint.targets(); ++k) {
            const std::string path =
                owner(system.constraint_paths, "constraints", i) + "." + constraint.target_path(k);
            with_path(list, path).targets.push_back({static_cast<int>(i), k});
        }
    }
    return list;
}

std::vector<Parameter> actuations(const System& system)
{
    std::vector<Parameter> list;
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        if (system.loads[i]->actuates()) add_load(list, system, i);
    }
    const bool coils_on_rod = !list.empty();
    for (Parameter& parameter : field_parameters(system)) {
        const bool current = parameter.path.ends_with(".current");
        if (current || !coils_on_rod) list.push_back(std::move(parameter));
    }
    return list;
}

void assign(System& system, const Parameter& parameter, double value) noexcept
{
    for (const auto& [index, k] : parameter.loads)
        system.loads[static_cast<std::size_t>(index)]->parameter(k) = value;
    if (parameter.field_source >= 0) source_value(*system.field, parameter.field_source) = value;
}

double value_of(const System& system, const Parameter& parameter) noexcept
{
    if (parameter.field_source >= 0) return source_value(*system.field, parameter.field_source);
    if (parameter.loads.empty()) return 0.0;
    const auto& [index, k] = parameter.loads.front();
    return system.loads[static_cast<std::size_t>(index)]->parameter(k);
}

void nudge(System& system, const Parameter& parameter, double amount) noexcept
{
    for (const auto& [index, k] : parameter.loads)
        system.loads[static_cast<std::size_t>(index)]->parameter(k) += amount;
    for (const auto& [index, k] : parameter.targets)
        system.constraints[static_cast<std::size_t>(index)]->move_target(k, amount);
    if (parameter.field_source >= 0) source_value(*system.field, parameter.field_source) += amount;
    if (!parameter.elements.empty()) {
        system.model->change(parameter.elements, amount);
        system.slips.adopt(*system.model);
    }
}

}  // namespace supple
