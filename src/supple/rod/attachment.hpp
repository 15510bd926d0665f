/// @file
/// What is fixed to the rod or runs along it: magnets, coils, masses, disks, driving rods and tendons.
#pragma once

#include <supple/rod/environment.hpp>
#include <supple/rod/memory.hpp>
#include <supple/rod/place.hpp>

#include <variant>

namespace supple {

/// Inertia of a body of revolution about d3, at its centre.
struct BodyInertia {
    double mass = 0.0;            ///< [kg]
    double radial_inertia = 0.0;  ///< about d1 and d2 [kg m²]
    double axial_inertia = 0.0;   ///< about d3 [kg m²]

    friend bool operator==(const BodyInertia&, const BodyInertia&) = default;
};

/// Along d3; a ring where it has an inner diameter.
struct MagnetCylinder {
    double diameter = 0.0;        ///< [m]
    double length = 0.0;          ///< [m]
    double inner_diameter = 0.0;  ///< [m]
};

struct MagnetSphere {
    double diameter = 0.0;  ///< [m]
};

struct MagnetBlock {
    Vector3d size = Vector3d::Zero();  ///< along d1, d2, d3 [m]
};

using MagnetShape = std::variant<MagnetCylinder, MagnetSphere, MagnetBlock>;

/// Written is either the dipole, or shape and remanence; completed() makes the dipole of them, and mass and
/// inertia of shape and density (rod/magnet.hpp).
struct Magnet {
    std::string name;
    double at = 0.0;                     ///< arc length [m]
    Vector3d dipole = Vector3d::Zero();  ///< body frame [A m²]
    BodyInertia inertia;
    std::optional<MagnetShape> shape;
    double remanence = 0.0;             ///< [T], with a shape
    Vector3d axis = Vector3d::UnitZ();  ///< of the magnetisation in the body frame, with a shape
    std::optional<double> density;      ///< [kg/m³], with a shape
};

/// Three coils around one point of the rod, each along an axis of the set's own frame.
struct CoilSet {
    std::string name;
    double at = 0.0;                              ///< arc length [m]
    Vector3d turns = Vector3d::Zero();            ///< of the coils along x, y, z
    Vector3d areas = Vector3d::Zero();            ///< [m²]
    Vector3d currents = Vector3d::Zero();         ///< [A]
    Matrix3d orientation = Matrix3d::Identity();  ///< columns: the coils' axes in the body frame
    BodyInertia inertia;
    Limits current_limits;  ///< [A]
    Timing timing;
};

struct PointMass {
    std::string name;
    double at = 0.0;  ///< arc length [m]
    BodyInertia inertia;
};

/// Rigid disks along the rod, numbered from 1; the last ends the rod.
///
/// Written are either `count` or `positions`, and mass and inertia once for all or once for each; completed()
/// makes `positions` and `inertia` of them.
struct Disks {
    std::string name;
    int count = 0;                       ///< equally spaced, the last at the tip; 0: see positions
    std::vector<double> positions;       ///< arc length of each [m], ascending
    std::vector<double> mass;            ///< [kg]
    std::vector<double> radial_inertia;  ///< about d1 and d2 [kg m²]
    std::vector<double> axial_inertia;   ///< about d3 [kg m²]
    std::vector<BodyInertia> inertia;    ///< of each, as given; empty: lumped from the geometry below
    double radius = 0.0;                 ///< [m]
    double thickness = 0.0;              ///< [m]
    double density = 0.0;                ///< [kg/m³]
};

/// How a driven rod passes its force on to the disks.
enum class ContactLaw {
    capstan,        ///< friction grows with the wrapped angle
    tendon,         ///< frictionless limit
    least_squares,  ///< global rod equilibrium by least squares [Rone 2014]; under-bends, flutters in space
};

/// How a driven rod is held at the base plate.
enum class BaseSupport { clamped, pinned, clearance };

/// What carries the driven rods' own bending.
enum class RodBending { arcs, contacts };

/// Parallel rods or tendons along the arm, at given angles around it.
///
/// A list as written has one entry for all or one for each; completed() makes it one for each, takes
/// stiffness and mass from diameter, modulus and density where they are given, and finds where each ends.
struct DrivenRods {
    std::string name;
    std::vector<double> radii;   ///< distance from the core [m]
    std::vector<double> angles;  ///< from d1 towards d2 [rad]
    std::vector<double>
        ends;  ///< arc length at which each ends [m]; empty as written: see end_disks, else the tip
    std::vector<int> end_disks;  ///< number of the disk at which each ends, from 1; empty: not at disks
    std::vector<double> youngs_modulus;     ///< E [Pa], with diameters
    std::vector<double> density;            ///< [kg/m³], with diameters
    std::vector<double> bending_stiffness;  ///< EI [N m²]; 0: a tendon
    std::vector<double> axial_stiffness;    ///< EA [N]; infinite: does not stretch
    std::vector<double> mass_per_length;    ///< [kg/m]; empty: their mass is not counted, or is in the disks'
    std::vector<double> diameters;          ///< [m]; empty where not given
    double friction = 0.0;                  ///< Coulomb coefficient
    ContactLaw contact = ContactLaw::capstan;
    int friction_rounds = 6;  ///< of the friction iteration, under least_squares
    BaseSupport base_support = BaseSupport::clamped;
    double base_clearance = 0.0;  ///< half play in the base hole [m]
    RodBending bending = RodBending::arcs;
    bool cable = false;               ///< never pushes: slack instead
    std::vector<double> tensions;     ///< of those that are pulled; they come first [N]
    std::vector<double> retractions;  ///< of those whose lengths are held; they come last [m]
    std::vector<double> pretension;   ///< at zero retraction [N]
    Memory memory;                    ///< of commands that follow one another
    Limits tension_limits;            ///< [N]
    Limits retraction_limits;         ///< [m]
    Timing timing;

    std::size_t count() const { return tensions.size() + retractions.size(); }
};

using Attachment = std::variant<Magnet, CoilSet, PointMass, Disks, DrivenRods>;

/// The word for its kind in files: "magnet", "coil_set", ...
const char* kind(const Attachment& attachment);

}  // namespace supple
