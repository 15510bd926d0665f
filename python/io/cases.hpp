/// @file
/// Tables of cases from Python.
#pragma once

#include <python/fields/manipulator.hpp>

#include <supple/io/case_table.hpp>

namespace supple::python {

/// A table of columns (name, values), of which texts are lists of str; or of a file, by its name.
CaseTable table_of(const py::object& columns, const Manipulator& manipulator);

}  // namespace supple::python
