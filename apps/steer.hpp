/// @file
/// What the files of `supple steer` share.
#pragma once

#include "command.hpp"

#include <supple/analysis/steer.hpp>

namespace supple::app {

/// A manipulator with what it is steered with, and where.
struct SteeredModel {
    ModelDocument document;
    Manipulator manipulator;
    Steerer steerer;
};

/// Follows the rows of the table. @throws InputError
int follow_path(const SteerRequest& request, SteeredModel& model);

}  // namespace supple::app
