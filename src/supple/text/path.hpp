/// @file
/// Dotted paths as text, for inputs (fields/input.hpp) and outputs (result/output.hpp) alike:
/// "attachments.coils.currents.x".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// What stands between the dots.
std::vector<std::string> steps_of(std::string_view path);

/// The path of the steps.
std::string path_of(const std::vector<std::string>& steps);

/// The path with one more step; the step where the path is empty.
std::string joined_path(std::string_view path, std::string_view step);

/// The path without its last step; empty where it has one step.
std::string parent_path(std::string_view path);

/// Whether a path is another one or lies below it. An empty path has nothing below it.
bool is_at_or_below(std::string_view path, std::string_view above);

/// The number that a step is, where it is one.
std::optional<std::size_t> index_of(std::string_view step);

/// Which component of several numbers a step names: x, y, z or an index.
std::optional<std::size_t> component_of(std::string_view step);

/// The path without the component that its last step names, if it names one: "loads.0.force" of
/// "loads.0.force.x".
std::string without_component(std::string_view path);

/// `there is no "lenght" in rod (did you mean "rod.length"?)`: what is said of every path that does not
/// exist. `nearest` is the nearest path that does, or empty.
std::string no_such_path(std::string_view step, std::string_view where, std::string_view nearest);

/// ` (did you mean "rod.length"?)`; empty where nothing is near.
std::string or_nearest(std::string_view nearest);

}  // namespace supple
