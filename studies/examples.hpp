/// @file
/// The files of the folder examples, part of the program.
#pragma once

#include <supple/io/model_document.hpp>

namespace supple::app {

/// The text of "rod_driven_arm.yaml" or "columns/real_arm.yaml" as it stood when the program was built; empty
/// where there is none.
std::string_view example_text(std::string_view name);

/// An example with some of its values set anew, as --set does. It cannot name other files.
/// @throws InputError
Manipulator example(const std::string& name, const std::vector<Setting>& settings = {});

/// The same before it is understood. @throws InputError
ModelDocument example_document(const std::string& name);

}  // namespace supple::app
