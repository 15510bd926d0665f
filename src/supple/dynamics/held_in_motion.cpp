#include <supple/dynamics/held_in_motion.hpp>

namespace supple {
namespace {

std::string path_or(const std::vector<std::string>& paths, std::size_t i, const char* otherwise)
{
    return i < paths.size() && !paths[i].empty() ? paths[i] : otherwise;
}

std::string guide_sentence(const System& system)
{
    const auto constraint = static_cast<std::size_t>(system.slips.constraint(0));
    return path_or(system.constraint_paths, constraint, "a guide") +
           " lets the rod slip, which is solved in equilibrium only: let it go before the start by until: 0 "
           "s, "
           "or remove it";
}

}  // namespace

std::string why_not_held_in_time(const System& system)
{
    if (system.slips.size() > 0) return guide_sentence(system);
    if (!system.constraints.empty())
        return path_or(system.constraint_paths, 0, "a constraint") +
               " holds the rod while it moves, which chains do not take: let it go before the start by "
               "until: 0 s, "
               "or use the variational model";
    if (!system.walls.empty())
        return path_or(system.wall_paths, 0, "a constraint") +
               " is a wall, and walls are not felt in motion: take it away before the start by until: 0 s, "
               "or "
               "remove it";
    if (!system.obstacles.empty())
        return "motion in a conduit, or among obstacles for the whole rod, is not solved by this version: "
               "take "
               "them away before the start by until: 0 s, or remove them";
    return "";
}

std::string why_not_held_in_vibration(const System& system, const Equilibrium& equilibrium)
{
    if (system.slips.size() > 0) return guide_sentence(system);
    for (std::size_t i = 0; i < equilibrium.contacts.size(); ++i) {
        if (equilibrium.contacts[i].state != ContactState::open)
            return path_or(system.wall_paths, i, "a wall") +
                   " is touched, and vibrations against a wall are not solved: move the wall away or remove "
                   "it";
    }
    return "";
}

}  // namespace supple
