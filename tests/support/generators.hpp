/// @file
/// Random arguments for laws (RapidCheck), with a fixed seed unless RC_PARAMS says otherwise.
#pragma once

#include <supple/lie/se3.hpp>

#include <rapidcheck.h>

namespace supple::test {

/// Uniform in [low, high], in steps of 1e-6 of the interval; shrinks towards low.
rc::Gen<double> real(double low, double high);

/// Entries uniform in [−size, size].
rc::Gen<Vector3d> vector3_of_size(double size);
rc::Gen<Vector6d> vector6_of_size(double size);

/// A rotation vector with |φ| < limit [rad]: in a third of the cases tiny, down to 1e-15.
rc::Gen<Vector3d> rotation_vector(double limit);

/// [ρ; φ] with entries of ρ within ±2 and φ as above.
rc::Gen<Vector6d> twist(double limit);

}  // namespace supple::test
