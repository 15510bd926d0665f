#include <supple/io/model_table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace supple {
namespace {

Table circle_table(Circle& circle)
{
    return {{required("diameter", {number(circle.diameter, dimension::length, positive)}, "diameter")}, {}};
}

Table tube_table(Tube& tube)
{
    return {{required("outer_diameter", {number(tube.outer_diameter, dimension::length, positive)},
                      "outer diameter"),
             required("inner_diameter", {number(tube.inner_diameter, dimension::length, positive)},
                      "inner diameter")},
            [&tube]() -> std::optional<Mistake> {
                if (tube.inner_diameter < tube.outer_diameter) return std::nullopt;
                return Mistake{"inner_diameter",
                               fmt::format("{} is not inside the outer diameter; expected less than {}",
                                           format_quantity(tube.inner_diameter, dimension::length),
                                           format_quantity(tube.outer_diameter, dimension::length))};
            }};
}

Table rectangle_table(Rectangle& rectangle)
{
    return {{required("width", {number(rectangle.width, dimension::length, positive)}, "extent along d1"),
             required("height", {number(rectangle.height, dimension::length, positive)}, "extent along d2")},
            {}};
}

Table section_table(CrossSection& section)
{
    const auto profile = [&section](auto shape, auto table) {
        return std::vector<Form>{Object{[&section, shape, table] {
            section.profile = shape;
            return table(std::get<decltype(shape)>(section.profile));
        }}};
    };
    return {
        {one_of("circle", profile(Circle{}, circle_table), "a solid circle"),
         one_of("tube", profile(Tube{}, tube_table), "a round tube"),
         one_of("rectangle", profile(Rectangle{}, rectangle_table), "a solid rectangle"),
         optional("torsion_constant", {number(section.torsion_constant, dimension::area_moment, positive)},
                  "torsion constant J of GJ", "Saint-Venant's"),
         optional("shear_factor",
                  {number(section.shear_factor, dimension::none, {0.0, 1.0, true, "above 0 and at most 1"})},
                  "factor on the area in shear", "1")},
        {}};
}

Table material_table(Material& material)
{
    const Range poisson{-1.0, 0.5, true, "above -1 and at most 0.5"};
    return {
        {optional("youngs_modulus", {number(material.youngs_modulus, dimension::pressure, positive)},
                  "Young's modulus E"),
         optional("shear_modulus", {number(material.shear_modulus, dimension::pressure, positive)},
                  "shear modulus G, in place of poisson_ratio"),
         optional("poisson_ratio", {number(material.poisson_ratio, dimension::none, poisson)},
                  "Poisson's ratio, in place of shear_modulus", "0.3"),
         optional("density", {number(material.density, dimension::density, positive)}, "mass per volume")},
        [&material]() -> std::optional<Mistake> {
            if (material.shear_modulus && material.poisson_ratio) {
                return Mistake{"poisson_ratio", "found shear_modulus too; expected one of them: remove one"};
            }
            if (material.shear_modulus && material.youngs_modulus &&
                *material.youngs_modulus > 3.0 * *material.shear_modulus) {
                return Mistake{
                    "shear_modulus",
                    fmt::format("gives a Poisson's ratio of {:.4g}; expected at most 0.5, that is at least "
                                "a third of youngs_modulus (or give torsional_stiffness outright)",
                                *material.youngs_modulus / (2.0 * *material.shear_modulus) - 1.0)};
            }
            return std::nullopt;
        }};
}

Table rest_piece_table(RestPiece& piece)
{
    return {{optional("length", {number(piece.length, dimension::length, positive)},
                      "extent of the piece; only the last piece may leave it out", "the rest of the rod"),
             optional("curvature",
                      {Numbers{dimension::per_length,
                               {2, 2},
                               anything,
                               false,
                               [&piece](const auto& v) {
                                   return piece.curvature = {v[0], v[1]}, Verdict();
                               },
                               "0 20 1/m"}},
                      "curvature about d1 and d2", "0 0 1/m"),
             optional("twist", {number(piece.twist, dimension::per_length)}, "twist about d3", "0 1/m")},
            {}};
}

Table damping_table(Damping& damping)
{
    return {{optional("viscous_rate", {number(damping.viscous_rate, dimension::rate, not_negative)},
                      "force against the motion, over momentum", "0 1/s"),
             optional("retardation_time", {number(damping.retardation_time, dimension::time, not_negative)},
                      "Kelvin-Voigt: moment from the rate of curvature, over that from curvature", "0 s")},
            {}};
}

std::optional<Mistake> rest_shape_mistake(Rod& rod)
{
    if (rod.rest_shape.empty()) return std::nullopt;
    double sum = 0.0;
    for (std::size_t i = 0; i < rod.rest_shape.size(); ++i) {
        RestPiece& piece = rod.rest_shape[i];
        if (piece.length == 0.0) {
            if (i + 1 != rod.rest_shape.size()) {
                return Mistake{fmt::format("rest_shape.{}", i),
                               "missing key \"length\"; expected it in every piece but the last"};
            }
            piece.length = rod.length - sum;
            if (piece.length <= 1e-9 * rod.length) {
                return Mistake{
                    fmt::format("rest_shape.{}", i),
                    fmt::format("the pieces before it are {} long; expected less than {}, the rod's "
                                "length",
                                format_quantity(sum, dimension::length, 10),
                                format_quantity(rod.length, dimension::length, 10))};
            }
        }
        sum += piece.length;
    }
    if (std::abs(sum - rod.length) <= 1e-9 * rod.length) return std::nullopt;
    return Mistake{"rest_shape", fmt::format("the lengths add up to {}; expected the rod's length, {}",
                                             format_quantity(sum, dimension::length, 10),
                                             format_quantity(rod.length, dimension::length, 10))};
}

std::optional<Mistake> rod_mistake(Rod& rod)
{
    const bool derived = rod.section && rod.material.youngs_modulus;
    if (rod.bending_stiffness && rod.material.youngs_modulus) {
        return Mistake{
            "bending_stiffness",
            "found material.youngs_modulus too; expected one source of bending stiffness: remove one"};
    }
    if (!rod.bending_stiffness && !derived) {
        return Mistake{"",
                       "no bending stiffness; expected \"bending_stiffness: 17 N mm^2\", or section and "
                       "material.youngs_modulus"};
    }
    if (rod.material.shear_modulus && !rod.section) {
        return Mistake{"material",
                       "shear_modulus without a section gives no stiffness; expected a section, or "
                       "torsional_stiffness"};
    }
    if (rod.mass_per_length && rod.material.density) {
        return Mistake{"mass_per_length",
                       "found material.density too; expected one source of mass: remove one"};
    }
    if (rod.material.density && !rod.section) {
        return Mistake{"material",
                       "density without a section gives no mass; expected a section, or mass_per_length"};
    }
    return rest_shape_mistake(rod);
}

}  // namespace

