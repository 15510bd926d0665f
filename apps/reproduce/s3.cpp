#include "s3.hpp"

#include <supple/io/case_solver.hpp>

#include <limits>

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

Equilibrium rest(const Pull& pull)
{
    Equilibrium equilibrium;
    solve_case(arm(pull), {}, equilibrium);
    return equilibrium;
}

Vector3d tip(const Equilibrium& equilibrium)
{
    if (equilibrium.status != Status::converged)
        return Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
    return 1e3 * equilibrium.tip().position();
}

}  // namespace s3

std::vector<Experiment> experiments_of_s3()
{
    // The longest first, so that none is left over at the end.
    return {{"step of tension followed until it settles", s3::settling},
            {"energy without tension", s3::unactuated_energy},
            {"motion without tension", s3::unactuated_run},
            {"tips in the plane", s3::tips_in_the_plane},
            {"tips in space", s3::tips_in_space},
            {"contact forces", s3::contact_forces},
            {"rounds of friction", s3::rounds_of_friction},
            {"shift by friction", s3::shift_by_friction},
            {"poles after a step of tension", s3::steps_of_tension},
            {"vibrations", s3::vibrations},
            {"elastica limit", s3::elastica_limit},
            {"inertia of the disks", s3::inertia_of_the_disks},
            {"measurements and finite elements", s3::what_has_no_data}};
}

}  // namespace supple::app
