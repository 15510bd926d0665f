/// @file
/// Dotted paths into a model file: `loads.0.force.x`, `attachments.coils.currents.z`,
/// `rod.bending_stiffness`.
///
/// A list item is named by its index or its name; the kind key of an item (`coil_set`) may be left out; a
/// component of a vector of three is x, y, z or an index, one of other values an index. Laws
/// (tests/io/test_path.cpp):
///   1. Setting a component leaves the others as they are, bit for bit.
#pragma once

#include <supple/io/document.hpp>
#include <supple/io/units.hpp>

namespace supple {

/// What stands between the dots.
std::vector<std::string> steps_of(std::string_view path);

/// Replaces the value at the path by a text as it would stand in the file; a key that is missing is added.
/// `origin` is what messages name as the place: "--set loads.0.force". @throws InputError
void set_value(Node& document, const std::string& path, const std::string& value, const std::string& origin);

/// The quantity at the path, one component of it where the path says so. @throws InputError
Quantity quantity_at(const Node& document, const std::string& path, const std::string& origin);

}  // namespace supple