Table rod_table(Rod& rod)
{
    return {
        {required("length", {number(rod.length, dimension::length, positive)}, "length along the rod"),
         optional("section", {Object{[&rod] { return section_table(rod.section.emplace()); }}},
                  "cross-section"),
         optional("material", {Object{[&rod] { return material_table(rod.material); }}},
                  "what it is made of"),
         optional("bending_stiffness", {pair(rod.bending_stiffness, dimension::bending_stiffness, positive)},
                  "EI, or EI about d1 and about d2, in place of section and youngs_modulus"),
         optional("torsional_stiffness",
                  {number(rod.torsional_stiffness, dimension::bending_stiffness, positive)}, "GJ",
                  "from section and material; else EI/1.3"),
         optional("axial_stiffness", {number(rod.axial_stiffness, dimension::force, positive)}, "EA",
                  "from section and material; else does not stretch"),
         optional("shear_stiffness", {pair(rod.shear_stiffness, dimension::force, positive)},
                  "GA, or GA along d1 and along d2", "from section and material; else does not shear"),
         optional("mass_per_length", {number(rod.mass_per_length, dimension::mass_per_length, positive)},
                  "in place of material.density", "0 g/m"),
         optional("rest_shape",
                  {List{several,
                        [&rod] {
                            return std::vector<Form>{
                                Object{[&rod] { return rest_piece_table(rod.rest_shape.emplace_back()); }}};
                        }}},
                  "pieces of constant curvature, from the base", "straight"),
         optional("damping", {Object{[&rod] { return damping_table(rod.damping); }}}, "damping in motion",
                  "none")},
        [&rod] { return rod_mistake(rod); }};
}

}  // namespace supple
