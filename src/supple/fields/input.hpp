/// @file
/// The numbers of a description by their dotted paths: `rod.length`, `loads.tip.force.x`,
/// `attachments.coils.currents.2`, `model.parameters.gamma`.
///
/// A list item is named by its index or its name; the kind key of an item (`coil_set`) may be left out; a
/// component of three numbers is x, y, z or an index, one of other numbers an index. A path is resolved once,
/// to a handle:
///
///     Manipulator m = load("catheter.yaml");
///     const FoundInput found = find_input(m, "loads.0.force.x");
///     if (!found) report(found.error);            // with the nearest path that exists
///     found.input.set(4e-3);                      // a plain store
///     if (std::string wrong = found.input.verify(); !wrong.empty()) report(wrong);
///
/// A handle refers to the description it was found in, which must outlive it, stay where it is and keep its
/// lists as long as they are. Laws (tests/fields/test_input.cpp):
///   1. Setting a handle and verifying it equals editing the text of the file and reading it again.
///   2. Every number that the reader reads is among inputs(), but for the file's format, its `fit` block and
///      its `uncertain` list.
///   3. Every path of inputs() is found, and leads to the same place.
#pragma once

#include <supple/fields/field.hpp>
#include <supple/rod/manipulator.hpp>
#include <supple/text/path.hpp>

namespace supple {

class Input {
 public:
    Input() = default;

    const std::string& path() const { return path_; }  ///< the shortest by names: "loads.push.force.x"
    Dimension dimension() const { return form_.dimension; }
    const std::string& unit() const
    {
        return unit_;
    }  ///< in which people write it: "mN"; "" for plain numbers
    const Range& range() const { return form_.range; }
    bool whole() const { return form_.whole; }
    const std::string& help() const { return help_; }

    /// Whether the description holds a number there: an optional one may not be written yet.
    bool present() const;

    double get() const { return slot_.get(); }          ///< SI; NaN where nothing is written
    void set(double value) const { slot_.set(value); }  ///< SI; rounded down where whole numbers are kept
    void clear() const;                                 ///< as if it had never been written, where it was not

    /// The value as it would be written in a file: "4 mN".
    std::string text(double value) const { return exact_quantity({value}, form_.dimension, form_.angle); }

    /// Whether the value is a number that may stand there by itself: finite, in its range, whole where that
    /// is asked.
    bool allows(double value) const;

    /// What is wrong with the number as it stands, with itself or with what depends on it; "" when nothing
    /// is.
    std::string verify() const;

    /// Whether any finite value is right, so that there is nothing to verify.
    bool free() const { return form_.free; }

    /// Whether both are the same number of the same description.
    friend bool operator==(const Input& a, const Input& b) { return a.slot_.place == b.slot_.place; }

 private:
    friend class InputWalk;

    std::string path_, unit_, help_;
    Slot slot_{};
    Numbers form_{};
    const Manipulator* manipulator_ = nullptr;
};

struct FoundInput {
    Input input;
    std::string
        error;  ///< where there is none: "there is no "lenght" in rod (did you mean "rod.length"?); ..."

    explicit operator bool() const { return error.empty(); }
};

/// One number. @pre the description stays where it is as long as the handle is used
FoundInput find_input(Manipulator& manipulator, std::string_view path);

struct FoundInputs {
    std::vector<Input> inputs;  ///< the components, in order; one where the path leads to a single number
    std::string error;
    bool misnamed = false;  ///< a step is no key, no item and no name that could stand there

    explicit operator bool() const { return error.empty(); }
};

/// All numbers of one value: the three of `loads.0.force`.
FoundInputs find_inputs(Manipulator& manipulator, std::string_view path);

/// Every number of the description that may be set, in the order of the file.
std::vector<Input> inputs(Manipulator& manipulator);

}  // namespace supple
