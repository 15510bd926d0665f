#include <supple/fields/input.hpp>
#include <supple/fields/limits.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

/// Whether the number is the tension of a driven rod that does not bend, a tendon by any name.
bool pulls_a_tendon(Manipulator& manipulator, const std::string& path)
{
    const std::string all = without_component(path);
    std::vector<std::string> steps = steps_of(all);
    if (steps.back() != "tensions") return false;
    steps.back() = "bending_stiffness";
    const FoundInputs of_each = find_inputs(manipulator, path_of(steps));
    if (!of_each || of_each.inputs.empty()) return false;
    const std::size_t k = path == all ? 0 : component_of(steps_of(path).back()).value_or(0);
    return of_each.inputs[std::min(k, of_each.inputs.size() - 1)].get() == 0.0;
}

}  // namespace

Limits limits_of(Manipulator& manipulator, const std::string& path)
{
    const FoundInput number = find_input(manipulator, path);
    Limits limits;
    if (number) limits = {number.input.range().lower, number.input.range().upper};

    // "attachments.rods.tensions.0" has its limits at "attachments.rods.tension_limits".
    std::string beside = without_component(path);
    if (beside.ends_with('s')) beside.pop_back();
    const FoundInputs written = find_inputs(manipulator, beside + "_limits");
    bool bounded = false;
    if (written && written.inputs.size() == 2) {
        const double lower = written.inputs[0].get(), upper = written.inputs[1].get();
        bounded = std::isfinite(lower);
        if (!std::isnan(lower)) limits.lower = std::max(limits.lower, lower);
        if (!std::isnan(upper)) limits.upper = std::min(limits.upper, upper);
    }
    if (!bounded && pulls_a_tendon(manipulator, path)) limits.lower = std::max(limits.lower, 0.0);
    return limits;
}

}  // namespace supple
