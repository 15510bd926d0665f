/// @file
/// The description as a model file.
///
/// Required keys are always written, others where they say something else than the file without them would.
/// Law (tests/fields/test_writer.cpp): reading what was written gives the same description, every number to
/// the bit but for directions that are given as a pose.
#pragma once

#include <supple/fields/tree.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

Node to_tree(const Manipulator& manipulator);

/// Files that the description names, histories and field maps, are named and not written.
std::string to_yaml(const Manipulator& manipulator);

/// Whether both say the same: every field of the table, every number to the bit.
bool same_description(const Manipulator& a, const Manipulator& b);

}  // namespace supple
