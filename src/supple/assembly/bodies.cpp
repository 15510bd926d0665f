#include <supple/assembly/bodies.hpp>
#include <supple/rod/attached.hpp>
#include <supple/rod/disk_inertia.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace supple {
namespace {

/// A straight piece of rod about its centre.
Body piece(const RodProperties& p, const Place& place, double length)
{
    const double m = p.mass_per_length * length;
    const double across = m * length * length / 12.0;
    return {place, m, length * p.rotary_inertia + Vector3d(across, across, 0.0)};
}

/// Nodes and weights on [0, 1].
constexpr double gauss_points[][2] = {{0.06943184420297371, 0.17392742256872693},
                                      {0.33000947820757187, 0.32607257743127307},
                                      {0.66999052179242813, 0.32607257743127307},
                                      {0.93056815579702629, 0.17392742256872693}};

/// Displaces along the rod, without a link of its own.
bool stretches_only(const Element& element)
{
    return traits(element).stretches && length(element) == 0.0;
}

/// Whether nothing follows the link but a slide, and then another one or the tip.
bool ends_in_a_slide(const std::vector<Chain::Link>& links, std::size_t e)
{
    const auto slides = [&](std::size_t k) {
        return k >= links.size() || traits(links[k].element).stretches;
    };
    return e + 1 < links.size() && stretches_only(links[e + 1].element) && slides(e + 2);
}

void add_rod(std::vector<Body>& bodies, const RodProperties& p, const std::vector<Chain::Link>& links)
{
    for (std::size_t e = 0; e < links.size(); ++e) {
        const int element = static_cast<int>(e);
        const double L = length(links[e].element);
        if (L == 0.0) continue;
        if (traits(links[e].element).bends_inside) {
            for (const auto& [x, w] : gauss_points)
                bodies.push_back({{element, x}, w * L * p.mass_per_length, w * L * p.rotary_inertia});
            continue;
        }
        // Each side of the joint turns as one piece.
        const double joint = joint_fraction(links[e].element);
        if (joint > 0.0) bodies.push_back(piece(p, {element, joint / 2.0}, joint * L));
        if (joint == 1.0) continue;
        const double beyond = (1.0 - joint) * L;
        if (!ends_in_a_slide(links, e)) {
            bodies.push_back(piece(p, {element, (1.0 + joint) / 2.0}, beyond));
            continue;
        }
        // Between the slide at the end of a segment that stretches and the next slide, or the tip, there
        // would be no mass. A quarter of the link sits there and the rest a third along it: the same mass,
        // centre and inertia as those of the straight piece.
        for (const auto& [place, share] : {std::pair(Place{element, joint + (1.0 - joint) / 3.0}, 0.75),
                                           std::pair(Place{element + 1, 1.0}, 0.25)})
            bodies.push_back({place, share * beyond * p.mass_per_length, share * beyond * p.rotary_inertia});
    }
}

}  // namespace

std::vector<Body> bodies_of(const Manipulator& manipulator, const std::vector<Chain::Link>& links,
                            const std::function<Place(double)>& place_at)
{
    std::vector<Body> bodies;
    const RodProperties p = rod_properties(manipulator.rod);
    if (p.mass_per_length > 0.0 && !disks_carry_rods(manipulator)) add_rod(bodies, p, links);

    const auto add = [&](double s, const BodyInertia& body) {
        if (body.mass > 0.0 || body.radial_inertia > 0.0 || body.axial_inertia > 0.0)
            bodies.push_back(
                {place_at(s), body.mass, {body.radial_inertia, body.radial_inertia, body.axial_inertia}});
    };
    for (const Attachment& attachment : manipulator.attachments) {
        if (const BodyInertia* inertia = inertia_of(attachment)) add(*place_of(attachment), *inertia);
        if (const auto* disks = std::get_if<Disks>(&attachment)) {
            const std::vector<BodyInertia> inertia = disk_inertia(manipulator);
            for (std::size_t i = 0; i < inertia.size(); ++i)
                add(disks->positions[i], inertia[i]);
        }
    }
    return bodies;
}

}  // namespace supple
