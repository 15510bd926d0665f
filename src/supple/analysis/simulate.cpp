#include <supple/analysis/idle.hpp>
#include <supple/analysis/mechanics.hpp>
#include <supple/analysis/simulate.hpp>
#include <supple/rod/completed.hpp>

namespace supple {

Trajectory simulate(const Manipulator& manipulator, const Progress& progress)
{
    const Manipulator complete = completed(manipulator);
    if (!complete.simulation) {
        Trajectory none;
        none.model = type_name(complete.model);
        none.message =
            "the file has no \"simulation\"; expected it, as in simulation: {duration: 2 s, output_every: 1 "
            "ms}";
        return none;
    }
    return mechanics_of(complete)->simulate(complete, progress);
}

Modes find_modes(const Manipulator& manipulator, const ModesOptions& options)
{
    const Manipulator complete = completed(manipulator);
    Modes modes = mechanics_of(complete)->modes(complete, options);
    for (std::string& sentence : idle_parts(complete))
        modes.warnings.push_back(std::move(sentence));
    return modes;
}

}  // namespace supple
