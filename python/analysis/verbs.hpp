/// @file
/// What the files of the module add to it.
#pragma once

#include <python/fields/manipulator.hpp>
#include <python/result/result_object.hpp>

namespace supple::python {

void add_solve(py::module_& module);
void add_solver(py::module_& module);
void add_motion(py::module_& module);
void add_steer(py::module_& module);
void add_cases(py::module_& module);
void add_compare(py::module_& module);
void add_estimate(py::module_& module);

/// The description as results keep it.
inline py::object shared(const PyManipulator& m)
{
    return py::cast(PyManipulator(m));
}

}  // namespace supple::python
