/// @file
/// How many joints each family of models needs, of what was compared.
#pragma once

#include <supple/compare/cases.hpp>

namespace supple {

/// How many joints a family of models needs for a tolerance.
struct JointNeed {
    std::string family;
    std::vector<int> tried;     ///< numbers of joints, ascending
    std::optional<int> joints;  ///< nothing where none of them is enough
    std::string setting;        ///< what to write for it
};

/// One for each family that can carry the manipulator. `tolerance` is of the tip, over the rod's length. A
/// number at which a solve failed is never enough.
std::vector<JointNeed> joint_needs(const Comparison& comparison, double length, double tolerance);

/// The same for mean errors over the cases in which the judge converged. Cases without a judge tell nothing
/// of any model.
std::vector<JointNeed> joint_needs(const CasesComparison& comparison, double tolerance);

}  // namespace supple
