/// @file
/// The rod-driven arm [Rone 2014]: what its experiments share.
///
/// Rods are numbered as in the paper: 1-1, 1-2, 1-3 end at disk 4, 2-1, 2-2, 2-3 at disk 8. The examples hold
/// the arm; tensions, contact law and friction are set as --set does.
#pragma once

#include "examples.hpp"
#include "figure.hpp"
#include "solved.hpp"

#include <supple/result/trajectory.hpp>

namespace supple::app::s3 {

/// How the rods pull.
struct Pull {
    std::string tensions = "0 0 0 0 0 0 N";  ///< of 1-1, 1-2, 1-3, 2-1, 2-2, 2-3
    std::string contact = "least-squares";
    std::string friction = "0.3";
};

/// The arm with the radial inertia of the paper's Table 1. @throws InputError
Manipulator arm(const Pull& pull, const std::vector<Setting>& further = {});

/// The arm at rest. @throws std::runtime_error unless it converged
Equilibrium rest(const Manipulator& arm);

/// The same under friction by the sign of sliding itself. @throws std::runtime_error where it is rounded off
Equilibrium rest_sharply(const Manipulator& arm);

std::vector<Figure> tips_in_the_plane();
std::vector<Figure> tips_in_space();
std::vector<Figure> contact_forces();
std::vector<Figure> rounds_of_friction();
std::vector<Figure> shift_by_friction();
std::vector<Figure> elastica_limit();
std::vector<Figure> unactuated_run();
std::vector<Figure> unactuated_energy();
std::vector<Figure> vibrations();
std::vector<Figure> steps_of_tension();
std::vector<Figure> settling();
std::vector<Figure> inertia_of_the_disks();
std::vector<Figure> what_has_no_data();

}  // namespace supple::app::s3
