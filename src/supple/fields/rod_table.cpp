#include <supple/fields/model_table.hpp>

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
            [&tube] { return mistake_in(tube); }};
}

Table rectangle_table(Rectangle& rectangle)
{
    return {{required("width", {number(rectangle.width, dimension::length, positive)}, "extent along d1"),
             required("height", {number(rectangle.height, dimension::length, positive)}, "extent along d2")},
            {}};
}

Table section_table(CrossSection& section)
{
    return {
        {one_of("circle", {kind_of<Circle>(section.profile, circle_table)}, "a solid circle"),
         one_of("tube", {kind_of<Tube>(section.profile, tube_table)}, "a round tube"),
         one_of("rectangle", {kind_of<Rectangle>(section.profile, rectangle_table)}, "a solid rectangle"),
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
        [&material] { return mistake_in(material); }};
}

Numbers curvature_form(RestPiece& piece)
{
    Numbers form{dimension::per_length,
                 {2, 2},
                 anything,
                 false,
                 [&piece](const auto& v) {
                     return piece.curvature = {v[0], v[1]}, Verdict();
                 },
                 "0 20 1/m"};
    form.slots = [&piece] { return std::vector<Slot>{{&piece.curvature[0]}, {&piece.curvature[1]}}; };
    return form;
}

Table rest_piece_table(RestPiece& piece)
{
    return {{optional("length", {number(piece.length, dimension::length, positive)},
                      "extent of the piece; only the last piece may leave it out", "the rest of the rod"),
             optional("curvature", {curvature_form(piece)}, "curvature about d1 and d2", "0 0 1/m"),
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

}  // namespace

Table rod_table(Rod& rod)
{
    return {
        {required("length", {number(rod.length, dimension::length, positive)}, "length along the rod"),
         optional("section", {map_of(rod.section, section_table)}, "cross-section"),
         optional("material", {map_of(rod.material, material_table)}, "what it is made of"),
         optional("bending_stiffness", {pair(rod.bending_stiffness, dimension::bending_stiffness, positive)},
                  "EI, or EI about d1 and about d2, in place of section and youngs_modulus"),
         optional("torsional_stiffness",
                  {number(rod.torsional_stiffness, dimension::bending_stiffness, positive)}, "GJ",
                  "from section and material; else EI/1.3"),
         optional("axial_stiffness", {number(rod.axial_stiffness, dimension::force, positive)}, "EA",
                  "from section and material; else does not stretch"),
         optional("shear_stiffness", {pair(rod.shear_stiffness, dimension::force, positive)},
                  "GA, or GA along d1 and along d2", "from section and material; else does not shear"),
         optional("mass_per_length", {number(rod.mass_per_length, dimension::mass_per_length, not_negative)},
                  "in place of material.density", "0 g/m"),
         optional("radius", {number(rod.radius, dimension::length, not_negative)},
                  "of what touches the walls around it", "of the circle around its section; else 0 mm"),
         optional("rest_shape", {list_of(rod.rest_shape, several, rest_piece_table)},
                  "pieces of constant curvature, from the base", "straight"),
         optional("damping", {map_of(rod.damping, damping_table)}, "damping in motion", "none")},
        [&rod] { return mistake_in(rod); }};
}

}  // namespace supple
