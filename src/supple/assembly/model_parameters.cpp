#include <supple/assembly/model_parameters.hpp>
#include <supple/model/chain.hpp>
#include <supple/rod/completed.hpp>

#include <cmath>

namespace supple {
namespace {

using Links = std::vector<Chain::Link>;

Coordinates coordinates_of(const Chain::Link& link)
{
    return traits(link.element).coordinates;
}

bool has_curvatures(const Chain::Link& link)
{
    return coordinates_of(link) == Coordinates::curvatures;
}

/// The springs of one coordinate of every joint or arc, per unit of the stiffness they are made of.
Parameter stiffness(const std::string& path, const Links& links, int axis, double value)
{
    Parameter parameter;
    parameter.path = path;
    for (std::size_t e = 0; e < links.size(); ++e) {
        if (coordinates_of(links[e]) == Coordinates::displacements || axis >= dof(links[e].element)) continue;
        ElementNumbers change;
        change.element = static_cast<int>(e);
        // In arcs driven rods may bend too: the rod's own share is EI ℓ.
        change.stiffness[axis] =
            has_curvatures(links[e]) ? length(links[e].element) : links[e].law.stiffness[axis] / value;
        parameter.elements.push_back(change);
    }
    return parameter;
}

/// All lengths in proportion; springs of joints and slides soften with them, those of arcs (EI ℓ) stiffen.
Parameter rod_length(const Links& links, double L)
{
    Parameter parameter;
    parameter.path = "rod.length";
    for (std::size_t e = 0; e < links.size(); ++e) {
        const double joint = has_curvatures(links[e]) ? 0.0 : joint_fraction(links[e].element);
        const double own = length(links[e].element);
        ElementNumbers change;
        change.element = static_cast<int>(e);
        change.stiffness = links[e].law.stiffness * ((has_curvatures(links[e]) ? 1.0 : -1.0) / L);
        change.inboard = own > 0.0 ? joint * own / L : 0.0;
        change.outboard = own / L - change.inboard;
        parameter.elements.push_back(change);
    }
    return parameter;
}

/// γ_i: a link of every segment; inner links belong half to the joint before and half to the one behind.
Parameter gamma(const Links& links, std::size_t pin, std::size_t i)
{
    Parameter parameter;
    parameter.path = "model.parameters.gamma." + std::to_string(i);
    for (std::size_t first = pin; first < links.size(); first += 3) {
        double L = 0.0;
        for (std::size_t j = 0; j < 3; ++j)
            L += length(links[first + j].element);
        ElementNumbers before, after;
        before.element = static_cast<int>(first + i) - 1;
        before.outboard = i == 3 ? L : L / 2.0;
        after.element = static_cast<int>(first + i);
        after.inboard = i == 0 ? L : L / 2.0;
        if (i > 0) parameter.elements.push_back(before);
        if (i < 3) parameter.elements.push_back(after);
    }
    return parameter;
}

/// k_j of one coordinate, in every segment. The rest angle is shared among the joints as their compliances.
Parameter spring(const std::string& path, const Links& links, std::size_t pin, int axis,
                 const std::array<double, 3>& k, std::size_t j)
{
    Parameter parameter;
    parameter.path = path + "." + std::to_string(j);
    const double sum = 1.0 / k[0] + 1.0 / k[1] + 1.0 / k[2];
    for (std::size_t first = pin; first < links.size(); first += 3) {
        const double turn = links[first].law.rest[axis] * k[0] * sum;
        for (std::size_t i = 0; i < 3; ++i) {
            ElementNumbers change;
            change.element = static_cast<int>(first + i);
            if (i == j) change.stiffness[axis] = links[first + i].law.stiffness[axis] / k[j];
            const double share = 1.0 / (k[i] * sum);
            change.rest[axis] = turn * (share / sum - (i == j ? 1.0 / sum : 0.0)) / (k[j] * k[j]);
            parameter.elements.push_back(change);
        }
    }
    return parameter;
}

void add_segment_parameters(std::vector<Parameter>& list, const Links& links, std::size_t pin,
                            const SegmentModel& model, bool lengths)
{
    if (model.freedoms.shear || model.freedoms.extension) return;
    for (std::size_t i = 0; i < 4 && lengths; ++i)
        list.push_back(gamma(links, pin, i));
    const SegmentParameters& c = model.parameters;
    for (std::size_t j = 0; j < 3; ++j)
        list.push_back(spring("model.parameters.k_eta", links, pin, 0, c.k_eta, j));
    for (std::size_t j = 0; j < 3; ++j)
        list.push_back(spring("model.parameters.k_theta", links, pin, 1, c.k_theta, j));
    for (std::size_t j = 0; j < 3 && model.freedoms.twist; ++j)
        list.push_back(spring("model.parameters.k_twist", links, pin, 2, c.k_twist, j));
    Parameter cubic;
    cubic.path = "model.parameters.cubic";
    for (std::size_t e = 0; e < links.size(); ++e) {
        ElementNumbers change;
        change.element = static_cast<int>(e);
        change.cubic = 1.0;
        cubic.elements.push_back(change);
    }
    list.push_back(cubic);
}

void add_given_joints(std::vector<Parameter>& list, const Links& links, std::size_t pin, bool lengths)
{
    const std::size_t joints = links.size() - pin;
    for (std::size_t j = 0; j <= joints && lengths; ++j) {
        Parameter link;
        link.path = "model.links." + std::to_string(j);
        ElementNumbers before, after;
        before.element = static_cast<int>(pin + j) - 1;
        before.outboard = j == joints ? 1.0 : 0.5;
        after.element = static_cast<int>(pin + j);
        after.inboard = j == 0 ? 1.0 : 0.5;
        if (j > 0) link.elements.push_back(before);
        if (j < joints) link.elements.push_back(after);
        list.push_back(link);
    }
    for (std::size_t j = 0; j < joints; ++j) {
        Parameter bending, twisting;
        bending.path = "model.bending." + std::to_string(j);
        twisting.path = "model.twisting." + std::to_string(j);
        ElementNumbers change;
        change.element = static_cast<int>(pin + j);
        change.stiffness = {1.0, 1.0, 0.0};
        bending.elements.push_back(change);
        change.stiffness = {0.0, 0.0, 1.0};
        twisting.elements.push_back(change);
        list.push_back(bending);
        list.push_back(twisting);
    }
}

}  // namespace

std::vector<Parameter> model_parameters(const Manipulator& manipulator, const System& system)
{
    const Complete complete(manipulator);
    const Manipulator& m = *complete;
    std::vector<Parameter> list;
    const auto* chain = dynamic_cast<const Chain*>(system.model.get());
    if (!chain) return list;
    const Links& links = chain->links();
    const std::size_t pin = m.base.pinned ? 1 : 0;  // the joint of the base, before those of the rod
    const RodProperties p = rod_properties(m.rod);
    const bool weighs =
        !m.environment.gravity.isZero(0.0) && p.mass_per_length != m.environment.surrounding_density * p.area;
    const bool lengths =
        !weighs && m.rod.rest_shape.empty() && system.slips.size() == 0 && system.coupled.empty();

    const auto* spherical = std::get_if<SphericalModel>(&m.model);
    if (spherical && spherical->layout == JointLayout::given) {
        if (!spherical->extension) add_given_joints(list, links, pin, lengths);
        return list;
    }
    list.push_back(stiffness("rod.bending_stiffness.0", links, 0, p.bending_stiffness[0]));
    list.push_back(stiffness("rod.bending_stiffness.1", links, 1, p.bending_stiffness[1]));
    if (system.twists) list.push_back(stiffness("rod.torsional_stiffness", links, 2, p.torsional_stiffness));
    if (lengths) list.push_back(rod_length(links, m.rod.length));
    if (const auto* segments = std::get_if<SegmentModel>(&m.model))
        add_segment_parameters(list, links, pin, *segments, lengths);
    return list;
}

}  // namespace supple
