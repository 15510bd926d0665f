/// @file
/// The description of a manipulator as Python holds it.
#pragma once

#include <python/result/arrays.hpp>

#include <supple/rod/manipulator.hpp>

#include <filesystem>
#include <memory>

namespace supple::python {

/// A Python object that acts on the rod, or holds it (python/model/own.hpp).
struct OwnPart {
    std::string name;
    double at = 0.0;  ///< arc length [m]
    int size = 0;     ///< equations of a constraint; 0: a load
    py::object object;
};

/// Results share the description that they were solved from: who sets a value makes a copy if anyone shares
/// it.
struct PyManipulator {
    std::shared_ptr<const Manipulator> description;
    std::filesystem::path folder{};  ///< files named in the model are looked for here
    bool files_allowed = true;
    std::string file{};  ///< where it was read; empty for text
    std::vector<OwnPart> own{};

    const Manipulator& operator*() const { return *description; }

    /// As a file would have it, or as SI numbers; all is checked, and nothing is set where something is
    /// wrong.
    /// @throws InputError
    void set_text(const std::string& path, const std::string& text);
    void set_numbers(const std::string& path, const std::vector<double>& values);

    py::object get(const std::string& path) const;
};

void add_manipulator(py::module_& module);
void add_geometry(py::module_& module);

}  // namespace supple::python
