/// @file
/// The variational rod [Tariverdi 2020]: what its experiments share.
///
/// The six rods of the paper are those of examples/variational_*.yaml, cut into as many elements as in the
/// paper: 15 for the metal ones (1, 2), 10 for the soft ones.
#pragma once

#include "examples.hpp"
#include "figure.hpp"
#include "solved.hpp"

#include <supple/dynamics/nodal_rod.hpp>

namespace supple::app::s4 {

/// The rod of an experiment, 1 to 6, as the example has it. @throws InputError
Manipulator rod_of(int experiment, const std::vector<Setting>& settings = {});

/// The same alone: no weight, no field, no damping, nothing that holds it but its clamped base.
Manipulator bare_rod_of(int experiment, StrainPlace strain = StrainPlace::midpoint);

/// Takes another number of elements, and where the strain is to be measured.
void discretise(Manipulator& m, int elements, StrainPlace strain = StrainPlace::midpoint);

/// @throws InputError where it is no variational rod
variational::NodalRod nodal(const Manipulator& m);

/// At rest. @throws std::runtime_error unless it converged
Equilibrium settled(const Manipulator& m);

/// Bent, twisted and tumbling velocities of the nodes of a free rod at rest shape.
variational::NodalState tumbling(const variational::NodalRod& rod);

std::vector<Figure> discrete_equations();
std::vector<Figure> rotation_of_a_step();
std::vector<Figure> recorded_trajectory();
std::vector<Figure> energy_of_the_released_rod(StrainPlace strain);
std::vector<Figure> momenta_of_the_free_rod(StrainPlace strain);
std::vector<Figure> order_of_the_step();
std::vector<Figure> frequencies();
std::vector<Figure> locking();
std::vector<Figure> step_limits();
std::vector<Figure> shapes_at_rest();
std::vector<Figure> slips_of_units();
std::vector<Figure> levelling_field();
std::vector<Figure> filter_over_seeds();
std::vector<Figure> recorded_experiments();

}  // namespace supple::app::s4
