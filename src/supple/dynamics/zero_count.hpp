/// @file
/// How many motions e^{λt} of a linearised rod have their λ in a circle, without finding them.
///
/// λ is a zero of det(λ² + λ(c + D) + K). By the argument principle the determinant turns as many times
/// around zero as there are zeros in the circle, while λ runs around it once. The turns are added up over
/// arcs so short that the phases of its parts, those of a few neighbouring nodes, change by less than a third
/// of a half turn on each half of them, by its values and by its rate.
///
/// Law (tests/dynamics/test_slow_motions.cpp): the number is that of the dense eigenvalues.
#pragma once

#include <supple/dynamics/linear_rod.hpp>

namespace supple::variational {

/// Zeros in the circle, each as often as it is one; nothing where one lies on the circle or too close to it.
std::optional<int> zeros_within(const LinearRod& rod, std::complex<double> centre, double radius);

}  // namespace supple::variational
