#include <supple/rod/completed.hpp>
#include <supple/rod/disk_inertia.hpp>

#include <numbers>

namespace supple {
namespace {

const Disks* disks_of(const Manipulator& m)
{
    for (const Attachment& attachment : m.attachments) {
        if (const auto* disks = std::get_if<Disks>(&attachment)) return disks;
    }
    return nullptr;
}

/// Adds a stretch of a thin rod of given mass per length and radius a, at distance d from the middle.
void add_stretch(BodyInertia& body, double mass_per_length, double length, double a, double d)
{
    const double m = mass_per_length * length;
    body.mass += m;
    body.radial_inertia += m * (length * length / 12.0 + a * a / 4.0 + d * d / 2.0);
    body.axial_inertia += m * (a * a / 2.0 + d * d);
}

}  // namespace

bool disks_carry_rods(const Manipulator& manipulator)
{
    const Disks* disks = disks_of(manipulator);
    return disks && disks->inertia.empty() && disks->mass.empty() && disks->radius > 0.0;
}

std::vector<BodyInertia> disk_inertia(const Manipulator& given)
{
    const Complete complete(given);
    const Manipulator& manipulator = *complete;
    const Disks* disks = disks_of(manipulator);
    if (!disks) return {};
    if (!disks_carry_rods(manipulator)) return disks->inertia;

    const RodProperties core = rod_properties(manipulator.rod);
    const double r = disks->radius, t = disks->thickness;
    std::vector<BodyInertia> bodies;
    double before = 0.0;
    for (const double at : disks->positions) {
        const double m = disks->density * std::numbers::pi * r * r * t, length = at - before;
        BodyInertia body{m, m * (3.0 * r * r + t * t) / 12.0, m * r * r / 2.0};
        add_stretch(body, core.mass_per_length, length, core.outer_radius, 0.0);
        for (const Attachment& attachment : manipulator.attachments) {
            const auto* rods = std::get_if<DrivenRods>(&attachment);
            for (std::size_t j = 0; rods && j < rods->mass_per_length.size(); ++j) {
                const bool present = at <= rods->ends[j] * (1.0 + 1e-9);
                const double a = j < rods->diameters.size() ? rods->diameters[j] / 2.0 : 0.0;
                if (present) add_stretch(body, rods->mass_per_length[j], length, a, rods->radii[j]);
            }
        }
        bodies.push_back(body);
        before = at;
    }
    return bodies;
}

}  // namespace supple
