#include <supple/fields/input.hpp>
#include <supple/fields/limits.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

Limits limits_of(Manipulator& manipulator, const std::string& path)
{
    const FoundInput number = find_input(manipulator, path);
    Limits limits;
    if (number) limits = {number.input.range().lower, number.input.range().upper};

    // "attachments.rods.tensions.0" has its limits at "attachments.rods.tension_limits".
    std::string beside = without_component(path);
    if (beside.ends_with('s')) beside.pop_back();
    const FoundInputs written = find_inputs(manipulator, beside + "_limits");
    if (written && written.inputs.size() == 2) {
        const double lower = written.inputs[0].get(), upper = written.inputs[1].get();
        if (!std::isnan(lower)) limits.lower = std::max(limits.lower, lower);
        if (!std::isnan(upper)) limits.upper = std::min(limits.upper, upper);
    }
    return limits;
}

}  // namespace supple
