/// @file
/// Loads and constraints whose functions are those of a Python object.
///
///     load         wrench(p, R) → [f; m]                  and, if it has them, derivative(p, R), 6 x 6,
///                                                         and potential(p, R)
///     constraint   value(p, R) → φ, m numbers             and, if it has it, gradient(p, R), m x 6
///
/// p is the position [m] and R the rotation of the section's frame, wrenches and derivatives are as in
/// model/model.hpp. A derivative that the object does not give is taken by central differences. Functions are
/// called with the interpreter's lock, on whatever thread works. What they raise is kept by the listener of
/// the work; from then on the values are NaN, and nothing is called any more.
///
/// Laws (python/tests/model/test_own.py): each is its built-in twin, at rest and in motion.
#pragma once

#include <python/analysis/listener.hpp>
#include <python/fields/manipulator.hpp>

namespace supple::python {

/// The description with what Python brings, for one piece of work.
/// @pre made with the interpreter's lock; what is made of it may be used and destroyed without
class Described {
 public:
    Described(const PyManipulator& m, std::shared_ptr<Listener> listener);

    const Manipulator& operator*() const { return whole_ ? *whole_ : *given_; }
    const Manipulator* operator->() const { return &**this; }

 private:
    std::shared_ptr<const Manipulator> given_;
    std::optional<Manipulator> whole_;
};

/// Gives the manipulator a load or a constraint. @throws what is wrong with it
void add_own(PyManipulator& m, const py::object& object, bool holds, const py::object& at,
             const std::string& name);

}  // namespace supple::python
