/// @file
/// Results in Python: objects whose attributes are found by walking the description of the result.
///
///     eq.tip.position        an array that shows the numbers of the result, without a copy
///     eq.reactions["P1"]     an item of a list, by its name or index
///
/// A field that is added to a description is an attribute without a line here. Laws
/// (python/tests/test_results.py):
///   1. Every member of the JSON record is an attribute with the same numbers, bit for bit.
///   2. An array outlives all other names of its result.
#pragma once

#include "arrays.hpp"

#include <supple/result/describer.hpp>

#include <memory>

namespace supple::python {

/// The result and how it tells its fields.
struct Told {
    std::shared_ptr<const void> result;
    void (*describe)(Describer&, const void*) = nullptr;
    const char* command = "";
};

template <typename Result>
void tell_as(Describer& to, const void* result)
{
    describe(to, *static_cast<const Result*>(result));
}

template <typename Result>
Told told(std::shared_ptr<const Result> result)
{
    const char* command = command_of(*result);
    return {std::move(result), &tell_as<Result>, command};
}

/// The result itself where it is of that type, else null.
template <typename Result>
const Result* as(const Told& told)
{
    return told.describe == &tell_as<Result> ? static_cast<const Result*>(told.result.get()) : nullptr;
}

/// Makes the types known to the module.
void add_result_types(py::module_& module);

/// Uses the types that supple._core has made, in another module of the package.
void use_result_types();

/// An object of the class that the package gives for results of that command. `about` is the description of
/// the manipulator that was solved, or None.
py::object result_object(const Told& told, const py::object& about);

/// Whether nobody but the caller, who has one reference, can see the object or an array of it.
bool is_free(const py::object& result);

/// Forgets what was made of the result before: it holds other numbers now.
void refresh(const py::object& result);

/// What an object tells. @throws TypeError where it is no result
const Told& told_by(const py::handle& result);

}  // namespace supple::python
