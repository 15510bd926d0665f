// What pictures show of a description beside the shape.
#include "manipulator.hpp"

#include <supple/rod/completed.hpp>
#include <supple/rod/cross_section.hpp>
#include <supple/rod/surfaces.hpp>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <algorithm>

namespace supple::python {
namespace {

/// The inner wall of a tube at places along it: (name, centres, radii).
py::tuple tube(const Conduit& conduit, const Rod& rod)
{
    const TubeGap gap = tube_of(conduit, rod);
    constexpr int places = 100;
    const double rod_radius = contact_radius(rod).value_or(0.0);
    MatrixXd centres(places, 3);
    VectorXd radii(places);
    for (int i = 0; i < places; ++i) {
        const double u = gap.curve().end() * i / (places - 1);
        centres.row(i) = gap.curve().at(u).c;
        radii[i] = gap.room(u) + (conduit.radius.empty() ? 0.0 : rod_radius);
    }
    return py::make_tuple(conduit.name, centres, radii);
}

py::dict geometry(const PyManipulator& m)
{
    const Manipulator complete = completed(*m);
    py::list loads, own, disks, drives, walls, spheres, cylinders, tubes;
    for (const PointLoad& load : complete.loads)
        loads.append(
            py::make_tuple(load.name, load.at, load.force, load.moment, load.frame == LoadFrame::body));
    for (const OwnPart& part : m.own)
        if (part.size == 0) own.append(py::make_tuple(std::min(part.at, complete.rod.length), part.object));
    for (const Attachment& attachment : complete.attachments) {
        if (const auto* set = std::get_if<Disks>(&attachment))
            disks.append(py::make_tuple(set->positions, set->radius));
        if (const auto* rods = std::get_if<DrivenRods>(&attachment))
            drives.append(py::make_tuple(rods->name, rods->radii, rods->angles, rods->ends));
    }
    for (const Constraint& constraint : complete.constraints) {
        if (const auto* wall = std::get_if<Plane>(&constraint))
            walls.append(py::make_tuple(wall->name, wall->point, wall->normal));
        if (const auto* ball = std::get_if<Sphere>(&constraint))
            spheres.append(py::make_tuple(ball->name, ball->centre, ball->radius));
        if (const auto* pipe = std::get_if<Cylinder>(&constraint))
            cylinders.append(py::make_tuple(pipe->name, pipe->point, pipe->axis, pipe->radius));
        if (const auto* conduit = std::get_if<Conduit>(&constraint))
            tubes.append(tube(*conduit, complete.rod));
    }
    py::dict all;
    all["length"] = complete.rod.length;
    all["loads"] = loads;
    all["own"] = own;
    all["disks"] = disks;
    all["drives"] = drives;
    all["walls"] = walls;
    all["spheres"] = spheres;
    all["cylinders"] = cylinders;
    all["tubes"] = tubes;
    return all;
}

}  // namespace

void add_geometry(py::module_& module)
{
    module.def("geometry", &geometry);
}

}  // namespace supple::python
