/// @file
/// Reads a tree by a field table: every value checked, nothing silently ignored, every problem with its
/// place.
#pragma once

#include <supple/fields/field.hpp>
#include <supple/fields/model_table.hpp>
#include <supple/fields/tree.hpp>

namespace supple {

/// Stores what the tree says through the table's setters.
/// @returns all problems found, in the order of their places; none where the tree is right
std::vector<Problem> read_by_table(const Node& tree, const Table& table);

/// A manipulator, or what is wrong with its description.
struct ReadManipulator {
    Manipulator manipulator;
    std::vector<Problem> problems;

    explicit operator bool() const { return problems.empty(); }
};

/// The description that a model file's tree stands for. Files that it names are read by `files`.
ReadManipulator read_manipulator(const Node& tree, const SideFiles& files = {});

}  // namespace supple
