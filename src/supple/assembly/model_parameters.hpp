/// @file
/// The parameters of a rod and of its discretisation, as directions in which a chain's elements change.
///
///     rod.bending_stiffness.0 .1, rod.torsional_stiffness     every spring made of it, in proportion
///     rod.length                                              everything on the rod keeps its fraction of it
///     model.parameters.gamma.0 .. .3, k_eta, k_theta, k_twist, cubic            segments
///     model.links.j, model.bending.j, model.twisting.j                          ball joints given outright
///
/// γ and k are those of docs/theory/s1, Eq. (1.1); links and springs of ball joints those of docs/theory/s2,
/// Eq. (2.1), (2.5). Each γ moves its own link alone, so that the rod grows with it: where Σγ = 1 is kept,
/// combine them.
#pragma once

#include <supple/model/parameter.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// Those that the manipulator's chain has. Left out where a change would also move something that the chain
/// does not hold: lengths where the rod has weight, a rest shape or guides, γ and k where segments shear or
/// stretch.
/// @pre the system was made from the manipulator
std::vector<Parameter> model_parameters(const Manipulator& manipulator, const System& system);

}  // namespace supple
