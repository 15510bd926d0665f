/// @file
/// What a manipulator is steered with, by names that people write: "coils.currents".
///
/// A name is the path in the model file without its first word where that is plain: attachments go by their
/// own names, the field by `magnetic_field`. The components of a vector share one name; where only some of
/// them are steered with, each has its own: "coils.currents.z".
#pragma once

#include <supple/text/units.hpp>

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

/// The word that says what is measured: "currents" of "attachments.coils.currents.x".
std::string quantity_of(const std::string& path);

/// The name of one path: "coils.currents" of "attachments.coils.currents.x".
std::string actuation_name(const std::string& path);

/// What stands after the name in the path: ".x", or nothing.
std::string actuation_component(const std::string& path);

/// The unit in which tables show an actuation of that dimension: "mA".
const char* actuation_unit(Dimension dimension);

}  // namespace supple
