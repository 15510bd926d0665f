// What pictures show of a description beside the shape.
#include "manipulator.hpp"

#include <supple/rod/completed.hpp>
#include <supple/rod/cross_section.hpp>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <algorithm>

namespace supple::python {
namespace {

py::dict geometry(const PyManipulator& m)
{
    const Manipulator complete = completed(*m);
    py::list loads, own, disks, drives, walls;
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
    for (const Constraint& constraint : complete.constraints)
        if (const auto* wall = std::get_if<Plane>(&constraint))
            walls.append(py::make_tuple(wall->name, wall->point, wall->normal));
    py::dict all;
    all["length"] = complete.rod.length;
    all["loads"] = loads;
    all["own"] = own;
    all["disks"] = disks;
    all["drives"] = drives;
    all["walls"] = walls;
    return all;
}

}  // namespace

void add_geometry(py::module_& module)
{
    module.def("geometry", &geometry);
}

}  // namespace supple::python
