/// @file
/// What surrounds the manipulator: gravity, a liquid, a magnetic field and its sources.
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/rod/place.hpp>
#include <supple/rod/timing.hpp>

#include <array>
#include <memory>
#include <optional>

namespace supple {

/// Between which values an actuation may be chosen. Unlimited where not given.
struct Limits {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
};

/// A circular current loop. A positive current makes a field along the axis at its centre.
struct Coil {
    std::string name;
    Vector3d position = Vector3d::Zero();  ///< centre, world [m]
    Vector3d axis = Vector3d::UnitZ();     ///< world; made unit by completed()
    double radius = 0.0;                   ///< [m]
    double turns = 1.0;
    double current = 0.0;   ///< [A]
    Limits current_limits;  ///< [A]
    Timing timing;
};

/// Two equal coaxial loops with the same current.
struct HelmholtzPair {
    Coil coil;  ///< its position is the point half way between the loops
    double separation =
        not_written;  ///< of the two loops [m]; not written: the radius, as in the classical pair
};

/// A point magnet fixed in the world.
struct FieldDipole {
    std::string name;
    Vector3d position = Vector3d::Zero();  ///< [m]
    Vector3d moment = Vector3d::Zero();    ///< [A m²]
    Timing timing;
};

/// A field sampled on a regular grid, x running fastest.
struct FieldMap {
    Vector3d origin = Vector3d::Zero();   ///< first grid point [m]
    Vector3d spacing = Vector3d::Zero();  ///< [m]
    std::array<int, 3> count = {0, 0, 0};
    std::vector<Vector3d> values;        ///< B [T]
    std::vector<Vector3d> coefficients;  ///< of the spline through the values; see fit_spline (field_map.hpp)
    std::string file;                    ///< the table it was read from; empty: none
};

/// The sum of all its parts.
struct MagneticField {
    Vector3d uniform = Vector3d::Zero();  ///< B at the world's origin [T]
    Matrix3d gradient = Matrix3d::Zero();  ///< ∂B_i/∂x_j [T/m], symmetric and traceless; where only xx, xy,
                                           ///< xz, yy and yz are written, completed() fills in the rest
    Limits uniform_limits;  ///< of each component [T]
    Timing timing;          ///< of the uniform part and its gradient
    std::vector<Coil> coils;
    std::vector<HelmholtzPair> helmholtz_pairs;
    std::vector<FieldDipole> dipoles;
    std::shared_ptr<const FieldMap> map;  ///< shared by the copies of a description
};

struct Environment {
    Vector3d gravity = Vector3d::Zero();  ///< [m/s²]
    double surrounding_density = 0.0;     ///< of the liquid around; buoyancy [kg/m³]
    MagneticField magnetic_field;
};

}  // namespace supple
