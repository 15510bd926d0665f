#include <supple/assembly/nodal_layout.hpp>
#include <supple/rod/attached.hpp>

#include <cmath>

namespace supple {
namespace {

/// What the nodal rod does not carry; empty when it carries all.
std::string why_not(const Manipulator& m, const RodProperties& p)
{
    if (std::get<VariationalModel>(m.model).strain == StrainPlace::nodal)
        return "the nodal strain is not steered, nor solved in a sequence: use strain: midpoint";
    if (m.base.pinned)
        return "a variational rod with a pinned base is not steered, nor followed by arc length: use a "
               "chain, "
               "as in --model spherical-prb";
    if (!p.shear_stiffness.allFinite() || !std::isfinite(p.axial_stiffness))
        return "the variational rod stretches and shears: give a section and a material, or axial_stiffness "
               "and shear_stiffness";
    for (const Attachment& attachment : m.attachments) {
        if (std::holds_alternative<DrivenRods>(attachment))
            return "the variational model does not take driven rods or tendons";
    }
    for (const Constraint& constraint : m.constraints) {
        // What the whole rod may touch is met by its nodes.
        if (!place_of(constraint)) continue;
        if (!std::holds_alternative<Fixture>(constraint) && !std::holds_alternative<Clamp>(constraint))
            return std::string("the variational model does not take a ") + kind(constraint);
    }
    if (!m.own.constraints.empty()) return "the variational model does not take own constraints: use a chain";
    return "";
}

}  // namespace

NodalLayout lay_out_nodes(const Manipulator& m)
{
    const RodProperties p = rod_properties(m.rod);
    NodalLayout layout;
    layout.error = why_not(m, p);
    if (!layout.error.empty()) return layout;
    layout.nodes = nodes_of(m, std::get<VariationalModel>(m.model).elements);
    layout.error = layout.nodes.mistake;
    layout.rod.lengths = layout.nodes.lengths;
    layout.rod.rest = layout.nodes.rest;
    layout.rod.C1 << p.shear_stiffness, p.axial_stiffness;
    layout.rod.C2 << p.bending_stiffness, p.torsional_stiffness;
    return layout;
}

}  // namespace supple
