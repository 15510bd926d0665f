#include <supple/rod/rod.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace supple {

RodProperties rod_properties(const Rod& rod)
{
    constexpr double rigid = std::numeric_limits<double>::infinity();
    const SectionProperties section = rod.section ? section_properties(*rod.section) : SectionProperties{};
    const auto E = rod.material.youngs_modulus;
    const auto G = shear_modulus(rod.material);
    const double density = rod.material.density.value_or(0.0);
    const bool elastic = rod.section && E;
    assert(rod.bending_stiffness || elastic);

    RodProperties p;
    p.bending_stiffness = rod.bending_stiffness.value_or(elastic ? Vector2d(*E * section.I1, *E * section.I2)
                                                                 : Vector2d(Vector2d::Zero()));
    if (std::isnan(p.bending_stiffness[1])) p.bending_stiffness[1] = p.bending_stiffness[0];

    // Torsion: outright, else G times the torsion constant, else as a round section would have it, with
    // ν = 0.3 where that is not given.
    const bool torsion_known = rod.torsional_stiffness || (rod.section && G);
    p.torsional_stiffness = rod.torsional_stiffness.value_or(
        torsion_known ? *G * section.torsion_constant
                      : p.bending_stiffness.mean() /
                            (1.0 + rod.material.poisson_ratio.value_or(default_poisson_ratio)));
    p.torsion_assumed = !rod.torsional_stiffness && !rod.material.poisson_ratio &&
                        !(rod.section && rod.material.shear_modulus);

    p.axial_stiffness = rod.axial_stiffness.value_or(elastic ? *E * section.area : rigid);
    p.shear_stiffness = rod.shear_stiffness.value_or(
        rod.section && G ? Vector2d(Vector2d::Constant(rod.section->shear_factor * *G * section.area))
                         : Vector2d(Vector2d::Constant(rigid)));
    if (std::isnan(p.shear_stiffness[1])) p.shear_stiffness[1] = p.shear_stiffness[0];

    p.mass_per_length = rod.mass_per_length.value_or(density * section.area);
    // Rotary inertia spreads the mass over the section as the area is.
    const double mass_per_area = section.area > 0.0 ? p.mass_per_length / section.area : 0.0;
    p.rotary_inertia = mass_per_area * Vector3d(section.I1, section.I2, section.I1 + section.I2);
    p.area = section.area;
    p.outer_radius = section.outer_radius;
    return p;
}

std::optional<double> contact_radius(const Rod& rod)
{
    if (rod.radius || !rod.section) return rod.radius;
    return section_properties(*rod.section).outer_radius;
}

SE3 unloaded_pose(const Rod& rod, const SE3& X_WB, double s)
{
    SE3 X = X_WB;
    const auto go_on = [&](double length, const RestPiece& piece) {
        Vector6d twist;
        twist << 0.0, 0.0, 1.0, piece.curvature, piece.twist;
        X = X * se3::exp(length * twist);
    };
    for (const RestPiece& piece : rod.rest_shape) {
        const double length = std::min(piece.length, s);
        go_on(length, piece);
        s -= length;
    }
    go_on(s, RestPiece{});
    return X;
}

}  // namespace supple
