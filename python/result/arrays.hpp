/// @file
/// NumPy arrays of numbers that lie in a result, and numbers from arrays.
#pragma once

#include <pybind11/numpy.h>

#include <Eigen/Core>

#include <array>
#include <span>
#include <string>

namespace supple::python {

namespace py = pybind11;

/// Where the numbers of an array lie.
struct ArrayLayout {
    const double* data = nullptr;
    int rank = 1;
    std::array<std::size_t, 3> shape{};
    std::array<std::size_t, 3> strides{};  ///< in doubles
};

/// An array that shows numbers of `owner`, keeps it alive and cannot be written to.
inline py::object array_view(const ArrayLayout& layout, PyObject* owner)
{
    static auto& numpy = py::detail::npy_api::get();
    Py_intptr_t shape[3], strides[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        shape[axis] = static_cast<Py_intptr_t>(layout.shape[axis]);
        strides[axis] = static_cast<Py_intptr_t>(layout.strides[axis] * sizeof(double));
    }
    PyObject* array = numpy.PyArray_NewFromDescr_(
        numpy.PyArray_Type_, numpy.PyArray_DescrFromType_(py::detail::npy_api::NPY_DOUBLE_), layout.rank,
        shape, strides, const_cast<double*>(layout.data), 0, nullptr);
    if (!array) throw py::error_already_set();
    Py_INCREF(owner);
    if (numpy.PyArray_SetBaseObject_(array, owner) != 0) {
        Py_DECREF(array);
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(array);
}

/// The numbers of anything that NumPy takes for an array of one axis.
/// @throws a TypeError or ValueError that says what was found
std::vector<double> numbers_of(const py::handle& values, const std::string& what);

}  // namespace supple::python
