#include <supple/analysis/system_derivatives.hpp>
#include <supple/assembly/model_parameters.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Where the components .0 and .1 of a path are parameters, adds the one that changes both.
void add_sum(std::vector<Parameter>& all, const std::string& path)
{
    Parameter both;
    both.path = path;
    for (const Parameter& part : all) {
        if (part.path != path + ".0" && part.path != path + ".1") continue;
        for (const ElementNumbers& change : part.elements) {
            const auto known = std::find_if(both.elements.begin(), both.elements.end(),
                                            [&](const auto& each) { return each.element == change.element; });
            if (known == both.elements.end())
                both.elements.push_back(change);
            else
                known->stiffness += change.stiffness;
        }
    }
    if (!both.elements.empty()) all.push_back(std::move(both));
}

std::vector<Parameter> all_parameters(const Manipulator& manipulator, const System& system)
{
    std::vector<Parameter> all = load_parameters(system);
    const auto add = [&all](std::vector<Parameter> more) {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    };
    add(field_parameters(system));
    add(target_parameters(system));
    add(model_parameters(manipulator, system));
    add_sum(all, "rod.bending_stiffness");
    return all;
}

}  // namespace

std::string system_path(std::string_view path)
{
    constexpr std::string_view field = "environment.magnetic_field.";
    const bool plain = path.starts_with(field) && path.size() == field.size() + 1;
    return plain ? std::string(field) + "uniform." + path.back() : std::string(path);
}

SystemDerivatives::SystemDerivatives(const Manipulator& manipulator, System& system)
    : system_(system), sensitivity_(system), parameters_(all_parameters(manipulator, system))
{
}

int SystemDerivatives::find(std::string_view path) const
{
    const std::string known = system_path(path);
    const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const Parameter& parameter) { return parameter.path == known; });
    return found == parameters_.end() ? -1 : static_cast<int>(found - parameters_.begin());
}

void SystemDerivatives::differentiate(int number) noexcept
{
    sensitivity_.solve(parameters_[static_cast<std::size_t>(number)]);
}

void SystemDerivatives::differentiate(const RodPoint& point, const Vector6d& wrench) noexcept
{
    sensitivity_.solve(place(point), wrench);
}

Place SystemDerivatives::place(const RodPoint& point) const noexcept
{
    if (point.at >= system_.length) return tip_of(system_);
    for (const auto* samples : {&system_.stations, &system_.samples}) {
        for (const Sample& sample : *samples) {
            if (std::abs(sample.arclength - point.at) <= 1e-9 * system_.length) return sample.place;
        }
    }
    return system_.model->place_at(point.at);
}

}  // namespace supple
