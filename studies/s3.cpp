#include "s3.hpp"

#include <supple/analysis/solve.hpp>

#include <stdexcept>

namespace supple::app {
namespace s3 {

Manipulator arm(const Pull& pull, const std::vector<Setting>& further)
{
    std::vector<Setting> settings = {{"attachments.rods.tensions", pull.tensions},
                                     {"attachments.rods.contact", pull.contact},
                                     {"attachments.rods.friction", pull.friction}};
    settings.insert(settings.end(), further.begin(), further.end());
    return example("rod_driven_arm_as_printed.yaml", settings);
}

Equilibrium rest(const Manipulator& arm)
{
    return converged(solve(arm));
}

Equilibrium rest_sharply(const Manipulator& arm)
{
    Equilibrium equilibrium = rest(arm);
    if (equilibrium.drives.at(0).friction != FrictionUsed::sharp)
        throw std::runtime_error("friction had to be rounded off");
    return equilibrium;
}

}  // namespace s3

std::vector<Experiment> experiments_of_s3()
{
    return {{"inertia of the disks", s3::inertia_of_the_disks},
            {"motion without tension", s3::unactuated_run},
            {"energy without tension", s3::unactuated_energy},
            {"vibrations", s3::vibrations},
            {"rounds of friction", s3::rounds_of_friction},
            {"contact forces", s3::contact_forces},
            {"shift by friction", s3::shift_by_friction},
            {"step of tension followed until it settles", s3::settling},
            {"poles after a step of tension", s3::steps_of_tension},
            {"tips in the plane", s3::tips_in_the_plane},
            {"tips in space", s3::tips_in_space},
            {"elastica limit", s3::elastica_limit},
            {"measurements and finite elements", s3::what_has_no_data}};
}

}  // namespace supple::app
