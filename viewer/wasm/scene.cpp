#include "scene.hpp"

#include <supple/rod/attached.hpp>
#include <supple/rod/surfaces.hpp>

#include <cmath>

namespace supple::page {
namespace {

constexpr int rest_points = 60;
constexpr int tube_points = 160;

void tell_rod(const Manipulator& m, Json& json)
{
    const RodProperties properties = rod_properties(m.rod);
    json.key("length").number(m.rod.length);
    const double outer = properties.outer_radius > 0.0 ? properties.outer_radius : NAN;
    json.key("radius").number(contact_radius(m.rod).value_or(outer));
    const auto* box = m.rod.section ? std::get_if<Rectangle>(&m.rod.section->profile) : nullptr;
    if (box) json.key("box").numbers({box->width, box->height});
    json.key("rest").open('[');
    for (int i = 0; i <= rest_points; ++i)
        json.vector(unloaded_pose(m.rod, m.base.X_WB, m.rod.length * i / rest_points).position());
    json.close(']');
    json.key("base").open('{').pose(m.base.X_WB);
    json.key("free").flag(m.base.free).key("pinned").flag(m.base.pinned).close('}');
}

struct TellAttachment {
    Json& json;

    void operator()(const Magnet& magnet) const
    {
        json.key("at").number(magnet.at).key("dipole").vector(magnet.dipole);
        if (!magnet.shape) return;
        if (const auto* cylinder = std::get_if<MagnetCylinder>(&*magnet.shape))
            json.key("cylinder").numbers({cylinder->diameter, cylinder->length});
        if (const auto* sphere = std::get_if<MagnetSphere>(&*magnet.shape))
            json.key("sphere").number(sphere->diameter);
        if (const auto* block = std::get_if<MagnetBlock>(&*magnet.shape))
            json.key("block").vector(block->size);
    }
    void operator()(const CoilSet& coils) const
    {
        json.key("at")
            .number(coils.at)
            .key("areas")
            .vector(coils.areas)
            .key("currents")
            .vector(coils.currents);
        json.key("axes").open('[');
        for (int i = 0; i < 3; ++i)
            json.vector(coils.orientation.col(i));
        json.close(']');
    }
    void operator()(const PointMass& mass) const { json.key("at").number(mass.at); }
    void operator()(const Disks& disks) const
    {
        json.key("positions").numbers(disks.positions);
        json.key("radius").number(disks.radius).key("thickness").number(disks.thickness);
    }
    void operator()(const DrivenRods& rods) const
    {
        json.key("radii")
            .numbers(rods.radii)
            .key("angles")
            .numbers(rods.angles)
            .key("ends")
            .numbers(rods.ends);
        json.key("diameters").numbers(rods.diameters).key("cable").flag(rods.cable);
        json.key("tensions").numbers(rods.tensions).key("retractions").numbers(rods.retractions);
    }
};

struct TellConstraint {
    Json& json;
    const Rod& rod;

    void operator()(const Fixture& fixture) const
    {
        json.key("at").number(fixture.at).key("hold").open('[');
        for (const auto& held : fixture.hold)
            json.number(held.value_or(NAN));
        json.close(']');
        if (fixture.tangent) json.key("tangent").vector(*fixture.tangent);
    }
    void operator()(const Guide& guide) const { json.key("point").vector(guide.point); }
    void operator()(const Clamp& clamp) const { json.key("at").number(clamp.at).pose(clamp.X_WC); }
    void operator()(const Plane& plane) const
    {
        json.key("at").number(plane.at).key("point").vector(plane.point).key("normal").vector(plane.normal);
    }
    void operator()(const Sphere& sphere) const
    {
        json.key("at").number(sphere.at).key("centre").vector(sphere.centre);
        json.key("radius").number(sphere.radius).key("inside").flag(sphere.inside);
    }
    void operator()(const Cylinder& cylinder) const
    {
        json.key("at").number(cylinder.at).key("point").vector(cylinder.point);
        json.key("axis").vector(cylinder.axis).key("radius").number(cylinder.radius);
        json.key("inside").flag(cylinder.inside);
    }
    // What is drawn is the wall, not the room that it leaves for the rod's axis.
    void operator()(const Conduit& conduit) const
    {
        const TubeGap tube = tube_of(conduit, rod);
        const double own = contact_radius(rod).value_or(0.0);
        std::vector<double> widths;
        json.key("points").open('[');
        for (int i = 0; i <= tube_points; ++i) {
            const double u = tube.curve().end() * i / tube_points;
            json.vector(tube.curve().at(u).c);
            widths.push_back(tube.room(u) + own);
        }
        json.close(']').key("radii").numbers(widths).key("open").flag(conduit.open_end);
    }
};

void tell_coil(const Coil& coil, Json& json)
{
    json.open('{').key("name").text(coil.name).key("position").vector(coil.position);
    json.key("axis").vector(coil.axis).key("radius").number(coil.radius).key("current").number(coil.current);
    json.close('}');
}

void tell_field(const MagneticField& field, Json& json)
{
    json.key("field").open('{').key("uniform").vector(field.uniform);
    json.key("graded").flag(!field.gradient.isZero()).key("map").flag(field.map != nullptr);
    json.key("coils").open('[');
    for (const Coil& coil : field.coils)
        tell_coil(coil, json);
    for (const HelmholtzPair& pair : field.helmholtz_pairs) {
        Coil coil = pair.coil;
        for (const double side : {-0.5, 0.5}) {
            coil.position = pair.coil.position + side * pair.separation * pair.coil.axis;
            tell_coil(coil, json);
        }
    }
    json.close(']').key("dipoles").open('[');
    for (const FieldDipole& dipole : field.dipoles) {
        json.open('{').key("name").text(dipole.name).key("position").vector(dipole.position);
        json.key("moment").vector(dipole.moment).close('}');
    }
    json.close(']').close('}');
}

}  // namespace

void tell_scene(const Manipulator& m, Json& json)
{
    json.open('{');
    tell_rod(m, json);
    json.key("gravity").vector(m.environment.gravity);
    tell_field(m.environment.magnetic_field, json);
    json.key("loads").open('[');
    for (const PointLoad& load : m.loads) {
        json.open('{').key("name").text(load.name).key("at").number(load.at);
        json.key("force").vector(load.force).key("moment").vector(load.moment);
        json.key("follows").flag(load.frame == LoadFrame::body);
        json.key("acts").flag(acts_at(load.timing, 0.0)).close('}');
    }
    json.close(']').key("attachments").open('[');
    for (const Attachment& attachment : m.attachments) {
        json.open('{').key("kind").text(kind(attachment)).key("name").text(name_of(attachment));
        std::visit(TellAttachment{json}, attachment);
        json.close('}');
    }
    json.close(']').key("constraints").open('[');
    for (const Constraint& constraint : m.constraints) {
        json.open('{').key("kind").text(kind(constraint)).key("name").text(name_of(constraint));
        std::visit(TellConstraint{json, m.rod}, constraint);
        json.close('}');
    }
    json.close(']').key("stations").open('[');
    for (const Station& station : m.stations)
        json.open('{').key("name").text(station.name).key("at").number(station.at).close('}');
    json.close(']').key("simulation");
    if (m.simulation) {
        json.open('{').key("duration").number(m.simulation->duration);
        json.key("every").number(m.simulation->output_every).close('}');
    } else {
        json.null();
    }
    json.close('}');
}

}  // namespace supple::page
