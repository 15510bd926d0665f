/// @file
/// The section of a rod and what the mechanics needs of it.
///
/// d1 = x and d2 = y span the section and are its principal axes:
///
///     I1 = ∫ y² dA  (bending about d1),    I2 = ∫ x² dA  (bending about d2).
///
/// The torsion constant J is Saint-Venant's: I1 + I2 for round sections, less for a rectangle.
#pragma once

#include <optional>
#include <variant>

namespace supple {

struct Circle {
    double diameter = 0.0;  ///< [m]
};

struct Tube {
    double outer_diameter = 0.0;  ///< [m]
    double inner_diameter = 0.0;  ///< [m]
};

struct Rectangle {
    double width = 0.0;   ///< along d1 [m]
    double height = 0.0;  ///< along d2 [m]
};

using Profile = std::variant<Circle, Tube, Rectangle>;

struct CrossSection {
    Profile profile;
    std::optional<double> torsion_constant;  ///< J [m⁴] in place of Saint-Venant's
    double shear_factor = 1.0;               ///< κ of κGA
};

struct SectionProperties {
    double area = 0.0;              ///< [m²]
    double I1 = 0.0;                ///< about d1 [m⁴]
    double I2 = 0.0;                ///< about d2 [m⁴]
    double torsion_constant = 0.0;  ///< J [m⁴]
    double outer_radius = 0.0;      ///< of the circle around the section [m]
};

SectionProperties section_properties(const CrossSection& section);

/// Saint-Venant's torsion constant of a solid rectangle [m⁴].
double rectangle_torsion_constant(double width, double height);

}  // namespace supple
