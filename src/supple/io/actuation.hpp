/// @file
/// What a manipulator is steered with, by names that people write: "coils.currents".
///
/// A name is the path in the model file without its first word where that is plain: attachments go by their
/// own names, the field by `magnetic_field`. The components of a vector share one name.
#pragma once

#include <supple/io/units.hpp>
#include <supple/rod/manipulator.hpp>
#include <supple/steer/steer.hpp>

namespace supple {

/// Actuations that share a name.
struct ActuationGroup {
    std::string name;            ///< "coils.currents"
    std::vector<std::size_t> k;  ///< places in the list of actuations, in order
    bool vector = false;         ///< one of several components; else one number
    Dimension dimension{};
};

/// In the order of the paths.
std::vector<ActuationGroup> group_actuations(const std::vector<std::string>& paths);

/// What the file lets one actuate, with its limits; or what the names say, separated by commas: a name or
/// path, whole or up to a dot, of any load, current or field of the file.
/// @throws InputError where a name stands for nothing, with what there is
std::vector<Actuation> choose_actuations(const Manipulator& manipulator, const System& system,
                                         const std::string& names = "");

}  // namespace supple
