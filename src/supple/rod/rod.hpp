/// @file
/// A rod: length, section and material (or its stiffnesses given outright), rest shape, damping.
#pragma once

#include <supple/lie/linear_algebra.hpp>
#include <supple/rod/cross_section.hpp>
#include <supple/rod/material.hpp>
#include <supple/rod/place.hpp>

#include <vector>

namespace supple {

using Eigen::Vector2d;

/// A stretch of the rod with constant curvature and twist when nothing acts on it.
struct RestPiece {
    double length = not_written;            ///< [m]; the last piece may leave it out: the rest of the rod
    Vector2d curvature = Vector2d::Zero();  ///< about d1 and d2 [1/m]
    double twist = 0.0;                     ///< about d3 [1/m]
};

struct Damping {
    double viscous_rate = 0.0;      ///< force = −rate · momentum [1/s]
    double retardation_time = 0.0;  ///< Kelvin-Voigt: moment = C (κ + time · κ̇) [s]
};

struct Rod {
    double length = 0.0;  ///< [m]
    std::optional<CrossSection> section;
    Material material;

    // Given outright; each takes the place of what section and material would say. The second of a pair may
    // be not_written: it is as the first.
    std::optional<Vector2d> bending_stiffness;  ///< EI about d1 and d2 [N m²]
    std::optional<double> torsional_stiffness;  ///< GJ [N m²]
    std::optional<double> axial_stiffness;      ///< EA [N]
    std::optional<Vector2d> shear_stiffness;    ///< κGA along d1 and d2 [N]
    std::optional<double> mass_per_length;      ///< [kg/m]
    std::optional<double> radius;               ///< of what touches walls around it [m]

    std::vector<RestPiece> rest_shape;  ///< from the base; empty: straight
    Damping damping;
};

/// The numbers the mechanics works with. A stiffness that is not known is infinite: that strain is held at
/// zero.
struct RodProperties {
    Vector2d bending_stiffness;  ///< EI about d1 and d2 [N m²]
    double torsional_stiffness;  ///< GJ [N m²]
    double axial_stiffness;      ///< EA [N]
    Vector2d shear_stiffness;    ///< κGA along d1 and d2 [N]
    double mass_per_length;      ///< [kg/m]
    Vector3d rotary_inertia;     ///< about d1, d2, d3, per length [kg m]
    double area;                 ///< [m²]; 0 when no section is given
    double outer_radius;         ///< [m]; 0 when no section is given
    bool torsion_assumed;        ///< GJ = EI/1.3 because nothing better is known
};

/// @pre EI is given outright, or section and E are given
RodProperties rod_properties(const Rod& rod);

/// Radius of the rod for what touches it: given outright, or that of the circle around its section; none: not
/// known [m].
std::optional<double> contact_radius(const Rod& rod);

/// Pose of the section at arc length s where nothing acts on the rod. @pre the rest shape is complete
SE3 unloaded_pose(const Rod& rod, const SE3& X_WB, double s);

}  // namespace supple
